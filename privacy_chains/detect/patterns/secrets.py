"""Secrets: API keys by their vendors' prefixes, tokens, private keys, and passwords that a word announces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from privacy_chains.detect.patterns.commands import find_on_command_lines
from privacy_chains.detect.patterns.numerals import PARTED, SEPARATOR, TAG
from privacy_chains.detect.patterns.openings import Opening
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.detect.rules.tables import shape
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["OPENINGS", "find_passwords", "find_secrets"]

# The vendors' own documents give these shapes.
_VENDORS = (
    r"(?:AKIA|ASIA|AIDA|AROA)[A-Z0-9]{16}",  # Amazon
    r"gh[oprsu]_[A-Za-z0-9]{36,255}",  # GitHub
    r"github_pat_[A-Za-z0-9_]{50,255}",
    r"glpat-[A-Za-z0-9_\-]{20,64}",  # GitLab
    r"sk-(?:[a-z]{2,12}\d{0,2}-)?[A-Za-z0-9_\-]{20,200}",  # OpenAI, Anthropic
    r"[prs]k_(?:live|test)_[A-Za-z0-9]{16,128}",  # Stripe
    r"xox[abeoprs]-[A-Za-z0-9\-]{10,200}",  # Slack
    r"AIza[A-Za-z0-9_\-]{35}",  # Google
    r"ya29\.[A-Za-z0-9_\-]{20,255}",
    r"SG\.[A-Za-z0-9_\-]{16,32}\.[A-Za-z0-9_\-]{16,64}",  # SendGrid
    r"hf_[A-Za-z0-9]{30,64}",  # Hugging Face
    r"npm_[A-Za-z0-9]{36}",
    r"pypi-[A-Za-z0-9_\-]{40,255}",
    r"dop_v1_[a-f0-9]{64}",  # DigitalOcean
    r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",  # Shopify
    r"lin_api_[A-Za-z0-9]{32,64}",  # Linear
    r"eyJ[A-Za-z0-9_\-]{8,2000}\.[A-Za-z0-9_\-]{8,4000}(?:\.[A-Za-z0-9_\-]{0,1000})?",  # JSON web tokens
)
_VENDOR = lazily(rf"(?<![\w\-])(?:{'|'.join(_VENDORS)})(?![\w\-])")
_BEGINNINGS = {
    "_": r"gh[oprsu]_ github_ [prs]k_ hf_ npm_ dop_ shp[acps]{2}_ lin_",
    "-": "glpat- sk- xox[abeoprs]- pypi-",
    r"\.": r"ya29\. SG\.",
    "A": "AKIA ASIA AIDA AROA",
    "z": "AIz",
    "J": "eyJ",
}
"""How the vendors' keys begin, by the sign at the end of that, which is looked for first: few texts have many."""
_VENDOR_HINTS = tuple(
    lazily(f"{sign}(?:{'|'.join(f'(?<={beginning})' for beginning in beginnings.split())})")
    for sign, beginnings in _BEGINNINGS.items()
)

