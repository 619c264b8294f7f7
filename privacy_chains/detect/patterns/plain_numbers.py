"""Plain numbers in digits, as financial texts are full of: all but years, list markers and citations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from privacy_chains.detect.patterns.numerals import AFTER_DIGITS, AMOUNT, BEFORE_DIGITS
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["find_plain_numbers"]

_NUMBER = worded(
    rf"(?=[0-9.]){BEFORE_DIGITS}(?<![^\W\d_]-)(?<!\.){AMOUNT}"
    rf"(?:[kKMB]|\s{{scale:en}})?{AFTER_DIGITS}"
)
_YEAR = lazily(r"(?:19|20)[0-9]{2}")
_LINE_START = lazily(r"\n[ \t]*\(?\Z")
_INDENT = 8
_FEWEST_COMMAS = 4
_CELL = lazily(r"-?(?:[0-9]{1,18}(?:\.[0-9]{1,6})?|\.[0-9]{1,6})")
_CODE = lazily(r"\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}/\d{2,4}|.*[^\W\d][-_#]?\d+")
_GROUPED = lazily(r"-?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_OPTION_END = lazily(r"\)\s\S")
_OPTIONS = lazily(r"(?<!\S)[0-9]{1,2}\)")
_LONGEST_OPTION, _REACH = 2, 400
_AFTER_MARKER = lazily(r"[.)](?:\s|\Z)")


def find_plain_numbers(reading: ValueReading) -> Iterator[FoundValue]:
    """Numbers in digits, with the minus or the parentheses that make them negative: ``12``, ``(3.5)``, ``-1,234``.

    In the lines of a CSV file every cell is a number of its own. Left alone are years from 1900 to 2099, numbers that
    mark the points of a list (``1.``, ``2)``), and citations (``[12]``).
    """
    text = reading.text
    cells = list(_cells(text))
    at = 0
    for start, end in cells:
        if not _YEAR.fullmatch(text, start, end):
            yield FoundValue(start, end, "NUMBER", 0.01)
    for found in _NUMBER.finditer(text):
        start, end = found.span()
        count = reading.count_before(found[0])
        if count:
            yield FoundValue(start, start + count - 1, "NUMBER", 0.01)
            start += count
        while at < len(cells) and cells[at][1] <= start:
            at += 1
        inside = at < len(cells) and cells[at][0] < end
        if inside or _YEAR.fullmatch(found[0]) or _is_mark(text, start, end):
            continue
        bracketed = text[max(0, start - 1) : start] == "(" and text[end : end + 1] == ")"
        signed = bracketed or _is_minus(text, start - 1)
        yield FoundValue(start - signed, end + bracketed, "NUMBER", 0.01)


def _cells(text: str) -> Iterator[tuple[int, int]]:
    """Where the numbers stand that commas alone separate, as in CSV files: in lines with as many commas as the next."""
    if text.count(",") < _FEWEST_COMMAS:
        return
    start, lines = 0, list[tuple[int, list[str]]]()
    for line in text.splitlines(keepends=True):
        lines.append((start, line.rstrip("\r\n").split(",")))
        start += len(line)
    for at, (start, cells) in enumerate(lines):
        beside = [len(lines[near][1]) for near in (at - 1, at + 1) if 0 <= near < len(lines)]
        if len(cells) > 2 and len(cells) in beside and _are_separated(cells):
            place = start
            for cell in cells:
                if _CELL.fullmatch(cell):
                    yield place, place + len(cell)
                place += len(cell) + 1


def _are_separated(cells: Sequence[str]) -> bool:
    """Whether the commas of a line separate cells, and are no part of numbers such as ``1,234`` or ``1,5``."""
    whole = [_CELL.fullmatch(cell) is not None or _CODE.fullmatch(cell) is not None for cell in cells]
    for at, (left, right) in enumerate(pairwise(cells)):
        if right.startswith(" ") or (left[-1:].isdigit() and right[:1].isdigit() and not (whole[at] and whole[at + 1])):
            return False
    return any(not cell or any(map(str.isalpha, cell)) for cell in cells) or not _GROUPED.fullmatch(",".join(cells))


def _is_option(text: str, start: int, end: int) -> bool:
    """Whether a number marks an option within a line: ``1) A or 2) B``; its bracket was not opened before."""
    if (
        end - start > _LONGEST_OPTION
        or _OPTION_END.match(text, end) is None
        or text[start - 1 : start] not in ("", " ")
    ):
        return False
    before = text[max(text.rfind("\n", 0, start) + 1, start - _REACH) : start]
    return before.count("(") <= before.count(")") - len(_OPTIONS.findall(before))


def _is_mark(text: str, start: int, end: int) -> bool:
    if _is_option(text, start, end):
        return True
    if text[max(0, start - 1) : start] == "[" and text[end : end + 1] == "]":
        return True
    before = text[start - _INDENT : start] if start >= _INDENT else f"\n{text[:start]}"
    starts = end - start <= 3 and _LINE_START.search(before) is not None
    return starts and _AFTER_MARKER.match(text, end) is not None


def _is_minus(text: str, place: int) -> bool:
    """Whether a sign stands there that joins nothing: not the dash of a range or a word."""
    return place >= 0 and text[place] in "-\u2212" and (place == 0 or text[place - 1] in " \t\n(|:=")
