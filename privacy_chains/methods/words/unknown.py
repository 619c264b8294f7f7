"""What becomes of words that a mechanism does not know. They never stay."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, digits
from typing import Protocol

from privacy_chains.hazmat.coins import Coins
from privacy_chains.ledger import Enciphered, Event

__all__ = ["RandomLetters", "UnknownWords"]


class UnknownWords(Protocol):
    """Replaces words that a mechanism does not know; a channel of noise on characters fits here."""

    def replaced(self, key: bytes, words: Sequence[str]) -> list[str]:
        """Another word for each, in order.

        Args:
            key: A sub-key of the session and of every parameter.
            words: As they stand in the text.
        """
        ...

    def event(self, count: int) -> Event:
        """What the ledger says of ``count`` such words."""
        ...


class RandomLetters:
    """Every letter becomes a letter and every digit a digit, by coins from a PRF over the session and the word.

    **Guarantee**: without the key the surrogate tells nothing of the word but what is kept. The same word, in any
    letter case, has the same surrogate in a session.
    **Warning**: kept are the length, which characters are letters and which digits, letter case, and that two words
    are equal. Short words may share a surrogate; such a one is not read back.
    """

    def replaced(self, key: bytes, words: Sequence[str]) -> list[str]:
        return [self._replaced(key, word) for word in words]

    def event(self, count: int) -> Event:
        return Enciphered(
            "UNKNOWN_WORD",
            count,
            "length, letters or digits, letter case",
            "random letters and digits; equal words have equal surrogates",
        )

    def _replaced(self, key: bytes, word: str) -> str:
        coins = Coins(key, "unknown word", word.casefold())
        drawn = (digits[coins.below(10)] if char.isdigit() else ascii_lowercase[coins.below(26)] for char in word)
        return "".join(new.upper() if old.isupper() else new for old, new in zip(word, drawn, strict=True))
