"""Postal addresses as models write them: on lines or behind commas, other blanks, ``St`` for ``Street``, in parts.

The surrogate of an address has the commas, the order and the kinds of words of its original, so it falls apart into the
same atoms: house number, street, town, state, postal code. An answer may write them in a layout of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, groupby, product
from typing import Final

from privacy_chains.desanitize._literals import code_ends, code_starts
from privacy_chains.desanitize._spelling import spellings
from privacy_chains.desanitize._window import SPACES, WAIT, Found, Wait
from privacy_chains.desanitize._words import WordsForm, is_everyday, plain_forms
from privacy_chains.desanitize.issued import Issued

__all__ = ["PART", "AddressForm", "names_a_part", "parts"]

_TIES: Final = "-./"
_CURRENCY: Final = frozenset("$\u20ac\u00a3\u00a5%")
_IN_AN_AMOUNT: Final = re.compile(r"(?:[$\u20ac\u00a3\u00a5]|\d,)\Z")
PART: Final = "part of an address"
_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+){0,4}")
_LINE: Final = re.compile(
    r"[,;\n\r\t|()]+|(?<![,;\s|()])\s+(?=(?:apt|apartment|unit|suite|ste|floor|fl(?!\s\d{5}))\b)", re.IGNORECASE
)
"""What ends a line of an address; ``FL`` before a postal code is Florida, not a floor."""
_MOST_ATOMS: Final = 16
_STATE: Final = re.compile(r"[A-Z]{2}")
_LONG_CODE: Final = 5
"""A postal code of so many letters and digits is told by itself."""
_SHORTEST_TOWN: Final = 4

_BREAK: Final = r"(?:\r?\n|\\[nr]|<br ?/?>|[,;|/(])"
_GAP: Final = rf"(?:[{SPACES}*_>)\"\u00ad-]|{_BREAK}|&nbsp;|&\#160;|\\[tu]00a0|%20|%2C|%0A|\+)"
_KEY: Final = r"[^\W\d_]{1,12}(?:[ _-][^\W\d_]{1,12})?"
_LABELLED: Final = re.compile(rf"{_GAP}{{0,6}}{_BREAK}{_GAP}{{0,6}}{_KEY}[*_\"]{{0,3}}[:=]{_GAP}{{0,4}}")
_PLAIN: Final = re.compile(rf"\.?{_GAP}{{1,12}}")
_OPEN: Final = re.compile(
    rf"(?:\.?{_GAP}{{0,12}}(?:<(?:b(?:r ?/?)?)?)?"
    rf"|{_GAP}{{0,6}}{_BREAK}{_GAP}{{0,6}}{_KEY}[ _-]?[*_\"]{{0,3}}(?:[:=]{_GAP}{{0,4}}(?:<(?:b(?:r ?/?)?)?)?)?)\Z"
)
"""What may go on to something between two atoms."""

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
def _states() -> dict[str, str]:
    words = _STATES.replace("_", "\u00a0").split(" ")
    return {code: name.replace("\u00a0", " ") for code, name in zip(words[::2], words[1::2], strict=True)}


@dataclass(frozen=True, slots=True)
class _Atom:
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
        if len(_WORD.findall(self.surrogate)) > 1:
            return True
        return len(self.surrogate) >= _SHORTEST_TOWN and not is_everyday(self.surrogate, of_a_place=True)

    def follows(self, other: _Atom) -> bool:
        """Whether it may be read behind another: a bare number only beside what stands on its line."""
        if self.line == other.line:
            return True
        return self.line > other.line and not any(atom.is_bare for atom in (self, other))

    @property
    def is_bare(self) -> bool:
        """Whether it is a short number, as that of a house."""
        return not self.is_name and not self.is_strong and any(map(str.isdecimal, self.surrogate))


def _atoms(surrogate: str, original: str) -> tuple[_Atom, ...]:
    """The pieces of an address; none where the two do not fall apart alike."""
    ours, theirs = _LINE.split(surrogate), _LINE.split(original)
    if len(ours) != len(theirs):
        return ()
    atoms: list[_Atom] = []
    for line, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        pieces, others = list(_pieces(one)), list(_pieces(other))
        if [is_name for _, is_name in pieces] != [is_name for _, is_name in others]:
            pieces, others = ([(text.strip(), True)] if text.strip() else [] for text in (one, other))
        atoms += [_Atom(a, b, line, is_name) for (a, is_name), (b, _) in zip(pieces, others, strict=True)]
    return tuple(atoms) if len(atoms) <= _MOST_ATOMS else ()


def names_a_part(words: frozenset[str]) -> bool:
    """Whether the words of a key say that its value is a part of an address."""
    return not words.isdisjoint(_KEYS)


def parts(surrogate: str, original: str) -> Iterator[tuple[str, str]]:
    """What an address may be answered as, field by field: its lines, and the runs of pieces on each of them."""
    ours, theirs = _LINE.split(surrogate), _LINE.split(original)
    if len(ours) != len(theirs):
        return
    yield from ((one.strip(), other.strip()) for one, other in zip(ours, theirs, strict=True))
    atoms = _atoms(surrogate, original)
    for first, last in combinations_with_replacement(range(len(atoms)), 2):
        run = atoms[first : last + 1]
        if run[0].line == run[-1].line:
            for spelled in product(*map(_spelled, run)):
                yield " ".join(one for one, _ in spelled), " ".join(other for _, other in spelled)


def _pieces(line: str) -> Iterator[tuple[str, bool]]:
    """The names and the codes of a line, each with whether it is a name."""
    words = list(_WORD.finditer(line))
    kinds = [_kind(words, place) for place in range(len(words))]
    for kind, group in groupby(range(len(words)), key=kinds.__getitem__):
        run = list(group)
        yield line[words[run[0]].start() : words[run[-1]].end()], not kind


def _kind(words: Sequence[re.Match[str]], place: int) -> int:
    """0 for a word of a name; 1 for one of a code; 2 for the code of a state before a postal code."""
    word = words[place][0]
    if any(map(str.isdecimal, word)):
        return 1
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
    if place and place == len(words) - 1 and word in _states() and not digits:
        return 2  # Springfield IL
    return 1 if digits else 2 if len(words) == 1 else 0


def _spelled(atom: _Atom) -> Iterator[tuple[str, str]]:
    """The spellings of an atom that are no matter of letter case: with its words of streets short, or in full."""
    yield atom.surrogate, atom.original
    if atom.surrogate in _states() and atom.original in _states() and not atom.is_name:
        yield _states()[atom.surrogate], _states()[atom.original]
    ours, theirs = _WORD.findall(atom.surrogate), _WORD.findall(atom.original)
    if len(ours) != len(theirs):
        return
    other = [_other_way(one, two) for one, two in zip(ours, theirs, strict=True)]
    if any(other):
        pairs = [pair or (one, two) for pair, one, two in zip(other, ours, theirs, strict=True)]
        yield " ".join(one for one, _ in pairs), " ".join(two for _, two in pairs)


def _other_way(one: str, two: str) -> tuple[str, str] | None:
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


def _starts(atoms: Sequence[_Atom]) -> dict[str, list[int]]:
    """The places of the atoms by what their spellings may begin with."""
    starts: dict[str, list[int]] = {}
    for place, atom in enumerate(atoms):
        for char in _first_characters(atom):
            starts.setdefault(char, []).append(place)
    return starts


def _first_characters(atom: _Atom) -> set[str]:
    """What a spelling of an atom may begin with."""
    if atom.surrogate.isascii():
        chars = {spelled[0] for spelled, _ in _spelled(atom)}
        return chars | {char.upper() for char in chars} | {char.lower() for char in chars}
    return {cased[0] for spelled, _ in _spelled(atom) for cased in _cased(spelled)}


def _cased(word: str) -> set[str]:
    return {spelled for _, spelled, _ in spellings(word, word)}


@cache
def _shorter_or_longer() -> dict[str, str]:
    words = _SHORT.split()
    short = dict(zip(words[::2], words[1::2], strict=True))
    return {other: word for word, other in reversed(short.items())} | short


class AddressForm:
    """The pieces of one address, alone or one behind the other, whatever stands between them."""

    __slots__ = ("_atoms", "_entry", "_forms", "_starts")

    def __init__(self, entry: int, issued: Issued) -> None:
        self._entry = entry
        self._atoms = _atoms(issued.surrogate, issued.original)
        self._forms: dict[int, list[WordsForm]] = {}
        self._starts: dict[str, list[int]] | None = None

    @property
    def heads(self) -> Iterator[str]:
        """The first words of the pieces that a reading may begin with, in their letter cases."""
        for atom in self._atoms:
            if atom.surrogate != atom.original:
                word = atom.surrogate if atom.surrogate.isalnum() else _WORD.findall(atom.surrogate)[0]
                yield from (word, word.upper(), word.capitalize()) if word.isascii() else _cased(word)
                shorter = _other_way(word, word) if atom.is_name else None
                yield from (shorter[0], shorter[0].upper()) if shorter else ()
                if atom.is_name and word != atom.surrogate:
                    yield word.lower()

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """The longest reading that starts with a piece at ``start``; None where it could be anything."""
        read = self._longest(text, start, range(len(self._atoms)), final=final)
        used: list[int] = []
        pieces: list[str] = []
        end = start
        while not isinstance(read, Wait) and read is not None:
            place, found = read
            pieces += (text[end : found.start], found.text)
            used.append(place)
            end = found.end
            read = self._next(text, end, used, final=final)
        if isinstance(read, Wait):
            return WAIT
        return self._judge(start, end, "".join(pieces), used) if used else None

    def _judge(self, start: int, end: int, write: str, used: list[int]) -> Found | None:
        atoms = [atom for place in used if (atom := self._atoms[place]).surrogate != atom.original]
        kind = f"{PART}, {used[0] + 1}" if len(used) == 1 else PART
        if any(atom.is_strong for atom in atoms) or (len(atoms) > 1 and any(atom.is_name for atom in atoms)):
            return Found(start, end, write, self._entry, kind)
        alone = len(atoms) == 1 and atoms[0].is_name
        return Found(start, end, write, self._entry, kind, _EVERYDAY) if alone else None

    def _next(self, text: str, end: int, used: list[int], *, final: bool) -> tuple[int, Found] | Wait | None:
        """The piece that goes on after ``end``, behind what may stand between two."""
        last = self._atoms[used[-1]]
        left = [place for place, atom in enumerate(self._atoms) if place not in used and atom.follows(last)]
        if text[end : end + 1] == ".":  # of a short word; elsewhere a sentence ends
            left = [place for place in left if self._atoms[place].line == last.line]
        if not left:
            return None
        if not final and _OPEN.match(text, end):
            return WAIT
        for between in (_PLAIN, _LABELLED):
            seam = between.match(text, end)
            if seam is not None and seam.end() < len(text):
                read = self._longest(text, seam.end(), left, final=final)
                if read is not None:
                    return read
        return None

    def _longest(self, text: str, start: int, places: Sequence[int], *, final: bool) -> tuple[int, Found] | Wait | None:
        best: tuple[int, Found] | None = None
        if self._starts is None:
            self._starts = _starts(self._atoms)
        for place in self._starts.get(text[start], ()):
            for form in self._forms_of(place) if place in places else ():
                found = self._match(form, self._atoms[place], text, start, final=final)
                if isinstance(found, Wait):
                    return WAIT
                if found is not None and (best is None or found.end > best[1].end):
                    best = place, found
        return best

    def _forms_of(self, place: int) -> list[WordsForm]:
        """The spellings of a piece, written out when an answer has what one begins with."""
        forms = self._forms.get(place)
        if forms is None:
            pairs = _spelled(self._atoms[place])
            forms = [form for ours, theirs in pairs for form in plain_forms(self._entry, ours, theirs)]
            self._forms[place] = forms
        return forms

    def _match(self, form: WordsForm, atom: _Atom, text: str, start: int, *, final: bool) -> Found | Wait | None:
        word = form.words[0]
        if not text.startswith(word, start) and (final or not word.startswith(text[start : start + len(word)])):
            return None
        found = form.match(text, start, final=final)
        if found is None or isinstance(found, Wait) or atom.is_name:
            return found
        if not code_starts(text, start, _TIES) or _IN_AN_AMOUNT.search(text, max(0, start - 2), start):
            return None
        ended = code_ends(text, found.end, _TIES, final=final)
        if isinstance(ended, Wait):
            return WAIT
        return found if ended and text[found.end : found.end + 1] not in _CURRENCY else None


_EVERYDAY: Final = "a word like any other, and nothing else of the address beside it"
