"""E-mail addresses, by shape alone: no list of top-level domains, hence no network."""

from __future__ import annotations

import re
from collections.abc import Iterator

from privacy_chains.detect.patterns.numerals import AFTER, WORD
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.formats.hosts import EMAIL_AT, EMAIL_DOT
from privacy_chains.lazy import lazily

__all__ = ["find_emails"]

_LOCAL_MAX = 64  # RFC 5321, section 4.5.3.1.1
_LOCAL = lazily(rf"(?:{WORD}|[.!#$%'*+^`{{}}~\-])+")  # not &, =, ?, / and |, which delimit more often
_QUOTED_END = lazily(r"\"[^\"\\\r\n@]{1,62}\"\Z")
_LABEL = r"[^\W_](?:[\w\-]{0,61}[^\W_])?"
_DOMAIN = lazily(
    rf"{_LABEL}(?:\.{_LABEL}){{0,8}}\.(?:[^\W\d_]{{2,24}}|xn--[a-z0-9\-]{{2,59}}){AFTER}(?!-)", re.IGNORECASE
)
_WRAPPERS = ".'`*{}~#!$%^"


# --- with signs spelled out ------------------------------------------------------------------------------------------

_TOP_LEVELS = (
    "(?:com|org|net|edu|gov|info|io|ai|dev|app|co|eu|uk|ca|au|de|ch|fr|lu|es|mx|nl|pt|br|pl|se|dk|fi|ie"
    r"|(?:at|be|in|it|me|no|us)(?=\s*(?:[.,;:!?)>\n]|\Z)))"
)
_BRACKETS, _BRACKETED = "[({<", ("at", " at", "@", "dot", " dot", ".")
_BETWEEN = (" dot ", " punkt ", " punto ", " ponto ")
_SPELLED_AT = lazily(rf"(?={EMAIL_AT}[a-z0-9])(?:(?P<bracketed>\s?[\[({{<]\s?(?:at|@)\s?[\])}}>]\s?)|\sat\s|@)")
_SPELLED_LOCAL = lazily(rf"(?<![\w.+\-])[\w+\-]+(?:{EMAIL_DOT}[\w+\-]+){{0,4}}\Z")
_SPELLED_DOMAIN = lazily(
    rf"[\w\-]+(?:{EMAIL_DOT}[\w\-]+){{0,3}}(?P<dot>{EMAIL_DOT}){_TOP_LEVELS}(?![\w\-]|\.\w|\sdot\s)"
)


def _find_spelled(reading: ValueReading) -> Iterator[FoundValue]:
    """Addresses such as ``john dot doe at example dot com``; ``john at example.com`` is none."""
    text = reading.lower
    if not (any(map(text.__contains__, _BETWEEN)) or any(_holds_bracketed(text, bracket) for bracket in _BRACKETS)):
        return
    for at in _SPELLED_AT.finditer(text):
        domain = _SPELLED_DOMAIN.match(text, at.end())
        if domain is None or (at["bracketed"] is None and domain["dot"] == "."):
            continue
        first = max(0, at.start() - _LOCAL_MAX)
        local = _SPELLED_LOCAL.search(text, first, at.start())
        if local is not None:
            yield FoundValue(local.start(), domain.end(), "EMAIL_ADDRESS", 0.9)


def _holds_bracketed(text: str, bracket: str) -> bool:
    """Whether a bracket opens before a sign, spelled out or not."""
    at = text.find(bracket)
    while at >= 0:
        if text.startswith(_BRACKETED, at + 1):
            return True
        at = text.find(bracket, at + 1)
    return False


# --- all -------------------------------------------------------------------------------------------------------------


def find_emails(reading: ValueReading) -> Iterator[FoundValue]:
    """The e-mail addresses in ``text``.

    The search starts at each ``@`` and looks 64 characters back, so it is linear in the text.
    """
    text = reading.text
    yield from _find_spelled(reading)
    at = text.find("@")
    while at >= 0:
        domain = _DOMAIN.match(text, at + 1)
        start = _local_start(text, at) if domain else at
        if domain and start < at:
            yield FoundValue(start, domain.end(), "EMAIL_ADDRESS", 1.0)
        at = text.find("@", at + 1)


def _local_start(text: str, at: int) -> int:
    """Where the local part before ``at`` begins; ``at`` itself where there is none."""
    first = max(0, at - _LOCAL_MAX)
    after_gap = max(first, text.rfind(" ", first, at) + 1, text.rfind("\n", first, at) + 1)  # where a run may begin
    runs = list(_LOCAL.finditer(text, after_gap, at))
    found = runs[-1] if runs and runs[-1].end() == at else _QUOTED_END.search(text[first:at])
    if found is None:
        return at
    local = found.group()
    return at - len(local.lstrip(_WRAPPERS))
