"""Codes of machines and banks: IBAN, MAC, UUID, URL, wallets, by shape."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType

from privacy_chains.detect.patterns.numerals import BEFORE, NO_LETTER_AFTER, NO_LETTER_BEFORE
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.formats.wallets import is_base58check
from privacy_chains.lazy import lazily

__all__ = ["find_ibans", "find_macs", "find_urls", "find_uuids", "find_wallets"]

# Lengths by country: the SWIFT IBAN registry, and the countries that use the form without being registered.
_LENGTHS = (
    "NO15 BE16 DK18 FI18 FO18 GL18 NL18 MK19 SI19 AT20 BA20 EE20 KZ20 LT20 LU20 XK20 CH21 CR22 HR21 LI21 LV21 BG22"
    " BH22 DE22 GB22 GE22 IE22 ME22 RS22 VA22 AE23 GI23 IL23 IQ23 TL23 AD24 CZ24 ES24 MD24 PK24 RO24 SA24 SE24 SK24"
    " TN24 VG24 PT25 IS26 TR26 FR27 GR27 IT27 MC27 MR27 SM27 AL28 AZ28 BY28 CY28 DO28 GT28 HU28 LB28 PL28 BR29 EG29"
    " PS29 QA29 SV28 UA29 JO30 KW30 MU30 MT31 SC31 LC32 ST25 LY25 SD18 AO25 BF28 BI27 BJ28 CF27 CG27 CI28 CM27 CV25"
    " DJ27 DZ26 FK18 GA27 GQ27 GW25 HN28 IR26 KM27 MA28 MG27 ML28 MN20 MZ25 NE28 NI28 OM23 RU33 SN28 SO23 TD27 TG28"
    " YE30"
)
_IBAN_LENGTH = MappingProxyType({entry[:2]: int(entry[2:]) for entry in _LENGTHS.split()})
_FORMER_LENGTH = MappingProxyType({"CR": 21})
_IBAN = lazily(
    rf"(?=[A-Z]{{2}}[0-9]){NO_LETTER_BEFORE}(?P<country>[A-Z]{{2}})[0-9]{{2}}"
    rf"(?:[ \-]?[A-Z0-9]{{4}}){{2,7}}(?:[ \-]?[A-Z0-9]{{1,3}})?{NO_LETTER_AFTER}"
)
_ANY_IBAN = lazily(
    rf"(?=[A-Za-z]{{2}}[0-9]){NO_LETTER_BEFORE}(?P<country>[A-Za-z]{{2}})[0-9]{{2}}(?:[ \-\u00a0]?[A-Za-z0-9]){{11,32}}"
)
_GROUPS_OF_FOUR = lazily(r"[A-Z]{2}[0-9]{2}(?:[ \-]?[A-Z0-9]{4}){2,7}(?:[ \-]?[A-Z0-9]{1,3})?")
_SHORTEST_IBAN = 15
_MAC = lazily(
    rf"(?=[0-9A-Fa-f]{{2}}[:\-]|[0-9A-Fa-f]{{4}}\.)(?:"
    rf"{NO_LETTER_BEFORE}(?<![:\-.])[0-9A-Fa-f]{{2}}(?:(?P<sep>[:\-])[0-9A-Fa-f]{{2}})"
    rf"(?:(?P=sep)[0-9A-Fa-f]{{2}}){{4}}(?![:\-]?[^\W_])"
    rf"|{NO_LETTER_BEFORE}(?<!\.)[0-9A-Fa-f]{{4}}\.[0-9A-Fa-f]{{4}}\.[0-9A-Fa-f]{{4}}(?!\.?[^\W_]))"
)
_UUID = lazily(
    rf"(?=[0-9A-Fa-f]{{8}}-){NO_LETTER_BEFORE}(?<!-)[0-9A-Fa-f]{{8}}-(?:[0-9A-Fa-f]{{4}}-){{3}}[0-9A-Fa-f]{{12}}{NO_LETTER_AFTER}(?!-\w)"
)
_SCHEME = (
    r"(?:https?|ftps?|sftp|wss?|ssh|git|smb|rtsp|s3|gs|(?:smtp|imap|pop3|ldap|amqp|mqtt|redis)s?|nats|kafka"
    r"|(?:postgres(?:ql)?|mysql|mariadb|mssql|oracle|mongodb|clickhouse|snowflake|redshift)(?:\+[a-z0-9]{1,16})?)"
)
"""Schemes whose addresses name hosts and may hold credentials."""
_SCHEME_BEFORE = lazily(rf"{BEFORE}{_SCHEME}\Z", re.IGNORECASE)
_LONGEST_SCHEME = 27
_URL = lazily(rf"{BEFORE}(?:{_SCHEME}://|www\.)[^\s<>\"'`{{}}|\\^\[\]]{{3,2048}}", re.IGNORECASE)
_WALLET = lazily(
    rf"(?=0x|bc1|ltc1|[13][a-km-zA-HJ-NP-Z1-9]{{25}}){NO_LETTER_BEFORE}(?:0x[0-9a-fA-F]{{40}}"
    rf"|bc1[a-z0-9]{{11,87}}|ltc1[a-z0-9]{{11,87}}"
    rf"|(?P<base58>[13][a-km-zA-HJ-NP-Z1-9]{{25,34}})){NO_LETTER_AFTER}"
)
_MIXED = lazily(r"(?=.*[a-z])(?=.*[A-Z]).+[1-9]")
# What each of them holds, found at less cost: a set of characters or a literal comes first.
_MAC_HINTS = (lazily(r"[:\-][0-9A-Fa-f]{2}[:\-][0-9A-Fa-f]{2}[:\-]"), lazily(r"\.[0-9A-Fa-f]{4}\."))
_PAIRS_JOINED = 5
_BEFORE_HINT = 4
_UUID_HINT = lazily(r"-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-")
_WALLET_HINTS = ("0x", "bc1", "ltc1")
_SHORTEST_WALLET = 26
_TRAILING = ".,;:!?)*_~'"


def find_ibans(reading: ValueReading) -> Iterator[FoundValue]:
    """International bank account numbers: a country's code and length, whatever the check digits say.

    In small letters or oddly grouped they are known by their check digits too; and so are those of other countries
    and lengths.
    """
    text = reading.text
    starts = [
        number - 2
        for number in reading.numbers
        if number > 1 and text[number - 1].isalpha() and text[number - 2].isalpha()
    ]
    known = set[int]()
    for found in matches(_IBAN, text, starts):
        for lengths in (_IBAN_LENGTH, _FORMER_LENGTH):
            end = _end_after(text, *found.span(), lengths.get(found.group("country"), 0))
            if end:
                known.add(found.start())
                yield FoundValue(found.start(), end, "IBAN_CODE", 0.9)
                break
    for found in matches(_ANY_IBAN, text, starts):
        end = 0 if found.start() in known else _checked_end(text, found)
        if end:
            yield FoundValue(found.start(), end, "IBAN_CODE", 0.8)


def _checked_end(text: str, found: re.Match[str]) -> int:
    """Where an account number with right check digits (ISO 7064, mod 97-10) ends; 0 if none begins here."""
    ends = [
        end
        for end in range(found.start() + _SHORTEST_IBAN, found.end() + 1)
        if not text[end : end + 1].isalnum() and _GROUPS_OF_FOUR.fullmatch(text, found.start(), end)
    ]
    usual = _end_after(text, *found.span(), _IBAN_LENGTH.get(found.group("country").upper(), 0))
    for end in (usual, *reversed(ends)):
        code = "".join(filter(str.isalnum, text[found.start() : end]))
        if len(code) >= _SHORTEST_IBAN and int("".join(str(int(c, 36)) for c in code[4:] + code[:4])) % 97 == 1:
            return end
    return 0


def _end_after(text: str, start: int, end: int, length: int) -> int:
    """Where ``length`` letters and digits end that begin at ``start``; 0 if ``end`` comes first or a word goes on."""
    seen = 0
    for position in range(start, end):
        seen += text[position].isalnum()
        if seen == length:
            return position + 1 if position + 1 == end or not text[position + 1].isalnum() else 0
    return 0


def find_macs(reading: ValueReading) -> Iterator[FoundValue]:
    """Hardware addresses: six pairs, or three groups of four, in hexadecimal digits."""
    text = reading.text
    in_pairs = text.count(":") >= _PAIRS_JOINED or text.count("-") >= _PAIRS_JOINED
    hints = [found.start() for hint in _MAC_HINTS[not in_pairs :] if (found := hint.search(text))]
    for found in _MAC.finditer(text, max(0, min(hints) - _BEFORE_HINT)) if hints else ():
        yield FoundValue(found.start(), found.end(), "MAC_ADDRESS", 0.9)


def find_uuids(reading: ValueReading) -> Iterator[FoundValue]:
    """Universally unique identifiers (RFC 9562)."""
    text = reading.text
    for found in _UUID.finditer(text) if _UUID_HINT.search(text) else ():
        yield FoundValue(found.start(), found.end(), "UUID", 0.95)


def find_urls(reading: ValueReading) -> Iterator[FoundValue]:
    """Web addresses with a scheme or ``www.``, without the punctuation of the sentence they end."""
    text = reading.text
    if "://" in text or "www." in reading.lower:
        for found in matches(_URL, text, sorted(_starts_of_urls(reading))):
            url = found.group().rstrip(_TRAILING)
            yield FoundValue(found.start(), found.start() + len(url), "URL", 0.9)


def _starts_of_urls(reading: ValueReading) -> Iterator[int]:
    """Where schemes begin, and ``www.``."""
    for mark in re.finditer("://", reading.text):
        scheme = _SCHEME_BEFORE.search(reading.text, max(0, mark.start() - _LONGEST_SCHEME), mark.start())
        if scheme is not None:
            yield scheme.start()
    for mark in re.finditer(r"www\.", reading.lower):
        yield mark.start()


def find_wallets(reading: ValueReading) -> Iterator[FoundValue]:
    """Bitcoin, Litecoin and Ethereum addresses; of letters in one case, or without digits, by their checksum."""
    text = reading.text
    likely = any(map(text.__contains__, _WALLET_HINTS)) or any(
        text[number] in "13" and text[number : number + _SHORTEST_WALLET].isalnum() for number in reading.numbers
    )
    for found in _WALLET.finditer(text) if likely else ():
        value = found["base58"]
        if value is None or _MIXED.match(value) or is_base58check(value):
            yield FoundValue(found.start(), found.end(), "CRYPTO", 0.8)
