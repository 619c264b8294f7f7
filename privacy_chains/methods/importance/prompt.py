"""The frozen result of one request."""

from __future__ import annotations

from dataclasses import dataclass

from privacy_chains.desanitize import Issued
from privacy_chains.methods.words.prompt import NoisyPrompt

__all__ = ["RewrittenPrompt"]


@dataclass(frozen=True, repr=False, eq=False)
class RewrittenPrompt(NoisyPrompt):
    """What one request sends, and what reading its answer takes; see :class:`NoisyPrompt`.

    A number is read back as a code is: a short one only where something tells that it is meant.
    """

    @staticmethod
    def _issued(original: str, surrogate: str) -> Issued:
        return Issued("WORD", original, surrogate, "code" if original.isdigit() else "words")
