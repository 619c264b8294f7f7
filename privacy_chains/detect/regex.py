"""One entity type by one regular expression."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from privacy_chains.contract.spans import Span
from privacy_chains.errors import DetectionError

__all__ = ["RegexDetector"]


class RegexDetector:
    """Finds a type of your own.

    The expression should match every surrogate of the type as well as every value; otherwise answers read with the
    key alone miss some.

    Args:
        entity_type: The type of a match.
        pattern: The regular expression, or a compiled one.
        score: The confidence of its spans, 0 to 1.
        group: The group that is the value; 0 is the whole match.
        context: Words, one of which must stand within ``reach`` words before the match; if empty, none is needed.
        reach: The number of words before a match in which context is looked for.

    Raises:
        DetectionError: The pattern does not compile, or has no such group.
    """

    def __init__(  # noqa: PLR0913  # each is one setting of the search
        self,
        entity_type: str,
        pattern: str | re.Pattern[str],
        *,
        score: float = 1.0,
        group: int | str = 0,
        context: Sequence[str] = (),
        reach: int = 6,
    ) -> None:
        try:
            self.pattern = re.compile(pattern)
        except re.error as error:
            msg = f"the pattern for {entity_type} does not compile: {error}"
            raise DetectionError(msg) from error
        known = group in self.pattern.groupindex if isinstance(group, str) else 0 <= group <= self.pattern.groups
        if not known:
            msg = f"the pattern for {entity_type} has no group {group!r}"
            raise DetectionError(msg)
        self.entity_type = entity_type
        self.score = score
        self.group = group
        self.context = frozenset(word.casefold() for word in context)
        self.reach = reach

    def detect(self, text: str) -> Iterator[Span]:
        """The matches in ``text``."""
        for found in self.pattern.finditer(text):
            start, end = found.span(self.group)
            if start < end and (not self.context or self._announced(text, start)):
                yield Span(start, end, self.entity_type, self.score, "regex")

    def _announced(self, text: str, start: int) -> bool:
        words = re.findall(r"\w+", text[max(0, start - 32 * self.reach) : start])
        return any(word.casefold() in self.context for word in words[-self.reach :])
