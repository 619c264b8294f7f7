"""What a hostile model learns from its own messages, at a small size; the figures are in docs/attacks.md."""

from __future__ import annotations

from random import Random

import pytest

from privacy_chains import Key, Sanitizer
from privacy_chains.attacks import Result, User, attack_history, passive_history
from privacy_chains.contract.unproven import Unproven

NAMES = ["Mary", "James", "Patricia", "Robert", "Jennifer", "John", "Linda", "Michael", "Elizabeth", "David", "Susan"]
SALARIES = range(60_000, 90_001, 500)
ANSWERS = (
    "Maria is 47 and earns $62,000.",
    "Peter Schmidt, 33, met Ana Lopez (61) on 3 May 1971.",
    "Contact Rahul Mehta at rahul@mehta.example.com.",
    "Kevin Brown owes Laura Chen $1,250.",
)
VALUES = ("Maria", "47", "62,000", "Peter Schmidt", "33", "Ana Lopez", "Rahul Mehta", "Kevin Brown", "1,250")


def users(count: int) -> list[User]:
    random = Random(5)
    return [
        User(random.choice(NAMES[1:]), "Miller", random.randrange(20, 90), random.choice(SALARIES))
        for _ in range(count)
    ]


def attacked(unproven: Unproven, *, proof: bool, count: int = 5) -> tuple[Result, ...]:
    def sanitizer_for(place: int) -> Sanitizer:
        return Sanitizer(Key.from_bytes(bytes([place + 1]) * 31 + b"k"), unproven=unproven)

    return attack_history(sanitizer_for, users(count), names=NAMES, salaries=SALARIES, proof=proof)


@pytest.mark.parametrize("proof", [True, False])
def test_a_hostile_model_learns_nothing_beyond_guessing(proof: bool) -> None:
    for result in attacked("hide", proof=proof):
        assert result.learned == result.guessing, str(result)


def test_the_attack_works_on_histories_that_are_enciphered_again() -> None:
    learned = [result.learned for result in attacked("caller", proof=False)]
    assert min(learned) >= 4


@pytest.mark.parametrize(("unproven", "proof", "pairs"), [("hide", True, 0), ("hide", False, 0), ("caller", False, 5)])
def test_an_honest_models_provider_learns_no_pair(unproven: Unproven, proof: bool, pairs: int) -> None:
    sanitizer = Sanitizer(Key.from_bytes(bytes(range(32))), unproven=unproven)
    learned = passive_history(sanitizer, ANSWERS, values=VALUES, proof=proof).learned
    assert learned >= pairs if pairs else learned == 0


def test_wilsons_interval() -> None:
    assert Result("x", 24, 25).interval == pytest.approx((0.8046, 0.9929), abs=1e-3)
    assert Result("x", 0, 25).interval == pytest.approx((0, 0.1332), abs=1e-3)
    assert Result("x", 0, 0).interval == (0, 1)
