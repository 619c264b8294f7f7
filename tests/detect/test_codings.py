"""No coding hides a value: whatever escapes, encodes or spells it out, it is replaced, in the same coding."""

from __future__ import annotations

import base64
import hashlib
import html
import quopri
import re
import zlib
from collections.abc import Callable
from email.header import Header, decode_header
from urllib.parse import quote, unquote
from uuid import UUID

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from privacy_chains import Key, Sanitizer
from privacy_chains.contract.spans import Span
from privacy_chains.detect import default_detector
from privacy_chains.detect.encoded import encoded_spans
from privacy_chains.detect.escapes import escaped_like, unescaped

SANITIZER = Sanitizer(Key.from_bytes(bytes(range(32))), remember=0)
DETECTOR = default_detector(neural=False)
VALUES = {
    "PERSON": "Maria Gonzalez",
    "accents": "José García",
    "EMAIL_ADDRESS": "maria.gonzalez@example.com",
    "PHONE_NUMBER": "415-555-0132",
    "US_SSN": "536-22-8745",
    "CREDIT_CARD": "4111 1111 1111 1111",
    "IBAN_CODE": "DE89370400440532013000",
    "IP_ADDRESS": "73.162.44.18",
    "API_KEY": "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "labelled": "Patient: Maria Gonzalez, SSN 536-22-8745",
}
Encode = Callable[[str], str]


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def _wide(text: str) -> str:
    return f"=?utf-8?B?{_base64(text)}?="


def _words_of_a_mail(text: str) -> str:
    """One encoded word for each word, folded: blanks are said by the words that follow."""
    first, *rest = text.split()
    said = [Header(word, "utf-8", maxlinelen=300).encode().replace("q?", "Q?_", 1) for word in rest]
    return "\n ".join((Header(first, "utf-8", maxlinelen=300).encode(), *said))


def _spaced(text: str) -> str:
    return "  ".join(" ".join(word) for word in text.split())


def _quoted(text: str) -> str:
    return quopri.decodestring(text.encode()).decode("utf-8", "replace")


def _word(part: str) -> str:
    if not part.startswith("=?"):
        return part
    raw, _ = decode_header(part)[0]
    return raw.decode("utf-8", "replace") if isinstance(raw, bytes) else raw


def _each(pattern: str, text: str, decode: Encode) -> str:
    """What matches, decoded where it can be; ordinary words cannot."""

    def decoded(found: re.Match[str]) -> str:
        try:
            return decode(found[0])
        except ValueError:
            return found[0]

    return re.sub(pattern, decoded, text)


def _from_base64(run: str) -> str:
    padded = run.rstrip("=") + "=" * (-len(run.rstrip("=")) % 4)
    return base64.urlsafe_b64decode(padded.replace("+", "-").replace("/", "_")).decode("utf-8", "replace")


def _from_hex(run: str) -> str:
    return bytes.fromhex(run).decode("utf-8", "replace")


CODINGS: dict[str, tuple[Encode, Encode]] = {
    "base64": (_base64, lambda text: _each(r"[A-Za-z0-9+/]{4,}={0,2}", text, _from_base64)),
    "base64 of addresses": (
        lambda text: base64.urlsafe_b64encode(text.encode()).decode().rstrip("="),
        lambda text: _each(r"[A-Za-z0-9_-]{4,}", text, _from_base64),
    ),
    "twice": (lambda text: _base64(_base64(text)), lambda text: text),
    "hex": (lambda text: text.encode().hex(), lambda text: _each(r"[0-9a-f]{8,}", text, _from_hex)),
    "HEX": (lambda text: text.encode().hex().upper(), lambda text: _each(r"[0-9A-F]{8,}", text, _from_hex)),
    "bytes": (lambda text: text.encode().hex(" "), lambda text: _each(r"(?:[0-9a-f]{2} ?){4,}", text, _from_hex)),
    "decimal entities": (lambda text: "".join(f"&#{ord(char)};" for char in text), html.unescape),
    "hexadecimal entities": (lambda text: "".join(f"&#x{ord(char):x};" for char in text), html.unescape),
    "entities": (
        lambda text: text.encode("ascii", "xmlcharrefreplace").decode().replace("@", "&commat;"),
        html.unescape,
    ),
    "percent": (lambda text: "".join(f"%{byte:02X}" for byte in text.encode()), unquote),
    "percent where needed": (lambda text: quote(text, safe=""), unquote),
    "quoted-printable": (lambda text: "".join(f"={byte:02X}" for byte in text.encode()), _quoted),
    "RFC 2047 in Q": (
        lambda text: Header(text, "utf-8", maxlinelen=300).encode(),
        lambda text: "".join(_word(part) for part in re.split(r"(=\?.*?\?=)", text)),
    ),
    "folded": (
        _words_of_a_mail,
        lambda text: "".join(_word(part) for part in re.split(r"(=\?.*?\?=)", re.sub(r"\?=\s+=\?", "?==?", text))),
    ),
    "RFC 2047": (_wide, lambda text: "".join(_word(part) for part in re.split(r"(=\?.*?\?=)", text))),
}


