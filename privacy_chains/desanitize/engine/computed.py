"""Numbers that the model computed: they stand in no sanitized text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from privacy_chains.contract.report import Sighting
from privacy_chains.desanitize.spellings.numerals import NUMERAL, mantissa
from privacy_chains.lazy import lazily

__all__ = ["computed_numbers", "stated_numbers"]

_FIGURE = lazily(r"\d")
_FIGURES = lazily(r"\d+")


def stated_numbers(texts: Sequence[str]) -> frozenset[str]:
    """The significant digits of every number in the texts."""
    return frozenset(mantissa(numeral[0]) for text in texts for numeral in NUMERAL.finditer(text))


def computed_numbers(answer: str, known: Callable[[str], bool], restored: Sequence[Sighting]) -> tuple[Sighting, ...]:
    """Numbers of an answer, of two significant digits or more, that were not restored and are not known."""
    computed, at, index = [], 0, 0
    while figure := _FIGURE.search(answer, at):
        start, at = figure.span()
        if start and answer[start - 1].isalpha():
            at = _end_of_run(answer, start)
            continue
        numeral = NUMERAL.match(answer, start)
        at = numeral.end() if numeral else at
        while index < len(restored) and restored[index].end <= start:
            index += 1
        inside = index < len(restored) and restored[index].start < at
        digits = mantissa(answer[start:at])
        if not inside and len(digits) >= 2 and not known(digits):
            computed.append(Sighting("", start, at, "computed by the model"))
    return tuple(computed)


def _end_of_run(answer: str, start: int) -> int:
    run = _FIGURES.match(answer, start)
    return run.end() if run else start
