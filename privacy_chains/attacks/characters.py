"""What an attacker who knows the method and epsilon, but not the key, reads of words behind randomized response."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from privacy_chains.attacks.decoder import NAMES, by_length, decoded, mixed, names_and_words, public_words, voted
from privacy_chains.attacks.observed import Attacker, Known, Observed, Secret
from privacy_chains.attacks.result import Result
from privacy_chains.keys import Key
from privacy_chains.methods.characters.channel import Channel

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
    """Take the released word for the original: the attacker T0."""
    return [one.releases[0] for one in observed]


def votes(observed: Sequence[Observed], _: Known) -> list[str]:
    """At each place the character that was released most often."""
    return [voted(one.releases) for one in observed]


def bayes(observed: Sequence[Observed], known: Known) -> list[str]:
    """The likeliest word of the public list, or what was released where none is."""
    return decoded(observed, known, public_words())


def bayes_with_list(observed: Sequence[Observed], known: Known) -> list[str]:
    """The likeliest name or word, with the lists of names that this package holds, by rank."""
    return decoded(observed, known, names_and_words())


def name_list(names: Mapping[str, float]) -> Attacker:
    """A Bayes decoder with an auxiliary list, such as a staff directory: a weight for each name."""
    total = sum(names.values())
    prior = {name.lower(): NAMES * weight / total for name, weight in names.items()}
    table = by_length(mixed(prior))

    def attacker(observed: Sequence[Observed], known: Known) -> list[str]:
        return decoded(observed, known, table)

    return attacker


def checked_digits(observed: Sequence[Observed], known: Known) -> list[str]:
    """Numbers with a Luhn check digit.

    Characters that are not digits are filled in, and wrong check digits are corrected.
    """
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

    Each is compared with a guess from lengths and letter case alone: the likeliest name or word.
    """
    blind = decoded(observed, None, names_and_words())
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
    """Which of some equally likely originals was released: guess the likeliest by the channel.

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
