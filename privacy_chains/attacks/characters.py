"""What is read of words behind randomized response by whoever knows the method and epsilon, but not the key."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import exp, log
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privacy_chains.attacks.result import Result
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.hazmat.response import response
from privacy_chains.keys import Key
from privacy_chains.methods.characters.alphabet import AlphabetName
from privacy_chains.methods.characters.channel import Channel
from privacy_chains.methods.characters.counts import word_counts
from privacy_chains.methods.characters.restore import likelihood_ratio
from privacy_chains.methods.characters.words import canonical

__all__ = [
    "ATTACKERS",
    "Attacker",
    "Known",
    "Observed",
    "Secret",
    "as_released",
    "bayes",
    "bayes_with_list",
    "checked_digits",
    "linked",
    "name_list",
    "observe",
    "results",
    "votes",
]

_LETTERS = 26
_UNLISTED = 0.3
"""How likely the attacker takes a secret for one that no list has."""
_NAMES, _WORDS = 0.6, 0.4
_CELLS = 1 << 22


class Secret(NamedTuple):
    """A word that is to be private, and of what type."""

    text: str
    entity_type: str


class Observed(NamedTuple):
    """What was released of a secret, once or several times; the original serves to count alone."""

    secret: Secret
    releases: tuple[str, ...]


class Known(NamedTuple):
    """What the attacker knows of the method."""

    epsilon: Fraction
    alphabet: AlphabetName

    @property
    def gain(self) -> float:
        """What each place that agrees adds to the logarithm of a likelihood."""
        drawn = response(_LETTERS, self.epsilon)
        return float(np.log(drawn.keep / drawn.change))


Attacker = Callable[[Sequence[Observed], Known], list[str]]
"""Guesses the secrets from what was released of them."""


def observe(
    secrets: Sequence[Secret], known: Known, *, releases: Sequence[int] | int = 1, seed: int = 5
) -> list[Observed]:
    """What the channel releases of secrets; several releases have independent noise, as of sessions or repeats.

    Args:
        secrets: The secrets.
        known: The method's parameters.
        releases: How many times each is released, or all are.
        seed: Tells runs apart; the keys are made from it.
    """
    times = [releases] * len(secrets) if isinstance(releases, int) else releases
    key = Key.from_bytes(seed.to_bytes(31, "big") + b"a")
    rounds = []
    for count in range(max(times, default=0)):
        drawn = key.derive("attacked", str(known.epsilon), known.alphabet, str(count))
        channel = Channel(drawn, known.epsilon, known.alphabet, "fresh")
        rounds.append(channel.noised([secret.text for secret in secrets]))
    return [
        Observed(secret, tuple(released[place] for released in rounds[: times[place]]))
        for place, secret in enumerate(secrets)
    ]


def as_released(observed: Sequence[Observed], _: Known) -> list[str]:
    """Take what was released for the original: what T0 expects."""
    return [one.releases[0] for one in observed]


def votes(observed: Sequence[Observed], _: Known) -> list[str]:
    """At each place the character that was released most often."""
    return ["".join(max(column, key=column.count) for column in zip(*one.releases, strict=True)) for one in observed]


def bayes(observed: Sequence[Observed], known: Known) -> list[str]:
    """The likeliest word of the public list, or what was released where none is."""
    return _decoded(observed, known, _public())


def bayes_with_list(observed: Sequence[Observed], known: Known) -> list[str]:
    """The likeliest name or word, with the lists of names that this package holds, by rank."""
    return _decoded(observed, known, _with_names())


def name_list(names: Mapping[str, float]) -> Attacker:
    """A Bayes decoder with an auxiliary list, such as a staff directory: a weight for each name."""
    total = sum(names.values())
    prior = {name.lower(): _NAMES * weight / total for name, weight in names.items()}
    table = _by_length(_mixed(prior))

    def attacker(observed: Sequence[Observed], known: Known) -> list[str]:
        return _decoded(observed, known, table)

    return attacker


def checked_digits(observed: Sequence[Observed], known: Known) -> list[str]:
    """Numbers with a check digit by Luhn: what is no digit is filled in, and what does not check is mended."""
    random = Random(5)  # noqa: S311  (the attacker's coins are no secret)
    return [_mended(released, random) for released in votes(observed, known)]


ATTACKERS: Mapping[str, Attacker] = {
    "as released": as_released,
    "votes": votes,
    "Bayes": bayes,
    "Bayes, names": bayes_with_list,
    "check digits": checked_digits,
}
"""All of them, by name."""


def results(name: str, observed: Sequence[Observed], guesses: Sequence[str]) -> Iterator[Result]:
    """How many secrets an attacker guessed: of all, then of each type; exactly, then within one character.

    Each stands beside the guess of who sees lengths and letter case only: the likeliest name or word.
    """
    blind = _decoded(observed, None, _with_names())
    types = sorted({one.secret.entity_type for one in observed})
    for chosen in (None, *types) if len(types) > 1 else (None,):
        some = [
            (one.secret.text, guess, dark)
            for one, guess, dark in zip(observed, guesses, blind, strict=True)
            if chosen in (None, one.secret.entity_type)
        ]
        for within, words in ((0, ""), (1, ", within one")):
            right = sum(_distance(original, guess) <= within for original, guess, _ in some)
            dark = sum(_distance(original, guess) <= within for original, _, guess in some)
            yield Result(f"{name}{f', {chosen}' if chosen else ''}{words}", right, len(some), dark)


def linked(originals: Sequence[str], known: Known, *, attacked: int = 200, seed: int = 7) -> Result:
    """Which of some originals was released: each is as likely, and the likeliest by the channel is told.

    Args:
        originals: The candidates, such as all patients.
        known: The method's parameters.
        attacked: How many of them are released.
        seed: Tells runs apart.
    """
    random = Random(seed)  # noqa: S311  (which are attacked is no secret)
    chosen = [Secret(originals[random.randrange(len(originals))], "ANY") for _ in range(attacked)]
    observed = observe([Secret(one.text.replace(" ", "_"), "ANY") for one in chosen], known, seed=seed)
    right = 0
    for secret, one in zip(chosen, observed, strict=True):
        near = [text for text in originals if len(text) == len(secret.text)]
        right += max(near, key=lambda text: _agreeing(text, one.releases[0])) == secret.text
    return Result(f"linkage among {len(originals)}", right, attacked, attacked / len(originals))


def _agreeing(text: str, released: str) -> int:
    return sum(a == b for a, b in zip(text, released, strict=True))


def _distance(original: str, guess: str) -> int:
    """At how many places two words differ; guesses have their original's length."""
    return sum(a != b for a, b in zip(original, guess, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """Words of one length: letters of shape (length, words), and the logarithms of their probabilities."""

    words: tuple[str, ...]
    letters: NDArray[np.uint8]
    prior: NDArray[np.float32]


def _by_length(prior: Mapping[str, float]) -> dict[int, _Table]:
    groups: dict[int, list[str]] = {}
    for word in prior:
        if word.isascii() and word:
            groups.setdefault(len(word), []).append(word)
    return {
        length: _Table(
            tuple(words),
            np.frombuffer("".join(words).encode(), np.uint8).reshape(-1, length).T.copy(),
            np.log(np.array([prior[word] for word in words], np.float32)),
        )
        for length, words in groups.items()
    }


@cache
def _public() -> dict[int, _Table]:
    return _by_length(_mixed({}))


@cache
def _with_names() -> dict[int, _Table]:
    ranked: dict[str, float] = {}
    for kind, words in lexicon().classes.items():
        if "." in kind:
            for rank, word in enumerate(words):
                ranked[word.lower()] = max(ranked.get(word.lower(), 0), 1 / (rank + 10))
    total = sum(ranked.values())
    return _by_length(_mixed({word: _NAMES * weight / total for word, weight in ranked.items()}))


def _mixed(names: Mapping[str, float]) -> dict[str, float]:
    """The probabilities of names, and of the words of the public list beside them."""
    counts, share = word_counts(), _WORDS if names else 1.0
    prior = {
        word: share * float(weight)
        for word, weight in zip(counts.words, np.exp(counts.prior), strict=True)
        if word[0].isalnum()
    }
    for name, weight in names.items():
        prior[name] = prior.get(name, 0.0) + weight
    return prior


def _decoded(observed: Sequence[Observed], known: Known | None, tables: Mapping[int, _Table]) -> list[str]:
    """The likeliest listed word for each secret; without a channel, the likeliest of its length."""
    guesses = [one.releases[0] if known else "" for one in observed]
    groups: dict[int, list[int]] = {}
    for place, one in enumerate(observed):
        groups.setdefault(len(one.secret.text), []).append(place)
        if not known:
            guesses[place] = "?" * len(one.secret.text)
    for length, places in groups.items():
        table = tables.get(length)
        step = max(1, _CELLS // max(1, len(table.words))) if table else 1
        for first in range(0, len(places) if table else 0, step):
            assert table is not None  # noqa: S101  (told by the range above)
            some = places[first : first + step]
            for place, guess in zip(some, _likeliest([observed[place] for place in some], known, table), strict=True):
                guesses[place] = guess
    return guesses


def _likeliest(observed: Sequence[Observed], known: Known | None, table: _Table) -> list[str]:
    if known is None:
        best = table.words[int(table.prior.argmax())]
        return [_cased(best, one.secret.text) for one in observed]
    scores = np.tile(table.prior + np.float32(np.log(1 - _UNLISTED)), (len(observed), 1))
    unlisted = np.full(len(observed), np.log(_UNLISTED), np.float32)
    majority = votes(observed, known)
    for place, one in enumerate(observed):
        for released in one.releases:
            codes = np.frombuffer(released.encode("ascii", "replace"), np.uint8)
            small = np.frombuffer(_small(released, known).encode("ascii", "replace"), np.uint8)
            agree = (table.letters == small[:, None]).sum(0, dtype=np.float32)
            scores[place] += np.float32(known.gain) * agree
            if len(one.releases) == 1:
                unlisted[place] += likelihood_ratio(known.epsilon, known.alphabet)[codes].sum()
        if len(one.releases) > 1:
            unlisted[place] += sum(_any_letter(column, known) for column in zip(*one.releases, strict=True))
    best = scores.argmax(1)
    listed = scores[np.arange(len(observed)), best] > unlisted
    return [
        _cased(table.words[int(choice)], one.releases[0], known) if is_listed else told
        for choice, is_listed, told, one in zip(best, listed, majority, observed, strict=True)
    ]


def _any_letter(column: Sequence[str], known: Known) -> float:
    """The logarithm of how likely one unknown letter makes its releases, as scores count it."""
    agreeing = [column.count(char) for char in set(column)]
    return log((sum(exp(known.gain * count) for count in agreeing) + _LETTERS - len(agreeing)) / _LETTERS)


def _small(released: str, known: Known) -> str:
    """Small letters where case tells nothing: classes keep it. Of 94 characters the first may be a capital."""
    return canonical(released) if known.alphabet == "class" else canonical(released[:1]) + released[1:]


def _cased(word: str, like: str, known: Known | None = None) -> str:
    """A word as it is likely written: in the case of what was released where that is kept, else with a capital."""
    if known is not None and known.alphabet == "printable":
        return word[:1].upper() + word[1:]
    return "".join(char.upper() if other.isupper() else char for char, other in zip(word, like, strict=True))


def _mended(released: str, random: Random) -> str:
    """Digits that check: one that is missing is worked out, others are guessed."""
    digits = list(released)
    missing = [place for place, char in enumerate(digits) if not char.isdigit() or not char.isascii()]
    if not missing and _checks(digits):
        return released
    for place in missing[1:]:
        digits[place] = str(random.randrange(10))
    last = missing[0] if missing else random.randrange(len(digits))
    return next(
        ("".join(tried) for digit in "0123456789" if _checks(tried := [*digits[:last], digit, *digits[last + 1 :]])),
        released,
    )


def _checks(digits: Sequence[str]) -> bool:
    total = 0
    for place, digit in enumerate(reversed(digits)):
        doubled = int(digit) * (1 + place % 2)
        total += doubled - 9 * (doubled > 9)
    return total % 10 == 0
