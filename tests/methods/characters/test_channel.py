import pickle
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.response import Response, response
from privacy_chains.methods.characters import channel as module
from privacy_chains.methods.characters.alphabet import AlphabetName, alphabet_of
from privacy_chains.methods.characters.channel import Channel, Repeats

KEY = bytes(range(32))
KINDS: list[tuple[AlphabetName, Repeats]] = list(product(("class", "printable"), ("same", "fresh")))


def channel(alphabet: AlphabetName = "class", repeats: Repeats = "same", epsilon: int = 2, key: bytes = KEY) -> Channel:
    return Channel(key, Fraction(epsilon), alphabet, repeats)


@pytest.mark.parametrize(("alphabet", "repeats"), KINDS)
@given(text=st.text())
def test_every_character_stays_in_its_class(alphabet: AlphabetName, repeats: Repeats, text: str) -> None:
    given_words = text.split()
    released = channel(alphabet, repeats).noised(given_words, text)
    assert [len(word) for word in released] == [len(word) for word in given_words]
    for was, now in zip("".join(given_words), "".join(released), strict=True):
        letter = alphabet_of(alphabet).find(was)
        assert now in letter.members if letter else now == was


@pytest.mark.parametrize(("alphabet", "repeats"), KINDS)
def test_the_same_text_is_noised_the_same(alphabet: AlphabetName, repeats: Repeats) -> None:
    text = "Mr. Osterhagen said: O'Neil, 12-34 ünd Müller"
    first = channel(alphabet, repeats).noised(text.split(), text)
    assert channel(alphabet, repeats).noised(text.split(), text) == first
    assert channel(alphabet, repeats, key=bytes(32)).noised(text.split(), text) != first


def test_a_run_has_one_noise_in_any_case_and_beside_any_punctuation() -> None:
    noised = channel().noised(["Osterhagen", "osterhagen", "OSTERHAGEN", "(Osterhagen),", "Osterhagen's"])
    small = {word.lower().strip("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")[:10] for word in noised}
    assert len(small) == 1
    assert small != {"osterhagen"}


def test_spellings_of_one_word_tell_no_more_than_one_of_94() -> None:
    """Both are the original shifted by the same noise, so that the second one says nothing new."""
    once, again = channel("printable").noised(["Osterhagen", "OSTERHAGEN"])
    moved = [(ord(a) - ord(b)) % 94 for a, b in zip(once, again, strict=True)]
    assert moved == [(ord(a) - ord(b)) % 94 for a, b in zip("Osterhagen", "OSTERHAGEN", strict=True)]


def test_other_words_before_it_change_nothing() -> None:
    one, other = channel(), channel()
    one.noised(["first", "second"])
    assert one.noised(["third"]) == other.noised(["third"])


def test_fresh_noise_differs_by_occurrence_and_by_text() -> None:
    fresh = channel("class", "fresh")
    released = fresh.noised(["osterhagen"] * 5, "text")
    assert len(set(released)) == 5
    assert fresh.noised(["osterhagen"] * 5, "other") != released


@pytest.mark.parametrize(("alphabet", "word"), [("class", "q7Q!"), ("printable", "a"), ("class", "é")])
def test_characters_have_their_probabilities(alphabet: AlphabetName, word: str) -> None:
    released = Counter(zip(word * 20_000, "".join(channel(alphabet, "fresh").noised([word] * 20_000, "")), strict=True))
    for char in word:
        letter = alphabet_of(alphabet).find(char)
        assert letter is not None
        kept = float(response(len(letter.members), Fraction(2)).kept)
        assert released[char, char] / 20_000 == pytest.approx(kept, abs=5 * (kept * (1 - kept) / 20_000) ** 0.5)


@pytest.mark.parametrize("repeats", ["same", "fresh"])
def test_left_over_coins_are_drawn_again(repeats: Repeats, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a response that leaves three coins in four over, the draws still have their probabilities."""

    def _wasteful(k: int, _: Fraction) -> Response:
        return Response(k, 1 << 29, (1 << 29) // (k - 1))

    monkeypatch.setattr(module, "response", _wasteful)
    module._ascii.cache_clear()
    words = [f"{first}{second}" for first in "abcdefghijklmnopqrstuvwxyz" for second in "abcdefghijklmnopqrstuvwxyz"]
    released = channel("class", repeats, 3).noised(words, "")
    pairs = zip("".join(words), "".join(released), strict=True)
    assert np.mean([was == now for was, now in pairs]) == pytest.approx(0.5, abs=0.06)
    if repeats == "same":
        shout = channel("class", repeats, 3).noised([word.upper() for word in words])
        assert [word.lower() for word in shout] == released
    module._ascii.cache_clear()


def test_it_shows_no_word_and_is_not_pickled() -> None:
    noisy = channel()
    noisy.noised(["Osterhagen"])
    assert "Osterhagen" not in repr(noisy)
    with pytest.raises(MechanismError):
        pickle.dumps(noisy)
