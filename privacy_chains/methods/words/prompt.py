"""The frozen result of one request."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

from privacy_chains.contract.spans import Span
from privacy_chains.desanitize import Issued, Reader
from privacy_chains.errors import PrivacyError
from privacy_chains.ledger import Ledger
from privacy_chains.methods.words.release import NoisyText

__all__ = ["NoisyPrompt"]


@dataclass(frozen=True, repr=False, eq=False)
class NoisyPrompt:
    """What one request sends, and what reading its answer takes. Frozen; shows no clear value.

    Attributes:
        released: The texts with noise; never shown.
        ledger: The privacy events of this request: those of words that the session had not released before.
        session: The name of the session.
        key_id: The id of the key.
        carried: What earlier answers were read back with, as surrogate and original; never shown.
    """

    released: tuple[NoisyText, ...]
    ledger: Ledger
    session: str = ""
    key_id: str = ""
    carried: tuple[tuple[str, str], ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The sanitized texts, one for each text given."""
        return tuple(one.text for one in self.released)

    @property
    def text(self) -> str:
        """The sanitized texts as one, joined by empty lines."""
        return "\n\n".join(self.texts)

    @property
    def spans(self) -> tuple[tuple[Span, ...], ...]:
        """Where words were drawn in each text; one that was drawn for itself stands at a span, too."""
        return tuple(one.spans for one in self.released)

    @property
    def originals(self) -> tuple[tuple[str, ...], ...]:
        """What stood at each span; never shown."""
        return tuple(one.originals for one in self.released)

    @cached_property
    def _originals_of(self) -> Mapping[str, frozenset[str]]:
        """The originals of each surrogate that an answer may hold, both in small letters."""
        known: dict[str, set[str]] = defaultdict(set)
        for one in self.released:
            for original, surrogate in one.surrogates:
                known[surrogate.casefold()].add(original.casefold())
        for surrogate, original in self.carried:
            known[surrogate].add(original)
        return {surrogate: frozenset(originals) for surrogate, originals in known.items()}

    @cached_property
    def surrogates(self) -> Mapping[str, str]:
        """The original of each surrogate that has one original and is no other word of the prompt, in small letters."""
        kept = frozenset(word.casefold() for one in self.released for word in one.kept)
        return {
            surrogate: next(iter(originals))
            for surrogate, originals in self._originals_of.items()
            if len(originals) == 1 and surrogate not in kept and originals != {surrogate}
        }

    @cached_property
    def ambiguous(self) -> int:
        """How many surrogates an answer is not read back from: they stand for several words, or for one that stayed."""
        changed = (surrogate for surrogate, originals in self._originals_of.items() if originals != {surrogate})
        return sum(surrogate not in self.surrogates for surrogate in changed)

    @cached_property
    def reader(self) -> Reader:
        """Reads answers to this request back; built when the first one comes."""
        pairs = dict.fromkeys(pair for one in self.released for pair in one.surrogates if pair[0] != pair[1])
        pairs.update(dict.fromkeys((original, surrogate) for surrogate, original in self.carried))
        issued = [self._issued(*pair) for pair in pairs]
        changed = [one.changed() for one in self.released]
        spans, originals = [spans for spans, _ in changed], [originals for _, originals in changed]
        return Reader(issued, self.texts, spans, originals=originals)

    @staticmethod
    def _issued(original: str, surrogate: str) -> Issued:
        return Issued("WORD", original, surrogate, "words")

    def __repr__(self) -> str:
        return f"{type(self).__name__}(texts={len(self.released)})"

    def __reduce__(self) -> NoReturn:
        msg = "a prompt holds clear values and is not pickled; sanitize its texts again: the same key gives the same"
        raise PrivacyError(msg)
