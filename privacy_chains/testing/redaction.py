"""A second method, as small as one can be: what the contract asks of any, shown on words that do not come back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from privacy_chains.contract.conversation import Leaf, Message, SanitizedConversation
from privacy_chains.contract.method import Traits
from privacy_chains.contract.prompt import Prompt
from privacy_chains.contract.spans import Span
from privacy_chains.errors import PolicyError
from privacy_chains.ledger import Ledger, PostProcessed

__all__ = ["REDACTED", "Redaction"]

REDACTED = "[REDACTED]"
"""What stands in the place of a word."""


@dataclass(frozen=True, repr=False)
class RedactedPrompt:
    """The texts with their private words gone."""

    texts: tuple[str, ...]
    surrogates: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The texts as one."""
        return "\n\n".join(self.texts)

    @property
    def ledger(self) -> Ledger:
        """Nothing is spent: nothing of a word is left."""
        count = sum(text.count(REDACTED) for text in self.texts)
        return Ledger((PostProcessed("WORD", count, "the word is gone"),) if count else ())

    def __repr__(self) -> str:
        return f"RedactedPrompt(texts={len(self.texts)})"


class _AsItStands:
    """Reads answers of which nothing can be restored."""

    def text(self, text: str) -> str:
        return text

    def value(self, value: Any) -> Any:
        return value

    def stream(self, *, json: bool = False) -> _AsItStands:
        return self

    def feed(self, chunk: str) -> str:
        return chunk

    def flush(self) -> str:
        return ""


class Redaction:
    """Puts one mark in the place of every word that is private; nothing is read back.

    For tests of adapters and of your own code: it shows that they use the contract alone.

    **Guarantee**: a word of the list does not leave where it stands as a whole word, as it was given or in its capital
    or small letters.

    **Warning**: all else leaves as it is: inflected forms, parts of longer words, spellings with other accents. How
    often a word stood, and where, is kept.

    Args:
        words: The private words. A number among them leaves as 0 in a message, and as the mark where a tool is called.

    Raises:
        PolicyError: A word is empty.
    """

    traits = Traits(stable=True, exact=False, reads_alone=False, keeps_numbers=False)

    def __init__(self, words: Iterable[str]) -> None:
        given = tuple(words)
        if not all(word.strip() for word in given):
            msg = "a private word is a text of at least one letter"
            raise PolicyError(msg)
        spellings = {form for word in given for form in (word, word.upper(), word.lower())}
        longest_first = sorted(spellings, key=lambda word: (-len(word), word))
        self._words = re.compile("|".join(map(_whole, longest_first)) or r"(?!)", re.IGNORECASE)

    def scan(self, texts: str | Sequence[str]) -> tuple[tuple[Span, ...], ...]:
        """Where private words stand."""
        return tuple(
            tuple(Span(found.start(), found.end(), "WORD") for found in self._words.finditer(text))
            for text in _listed(texts)
        )

    def sanitize(self, texts: str | Sequence[str]) -> RedactedPrompt:
        """The texts with the mark in the place of private words."""
        return RedactedPrompt(tuple(self._words.sub(REDACTED, text) for text in _listed(texts)))

    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation[RedactedPrompt]:
        """A conversation, message by message."""
        sanitized = tuple(tuple(map(self._leaf, message.leaves)) for message in messages)
        texts = tuple(leaf for leaves in sanitized for leaf in leaves if isinstance(leaf, str))
        return SanitizedConversation(sanitized, RedactedPrompt(texts))

    def reader(self, prompt: Prompt) -> _AsItStands:
        """What reads answers: they stand as the model wrote them."""
        return _AsItStands()

    def _leaf(self, leaf: Leaf) -> Leaf:
        if isinstance(leaf, str):
            return self._words.sub(REDACTED, leaf)
        return 0 if self._words.search(str(leaf)) else leaf

    def __repr__(self) -> str:
        return "Redaction()"


def _whole(word: str) -> str:
    """A pattern of the word where no letter or digit goes on with it."""
    before, after = (r"(?<!\w)" if word[0].isalnum() else "", r"(?!\w)" if word[-1].isalnum() else "")
    return f"{before}{re.escape(word)}{after}"


def _listed(texts: str | Sequence[str]) -> Sequence[str]:
    return (texts,) if isinstance(texts, str) else texts