@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_value_does_not_leave_in_a_coding_and_comes_back_in_it(value: str, coding: str) -> None:
    encode, decode = CODINGS[coding]
    text = f"the field {encode(value)} was sent"
    prompt = SANITIZER.sanitize(text)
    assert encode(value) not in prompt.text
    for word in re.findall(r"[^\W_]{4,}", value):
        if word not in ("Patient", "1111", "example"):
            assert word not in decode(prompt.text)
            assert word not in prompt.text
    assert SANITIZER.desanitize(prompt.text, prompt) == text
    assert SANITIZER.desanitize(f"I read: {prompt.text}!", prompt) == f"I read: {text}!"


@pytest.mark.parametrize("coding", ["decimal entities", "percent", "quoted-printable", "entities"])
def test_a_coded_value_and_a_plain_one_are_one(coding: str) -> None:
    encode, decode = CODINGS[coding]
    coded, plain = SANITIZER.sanitize(f"{encode('José García')} | José García").text.split(" | ")
    assert decode(coded) == plain


@pytest.mark.parametrize("user", ["jsmith:hunter2x9", "a:b", "maria:", "x:Z9.k"])
def test_basic_credentials_never_leave(user: str) -> None:
    text = f"Authorization: Basic {_base64(user)}\nAccept: */*"
    prompt = SANITIZER.sanitize(text)
    assert _base64(user) not in prompt.text
    sent = prompt.text.split()[2]
    assert len(base64.b64decode(sent, validate=True)) == len(user)
    assert SANITIZER.desanitize(prompt.text, prompt) == text


@pytest.mark.parametrize(
    ("text", "clear"),
    [
        ("my ssn is 5 3 6 2 2 8 7 4 5", "536228745"),
        ("my ssn is 5, 3, 6, 2, 2, 8, 7, 4, 5", "536228745"),
        ("ssn: five three six two two eight seven four five", "536228745"),
        ("ssn: Five, Three, Six, Two, Two, Eight, Seven, Four, Five.", "536228745"),
        ("J o h n  S m i t h called", "JohnSmith"),
        ("J o h n S m i t h called", "JohnSmith"),
        ("SSN 536-22-8745, I repeat: five three six two two eight seven four five", "536228745"),
        ("call zero seven seven double-oh nine hundred two two one", "double-oh nine hundred"),
        ("SSN 536-22-8755: five three six double two eight seven double five", "double"),
        (r"open C:\Users\Edward Miller\notes.txt", "Miller"),
        (r"open C:\\Users\\Edward Miller\\notes.txt", "Edward"),
        (r"open C:\Users\nancy\notes.txt", "ancy"),
        (r"\\fs01\Users\tom pruitt\notes.txt", "pruitt"),
    ],
)
def test_what_is_spelled_out_is_read(text: str, clear: str) -> None:
    prompt = SANITIZER.sanitize(text)
    for sent in (prompt.text, *map(_together, (prompt.text, prompt.text.lower()))):
        assert clear not in sent
        assert clear.lower() not in sent
    assert SANITIZER.desanitize(prompt.text, prompt) == text


