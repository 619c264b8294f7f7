"""Structured identifiers: by shape where the shape says enough, by the words before them where it does not.

A label is a word that announces an identifier ("her SSN is", ``"card_number":``). What follows a label within six
words, in the same sentence, and has the label's shape, is of the label's type, whatever its check digits say.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from privacy_chains.detect.numerals import AFTER, AFTER_DIGITS, BEFORE, BEFORE_DIGITS
from privacy_chains.detect.phones import PHONE_IN_CONTEXT
from privacy_chains.spans import Span

__all__ = ["find_cards", "find_ips", "find_labelled", "find_ssns", "find_zips"]

# --- by shape ------------------------------------------------------------------------------------------------------

_SSN = re.compile(rf"{BEFORE_DIGITS}[0-9]{{3}}(?P<sep>[-. \u2010-\u2015])[0-9]{{2}}(?P=sep)[0-9]{{4}}{AFTER_DIGITS}")
_CARD_GROUPS = (
    r"[0-9]{4}(?P<s1>[ .\-])[0-9]{4}(?P=s1)[0-9]{4}(?P=s1)[0-9]{4}(?:(?P=s1)[0-9]{3})?"
    r"|[0-9]{4}(?P<s2>[ .\-])[0-9]{6}(?P=s2)[0-9]{4,5}"
)
_CARD = re.compile(rf"{BEFORE_DIGITS}(?:(?P<grouped>{_CARD_GROUPS})|(?P<bare>[0-9]{{12,19}})){AFTER_DIGITS}")
_BRAND = re.compile(r"4|5[0-9]|2[1-7]|3[0-9]|6[0-9]|1800")


def find_ssns(text: str) -> Iterator[Span]:
    """Digits grouped 3-2-4, valid or not."""
    for found in _SSN.finditer(text):
        yield Span(found.start(), found.end(), "US_SSN", 0.9, "patterns")


def find_cards(text: str) -> Iterator[Span]:
    """Digits grouped as on a card, valid or not; bare ones of a card's length with a brand's prefix and a right check digit."""
    for found in _CARD.finditer(text):
        bare = found.group("bare")
        if bare is None or (_BRAND.match(bare) and _luhn(bare)):
            yield Span(found.start(), found.end(), "CREDIT_CARD", 0.8, "patterns")


def _luhn(digits: str) -> bool:
    """Whether the last digit is the check digit of ISO/IEC 7812-1."""
    doubled = (sum(divmod(2 * int(d), 10)) for d in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(doubled)) % 10 == 0


_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_IPV4 = re.compile(rf"{BEFORE}(?<![0-9][.,\-])(?:{_OCTET}\.){{3}}{_OCTET}{AFTER}(?!\.[0-9])(?!-[0-9])")
_VERSION = re.compile(
    r"(?:\b(?:version|ver|release|section|chapter|clause|figure|table|build|firmware|v|§)\.?\s{0,2}[:=]?\s{0,2})\Z",
    re.IGNORECASE,
)
_IPV6 = re.compile(
    rf"(?<![:.\-])(?<![^\W])(?=[0-9a-fA-F:]{{0,45}}:[0-9a-fA-F]{{0,4}}:)(?:[0-9a-fA-F]{{1,4}}|(?=::))(?::{{1,2}}[0-9a-fA-F]{{1,4}}){{1,7}}(?:::)?"
    rf"(?:(?<=:)[0-9]{{1,3}}(?:\.[0-9]{{1,3}}){{3}}|(?:\.[0-9]{{1,3}}){{3}})?(?![\w:])"
    rf"|(?<![:.\-\w])(?:[0-9a-fA-F]{{1,4}}:){{1,6}}:(?![\w:])"
)


def find_ips(text: str) -> Iterator[Span]:
    """IPv4 and IPv6 addresses; not versions or sections, nor ``a::b`` of programming languages."""
    if text.count(".") >= 3:
        for found in _IPV4.finditer(text):
            if not _VERSION.search(text[max(0, found.start() - 16) : found.start()]):
                yield Span(found.start(), found.end(), "IP_ADDRESS", 0.9, "patterns")
    if text.count(":") >= 2:
        for found in _IPV6.finditer(text):
            if _is_ipv6(found.group()):
                yield Span(found.start(), found.end(), "IP_ADDRESS", 0.9, "patterns")


def _is_ipv6(text: str) -> bool:
    groups = [group for group in text.split(":") if group]
    if len(groups) < 3 and not text.startswith("::") and max(map(len, groups)) < 3:
        return False
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


_STATES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|ID|IL|IA|KS|KY|LA|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|PA|PR|RI|SC|SD|TN|TX|UT|VT|VA|VI|WA|WV"
    "|WI|WY|AA|AE|AP|GU|AS|MP|FM|MH|PW"
)
_WORDLIKE_STATES = "IN|OR|OK|ME|HI"
_STATE_NAMES = (
    "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland"
    "|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|(?:New|West|North|South) (?:Hampshire|Jersey|Mexico|York|Virginia|Carolina|Dakota)|Ohio|Oklahoma|Oregon"
    "|Pennsylvania|Rhode Island|Tennessee|Texas|Utah|Vermont|Virginia|Washington(?:,? D\\.?C\\.?)?|Wisconsin|Wyoming"
)
_ZIP_VALUE = r"[0-9]{5}(?:[-–][0-9]{4})?"
_ZIP = re.compile(
    rf"{BEFORE}(?:(?:(?:{_STATES})|(?<=, )(?:{_WORDLIKE_STATES})|(?:{_STATE_NAMES}))(?:\.?,?[ \u00a0]{{1,3}}|,?\r?\n|,|-)(?P<a>{_ZIP_VALUE})"
    rf"|(?<![.,:/\-])(?P<b>[0-9]{{5}}-[0-9]{{4}})){AFTER_DIGITS}"
)


def find_zips(text: str) -> Iterator[Span]:
    """Five digits after a US state, or five and four anywhere; five digits alone are no postal code."""
    for found in _ZIP.finditer(text):
        yield Span(*found.span(found.lastgroup or 0), "US_ZIP_CODE", 0.8, "patterns")


# --- by the words before ---------------------------------------------------------------------------------------------

_S = r"[\s_\-]{0,2}"
_NO = rf"(?:{_S}(?:numbers?|num|nos?(?=\W)|nr|id|\#))?"
_LABELS = {
    "US_SSN": rf"ssns?|ss{_S}\#|social{_S}security{_NO}|soc{_S}sec|ssid|taxpayer{_S}id(?:entification)?{_NO}",
    "CREDIT_CARD": rf"(?:credit|debit|bank|payment|visa|master|amex|gift)?{_S}cards?{_NO}|visa|mastercard|amex|american{_S}express|maestro|diners{_S}club|jcb|cc{_NO}|pan",
    "PHONE_NUMBER": rf"(?:tele)?phones?{_NO}|tel|mobile{_NO}|cell(?:phone|ular)?{_NO}|fax{_NO}|call(?:s|ed|ing)?(?:{_S}(?:me|us|him|her|them))?(?:{_S}(?:at|on))?|"
    rf"whats?app|sms|dial|hotline|landline|(?:reach|text|contact|ring){_S}(?:me|us|him|her|them){_S}(?:at|on)|reach(?:ed|able)?{_S}(?:at|on)|contact{_S}(?:numbers?|no)|callback{_NO}|pager|helpline|voicemail",
    "US_ZIP_CODE": rf"zip(?:{_S}codes?)?|zipcodes?|postal{_S}codes?|post{_S}?codes?",
    "": rf"account{_NO}|acct{_NO}|routing{_NO}|order{_NO}|invoice{_NO}|ticket{_NO}|case{_NO}|policy{_NO}|patient{_NO}|mrn|record{_NO}|passport{_NO}|licen[cs]e{_NO}|iban|swift|member{_NO}"
    rf"|tracking{_NO}|reference{_NO}|ref|confirmation{_NO}|serial{_NO}|employee{_NO}|customer{_NO}|student{_NO}|imei|isbn|vin|version|sku|part{_NO}|model{_NO}|pin|cvv|cvc|expir\w{{1,6}}|exp",
}
_VALUES = {
    "US_SSN": r"[0-9]{3}[-. ]?[0-9]{2}[-. ]?[0-9]{4}|[0-9]{5}-[0-9]{4}|[0-9]{3}-[0-9]{6}",
    "CREDIT_CARD": r"[0-9](?:[ .\-]?[0-9]){11,18}",
    "PHONE_NUMBER": PHONE_IN_CONTEXT,
    "US_ZIP_CODE": _ZIP_VALUE,
}
_NAMES = {f"l{index}": name for index, name in enumerate(_LABELS)}
_LABEL = re.compile(
    r"(?<![^\W_])(?:"
    + "|".join(f"(?P<l{index}>{body})" for index, body in enumerate(_LABELS.values()))
    + r")(?![^\W_])",
    re.IGNORECASE,
)
_GLUE = r"[\s:#=|\"'`*()\[\]{<>,_~\-–—]"
_GAP = rf"{_GLUE}{{0,12}}(?:(?:(?:no|nr|num|nos|acct|tel)\.|[^\W\d]{{1,24}}(?:['’][^\W\d]{{1,12}})?){_GLUE}{{1,8}}){{0,6}}?"
_NEXT = r"(?:\s?[,;/&]\s{0,2}(?:(?:and|or)\s)?|\s(?:and|or)\s)"
_AFTER_LABEL = {
    name: re.compile(rf"\.?{_GAP}(?<![0-9][.,\-])(?<!\w)(?<![$€£])(?P<v>{value}){AFTER_DIGITS}")
    for name, value in _VALUES.items()
}
_LISTED = {name: re.compile(rf"{_NEXT}(?P<v>{value}){AFTER_DIGITS}") for name, value in _VALUES.items()}
_BEFORE_LABEL = re.compile(
    r"(?<![^\W])(?P<v>\+?\(?[0-9](?:[ .\-/()]{0,2}[0-9]){6,18})\s?(?:\(\s?|(?:is|was|as)\s(?:my|his|her|our|their|the|your)\s(?:[^\W\d]{1,16}(?:['’]s)?\s){0,2})\Z"
)
_DIGIT = re.compile(r"[0-9]")


def find_labelled(text: str) -> Iterator[Span]:
    """The values that a label announces, lists of them included ("cards 1234..., 5678... and ...")."""
    if not _DIGIT.search(text):
        return
    labels = list(_LABEL.finditer(text))
    for index, label in enumerate(labels):
        name = _NAMES[label.lastgroup or ""]
        if not name:
            continue
        limit = _next_other(labels, index, name, len(text))
        found = _AFTER_LABEL[name].match(text, label.end())
        if found is None or found.start("v") > limit:
            yield from _announced_later(text, label, name)
        while found is not None and found.start("v") <= limit:
            yield Span(*found.span("v"), name, 0.85, "patterns")
            found = _LISTED[name].match(text, found.end())


def _next_other(labels: list[re.Match[str]], index: int, name: str, end: int) -> int:
    """Where the next label of another type begins."""
    for label in labels[index + 1 : index + 8]:
        if _NAMES[label.lastgroup or ""] != name:
            return label.start()
    return end


def _announced_later(text: str, label: re.Match[str], name: str) -> Iterator[Span]:
    """A value just before its label: "2025550143 (phone)", "123456789 is my SSN"."""
    window = max(0, label.start() - 80)
    found = _BEFORE_LABEL.search(text[window : label.start()])
    if found and re.fullmatch(_VALUES[name], found.group("v")):
        yield Span(window + found.start("v"), window + found.end("v"), name, 0.8, "patterns")
