"""The pieces of a postal address, called atoms: house number, street, town, state, postal code.

The surrogate of an address has the commas, the order and the kinds of words of its original, so the two fall apart into
the same atoms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, groupby, product
from typing import Final

from privacy_chains.desanitize.spellings.listed_names import is_everyday
from privacy_chains.lazy import lazily

__all__ = ["WORD", "Atom", "atoms_of", "is_road", "names_a_part", "other_way", "parts", "spelled", "states"]

WORD: Final = lazily(r"[^\W_]+(?:['\u2019-][^\W_]+){0,4}")
_LINE: Final = lazily(
    r"[,;\n\r\t|()]+|(?<![,;\s|()])\s+(?=(?:apt|apartment|unit|suite|ste|floor|fl(?!\s\d{5}))\b)", re.IGNORECASE
)
"""What ends a line of an address; ``FL`` before a postal code is Florida, not a floor."""
_MOST_ATOMS: Final = 16
_STATE: Final = lazily(r"[A-Z]{2}")
_ORDINAL: Final = lazily(r"\d{1,3}(?:st|nd|rd|th)", re.IGNORECASE)
_LONG_CODE: Final = 5
"""A postal code of so many letters and digits is told by itself."""
_SHORTEST_TOWN: Final = 4

_PART_NAMES: Final = (
    "address addr street road line lines city town village municipality locality state province region county zip"
    " postal postcode postleitzahl plz house building apartment apt unit suite stra\u00dfe strasse ort stadt rue"
    " hausnummer ville calle ciudad via citt\u00e0 country"
)
_KEYS: Final = frozenset(_PART_NAMES.split())
"""Words of keys under which a part of an address is answered."""

_SHORT: Final = (
    "street st avenue ave road rd boulevard blvd drive dr lane ln court ct place pl square sq parkway pkwy highway hwy"
    " terrace ter circle cir apartment apt suite ste floor fl north n south s east e west w northeast ne northwest nw"
    " southeast se southwest sw platz pl avenida av"
)
"""Words of addresses, each with what it is shortened to."""
_UNITS: Final = frozenset(["apartment", "apt", "suite", "ste", "floor", "fl", "north", "south", "east", "west"])
_ENDINGS: Final = (("stra\u00dfe", "str"), ("strasse", "str"), ("straat", "str"))
_STATES: Final = (
    "AL Alabama AK Alaska AZ Arizona AR Arkansas CA California CO Colorado CT Connecticut DE Delaware"
    " DC District_of_Columbia FL Florida GA Georgia HI Hawaii ID Idaho IL Illinois IN Indiana IA Iowa KS Kansas"
    " KY Kentucky LA Louisiana ME Maine MD Maryland MA Massachusetts MI Michigan MN Minnesota MS Mississippi"
    " MO Missouri MT Montana NE Nebraska NV Nevada NH New_Hampshire NJ New_Jersey NM New_Mexico NY New_York"
    " NC North_Carolina ND North_Dakota OH Ohio OK Oklahoma OR Oregon PA Pennsylvania RI Rhode_Island"
    " SC South_Carolina SD South_Dakota TN Tennessee TX Texas UT Utah VT Vermont VA Virginia WA Washington"
    " WV West_Virginia WI Wisconsin WY Wyoming"
)


@cache
def states() -> dict[str, str]:
    """The states of the USA by their codes."""
    words = _STATES.replace("_", "\u00a0").split(" ")
    return {code: name.replace("\u00a0", " ") for code, name in zip(words[::2], words[1::2], strict=True)}


@dataclass(frozen=True, slots=True)
class Atom:
    """A piece of an address.

    Attributes:
        surrogate: As it was issued.
        original: What it stands for.
        line: On which line of the address it stands.
        is_name: Whether it is a name, of a street or a town, rather than a number or a code.
    """

    surrogate: str
    original: str
    line: int
    is_name: bool

    @property
    def is_strong(self) -> bool:
        """Whether it is told by itself."""
        if self.surrogate == self.original:
            return False
        if not self.is_name:
            chars = [char for char in self.surrogate if char.isalnum()]
            return len(chars) >= _LONG_CODE and any(map(str.isdecimal, chars))
        return self.is_long_name or self._is_no_word

    @property
    def _is_no_word(self) -> bool:
        return len(self.surrogate) >= _SHORTEST_TOWN and not is_everyday(self.surrogate, of_a_place=True)

    @property
    def is_number(self) -> bool:
        """Whether it is a number or a code with digits."""
        return not self.is_name and any(map(str.isdecimal, self.surrogate))

    @property
    def is_bare(self) -> bool:
        """Whether it is a short number, as that of a house."""
        return self.is_number and not self.is_strong

    @property
    def is_state(self) -> bool:
        """Whether it is the code of a state, which may be a word: ``IN``, ``OK``."""
        return not self.is_name and not self.is_number

    @property
    def is_long_name(self) -> bool:
        """Whether it is a name of several words."""
        return self.is_name and len(WORD.findall(self.surrogate)) > 1


def atoms_of(surrogate: str, original: str) -> tuple[Atom, ...]:
    """The pieces of an address; none where the two do not fall apart alike."""
    ours, theirs = _LINE.split(surrogate), _LINE.split(original)
    if len(ours) != len(theirs):
        return ()
    atoms: list[Atom] = []
    for line, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        pieces, others = list(_pieces(one)), list(_pieces(other))
        if [is_name for _, is_name in pieces] != [is_name for _, is_name in others]:
            pieces, others = ([(text.strip(), True)] if text.strip() else [] for text in (one, other))
        atoms += [Atom(a, b, line, is_name) for (a, is_name), (b, _) in zip(pieces, others, strict=True)]
    return tuple(atoms) if len(atoms) <= _MOST_ATOMS else ()


def is_road(name: str) -> bool:
    """Whether a name ends in a word of roads: ``Street``, ``Ave``."""
    last = name.rpartition(" ")[2].lower()
    return last in _shorter_or_longer() and last not in _UNITS


def names_a_part(words: frozenset[str]) -> bool:
    """Whether the words of a key say that its value is a part of an address."""
    return not words.isdisjoint(_KEYS)


def parts(surrogate: str, original: str) -> Iterator[tuple[str, str]]:
    """What an address may be answered as, field by field: its lines, and the runs of pieces on each of them."""
    ours, theirs = _LINE.split(surrogate), _LINE.split(original)
    if len(ours) != len(theirs):
        return
    yield from ((one.strip(), other.strip()) for one, other in zip(ours, theirs, strict=True))
    atoms = atoms_of(surrogate, original)
    for first, last in combinations_with_replacement(range(len(atoms)), 2):
        run = atoms[first : last + 1]
        if run[0].line == run[-1].line:
            for pairs in product(*map(spelled, run)):
                yield " ".join(one for one, _ in pairs), " ".join(other for _, other in pairs)


def _pieces(line: str) -> Iterator[tuple[str, bool]]:
    """The names and the codes of a line, each with whether it is a name."""
    words = list(WORD.finditer(line))
    kinds = [_kind(words, place) for place in range(len(words))]
    for kind, group in groupby(range(len(words)), key=kinds.__getitem__):
        run = list(group)
        yield line[words[run[0]].start() : words[run[-1]].end()], not kind


def _kind(words: Sequence[re.Match[str]], place: int) -> int:
    """0 for a word of a name; 1 for one of a code; 2 for the code of a state before a postal code."""
    word = words[place][0]
    if any(map(str.isdecimal, word)):
        return int(not (_ORDINAL.fullmatch(word) and place + 1 < len(words)))  # 0 for that of 5th Avenue
    if not _STATE.fullmatch(word):
        return 0
    beside = [other[0] for other in (*words[place + 1 : place + 2], *words[max(0, place - 1) : place])]
    digits = [other for other in beside if any(map(str.isdecimal, other))]
    if (
        place + 1 < len(words)
        and words[place + 1][0][:_LONG_CODE].isdecimal()
        and len(words[place + 1][0]) >= _LONG_CODE
    ):
        return 2
    if place and place == len(words) - 1 and word in states() and not digits:
        return 2  # Springfield IL
    return 1 if digits else 2 if len(words) == 1 else 0


def spelled(atom: Atom) -> Iterator[tuple[str, str]]:
    """The spellings of an atom that are no matter of letter case: with its words of streets short, or in full."""
    yield atom.surrogate, atom.original
    if atom.surrogate in states() and atom.original in states() and not atom.is_name:
        yield states()[atom.surrogate], states()[atom.original]
    ours, theirs = WORD.findall(atom.surrogate), WORD.findall(atom.original)
    if len(ours) != len(theirs):
        return
    other = [other_way(one, two) for one, two in zip(ours, theirs, strict=True)]
    if any(other):
        pairs = [pair or (one, two) for pair, one, two in zip(other, ours, theirs, strict=True)]
        yield " ".join(one for one, _ in pairs), " ".join(two for _, two in pairs)


def other_way(one: str, two: str) -> tuple[str, str] | None:
    """``St`` for ``Street``, ``Hauptstr`` for ``Hauptstra\u00dfe`` and back, of a word and of what it stands for."""
    other = _shorter_or_longer().get(one.lower()) if one == two else None
    if other:
        cased = other.capitalize() if one[:1].isupper() else other
        return cased, cased
    for long, short in _ENDINGS:
        for ending, instead in ((long, short), (short, long)):
            if one.lower().endswith(ending) and two.lower().endswith(ending):
                return one[: -len(ending)] + instead, two[: -len(ending)] + instead
    return None


@cache
def _shorter_or_longer() -> dict[str, str]:
    words = _SHORT.split()
    short = dict(zip(words[::2], words[1::2], strict=True))
    return {other: word for word, other in reversed(short.items())} | short
