"""Other addresses: a piece that was issued, beside one that was not: another house, town, state or postal code.

Such an address is nobody's in the request. Its pieces are left, all of them: half of it would be read, and half not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from privacy_chains.desanitize.spellings.address_atoms import WORD, Atom, is_road, states
from privacy_chains.desanitize.tokens import WAIT, Found, Wait
from privacy_chains.lazy import lazily

__all__ = ["is_of_another"]

_AHEAD: Final = 48
_BEHIND: Final = 32
"""How far around pieces others are looked for that were not issued."""
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
    """Whether a piece of another address stands beside some that were read, in the place of one of their own.

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
    """Whether the code of a state was found where that of the address has its place."""
    return own.is_state and found is not None and found[1] in states()
