"""Postal addresses as models write them: on lines or behind commas, other blanks, ``St`` for ``Street``, in parts.

An answer may use another layout or order, or only some parts of an address. The longest stretch of parts is read. A
number or the code of a state could be anything, and is read only beside another part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.address_atoms import (
    WORD,
    Atom,
    atoms_of,
    is_of_another,
    names_a_part,
    other_way,
    spelled,
)
from privacy_chains.desanitize.spellings.evidence import is_placed
from privacy_chains.desanitize.spellings.literals import code_ends, code_starts
from privacy_chains.desanitize.spellings.number_context import key_words
from privacy_chains.desanitize.spellings.word_forms import spellings
from privacy_chains.desanitize.spellings.words import WordsForm, plain_forms
from privacy_chains.desanitize.tokens import SPACES, WAIT, Found, Wait
from privacy_chains.lazy import lazily

__all__ = ["OF_ANOTHER", "PART", "AddressForm"]

PART: Final = "part of an address"
_EVERYDAY: Final = "a word like any other, and nothing else of the address beside it"
OF_ANOTHER: Final = "part of an address beside a part that was not issued"
_TIES: Final = "-./"
_CURRENCY: Final = frozenset("$\u20ac\u00a3\u00a5%")
_IN_AN_AMOUNT: Final = lazily(r"(?:[$\u20ac\u00a3\u00a5]|\d,)\Z")
_BREAK: Final = r"(?:\r?\n|\\[nr]|<br ?/?>|[,;|/(])"
_GAP: Final = rf"(?:[{SPACES}*_>)\"\u00ad-]|{_BREAK}|&nbsp;|&\#160;|\\[tu]00a0|%20|%2C|%0A|\+)"
_KEY: Final = r"[^\W\d_]{1,12}(?:[ _-][^\W\d_]{1,12})?"
_LABELLED: Final = lazily(rf"{_GAP}{{0,6}}{_BREAK}{_GAP}{{0,6}}(?P<key>{_KEY})[*_\"]{{0,3}}[:=]{_GAP}{{0,4}}")
_PLAIN: Final = lazily(rf"\.?{_GAP}{{1,12}}")
_OPEN: Final = lazily(
    rf"(?:\.?{_GAP}{{0,12}}(?:<(?:b(?:r ?/?)?)?)?"
    rf"|{_GAP}{{0,6}}{_BREAK}{_GAP}{{0,6}}{_KEY}[ _-]?[*_\"]{{0,3}}(?:[:=]{_GAP}{{0,4}}(?:<(?:b(?:r ?/?)?)?)?)?)\Z"
)
"""What may become a gap between two atoms when more text arrives."""
_BLANK: Final = lazily(rf"[{SPACES}]{{1,3}}")
_LABEL: Final = lazily(rf"(?P<key>{_KEY})[*_\"']{{0,3}}\s?[:=]\s{{0,2}}[*_\"']{{0,3}}\Z")
_BEHIND: Final = 40
"""How far before a piece to look for a word or key that identifies it."""


class _Read(NamedTuple):
    """A piece that was read: which one, where, and whether the key of its field names it."""

    place: int
    found: Found
    is_named: bool = False


class AddressForm:
    """The pieces of one address, alone or in a row, whatever stands between them."""

    __slots__ = ("_atoms", "_entry", "_forms", "_starts")

    def __init__(self, entry: int, issued: Issued) -> None:
        self._entry = entry
        self._atoms = atoms_of(issued.surrogate, issued.original)
        self._forms: dict[int, list[WordsForm]] = {}
        self._starts: dict[str, list[int]] | None = None

    @property
    def heads(self) -> Iterator[str]:
        """The first words of the pieces that a match may start with, in all letter cases."""
        for place, atom in enumerate(self._atoms):
            if atom.surrogate != atom.original or self._announces(place):
                word = atom.surrogate if atom.surrogate.isalnum() else WORD.findall(atom.surrogate)[0]
                yield from (word, word.upper(), word.capitalize()) if word.isascii() else _cased(word)
                shorter = other_way(word, word) if atom.is_name else None
                yield from (shorter[0], shorter[0].upper()) if shorter else ()
                if atom.is_name and word != atom.surrogate:
                    yield word.lower()

    def _announces(self, place: int) -> bool:
        """Whether an unchanged piece identifies others: a name of several words, or the ``Suite`` of ``Suite 210``."""
        if self._atoms[place].is_long_name:
            return True
        atom, after = self._atoms[place], self._atoms[place + 1 : place + 2]
        return atom.is_name and any(other.is_number and other.line == atom.line for other in after)

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """The longest match that starts with a piece at ``start``; None if it could be anything."""
        firsts = self._pieces_at(text, start, range(len(self._atoms)), final=final)
        if isinstance(firsts, Wait):
            return WAIT
        best: Found | None = None
        for first in firsts:
            read = self._read_on(text, first, final=final)
            found = read if isinstance(read, Wait) else self._judge(text, self._tied(text, read), final=final)
            if isinstance(found, Wait):
                return WAIT
            if found is not None and (best is None or found.end > best.end):
                best = found
        return best

    def _read_on(self, text: str, first: _Read, *, final: bool) -> list[_Read] | Wait:
        """A piece and all that follow it."""
        read = [first._replace(is_named=_is_named(text, first.found.start))]
        while True:
            following = self._next(text, read, final=final)
            if isinstance(following, Wait):
                return WAIT
            if following is None:
                return read
            read.append(following)

    def _tied(self, text: str, read: list[_Read]) -> list[_Read]:
        """The pieces before the first one that does not belong to the address."""
        return read[: next((at for at in range(len(read)) if not self._is_tied(text, read, at)), len(read))]

    def _is_tied(self, text: str, read: list[_Read], at: int) -> bool:
        """Whether a piece is identified, or stands beside its neighbour in the address."""
        place, _, is_named = read[at]
        atom = self._atoms[place]
        if is_named or atom.is_name or atom.is_strong:
            return True
        beside = [read[other] for other in (at - 1, at + 1) if 0 <= other < len(read)]
        return any(self._ties(text, read[at], other) for other in beside)

    def _ties(self, text: str, one: _Read, other: _Read) -> bool:
        """Whether a piece before or behind one stands where the address has it."""
        atom, first, second = self._atoms[one.place], *sorted((one, other), key=lambda read: read.found.start)
        in_order = second.place == first.place + 1
        if self._atoms[other.place].line == atom.line:
            return in_order or _BLANK.fullmatch(text, first.found.end, second.found.start) is not None
        return in_order and second is one and (atom.is_state or self._is_alone(atom))

    def _is_alone(self, atom: Atom) -> bool:
        """Whether nothing else stands on the line of a piece."""
        return sum(other.line == atom.line for other in self._atoms) == 1

    def _judge(self, text: str, read: list[_Read], *, final: bool) -> Found | Wait | None:
        """A match that is identified by itself or by another piece; in doubt beside a piece of another address."""
        atoms = [self._atoms[one.place] for one in read]
        changed = [atom for atom in atoms if atom.surrogate != atom.original]
        if not changed:
            return None
        found = self._found(text, read)
        named = any(one.is_named and self._atoms[one.place] in changed for one in read)
        if not (named or self._is_told(atoms, changed)):
            if len(changed) > 1 or not changed[0].is_name:
                return None
            placed = len(read) == 1 and is_placed(text[max(0, found.start - _BEHIND) : found.start])
            found = found if placed else found._replace(doubt=_EVERYDAY)
        used = [one.place for one in read]
        other = is_of_another(self._atoms, used, text, found, final=final)
        if isinstance(other, Wait):
            return WAIT
        return found._replace(doubt=OF_ANOTHER) if other else found

    def _found(self, text: str, read: list[_Read]) -> Found:
        pieces: list[str] = []
        end = read[0].found.start
        for _, one, _ in read:
            pieces += (text[end : one.start], one.text)
            end = one.end
        kind = f"{PART}, {read[0].place + 1}" if len(read) == 1 else PART
        return Found(read[0].found.start, end, "".join(pieces), self._entry, kind)

    @staticmethod
    def _is_told(atoms: Sequence[Atom], changed: Sequence[Atom]) -> bool:
        if any(atom.is_strong for atom in changed) or (len(changed) > 1 and any(atom.is_name for atom in changed)):
            return True
        return any(atom.is_long_name for atom in atoms) and len(atoms) > 1

    def _next(self, text: str, read: list[_Read], *, final: bool) -> _Read | Wait | None:
        """The next piece, after what may stand between two pieces."""
        end, last = read[-1].found.end, self._atoms[read[-1].place]
        used = {one.place for one in read}
        left = [place for place in range(len(self._atoms)) if place not in used]
        if text[end : end + 1] == ".":  # the dot of a short word; elsewhere it ends a sentence
            left = [place for place in left if self._atoms[place].line == last.line]
        if not left:
            return None
        if not final and _OPEN.match(text, end):
            return WAIT
        for between in (_PLAIN, _LABELLED):
            seam = between.match(text, end)
            if seam is not None and seam.end() < len(text):
                pieces = self._pieces_at(text, seam.end(), left, final=final)
                if isinstance(pieces, Wait):
                    return WAIT
                if pieces:
                    named = between is _LABELLED and names_a_part(key_words(seam["key"]))
                    return self._likeliest(pieces, read[-1].place)._replace(is_named=named)
        return None

    def _likeliest(self, pieces: Sequence[_Read], last: int) -> _Read:
        """The longest of pieces at one place; the one that follows the last, or stands on its line, before others."""
        line = self._atoms[last].line
        return max(pieces, key=lambda one: (one.found.end, one.place == last + 1, self._atoms[one.place].line == line))

    def _pieces_at(self, text: str, start: int, places: Sequence[int], *, final: bool) -> list[_Read] | Wait:
        """Each piece that stands at ``start``, in its longest spelling."""
        if self._starts is None:
            self._starts = _starts(self._atoms)
        pieces: list[_Read] = []
        for place in self._starts.get(text[start], ()):
            best: Found | None = None
            for form in self._forms_of(place) if place in places else ():
                found = self._match(form, self._atoms[place], text, start, final=final)
                if isinstance(found, Wait):
                    return WAIT
                best = found if found is not None and (best is None or found.end > best.end) else best
            pieces += [_Read(place, best)] if best is not None else []
        return pieces

    def _forms_of(self, place: int) -> list[WordsForm]:
        """The spellings of a piece, written when an answer contains the start of one."""
        forms = self._forms.get(place)
        if forms is None:
            pairs = spelled(self._atoms[place])
            forms = [form for ours, theirs in pairs for form in plain_forms(self._entry, ours, theirs)]
            self._forms[place] = forms
        return forms

    def _match(self, form: WordsForm, atom: Atom, text: str, start: int, *, final: bool) -> Found | Wait | None:
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


def _is_named(text: str, start: int) -> bool:
    """Whether a key that names a part of an address stands before ``start``."""
    label = _LABEL.search(text, max(0, start - _BEHIND), start)
    return label is not None and names_a_part(key_words(label["key"]))


def _starts(atoms: Sequence[Atom]) -> dict[str, list[int]]:
    """The places of the atoms by what their spellings may begin with."""
    starts: dict[str, list[int]] = {}
    for place, atom in enumerate(atoms):
        for char in _first_characters(atom):
            starts.setdefault(char, []).append(place)
    return starts


def _first_characters(atom: Atom) -> set[str]:
    """What a spelling of an atom may begin with."""
    if atom.surrogate.isascii():
        chars = {one[0] for one, _ in spelled(atom)}
        return chars | {char.upper() for char in chars} | {char.lower() for char in chars}
    return {cased[0] for one, _ in spelled(atom) for cased in _cased(one)}


def _cased(word: str) -> set[str]:
    return {one for _, one, _ in spellings(word, word)}