def _together(text: str) -> str:
    words = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    for digit, word in enumerate(words):
        text = re.sub(rf"\b{word}\b", str(digit), text, flags=re.IGNORECASE)
    return re.sub(r"[\s,.\-]", "", text)


_PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00").decode()
HARMLESS = [
    f"data:image/png;base64,{_PNG}",
    f"sha256 {hashlib.sha256(b'x').hexdigest()} and {hashlib.sha1(b'y').hexdigest()}",  # noqa: S324  # no secret
    f"commit {hashlib.sha1(b'z').hexdigest()[:12]}",  # noqa: S324  # as above
    base64.b64encode(zlib.compress(b"Maria Gonzalez " * 9)).decode(),
    base64.b64encode(b"the build was green and the cache is warm").decode(),
    b"the build was green".hex(),
    "x=10;y=20;if(a&&b){c=a%20==b}",
    "printf('%5d %02x %-10s', x, y, z); LIKE '%ab%'; 100%de",
    "https://docs.python.org/3/library/%66unctions.html?q=a%20b%2Fc",
    "&nbsp;&lt;b&gt; fish &amp; chips &copy; 5&deg;",
    "[1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1]",
    "one two three four five six seven eight nine",
    "a b c d e f g h i j k",
    "getElementById(camelCaseName).addEventListener",
    "Subject: =?utf-8?Q?Rechnung_f=C3=BCr_M=C3=A4rz?=",
    "Subject: =?utf-8?B?WW91ciBvcmRlciBoYXMgc2hpcHBlZA==?= =?utf-8?Q?_today?=",
    "a =?b?c:d ?= e; x=?y; =?utf-8?X?abc?=",
    "00 ff 3a 9c 12 77 a0 b1 00 ff",
]


@pytest.mark.parametrize("text", HARMLESS)
def test_what_hides_nothing_stays(text: str) -> None:
    assert [span for span in DETECTOR.detect(text) if span.entity_type not in ("URL", "DOMAIN_NAME")] == []


@pytest.mark.parametrize("text", ["p%2Dq", "mail%2Dx@example.com", "%4A%6F%68n%20Smith", "J&#111;hn&#32;Smith"])
@given(st.binary(min_size=32, max_size=32).filter(lambda key: len(set(key)) > 8))
def test_an_escape_is_never_broken(text: str, key: bytes) -> None:
    sent = Sanitizer(Key.from_bytes(key), detector=DETECTOR, remember=0).sanitize(f"password: x7{text}").text
    assert re.sub(r"%[0-9A-Fa-f]{2}|&#\d{2,3};", "", sent).isprintable()
    assert not re.search(r"%(?![0-9A-Fa-f]{2})", sent)
    assert not re.search(r"&#(?!\d{1,4};)", sent)


@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12),
    st.sampled_from(["x&eacute;y", "&#65;", "a&#x41;b", "a%2Db", "%41%42", "=41=42", "x=C3=A9"]),
)
def test_what_is_written_like_a_coding_is_read_again(value: str, like: str) -> None:
    assert unescaped(escaped_like(value, like)) == value


def test_a_uuid_is_one_and_not_a_text() -> None:
    assert {span.entity_type for span in DETECTOR.detect(str(UUID(int=0x4A6F686E2D4A6F686E2D4A6F686E0000)))} <= {"UUID"}


@pytest.mark.parametrize(
    ("text", "clear"),
    [
        ("From: =?utf-8?Q?Xyz?= <a@example.org>", "Xyz"),
        ("Subject: x\nCc: b@example.org,\n =?utf-8?Q?Xyz?= <a@example.org>", "Xyz"),
        ("Von: =?iso-8859-1?Q?J=FCrg?=", "J=FCrg"),
        ("Subject: =?utf-8?Q?Lunch_with_Wanda_Pruitt?=", "Pruitt"),
        ("my neighbour =?utf-8?Q?Amara?= says hello", "Amara"),
        ("x =?utf-8?B?5aSq6YOO?= y", "5aSq6YOO"),
        ('{"to": "=?utf-8?Q?Rosalind?=\\r\\n =?utf-8?Q?_Pemberton?="}', "Pemberton"),
        ("x =?unknown-9?Q?Xyz?= y", "Xyz"),
    ],
)
def test_encoded_words_are_read_where_they_stand(text: str, clear: str) -> None:
    prompt = SANITIZER.sanitize(text)
    assert clear not in prompt.text
    assert re.sub(r"\?[^?]*\?=", "", prompt.text).count("=?") == text.count("=?")
    assert SANITIZER.desanitize(prompt.text, prompt) == text


