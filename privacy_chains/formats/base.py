"""What a Format is: a type's strings as tuples of integers, and back.

A format takes a string apart into parts. Each part is a rank in a domain ``[0, size)``; a cipher permutes that
range, and the format writes the string of the new ranks. Everything that is not in the ranks (length,
separators, letter case, brand, country, the class of a word) is kept, and ``keeps`` declares it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Literal, NamedTuple, Protocol, TypeAlias

from privacy_chains.errors import FormatError

__all__ = ["FirstOf", "Format", "OneLook", "Part", "Reading", "TweakedCipher", "Write"]

Reading = Literal["words", "code", "exact", "day", "address"]
"""How a model may respell a surrogate.

As words (case, inflection, parts), as a code (separators), not at all, as a day of the week (case, language; a model
that counts days comes to others, too), or as a postal address (case, layout, parts).
"""
Write = Callable[[Sequence[int]], str]
"""Writes a member with the parts of the given ranks, and everything it keeps."""


class Steps(Protocol):
    """A permutation made of others."""

    def permute(self, apply: Callable[[int, int, str], int], rank: int, domain: str, *, inverse: bool) -> int:
        """The image of ``rank``, or with the inverse of ``apply`` the rank whose image it is.

        Args:
            apply: Permutes a rank of a domain, given its size and name.
            rank: The rank.
            domain: The name of the domain.
            inverse: Whether ``apply`` is an inverse.
        """
        ...

    def shared(self, rank: int, domain: str) -> tuple[str, int, int]:
        """What a member shares with others, which their surrogates mostly share too: a domain, its size, a rank there.

        Args:
            rank: The member's rank.
            domain: The name of the domain.
        """
        ...


class Part(NamedTuple):
    """One enciphered component of a string.

    Attributes:
        domain: Names the set the rank counts in; it enters the cipher's tweak, so equal ranks of two domains
            are enciphered independently. Two strings that share a component share its domain and rank.
        size: The number of members of the domain, at least 1.
        rank: This component's place, ``0 <= rank < size``.
        ring: Whether the cipher turns the domain as a ring, so that distances between members stay.
        steps: Permutes the domain by permutations of smaller ones, where something about its members has a part, and
            so a surrogate, of its own.
        gaps: Ranks that no member has; they are walked over.
    """

    domain: str
    size: int
    rank: int
    ring: bool = False
    steps: Steps | None = None
    gaps: Container[int] = frozenset()

    def __repr__(self) -> str:
        return f"Part(domain={self.domain!r}, size={self.size})"


Claimed: TypeAlias = tuple["Format", tuple[Part, ...], Write]
"""A format, and its reading of a member: the parts, and what writes them."""


class TweakedCipher(Protocol):
    """A keyed permutation of ``[0, size)`` for every domain name; of a ring, a rotation."""

    def encrypt(self, rank: int, size: int, domain: str, *, ring: bool = False) -> int:
        """The image of ``rank``."""
        ...

    def decrypt(self, rank: int, size: int, domain: str, *, ring: bool = False) -> int:
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
        borrows: Entity types whose parts a member may hold; they are enciphered as that type's own are. The domains
            of such parts begin with the type and a slash.
    """

    keeps: str = ""
    reading: Reading = "exact"
    borrows: frozenset[str] = frozenset()

    @abstractmethod
    def split(self, text: str) -> tuple[Part, ...]:
        """Take a member apart.

        Raises:
            FormatError: ``text`` is not a member. The message never quotes it.
        """

    @abstractmethod
    def join(self, text: str, ranks: Sequence[int]) -> str:
        """Write ``text`` with its parts replaced by those of the given ranks."""

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        """What ``split`` gives, and ``join`` with its text bound: one look at the text where a format overrides it.

        Raises:
            FormatError: ``text`` is not a member.
        """
        return self.split(text), partial(self.join, text)

    def claim(self, text: str) -> Claimed:
        """The format that enciphers a member, itself unless it is made of several, and that one's reading of it.

        Raises:
            FormatError: ``text`` is not a member.
        """
        return self, *self.read(text)

    def number(self, text: str) -> Fraction | None:
        """The number that a member states where it is to be read back as one, in any spelling; None elsewhere."""
        return None

    def aliases(self, text: str) -> tuple[str, ...]:
        """The pieces of a member that stand for it on their own: a person's name words. None by default."""
        return ()

    def lent(self, text: str) -> tuple[tuple[str, str], ...]:
        """The values of other types in a member, with their types, that are as private elsewhere. None by default."""
        return ()


class OneLook(Format):
    """A format that takes a string apart and prepares to write it in one method."""

    @abstractmethod
    def read(self, text: str) -> tuple[tuple[Part, ...], Write]: ...

    def split(self, text: str) -> tuple[Part, ...]:
        return self.read(text)[0]

    def join(self, text: str, ranks: Sequence[int]) -> str:
        return self.read(text)[1](ranks)


class FirstOf(OneLook):
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
        self.borrows = frozenset[str]().union(*(inner.borrows for inner in self.formats))
        self._with_aliases = [fmt for fmt in self.formats if type(fmt).aliases is not Format.aliases]

    def claim(self, text: str) -> Claimed:
        """The format that claims ``text``, and its reading of it.

        Raises:
            FormatError: None does.
        """
        for candidate in self.formats:
            try:
                return candidate, *candidate.read(text)
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

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        _, parts, write = self.claim(text)
        return parts, write

    def number(self, text: str) -> Fraction | None:
        return self.choose(text).number(text)

    def aliases(self, text: str) -> tuple[str, ...]:
        for fmt in self._with_aliases:
            try:
                found = fmt.aliases(text)
            except FormatError:
                continue
            if found and self.choose(text) is fmt:  # of a value without aliases it need not be known who claims it
                return found
        return ()

    def lent(self, text: str) -> tuple[tuple[str, str], ...]:
        for fmt in self.formats:
            with suppress(FormatError):
                if found := fmt.lent(text):
                    return found
        return ()
