"""What is said in answer to a question: ``Agent: and date of birth?``, and in the next line ``Customer: 22 11 79``.

A question announces its answer as the head of a column announces its cells: whatever words announce right before a
value, they announce from a question, too. The answer is what follows the question mark in its line, else the next
line, without who says it; behind an empty line only where it is written who answers. Where one speaker's line ends
without a stop, the other's line answers it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from privacy_chains.detect.patterns.announcing import announces
from privacy_chains.detect.patterns.cells import Cell
from privacy_chains.detect.rules.tables import shape
from privacy_chains.lazy import lazily

__all__ = ["answers_in", "may_ask"]

_SPEAKER = lazily(
    r"[ \t>*\u2022\-\u2013\u2014]{0,8}(?:\[[^\]\n]{1,24}\]\s?)?\*{0,2}"
    r"(?P<who><[^<>\n]{1,24}>|(?![Hh]ttps?:)[^\W\d_][\w .'\u2019()\-]{0,30}?)\*{0,2}\s?[:>]\*{0,2}[ \t]+"
)
_LEAD = lazily(r"[ \t>*\u2022\-\u2013\u2014\u00bf]*")
_ASKED = lazily(r"(?P<asked>[^?.!\n]{2,160})\?(?=[\s\"'*)]|\Z)[\"'*)]{0,3}")
_UNSTOPPED = lazily(r"(?P<asked>[^?.!,;:\n]{2,80}?)[ \t]*(?:\u2026|\.{2,3})?[ \t]*\Z")
_FIGURE = lazily(r"(?:[^\W\d_]{3,9}\.?[ ])?[0-9]")
"""With the month before it, if that is one."""
_FILLERS = lazily(
    shape("questions_fillers"),
    re.IGNORECASE,
)
_FIGURES = lazily(r"[0-9]")
_WORD_OR_TWO = lazily(r"(?:[^\W\d_]+\W+){0,2}")
_WORDS = lazily(r"[^\s]+")
_LONGEST_ANSWER = 64
_MOST_WORDS = 9
_MOST_CUT = 4
_EDGES = " \t\r,;:*_\"'\u201c\u201d\u00bf"


class _Line(NamedTuple):
    """A line without who says it.

    Attributes:
        start: Where what is said begins.
        end: Where it ends.
        who: Who says it; nothing where that is not written.
    """

    start: int
    end: int
    who: str


def may_ask(text: str) -> bool:
    """Whether a text may hold questions or speakers."""
    return "?" in text or (":" in text and "\n" in text)


def answers_in(text: str) -> Iterator[tuple[str, Cell]]:
    """Each answer with what may announce it: the question, whole and without its last words."""
    lines = list(_lines(text))
    for line, following in zip(lines, [*lines[1:], None], strict=True):
        for head, answer in _asked(text, line, following):
            yield from _announced(text, head, answer)


def _lines(text: str) -> Iterator[_Line]:
    """The lines that say something."""
    begin = 0
    for line in text.split("\n"):
        end = begin + len(line.rstrip())
        spoken = _SPEAKER.match(text, begin, end)
        lead = _LEAD.match(text, begin, end)
        start = spoken.end() if spoken else lead.end() if lead else begin
        if start < end:
            yield _Line(start, end, spoken["who"] if spoken else "")
        begin += len(line) + 1


def _asked(text: str, line: _Line, following: _Line | None) -> Iterator[tuple[str, tuple[int, int]]]:
    """The questions of a line, each with where its answer stands."""
    last = line.start
    asks = text.find("?", line.start, line.end) >= 0
    for question in _ASKED.finditer(text, line.start, line.end) if asks else ():
        last = question.end()
        if last < line.end:
            yield question["asked"], (last, line.end)
        elif following is not None and (following.who or text.count("\n", last, following.start) == 1):
            yield question["asked"], (following.start, following.end)
    if last == line.start and following is not None and line.who and following.who and line.who != following.who:
        begin = max(text.rfind(mark, line.start, line.end - 1) + 1 for mark in ".,;:!")
        unstopped = _UNSTOPPED.fullmatch(text, max(line.start, begin), line.end)
        if unstopped is not None:
            yield unstopped["asked"], (following.start, following.end)


def _announced(text: str, asked: str, answer: tuple[int, int]) -> Iterator[tuple[str, Cell]]:
    start, end = answer
    asked = asked[asked.rfind(":") + 1 :]
    if _FIGURES.search(asked):
        return  # the end of a password may be a question mark
    while start < end and text[start] in _EDGES:
        start += 1
    end = min(end, start + _LONGEST_ANSWER)
    starts = {start, said.end()} if (said := _FILLERS.match(text, start, end)) else {start}
    figure = _FIGURE.search(text, start, end)
    if figure and _WORD_OR_TWO.fullmatch(text, max(starts), figure.start()):
        starts.add(figure.start())
    words = [word.strip(_EDGES) for word in _WORDS.findall(asked)][-_MOST_WORDS:]
    for cut in range(min(_MOST_CUT, len(words) - 1) + 1):
        head = " ".join(words[: len(words) - cut])
        if head and announces(head):
            for begin in starts:
                yield head, Cell(begin, end)
