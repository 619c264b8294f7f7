"""What a session remembers: what each word became, which words are taken, and what was made of each text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from privacy_chains.contract.spans import Span
from privacy_chains.errors import PrivacyError
from privacy_chains.methods.words.release import NoisyText
from privacy_chains.methods.words.spelling import canonical, cut

__all__ = ["RewriteMemory", "TextKey", "key_of"]

TextKey = tuple[str, tuple[tuple[int, int], ...]]
"""A text, and where it is closed."""


@dataclass(slots=True, repr=False)
class RewriteMemory:
    """What a session has sent so far. Holds clear words, and shows none.

    Attributes:
        issued: What each word became, both in small letters without accents; no two became the same.
        taken: The words that stand in the session's texts, and those that were issued.
        texts: What was made of each text.
        counted: What the ledger has counted.
    """

    issued: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    texts: dict[TextKey, NoisyText] = field(default_factory=dict)
    counted: set[str] = field(default_factory=set)

    def copy(self) -> RewriteMemory:
        """The same, to be changed and then kept or thrown away."""
        return RewriteMemory(dict(self.issued), set(self.taken), dict(self.texts), set(self.counted))

    def see(self, texts: Iterable[str]) -> None:
        """Remember the words that stand in texts: none of them is issued from now on."""
        for text in texts:
            self.taken.update(map(canonical, cut(text).words))

    def issue(self, word: str, new: str) -> None:
        """Remember what a word became."""
        self.issued[word] = new
        self.taken.add(new)

    @property
    def given_out(self) -> frozenset[str]:
        """What words became."""
        return frozenset(self.issued.values())

    def __reduce__(self) -> NoReturn:
        msg = "what a session remembers holds clear words and is not pickled"
        raise PrivacyError(msg)


def key_of(text: str, closed: Sequence[Span]) -> TextKey:
    """How a text is remembered."""
    return text, tuple((span.start, span.end) for span in closed)
