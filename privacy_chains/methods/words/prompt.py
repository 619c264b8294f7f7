"""The frozen result of one request."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

from privacy_chains.desanitize import Issued, Reader
from privacy_chains.errors import PrivacyError
from privacy_chains.ledger import Ledger
from privacy_chains.spans import Span

__all__ = ["NoisyPrompt"]


@dataclass(frozen=True, repr=False, eq=False)
class NoisyPrompt:
    """What one request sends, and what reading its answer takes. Frozen; shows no clear value.

    Attributes:
        texts: The sanitized texts, one for each text given.
        spans: Where surrogates stand in them; a word that was drawn for itself stands at one, too.
        originals: What stood at each span; never shown.
        ledger: The privacy events of this request: those of words that the session had not released before.
        kept: The words that were left as they are, in small letters; never shown.
        session: The name of the session.
        key_id: The id of the key.
    """

    texts: tuple[str, ...]
    spans: tuple[tuple[Span, ...], ...]
    originals: tuple[tuple[str, ...], ...]
    ledger: Ledger
    kept: frozenset[str] = frozenset()
    session: str = ""
    key_id: str = ""

    @property
    def text(self) -> str:
        """The sanitized texts as one, joined by empty lines."""
        return "\n\n".join(self.texts)

    @cached_property
    def _originals_of(self) -> Mapping[str, frozenset[str]]:
        """The originals of each surrogate, both in small letters."""
        known: dict[str, set[str]] = defaultdict(set)
        for text, spans, originals in zip(self.texts, self.spans, self.originals, strict=True):
            for span, original in zip(spans, originals, strict=True):
                known[text[span.start : span.end].casefold()].add(original.casefold())
        return {surrogate: frozenset(originals) for surrogate, originals in known.items()}

    @cached_property
    def surrogates(self) -> Mapping[str, str]:
        """The original of each surrogate that has one original and is no other word of the prompt."""
        return {
            surrogate: next(iter(originals))
            for surrogate, originals in self._originals_of.items()
            if len(originals) == 1 and surrogate not in self.kept and originals != {surrogate}
        }

    @cached_property
    def ambiguous(self) -> int:
        """How many surrogates an answer is not read back from: they stand for several words, or for one that stayed."""
        changed = (surrogate for surrogate, originals in self._originals_of.items() if originals != {surrogate})
        return sum(surrogate not in self.surrogates for surrogate in changed)

    @cached_property
    def reader(self) -> Reader:
        """Reads answers to this request back."""
        issued = [Issued("WORD", original, surrogate, "words") for surrogate, original in self.surrogates.items()]
        spans, originals = self._changed
        return Reader(issued, self.texts, spans, originals=originals)

    @property
    def _changed(self) -> tuple[tuple[tuple[Span, ...], ...], tuple[tuple[str, ...], ...]]:
        """Spans and originals of words that were changed."""
        spans, originals = list[tuple[Span, ...]](), list[tuple[str, ...]]()
        for text, places, clear in zip(self.texts, self.spans, self.originals, strict=True):
            pairs = [(span, one) for span, one in zip(places, clear, strict=True) if text[span.start : span.end] != one]
            spans.append(tuple(span for span, _ in pairs))
            originals.append(tuple(one for _, one in pairs))
        return tuple(spans), tuple(originals)

    def __repr__(self) -> str:
        return f"NoisyPrompt(texts={len(self.texts)}, words={sum(map(len, self.spans))})"

    def __reduce__(self) -> NoReturn:
        msg = "a prompt holds clear values and is not pickled; sanitize its texts again: the same key gives the same"
        raise PrivacyError(msg)
