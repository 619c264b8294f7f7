"""The frozen result of one request."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from privacy_chains.desanitize import Issued, Reader
from privacy_chains.methods.words.prompt import NoisyPrompt

__all__ = ["RewrittenPrompt"]


@dataclass(frozen=True, repr=False, eq=False)
class RewrittenPrompt(NoisyPrompt):
    """What one request sends, and what reading its answer takes; see :class:`NoisyPrompt`.

    A number is read back as a code is: a short one only where something tells that it is meant.
    """

    @cached_property
    def reader(self) -> Reader:
        """Reads answers to this request back; built when the first one comes."""
        pairs = dict.fromkeys(pair for one in self.released for pair in one.surrogates if pair[0] != pair[1])
        pairs.update(dict.fromkeys((original, surrogate) for surrogate, original in self.carried))
        changed = [one.changed() for one in self.released]
        spans, originals = [spans for spans, _ in changed], [originals for _, originals in changed]
        issued = [_issued(*pair) for pair in pairs]
        return Reader(issued, self.texts, spans, originals=originals)

    def __repr__(self) -> str:
        return f"RewrittenPrompt(texts={len(self.released)})"


def _issued(original: str, surrogate: str) -> Issued:
    return Issued("WORD", original, surrogate, "code" if original.isdigit() else "words")
