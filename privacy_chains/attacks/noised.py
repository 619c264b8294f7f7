"""Attacks on noise on characters, in a layer under another method."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from privacy_chains.attacks.characters import ATTACKERS, Attacker, Known, Secret, linked, name_list, observe, results
from privacy_chains.attacks.people import population
from privacy_chains.attacks.result import Result
from privacy_chains.attacks.setting import Setting
from privacy_chains.methods.layers import UNDETECTED_EPSILON

__all__ = ["linkage", "noised", "votes_over_sessions"]

_KNOWN = Known(UNDETECTED_EPSILON, "class")
_SESSIONS = 5
_DIRECTORIES = (100, 1_000)


def noised(setting: Setting) -> tuple[Result, ...]:
    """What each decoder reads of names and card numbers that were released once."""
    return tuple(_rows(setting, 1, dict(ATTACKERS)))


def votes_over_sessions(setting: Setting) -> tuple[Result, ...]:
    """What is read of values that were released in several sessions, each with noise of its own."""
    chosen = {name: ATTACKERS[name] for name in ("votes", "Bayes", "Bayes, names")}
    return tuple(_rows(setting, _SESSIONS, chosen))


def linkage(setting: Setting) -> tuple[Result, ...]:
    """Which of 100, and which of 1,000, full names was released."""
    return tuple(
        replace(linked(population(count), _KNOWN, attacked=setting.people), stated=True) for count in _DIRECTORIES
    )


def _rows(setting: Setting, releases: int, attackers: dict[str, Attacker]) -> Iterator[Result]:
    secrets = _secrets(setting)
    observed = observe(secrets, _KNOWN, releases=releases)
    words = dict.fromkeys((one.text for one in secrets if one.entity_type == "PERSON"), 1.0)
    for name, attacker in {**attackers, "staff directory": name_list(words)}.items():
        for result in results(name, observed, attacker(observed, _KNOWN)):
            yield replace(result, stated=True)


def _secrets(setting: Setting) -> list[Secret]:
    """The words of names, and card numbers that check."""
    random = setting.random()
    people = [Secret(word, "PERSON") for name in population(setting.people) for word in name.split()]
    cards = (f"4{random.randrange(10**14):014}" for _ in range(setting.people))
    return [*people, *(Secret(card + _check_digit(card), "CREDIT_CARD") for card in cards)]


def _check_digit(digits: str) -> str:
    """The digit behind others with which they check by Luhn."""
    doubled = (int(digit) * (2 - place % 2) for place, digit in enumerate(reversed(digits)))
    return str(-sum(number - 9 * (number > 9) for number in doubled) % 10)
