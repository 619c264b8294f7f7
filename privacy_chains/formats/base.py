"""The base class of formats: they turn a type's strings into tuples of integers, and back.

A format splits a string into parts. Each part is a rank in a domain ``[0, size)``. A cipher permutes that range, and
the format writes the string with the new ranks. Everything that is not in the ranks (length, separators, letter case,
brand, country, the class of a word) is kept, and ``keeps`` declares it.
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

``"words"``: in another case or inflection, or only some of the words. ``"code"``: with other separators. ``"exact"``:
not at all. ``"day"``: as a day of the week in another case or language; a model that counts days also arrives at other
days. ``"address"``: as a postal address in another case or layout, or only some of its parts.
"""
Write = Callable[[Sequence[int]], str]
"""Writes a member with parts of the given ranks, and everything that it keeps."""


class Steps(Protocol):
    """A permutation composed of other permutations."""

    def permute(self, apply: Callable[[int, int, str], int], rank: int, domain: str, *, inverse: bool) -> int:
        """The image of ``rank``. With ``inverse``, the rank whose image it is.

        Args:
            apply: Permutes a rank of a domain, given its size and name.
            rank: The rank.
            domain: The name of the domain.
            inverse: Whether ``apply`` is the inverse permutation.
        """
        ...

    def shared(self, rank: int, domain: str) -> tuple[str, int, int]:
        """A component that a member has in common with others, as their surrogates mostly have: domain, size and rank.

        Args:
            rank: The member's rank.
            domain: The name of the domain.
        """
        ...


class Part(NamedTuple):
    """One enciphered component of a string.

    Attributes:
        domain: Names the set in which the rank counts. It enters the cipher's tweak, so equal ranks in two domains are
            enciphered independently. If two strings have a component in common, its domain and rank are the same in
            both.
        size: The number of members of the domain, at least 1.
        rank: The position of this component in the domain, ``0 <= rank < size``.
        ring: Whether the cipher rotates the domain as a ring, so that distances between members stay the same.
        steps: Permutes the domain by permutations of smaller domains. Used if a property of its members is also a part
            by itself, with its own surrogate.
        gaps: Ranks that no member has. Cycle-walking passes over them.
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
"""A format, and how it reads a member: the parts, and the function that writes them."""


class TweakedCipher(Protocol):
    """A keyed permutation of ``[0, size)`` for every domain name; a rotation if the domain is a ring."""

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

    A format may leave gaps: ranks for which the second law fails, such as a number without a check digit. ``encipher``
    passes over them by cycle-walking, so they should be few. The same value written differently (separators, case) has
    the same parts, and so the same surrogate.

    Attributes:
        keeps: What a surrogate has in common with its original, in words: the declared leakage.
        reading: How a model may respell a surrogate of this format.
        borrows: Entity types whose parts a member may hold. They are enciphered like values of that type. The domains
            of such parts begin with the type and a slash.
    """

    keeps: str = ""
    reading: Reading = "exact"
    borrows: frozenset[str] = frozenset()

    @abstractmethod
    def split(self, text: str) -> tuple[Part, ...]:
        """Split a member into its parts.

        Raises:
            FormatError: ``text`` is not a member. The message never quotes it.
        """

    @abstractmethod
    def join(self, text: str, ranks: Sequence[int]) -> str:
        """Write ``text`` with its parts replaced by those of the given ranks."""

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        """The result of ``split``, and ``join`` with its text bound. An override may read the text only once.

        Raises:
            FormatError: ``text`` is not a member.
        """
        return self.split(text), partial(self.join, text)

    def claim(self, text: str) -> Claimed:
        """The format that enciphers a member, and how it reads it. A format made of several returns one of them.

        Raises:
            FormatError: ``text`` is not a member.
        """
        return self, *self.read(text)

    def number(self, text: str) -> Fraction | None:
        """The number that a member states, if it must be read back as a number in any spelling; otherwise None."""
        return None

    def aliases(self, text: str) -> tuple[str, ...]:
        """The parts of a member that may be used for the whole, such as the words of a name. Empty by default."""
        return ()

    def lent(self, text: str) -> tuple[tuple[str, str], ...]:
        """Values of other types inside a member that are private by themselves, with their types. Empty by default."""
        return ()


class OneLook(Format):
    """A format that splits a string and prepares to write it in one method."""

    @abstractmethod
    def read(self, text: str) -> tuple[tuple[Part, ...], Write]: ...

    def split(self, text: str) -> tuple[Part, ...]:
        return self.read(text)[0]

    def join(self, text: str, ranks: Sequence[int]) -> str:
        return self.read(text)[1](ranks)


class FirstOf(OneLook):
    """Several formats in order: the first one that has a string as a member enciphers it.

    A surrogate belongs to the format that made it: if an earlier format would claim the result, it is enciphered again
    until none does (cycle-walking). So the surrogate alone shows which format to use. The order therefore expresses
    classes: ``FirstOf(valid, any_of_that_shape)`` maps valid to valid and invalid to invalid.
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
        """The format that claims ``text``, and how it reads it.

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
            if found and self.choose(text) is fmt:  # without aliases, it does not matter who claims the value
                return found
        return ()

    def lent(self, text: str) -> tuple[tuple[str, str], ...]:
        for fmt in self.formats:
            with suppress(FormatError):
                if found := fmt.lent(text):
                    return found
        return ()