_PEM = lazily(shape("secrets_pem"))
_OPEN_PEM = lazily(shape("secrets_open_pem"))
"""A key that is cut off."""
_HASH = lazily(r"\$(?<![\w$]\$)[A-Za-z0-9\-]{1,16}\$(?:[A-Za-z0-9=,.\-]{1,60}\$){0,3}[A-Za-z0-9./+]{22,128}(?![\w$/+])")
"""A password as it is stored, by bcrypt, argon2 and others: ``$2y$10$...``, ``$6$salt$...``."""
_MARKS = rf"(?:[ \t]?(?:[\"'`]|\*{{1,3}}|{SEPARATOR})){{0,4}}"
"""Quotes, emphasis, tags and the like, on either side of a colon."""
_SEPARATOR = rf"(?:{_MARKS}\s{{0,2}}(?::=?|=(?:>|(?!=)))\s{{0,2}}{_MARKS} {{0,2}}|{TAG}{_MARKS}|>(?!\s))[\"']?"
_CELLS = rf"(?:{PARTED}|\t| \| |\s?[._]{{4,60}}\s?)[\"']?"
"""What stands between the cells of a line, and leaders."""
_KEY_LABEL = lazily(rf"(?<![^\W_]){shape('secrets_key_label')}(?:{_SEPARATOR}|{_CELLS})")
_KEY = lazily(r"(?=[^\s\"',;]{0,40}[0-9])[A-Za-z0-9_\-+/=.~]{12,400}(?!\w)")
_BEARER = lazily(r"(?<!\w)Bearer\s(?P<v>[A-Za-z0-9_\-+/=.~]{16,2000})")
_WORDS = "{password_word}"
_SHORT_WORDS = "{short_password_word}"
_IS = r"\s{password_is}\s{1,2}[\"'`]?"
_CANDIDATE = worded(rf"(?<![^\W_])(?:{_WORDS}|{_SHORT_WORDS})", gap=r"\s")
_PASSWORD_LABEL = worded(rf"(?<![^\W_]){_WORDS}(?:{_SEPARATOR}|\s?={{2,3}}\s?[\"']|{_IS})", gap=r"\s")
_SHORT_LABEL = worded(
    rf"(?<![^\W_])(?:{_WORDS}(?:\s{{0,2}}{SEPARATOR}{_MARKS} {{0,2}}|{_CELLS})"
    rf"|{_SHORT_WORDS}(?:{_SEPARATOR}|{_CELLS}|{_IS}))[\"']?",
    gap=r"\s",
)
"""What other things than passwords may stand behind: the value has to look like one."""
_BARE_LABEL = worded(rf"(?<![^\W_])(?:{_WORDS}|{_SHORT_WORDS})[ ]", gap=r"\s")
_NAME_END = lazily(
    rf"[pk](?<=[^\W\d_][pk])(?:ass(?:word|wd|phrase|wort)|(?<!oldp)wd|(?<=k)ennwort){_SEPARATOR}"
)  # the letter first: the search then looks for it
"""The end of a name: ``dbPassword:``, ``PGPASSWORD=``, ``Benutzerkennwort:``."""
_NAME_ENDS = ("passw", "passphrase", "pwd", "kennwort")
_CREDENTIALS = lazily(
    rf"(?<![^\W_]){shape('secrets_user_and_password')}{_SEPARATOR}"
    r"(?P<user>[a-z][\w\-]{1,30}(?:@[\w.\-]{3,60})?)\s?[/:|]\s?"
)
_CHARACTER = r"[^\s\"',;<>()\[\]{}"  # an open class
_HOLDS = rf"(?={_CHARACTER}]{{0,40}}%s)"
_ANY = rf"{_CHARACTER}]{{3,64}}{_CHARACTER}.](?![(\[])"
_PASSWORD = lazily(_HOLDS % "[0-9!@#$%^&*?+=]" + _ANY)  # not a call or subscript of source code
_LIKELY = _HOLDS % "[0-9]" + _HOLDS % "[A-Za-z]" + rf"(?=[^\s]{{6}})(?![\w.]{{1,64}}[(\[]){_ANY}"
_MIXED = lazily(_LIKELY)
"""A password with a letter and a digit."""
_PAIRED = lazily(_HOLDS % "[A-Z!@#$%^&*?_+=]" + _LIKELY)
_STRICT = lazily(
    _HOLDS % "[A-Z]" + _HOLDS % "[a-z]" + _HOLDS % "[!@#$%^&*?_+=]" + rf"(?={_CHARACTER}]{{7}}{_CHARACTER}.]){_LIKELY}"
)
"""One with letters of both cases, a digit and a sign, behind nothing but the word: ``pwd Winter2026!Rosie``."""
_USER_LABEL = worded(rf"(?<![^\W_]){{user_label}}(?:{_SEPARATOR}|{_CELLS})", gap=r"[\s_\-]?")
_USER = lazily(shape("secrets_user"))  # in quotes, or with a digit
_ARGUMENTS = lazily(
    shape("secrets_arguments"),
    re.IGNORECASE,
)
"""A user and a password in source code: ``smtp.login("anna", "s3cret")``, ``auth=("anna", "s3cret")``."""
_CALLED = ("auth", "connect", "credential", "login")
_BESIDE_KEY_ID = lazily(shape("secrets_beside_key_id"))
_USERINFO = lazily(r"(?<=://)[^\s/:@]{1,64}:(?P<v>[^\s/:@]{1,128})(?=@)")
_OPENING, _OPENING_CREDENTIALS = Opening(_CANDIDATE), Opening(_CREDENTIALS)
_OPENING_KEY, _OPENING_USER = Opening(_KEY_LABEL), Opening(_USER_LABEL)
OPENINGS = (_OPENING, _OPENING_CREDENTIALS, _OPENING_KEY, _OPENING_USER)
"""The first letters of what announces something."""


