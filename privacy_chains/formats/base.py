"""What a Format is: a type's strings as tuples of integers, and back.

A format takes a string apart into parts. Each part is a rank in a domain ``[0, size)``; a cipher permutes that
range, and the format writes the string of the new ranks. Everything that is not in the ranks (length,
separators, letter case, brand, country, the class of a word) is kept, and ``keeps`` declares it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from privacy_chains.errors import CipherError, FormatError

__all__ = ["FirstOf", "Format", "Part", "Reading", "TweakedCipher", "decipher", "encipher"]

_MAX_STEPS = 20_000

Reading = Literal["words", "code", "exact"]
"""How a model may respell a surrogate: as words (case, inflection, parts), as a code (separators), or not at all."""


@dataclass(frozen=True, slots=True)
class Part:
    """One enciphered component of a string.

    Attributes:
        domain: Names the set the rank counts in; it enters the cipher's tweak, so equal ranks of two domains
            are enciphered independently. Two strings that share a component share its domain and rank.
        size: The number of members of the domain, at least 1.
        rank: This component's place, ``0 <= rank < size``.
    """

    domain: str
    size: int
    rank: int


class TweakedCipher(Protocol):
    """A keyed permutation of ``[0, size)`` for every domain name."""

    def encrypt(self, rank: int, size: int, domain: str) -> int:
        """The image of ``rank``."""
        ...

    def decrypt(self, rank: int, size: int, domain: str) -> int:
        """The rank whose image this is."""
        ...


class Format(ABC):
    """A bijection between a type's strings and tuples of ranks.

    For every member ``text`` and all ranks ``r`` within the sizes of ``split(text)``:

    * ``join(text, ranks of split(text)) == text``;
    * ``split(join(text, r))`` has the domains and sizes of ``split(text)``, and the ranks ``r``;
    * ``join(join(text, r), s) == join(text, s)``: what a string keeps survives its encipherment.

    A format may leave gaps: ranks for which the second law fails, such as a number that has no check digit.
    ``encipher`` walks over them, so they should be few. The same value written differently (separators, case)
    has the same parts, and so the same surrogate.

    Attributes:
        keeps: What a surrogate shares with its original, in words: the declared leakage.
        reading: How a model may respell a surrogate of this format.
    """

    keeps: str = ""
    reading: Reading = "exact"

    @abstractmethod
    def split(self, text: str) -> tuple[Part, ...]:
        """Take a member apart.

        Raises:
            FormatError: ``text`` is not a member. The message never quotes it.
        """

    @abstractmethod
    def join(self, text: str, ranks: Sequence[int]) -> str:
        """Write ``text`` with its parts replaced by those of the given ranks."""

    def aliases(self, text: str) -> tuple[str, ...]:
        """The pieces of a member that stand for it on their own: a person's name words. None by default."""
        return ()


class FirstOf(Format):
    """Several formats tried in order: the first that has a string as member enciphers it.

    Surrogates stay with the format that made them: a result that an earlier format would claim is enciphered
    again until none does (cycle-walking), so the choice can be made again from the surrogate alone. Order
    therefore expresses classes: ``FirstOf(valid, any_of_that_shape)`` maps valid to valid and invalid to invalid.
    """

    reading: Reading

    def __init__(self, *formats: Format) -> None:
        self.formats: tuple[Format, ...] = tuple(
            inner for fmt in formats for inner in (fmt.formats if isinstance(fmt, FirstOf) else (fmt,))
        )
        if not self.formats:
            msg = "FirstOf needs at least one format"
            raise FormatError(msg)
        self.keeps = self.formats[0].keeps
        self.reading = self.formats[0].reading

    def claim(self, text: str) -> tuple[Format, tuple[Part, ...]]:
        """The format that claims ``text``, and its parts.

        Raises:
            FormatError: None does.
        """
        for candidate in self.formats:
            try:
                return candidate, candidate.split(text)
            except FormatError:
                continue
        msg = "the value is not a member of any of the formats tried"
        raise FormatError(msg)

    def choose(self, text: str) -> Format:
        """The format that claims ``text``.

        Raises:
            FormatError: None does.
        """
        return self.claim(text)[0]

    def split(self, text: str) -> tuple[Part, ...]:
        return self.claim(text)[1]

    def join(self, text: str, ranks: Sequence[int]) -> str:
        return self.choose(text).join(text, ranks)

    def aliases(self, text: str) -> tuple[str, ...]:
        return self.choose(text).aliases(text)


def encipher(fmt: Format, text: str, cipher: TweakedCipher) -> str:
    """The surrogate of ``text``, checked by deciphering it before it is returned.

    Raises:
        FormatError: ``text`` is not a member of the format.
        CipherError: The check failed; nothing is released.
    """
    surrogate = _walk(fmt, text, cipher.encrypt)
    if _walk(fmt, surrogate, cipher.decrypt) != text:
        msg = f"a surrogate of {type(fmt).__name__} did not decipher to its original; nothing was released"
        raise CipherError(msg)
    return surrogate


def decipher(fmt: Format, surrogate: str, cipher: TweakedCipher) -> str:
    """The original of ``surrogate``.

    Raises:
        FormatError: ``surrogate`` is not a member of the format.
    """
    return _walk(fmt, surrogate, cipher.decrypt)


class _Permute(Protocol):
    def __call__(self, rank: int, size: int, domain: str) -> int: ...


def _walk(fmt: Format, text: str, permute: _Permute) -> str:
    """Permute the ranks of ``text``, again and again, until the result reads back (cycle-walking).

    Walking ends: the permutation's cycle leads back to ``text``, which reads back; a format that makes it long is
    refused. It is undone by walking with
    the inverse, since both directions stop at the same strings.
    """
    chosen, parts = _read(fmt, text)
    ranks = original = [part.rank for part in parts]
    for _ in range(_MAX_STEPS):
        ranks = [
            permute(rank, part.size, part.domain) if part.size > 1 else rank
            for rank, part in zip(ranks, parts, strict=True)
        ]
        result = chosen.join(text, ranks)
        wanted = tuple(replace(part, rank=rank) for part, rank in zip(parts, ranks, strict=True))
        if result == text or (_reads_as(fmt, result, chosen, wanted) and chosen.join(result, original) == text):
            return result
    msg = f"{type(chosen).__name__} leaves so few surrogates for the value that none was found; nothing was released"
    raise CipherError(msg)


def _read(fmt: Format, text: str) -> tuple[Format, tuple[Part, ...]]:
    """The format that claims ``text``, and its parts."""
    return fmt.claim(text) if isinstance(fmt, FirstOf) else (fmt, fmt.split(text))


def _reads_as(fmt: Format, text: str, chosen: Format, parts: tuple[Part, ...]) -> bool:
    try:
        found, read = _read(fmt, text)
    except FormatError:
        return False
    return found is chosen and read == parts
