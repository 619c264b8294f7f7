"""The channel: every character of a word by k-ary randomized response, with coins from a PRF."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins, short_coins
from privacy_chains.hazmat.response import COIN_BYTES, Response, response
from privacy_chains.methods.characters.alphabet import AlphabetName, CharacterClasses, alphabet_of
from privacy_chains.methods.characters.words import canonical, parts

__all__ = ["Channel", "Repeats"]

Repeats = Literal["same", "fresh"]
_Codes = NDArray[np.uint32]
_Again = Callable[[int], Coins]
_LONGEST = 2000
_ASCII = 128


class _Class(NamedTuple):
    """A class of an alphabet as arrays: its members, and the place of each ASCII character (or -1)."""

    members: _Codes
    places: NDArray[np.int64]
    response: Response


class Channel:
    """Noises words. Holds a sub-key and the clear words that it has noised, and shows neither.

    Args:
        key: Secret bytes for this channel only: they depend on its session and every parameter.
        epsilon: What each character spends.
        alphabet: Its name.
        repeats: ``"same"``: a run of letters and digits always gets the same noise, in any case and beside any
            punctuation. ``"fresh"``: each occurrence its own; the same text again is noised as before.

    **Guarantee**: each released character is ``epsilon``-differentially private within its class, exactly (see
    :class:`~privacy_chains.hazmat.response.Response`), with coins that a PRF gives.
    **Warning**: lengths, spaces and classes of characters leave as they are. With ``"fresh"`` a word that occurs
    five times is read by majority; with ``"same"`` it shows that two words are equal. Epsilon adds up over a word.
    """

    def __init__(self, key: bytes, epsilon: Fraction, alphabet: AlphabetName, repeats: Repeats) -> None:
        self.epsilon, self.repeats = epsilon, repeats
        self.alphabet = alphabet_of(alphabet)
        self._key = key
        self._noised: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"Channel(epsilon={self.epsilon}, alphabet={self.alphabet.name!r}, repeats={self.repeats!r})"

    def __reduce__(self) -> str:
        msg = "a channel cannot be pickled: it holds key material and clear words"
        raise MechanismError(msg)

    def noised(self, words: Sequence[str], text: str = "") -> list[str]:
        """The words with noise.

        Args:
            words: Words without spaces, in reading order.
            text: The text that holds them; with ``"fresh"`` the coins depend on all of it.
        """
        if self.repeats == "fresh":
            coins = Coins(self._key, "text", text)
            drawn = coins.bytes(COIN_BYTES * sum(map(len, words)))
            return self._drawn(words, drawn, lambda place: Coins(self._key, "text again", text, str(place)))
        known = self._noised
        new = [word for word in dict.fromkeys(words) if word not in known]
        if new:
            known.update(zip(new, self._drawn(new, b"".join(map(self._coins, new)), self._again(new)), strict=True))
        return [known[word] for word in words]

    def _coins(self, word: str) -> bytes:
        """The coins of a word: those of each run, and between runs those of the whole word."""
        if word.isalnum():
            return self._short(len(word), "run", canonical(word))
        pieces = list(parts(word))
        between, used = self._short(sum(len(part) for part, is_run in pieces if not is_run), "between", word), 0
        found: list[bytes] = []
        for part, is_run in pieces:
            if is_run:
                found.append(self._short(len(part), "run", canonical(part)))
            else:
                found.append(between[used : used + COIN_BYTES * len(part)])
                used += COIN_BYTES * len(part)
        return b"".join(found)

    def _short(self, count: int, use: str, word: str) -> bytes:
        if count <= _LONGEST:
            return short_coins(self._key, COIN_BYTES * count, use, word)
        return Coins(self._key, use, word).bytes(COIN_BYTES * count)

    def _again(self, words: Sequence[str]) -> _Again:
        """Replacements for rejected coins, derived from the run and the place in it, so that equal runs stay equal."""

        def coins(place: int) -> Coins:
            for word in words:
                if place < len(word):
                    break
                place -= len(word)
            start = 0
            for part, is_run in parts(word):  # noqa: B007  (the part that holds the place)
                if place < start + len(part):
                    break
                start += len(part)
            context = ("run", canonical(part)) if is_run else ("between", word)
            return Coins(self._key, "again", *context, str(place - start if is_run else place))

        return coins

    def _drawn(self, words: Sequence[str], coins: bytes, again: _Again) -> list[str]:
        text = "".join(words)
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
        released = _released(self.alphabet, self.epsilon, codes, np.frombuffer(coins, ">u4"), again)
        noised = released.tobytes().decode("utf-32-le", "surrogatepass")
        found, position = list[str](), 0
        for word in words:
            found.append(noised[position : position + len(word)])
            position += len(word)
        return found


def _released(alphabet: CharacterClasses, epsilon: Fraction, codes: _Codes, coins: _Codes, again: _Again) -> _Codes:
    """The code points after the channel."""
    released = codes.copy()
    for group in _groups(alphabet, epsilon, codes):
        places = group.places[np.minimum(codes, _ASCII)] if len(group.places) == _ASCII + 1 else _places(group, codes)
        at = np.nonzero(places >= 0)[0]
        shifts = group.response.shifts(coins[at])
        for left in np.nonzero(shifts < 0)[0]:
            shifts[left] = _one(group.response, again(int(at[left])))
        released[at] = group.members[(places[at] + shifts) % group.response.k]
    return released


def _one(drawn: Response, coins: Coins) -> int:
    """A shift, from the first coin that is not rejected."""
    shift = -1
    while shift < 0:
        shift = int(drawn.shifts(np.frombuffer(coins.bytes(COIN_BYTES), ">u4"))[0])
    return shift


def _groups(alphabet: CharacterClasses, epsilon: Fraction, codes: _Codes) -> Iterable[_Class]:
    """The classes that occur among code points; those of ASCII always."""
    yield from (_ascii(members, epsilon) for members in _ascii_members(alphabet))
    foreign = np.unique(codes[codes >= _ASCII])
    found = (alphabet.find(chr(code)) for code in foreign)
    for members in dict.fromkeys(letter.members for letter in found if letter is not None):
        yield _Class(_points(members), np.empty(0, np.int64), response(len(members), epsilon))


@cache
def _ascii_members(alphabet: CharacterClasses) -> tuple[str, ...]:
    found = (alphabet.find(chr(code)) for code in range(_ASCII))
    return tuple(dict.fromkeys(letter.members for letter in found if letter is not None))


@cache
def _ascii(members: str, epsilon: Fraction) -> _Class:
    places = np.full(_ASCII + 1, -1, np.int64)
    places[_points(members)] = np.arange(len(members))
    return _Class(_points(members), places, response(len(members), epsilon))


def _places(group: _Class, codes: _Codes) -> NDArray[np.int64]:
    """The places of code points beyond ASCII; members stand in the order of their code points."""
    places = np.minimum(np.searchsorted(group.members, codes), len(group.members) - 1)
    return np.where(group.members[places] == codes, places, -1)


def _points(text: str) -> _Codes:
    return np.frombuffer(text.encode("utf-32-le"), np.uint32)