def find_secrets(reading: ValueReading) -> Iterator[FoundValue]:
    """API keys, tokens, private keys and hashes of passwords."""
    text = reading.text
    if any(hint.search(text) for hint in _VENDOR_HINTS):
        for found in _VENDOR.finditer(text):
            yield _span(found, "API_KEY", 0.95)
    if "PRIVATE KEY-----" in text:
        for found in _PEM.finditer(text):
            yield _span(found, "API_KEY", 1.0)
        for found in _OPEN_PEM.finditer(text):
            if not _PEM.match(text, found.start()):
                yield FoundValue(*found.span("v"), "API_KEY", 0.9)
    for found in _BESIDE_KEY_ID.finditer(text) if "AKIA" in text or "ASIA" in text else ():
        yield FoundValue(*found.span("v"), "API_KEY", 0.9)
    for found in _BEARER.finditer(text) if "Bearer" in text else ():
        yield FoundValue(*found.span("v"), "API_KEY", 0.8)
    for found in _HASH.finditer(text) if "$" in text else ():
        yield _span(found, "API_KEY", 0.9)
    yield from _announced(reading, _OPENING_KEY, _KEY_LABEL, _KEY, "API_KEY")


def find_passwords(reading: ValueReading) -> Iterator[FoundValue]:
    """Passwords and names of users after the word, in web addresses and in arguments of programs.

    Behind the word, words without a digit or sign are not taken, but for names of users in quotes.
    """
    text = reading.text
    for found in _USERINFO.finditer(text) if "://" in text else ():
        yield FoundValue(*found.span("v"), "PASSWORD", 0.8)
    called = "(" in text and any(map(reading.lower.__contains__, _CALLED))
    for found in _ARGUMENTS.finditer(text) if called else ():
        yield FoundValue(*found.span("v"), "PASSWORD", 0.8)
    yield from find_on_command_lines(reading)
    yield from _announced(reading, _OPENING_USER, _USER_LABEL, _USER, "USERNAME")
    starts = [found.start() for found in matches(_CANDIDATE, reading.lower, reading.words(_OPENING))]
    for label, value in ((_PASSWORD_LABEL, _PASSWORD), (_SHORT_LABEL, _MIXED), (_BARE_LABEL, _STRICT)):
        yield from _behind(text, matches(label, reading.lower, starts), value, "PASSWORD")
    if any(map(reading.lower.__contains__, _NAME_ENDS)):
        yield from _behind(text, _NAME_END.finditer(reading.lower), _PASSWORD, "PASSWORD")
    for found in matches(_CREDENTIALS, reading.lower, reading.words(_OPENING_CREDENTIALS)):
        if paired := _PAIRED.match(text, found.end()):
            yield FoundValue(*found.span("user"), "USERNAME", 0.8)
            yield FoundValue(found.end(), _end(text, found, paired), "PASSWORD", 0.8)


def _announced(
    reading: ValueReading, opening: Opening, label: re.Pattern[str], value: re.Pattern[str], entity_type: str
) -> Iterator[FoundValue]:
    """The values that stand right after a label."""
    yield from _behind(reading.text, matches(label, reading.lower, reading.words(opening)), value, entity_type)


def _behind(
    text: str, labels: Iterable[re.Match[str]], value: re.Pattern[str], entity_type: str
) -> Iterator[FoundValue]:
    for label in labels:
        if found := value.match(text, label.end()):
            yield FoundValue(found.start(), _end(text, label, found), entity_type, 0.8)


def _end(text: str, label: re.Match[str], value: re.Match[str]) -> int:
    """Where a value ends, without the marks of code or emphasis that were opened before it or its label."""
    start, end = value.span()
    if text[start - 1] == "`":
        closed = text.find("`", start, end)
        return closed if closed > start else end
    opened = _stars_before(text, start) or ("*" not in label[0] and _stars_before(text, label.start()))
    return end - opened if opened and start < end - opened and text.endswith("*" * opened, start, end) else end


def _stars_before(text: str, start: int) -> int:
    """How many asterisks stand before a place, of up to three."""
    return next((length for length in (3, 2, 1) if text.endswith("*" * length, 0, start)), 0)


def _span(found: re.Match[str], entity_type: str, score: float) -> FoundValue:
    return FoundValue(found.start(), found.end(), entity_type, score)
