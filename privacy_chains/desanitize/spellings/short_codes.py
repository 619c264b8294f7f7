"""Short codes: a PIN or a CVV looks like any other number, and is read only where words show that it is meant."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.codes import compact
from privacy_chains.desanitize.spellings.number_context import AHEAD, Around, around, is_telling, type_words
from privacy_chains.desanitize.tokens import Found
from privacy_chains.language.lexicon import word_set
from privacy_chains.lazy import lazily

__all__ = ["ShortCode"]

UNTOLD: Final = "no word near the code tells that it is meant"
_MOST_DIGITS: Final = 4
_LONGEST_MARKS: Final = 6
_WORDS_AHEAD: Final = 4
_CLAUSE = lazily(r"[^.!?;\n\d]*")
_WORD = lazily(r"[^\W\d_]+")


@dataclass
class ShortCode:
    """A code of a few digits.

    Attributes:
        entity_type: Its type.
        stands: Where it stands in the sanitized texts.
    """

    entity_type: str
    stands: list[tuple[str, int, int]] = field(default_factory=list)

    @classmethod
    def of(cls, item: Issued) -> ShortCode | None:
        """The short code that was issued; None for anything else."""
        if item.reading not in ("code", "exact"):
            return None
        digits = compact(item.surrogate)
        return cls(item.entity_type) if digits.isdecimal() and len(digits) <= _MOST_DIGITS else None

    @cached_property
    def _seen(self) -> tuple[Around, ...]:
        return tuple({around(*place) for place in self.stands})

    @cached_property
    def names(self) -> frozenset[str]:
        """The words of its type, and those before it in the sanitized texts."""
        labels = (word for seen in self._seen for word in seen.type_left if is_telling(word))
        called = word_set("pin_word") if self.entity_type == "PASSWORD" else frozenset()
        return type_words(self.entity_type) | called | frozenset(labels)

    def told(self, text: str, found: Found) -> Found:
        """The find, in doubt where nothing around shows that it is the code."""
        if compact(text[found.start : found.end]).isdecimal() and not self._is_told(text, found.start, found.end):
            return found._replace(doubt=UNTOLD)
        return found

    def _is_told(self, text: str, start: int, end: int) -> bool:
        if start <= _LONGEST_MARKS and len(text) - end <= _LONGEST_MARKS and _bare(text[:start] + text[end:]):
            return True
        here = around(text, start, end)
        ahead = _CLAUSE.match(text[end : end + AHEAD])
        after = _WORD.findall(ahead[0].lower())[:_WORDS_AHEAD] if ahead else ()
        near = here.type_left | here.column | frozenset(after)
        return not near.isdisjoint(self.names) or any(here.agrees(seen) for seen in self._seen)


def _bare(marks: str) -> bool:
    """Whether a text holds nothing but marks."""
    return not any(map(str.isalnum, marks))