def test_a_header_of_a_mail_stays_one() -> None:
    text = f"Subject: {Header('Maria González', 'utf-8').encode()}"
    sent = SANITIZER.sanitize(text).text
    assert decode_header(sent.removeprefix("Subject: "))[0][1] == "utf-8"
    assert sent != text


def test_digits_alone_may_be_a_name_in_hexadecimal() -> None:
    value = b"Gerry Hefty".hex()
    assert value.isdecimal()
    assert [span.entity_type for span in DETECTOR.detect(f"the value {value} came")] == ["ENCODED_TEXT"]


def test_a_number_that_reads_as_letters_of_any_script_is_none() -> None:
    assert {span.entity_type for span in DETECTOR.detect("Her SSN is 059-66-2275.")} == {"US_SSN"}


def test_a_number_that_is_found_is_not_decoded() -> None:
    read: list[str] = []

    def finds(plain: str) -> list[Span]:
        read.append(plain)
        return []

    digits = b"BV2 cF5eSu".hex()
    assert digits.isdecimal()
    text = f"card {digits}"
    assert list(encoded_spans(text, finds, found=[Span(5, len(text), "CREDIT_CARD", 1.0, "patterns")])) == []
    assert read == []
    assert list(encoded_spans(text, finds)) == []
    assert read == ["BV2 cF5eSu"]


@example(head="69413563", letter="D", tail="982")
@given(
    head=st.integers(0, 9_999).map("6941{:04d}".format),
    letter=st.sampled_from("ABCDEFGHJKLMNPRSTVWXYZ"),
    tail=st.integers(0, 999).map("{:03d}".format),
)
def test_a_code_that_a_word_announces_is_its_type_whatever_it_says_in_hexadecimal(
    head: str, letter: str, tail: str
) -> None:
    text = f"Sozialversicherungsnummer: {head}{letter}{tail}"
    assert [span.entity_type for span in DETECTOR.detect(text)] == ["DE_SOCIAL_SECURITY"]


@pytest.mark.parametrize("code", ["69413563D982", "4A6F686E20536D6974683A31"])
def test_a_code_that_is_found_whole_is_not_decoded(code: str) -> None:
    name = [Span(0, 13, "PERSON", 1.0)]
    whole = Span(0, len(code), "ID_NUMBER", 0.9)
    assert [span.entity_type for span in encoded_spans(code, lambda _: name)] == ["ENCODED_TEXT"]
    assert not list(encoded_spans(code, lambda _: name, found=[whole]))
    assert list(encoded_spans(code, lambda _: name, found=[Span(2, len(code), "ID_NUMBER", 0.9)]))


SIGNS = ("-", ".", "/", "\u00b7", "*", " - ", ", ", "|")


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("told", ["I am Patricia Wilson. ", "My surname is spelled like that. "])
def test_letters_with_signs_between_them_are_the_word_they_spell(told: str, sign: str) -> None:
    spelled = sign.join("Patricia")
    text = f"{told}It is spelled {spelled}."
    prompt = SANITIZER.sanitize(text)
    assert spelled not in prompt.text
    assert SANITIZER.desanitize(prompt.text, prompt) == text


@pytest.mark.parametrize(
    "text", ["Options: a-b-c-d-e", "w-o-w-w", "drives a/b/c/d", "see steps a, b, c, d", "e.g. i.e."]
)
def test_letters_that_spell_no_name_stay(text: str) -> None:
    assert SANITIZER.sanitize(text).text == text
