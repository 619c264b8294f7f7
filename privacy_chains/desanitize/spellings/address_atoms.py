"""The pieces of a postal address, called atoms: house number, street, town, state, postal code.

The surrogate of an address has the commas, the order and the kinds of words of its original, so both consist of the
same atoms. An atom beside one that was not issued belongs to somebody else's address, and is left.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, groupby, product
from typing import Final

from privacy_chains.desanitize.spellings.listed_names import is_everyday
from privacy_chains.desanitize.tokens import WAIT, Found, Wait
from privacy_chains.language.lexicon import meanings, word_set
from privacy_chains.language.patterns import worded
from privacy_chains.language.states import us_states
from privacy_chains.lazy import lazily

__all__ = [
    "WORD",
    "Atom",
    "atoms_of",
    "is_of_another",
    "is_road",
    "names_a_part",
    "other_way",
    "parts",
    "spelled",
]

WORD: Final = lazily(r"[^\W_]+(?:['\u2019-][^\W_]+){0,4}")
_LINE: Final = worded(
    r"[,;\n\r\t|()]+|(?<![,;\s|()])\s+(?=(?:{before_unit}|{floor_or_state}(?!\s\d{5}))\b)", re.IGNORECASE
)
"""What ends a line of an address; ``FL`` before a postal code is Florida, not a floor."""
_MOST_ATOMS: Final = 16
_STATE: Final = lazily(r"[A-Z]{2}")
_ORDINAL: Final = worded(r"\d{1,3}{ordinal_ending:en}", re.IGNORECASE)
_LONG_CODE: Final = 5
"""A postal code of so many letters and digits needs no other evidence."""
_SHORTEST_TOWN: Final = 4


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
        """Whether it needs no other evidence."""
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
    def is_state(self) -> bool:
        """Whether it is the code of a state, which may also be a word: ``IN``, ``OK``."""
        return not self.is_name and not self.is_number

    @property
    def is_long_name(self) -> bool:
        """Whether it is a name of several words."""
        return self.is_name and len(WORD.findall(self.surrogate)) > 1


def atoms_of(surrogate: str, original: str) -> tuple[Atom, ...]:
    """The atoms of an address; none if the surrogate and the original have different ones."""
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
    return last in _shorter_or_longer() and last not in word_set("unit")


def names_a_part(words: frozenset[str]) -> bool:
    """Whether the words of a key say that its value is a part of an address."""
    return not words.isdisjoint(word_set("address_part"))


def parts(surrogate: str, original: str) -> Iterator[tuple[str, str]]:
    """What a field may contain of an address: its lines, and runs of atoms on each line."""
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
    """The class of a word: 0 for a name, 1 for a code, 2 for the code of a state before a postal code."""
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
    if place and place == len(words) - 1 and word in us_states() and not digits:
        return 2  # Springfield IL
    return 1 if digits else 2 if len(words) == 1 else 0


def spelled(atom: Atom) -> Iterator[tuple[str, str]]:
    """The spellings of an atom apart from letter case: with words of streets short, and in full."""
    yield atom.surrogate, atom.original
    if atom.surrogate in us_states() and atom.original in us_states() and not atom.is_name:
        yield us_states()[atom.surrogate], us_states()[atom.original]
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
    for long, short in meanings("road_ending").items():
        for ending, instead in ((long, short), (short, long)):
            if one.lower().endswith(ending) and two.lower().endswith(ending):
                return one[: -len(ending)] + instead, two[: -len(ending)] + instead
    return None


@cache
def _shorter_or_longer() -> dict[str, str]:
    shorter = meanings("road_or_unit")
    return {short: word for word, short in reversed(list(shorter.items()))} | dict(shorter)


_AHEAD: Final = 48
_BEHIND: Final = 32
"""How far around atoms to look for others that were not issued."""
_MAY_GO_ON: Final = lazily(r"[ ,]{0,2}(?:[A-Z][\w.'-]*[ ,]{0,2}){0,5}\d{0,6}[A-Za-z]?")
_ENDED: Final = r"(?=[ ,.;:!?)\n]|\Z)"
_NUMBER_AHEAD: Final = lazily(rf" \d{{1,5}}[A-Za-z]?{_ENDED}")
_CODE_AHEAD: Final = lazily(r" \d{4}")
_NAME_AHEAD: Final = lazily(r" [A-Z][^\W\d_]")
_STATE_AHEAD: Final = lazily(rf",? ([A-Z]{{2}}){_ENDED}")
_TOWN_AHEAD: Final = lazily(rf",? (?:[A-Z][\w.'-]* ){{0,2}}[A-Z][\w.'-]*,? ([A-Z]{{2}}){_ENDED}")
_NUMBER_BEHIND: Final = lazily(r"(?<![\w.,$\u20ac\u00a3-])\d{1,5}[A-Za-z]? \Z")
_STATE_BEHIND: Final = lazily(r"\b([A-Z]{2}),? \Z")
_TOWN_BEHIND: Final = lazily(r"\b[A-Z][\w'-]+,? \Z")
_ROAD_BEHIND: Final = lazily(r"\b((?:[A-Z]|\d)[\w'-]*)\.? ([A-Z][a-z]+)\.?,? \Z")


def is_of_another(atoms: Sequence[Atom], used: Collection[int], text: str, found: Found, *, final: bool) -> bool | Wait:
    """Whether an atom of another address stands where the issued address has one of its own.

    Args:
        atoms: The pieces of the address.
        used: The places of those that were read.
        text: The answer.
        found: Where they stand in it.
        final: Whether the answer has arrived in full.
    """
    first, last = min(used), max(used)
    if first and _is_behind(atoms, first, text[max(0, found.start - _BEHIND) : found.start]):
        return True
    if last + 1 == len(atoms):
        return False
    ahead = text[found.end : found.end + _AHEAD]
    if not final and len(ahead) < _AHEAD and _MAY_GO_ON.fullmatch(ahead):
        return WAIT
    return _is_ahead(atoms, last, ahead)


def _is_behind(atoms: Sequence[Atom], first: int, before: str) -> bool:
    """Whether another piece stands before those from the place ``first`` on."""
    own = atoms[first - 1]
    if own.line == atoms[first].line:
        return (own.is_number and _NUMBER_BEHIND.search(before) is not None) or _says_state(
            own, _STATE_BEHIND.search(before)
        )
    if atoms[first].is_state or atoms[first].is_number:
        return own.is_name and _TOWN_BEHIND.search(before) is not None
    road = _ROAD_BEHIND.search(before) if any(is_road(atom.surrogate) for atom in atoms[:first]) else None
    own_words = {word.lower() for atom in atoms[:first] for word in WORD.findall(atom.surrogate)}
    return road is not None and is_road(road[2]) and road[1].lower() not in own_words


def _is_ahead(atoms: Sequence[Atom], last: int, ahead: str) -> bool:
    """Whether another piece stands behind those up to the place ``last``."""
    own = atoms[last + 1]
    if own.line == atoms[last].line:
        if own.is_number:
            return (_CODE_AHEAD if own.is_strong else _NUMBER_AHEAD).match(ahead) is not None
        if own.is_name:
            return atoms[last].is_strong and _NAME_AHEAD.match(ahead) is not None
    if own.is_state:
        return _says_state(own, _STATE_AHEAD.match(ahead))
    states_left = [atom for atom in atoms[last + 1 :] if atom.is_state]
    return bool(states_left) and _says_state(states_left[0], _TOWN_AHEAD.match(ahead))


def _says_state(own: Atom, found: re.Match[str] | None) -> bool:
    """Whether another state's code stands where the address has its own."""
    return own.is_state and found is not None and found[1] in us_states()
