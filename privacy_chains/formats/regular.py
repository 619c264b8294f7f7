"""Values described by a regular expression."""

from __future__ import annotations

from functools import lru_cache

from privacy_chains.formats._automata import Ranker
from privacy_chains.formats._patterns import compile_pattern
from privacy_chains.formats.base import OneLook, Part, Reading, Write

__all__ = ["RegexFormat"]


class RegexFormat(OneLook):
    r"""The strings that fully match a regular expression. A surrogate has the same length.

    Examples:
        >>> employee = RegexFormat(r"[A-Z]{2}\d{6}[A-D]")
        >>> [part.size for part in employee.split("QX204417B")]
        [2704000000]

    Args:
        pattern: Literals, classes, ranges, ``\d`` and ``\w`` (ASCII), groups, alternatives, and the quantifiers
            ``?``, ``*``, ``+``, ``{m,n}``. It describes the whole value.
        name: Names the domain; the pattern by default. If it changes, surrogates change.
        reading: How a model may respell a surrogate.

    Raises:
        FormatError: The pattern uses something else. The message names it and its position.
    """

    def __init__(self, pattern: str, *, name: str | None = None, reading: Reading = "exact") -> None:
        compile_pattern(pattern)
        self.pattern = pattern
        self.name = name or pattern
        self.reading = reading
        self.keeps = f"the length, and that it matches {pattern}"

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        ranker = _ranker(self.pattern, len(text))
        part = Part(f"regex/{self.name}/{len(text)}", ranker.size, ranker.rank(text))
        return (part,), lambda ranks: ranker.unrank(ranks[0])


@lru_cache(maxsize=256)
def _ranker(pattern: str, length: int) -> Ranker:
    return Ranker(compile_pattern(pattern), length)
