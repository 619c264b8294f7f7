"""Plain numbers in digits, as financial texts are full of: all but years, list markers and citations."""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.lazy import lazily
from privacy_chains.detect.numerals import AFTER_DIGITS, AMOUNT, BEFORE_DIGITS
from privacy_chains.detect.reading import Found, Reading

__all__ = ["find_plain_numbers"]

_NUMBER = lazily(
    rf"(?=[0-9.]){BEFORE_DIGITS}(?<![^\W\d_]-)(?<!\.){AMOUNT}"
    rf"(?:[kKMB]|\s(?:thousand|million|billion|trillion))?{AFTER_DIGITS}"
)
_YEAR = lazily(r"(?:19|20)[0-9]{2}")
_LINE_START = lazily(r"\n[ \t]*\(?\Z")
_INDENT = 8
_AFTER_MARKER = lazily(r"[.)](?:\s|\Z)")


def find_plain_numbers(reading: Reading) -> Iterator[Found]:
    """Numbers in digits, with the minus or the parentheses that make them negative: ``12``, ``(3.5)``, ``-1,234``.

    Left alone are years from 1900 to 2099, numbers that mark the points of a list (``1.``, ``2)``), and citations
    (``[12]``).
    """
    text = reading.text
    for found in _NUMBER.finditer(text):
        start, end = found.span()
        if _YEAR.fullmatch(found[0]) or _is_mark(text, start, end):
            continue
        bracketed = text[max(0, start - 1) : start] == "(" and text[end : end + 1] == ")"
        signed = bracketed or _is_minus(text, start - 1)
        yield Found(start - signed, end + bracketed, "NUMBER", 0.01)


def _is_mark(text: str, start: int, end: int) -> bool:
    if text[max(0, start - 1) : start] == "[" and text[end : end + 1] == "]":
        return True
    before = text[start - _INDENT : start] if start >= _INDENT else f"\n{text[:start]}"
    starts = end - start <= 3 and _LINE_START.search(before) is not None
    return starts and _AFTER_MARKER.match(text, end) is not None


def _is_minus(text: str, place: int) -> bool:
    """Whether a sign stands there that joins nothing: not the dash of a range or a word."""
    return place >= 0 and text[place] in "-\u2212" and (place == 0 or text[place - 1] in " \t\n(|:=")
