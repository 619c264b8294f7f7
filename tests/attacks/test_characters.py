from collections import Counter
from fractions import Fraction

import pytest

from privacy_chains.attacks.calibrate import calibrate
from privacy_chains.attacks.characters import (
    ATTACKERS,
    Known,
    Observed,
    Secret,
    as_released,
    bayes,
    bayes_with_list,
    checked_digits,
    linked,
    name_list,
    observe,
    results,
    votes,
)
from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.response import response
from privacy_chains.methods.characters.equations import T0

NAMES = [
    "Martin",
    "Johnson",
    "Patricia",
    "Williams",
    "Margaret",
    "Thompson",
    "Christine",
    "Anderson",
    "Richard",
    "Robinson",
] * 40
IDS = [f"{3**place % 10**9:09d}" for place in range(20, 220)]
STRONG, PAPER = Known(Fraction(3), "class"), Known(Fraction(11, 2), "printable")


def rate(guesses: list[str], secrets: list[str]) -> float:
    return sum(guess == secret for guess, secret in zip(guesses, secrets, strict=True)) / len(secrets)


def secrets(texts: list[str], kind: str = "PERSON") -> list[Secret]:
    return [Secret(text, kind) for text in texts]


def test_what_is_released_is_right_as_often_as_t0_says() -> None:
    observed = observe(secrets(IDS), STRONG)
    expected = float(T0(Counter(map(len, IDS)), response(10, Fraction(3)).kept))
    found = rate(as_released(observed, STRONG), IDS)
    assert found == pytest.approx(expected, abs=4 * (expected * (1 - expected) / len(IDS)) ** 0.5)


def test_a_list_of_names_reads_far_more_than_t0() -> None:
    observed = observe(secrets(NAMES), PAPER)
    assert rate(bayes_with_list(observed, PAPER), NAMES) > 2 * rate(as_released(observed, PAPER), NAMES)


def test_a_short_list_reads_nearly_all() -> None:
    observed = observe(secrets(NAMES), PAPER)
    directory = name_list(dict.fromkeys(NAMES, 1.0))
    assert rate(directory(observed, PAPER), NAMES) > 0.9
    assert rate(directory(observed, PAPER), NAMES) > rate(bayes(observed, PAPER), NAMES)


def test_fresh_noise_is_voted_away() -> None:
    once, often = observe(secrets(IDS), PAPER), observe(secrets(IDS), PAPER, releases=8)
    assert rate(votes(once, PAPER), IDS) < 0.3
    assert rate(votes(often, PAPER), IDS) > 0.9


def test_a_check_digit_gives_one_that_is_missing() -> None:
    card = Secret("4111111111111111", "CREDIT_CARD")
    assert checked_digits([Observed(card, ("411111111x111111",))], PAPER) == [card.text]
    assert checked_digits([Observed(card, (card.text,))], PAPER) == [card.text]


def test_results_stand_beside_a_blind_guess_and_by_type() -> None:
    both = secrets(NAMES[:50]) + secrets(IDS[:50], "ID")
    observed = observe(both, STRONG)
    found = {result.name: result for result in results("told", observed, [secret.text for secret in both])}
    assert set(found) == {
        "told",
        "told, within one",
        "told, ID",
        "told, ID, within one",
        "told, PERSON",
        "told, PERSON, within one",
    }
    assert found["told"].learned == found["told"].of == 100
    assert found["told, ID"].guessing == 0
    low, high = found["told, PERSON"].interval
    assert 0.9 < low < high <= 1


def test_linkage_falls_with_epsilon() -> None:
    people = [f"{first} {last}" for first in NAMES[:10] for last in NAMES[:10]]
    weak, strong = linked(people, Known(Fraction(6), "class")), linked(people, Known(Fraction(1, 4), "class"))
    assert weak.success > 0.9
    assert strong.success < weak.success
    assert strong.guessing == 2


def test_calibration_finds_the_largest_epsilon_below_the_target() -> None:
    found = calibrate([], secrets(NAMES) + secrets(IDS, "ID"), target=0.2)
    assert all(result.interval[1] <= 0.2 for result in found.attacks)
    again = Known(found.epsilon + Fraction(3), "class")
    observed = observe(secrets(NAMES), again)
    assert max(rate(attacker(observed, again), NAMES) for attacker in ATTACKERS.values()) > 0.2
    assert found.worst.success == max(result.success for result in found.attacks)


def test_repeats_make_calibration_stricter() -> None:
    texts = [f"{word} " * 6 for word in IDS]
    ids = secrets(IDS, "ID")
    fresh, same = (calibrate(texts, ids, target=0.2, repeats=repeats) for repeats in ("fresh", "same"))
    assert fresh.epsilon < same.epsilon


def test_too_few_secrets_are_no_proof() -> None:
    with pytest.raises(MechanismError, match="give more"):
        calibrate([], secrets(IDS[:3]), target=0.05)
