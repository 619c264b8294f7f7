"""One-line formats for your own types: an alphabet, a regular expression (`RegexFormat`), or a pair of functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from privacy_chains.errors import FormatError
from privacy_chains.formats.alphanumeric import mixed_radix_rank, mixed_radix_unrank
from privacy_chains.formats.base import Format, OneLook, Part, Reading, Write

__all__ = ["AlphabetFormat", "RankFormat"]


class AlphabetFormat(OneLook):
    """Strings over one alphabet. A surrogate has the same length.

    Example:
        >>> genome = AlphabetFormat("GENOME", "ACGT")
        >>> genome.split("GATTACA")[0].size
        16384

    Args:
        name: Names the domain.
        alphabet: Its characters, each once.
        separators: Characters that may be between them and are kept.
        reading: How a model may respell a surrogate.

    Raises:
        FormatError: The alphabet has fewer than two characters, repeats one, or holds a separator.
    """

    def __init__(self, name: str, alphabet: str, *, separators: str = "", reading: Reading = "exact") -> None:
        if len(alphabet) < 2 or len(set(alphabet)) != len(alphabet) or set(alphabet) & set(separators):
            msg = f"the alphabet of {name} needs two or more different characters, none of them a separator"
            raise FormatError(msg)
        self.name = name
        self.alphabet = alphabet
        self.separators = frozenset(separators)
        self.reading = reading
        self.keeps = "length and separators"

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        radix, separators = len(self.alphabet), self.separators
        places = [self.alphabet.find(char) for char in text if char not in separators]
        if not places or min(places) < 0:
            msg = f"the value holds characters outside the alphabet of {self.name}"
            raise FormatError(msg)
        rank, size = mixed_radix_rank([(place, radix) for place in places])

        def write(ranks: Sequence[int]) -> str:
            new = iter(mixed_radix_unrank(ranks[0], [radix] * len(places)))
            return "".join([char if char in separators else self.alphabet[next(new)] for char in text])

        return (Part(f"{self.name}/{len(places)}", size, rank),), write


class RankFormat(Format):
    """Strings numbered by a pair of functions.

    Example:
        >>> room = RankFormat("ROOM", lambda text: int(text[1:]), lambda rank: f"R{rank:03}", 1000)
        >>> room.join("R007", [41])
        'R041'

    Args:
        name: Names the domain.
        rank: Gives a member's number in ``[0, size)``. Any error it raises means that the text is not a member.
        unrank: Gives the member for a number: the inverse of ``rank``.
        size: How many members there are.
        reading: How a model may respell a surrogate.
    """

    def __init__(
        self,
        name: str,
        rank: Callable[[str], int],
        unrank: Callable[[int], str],
        size: int,
        *,
        reading: Reading = "exact",
    ) -> None:
        self.name = name
        self.size = size
        self.reading = reading
        self.keeps = f"that it is one of {size} members"
        self._rank = rank
        self._unrank = unrank

    def split(self, text: str) -> tuple[Part, ...]:
        number = self._number(text)
        if not 0 <= number < self.size or self._unrank(number) != text:
            msg = f"the value is not a member of {self.name}"
            raise FormatError(msg)
        return (Part(self.name, self.size, number),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        return self._unrank(ranks[0])

    def _number(self, text: str) -> int:
        try:
            return self._rank(text)
        except Exception:  # noqa: BLE001  # any exception from the user's function may quote the value
            return -1
