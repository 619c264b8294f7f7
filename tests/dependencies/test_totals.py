"""Totals that their items do not come to exactly are still released no lower than each of them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains import Key, Policy, Sanitizer, default_detector
from privacy_chains.ledger import MetricDP

POLICY = Policy.default(values=8)
SANITIZER = Sanitizer(
    Key.from_bytes(bytes(range(7, 39))),
    policy=POLICY,
    detector=default_detector(entity_types=POLICY.entity_types, neural=False),
)
KEYS = [Key.from_bytes(bytes(range(seed, seed + 32))) for seed in range(30)]


def amounts(text: str) -> list[int]:
    return [int(number.replace(",", "")) for number in re.findall(r"\$([0-9,]*[0-9])", text)]


def invoice(items: list[int], total: int) -> str:
    rows = "".join(f"| item {at} | ${item:,} |\n" for at, item in enumerate(items))
    return f"| what | amount |\n|---|---|\n{rows}| total | ${total:,} |"


def sentence(items: list[int], total: int) -> str:
    return f"We paid {', '.join(f'${item:,}' for item in items)}, in total ${total:,}."


@settings(deadline=None, max_examples=25)
@given(
    st.lists(st.integers(1_000, 90_000), min_size=2, max_size=5, unique=True),
    st.integers(1, 40),
    st.sampled_from([invoice, sentence]),
)
def test_no_total_is_below_an_item(items: list[int], missing: int, written: object) -> None:
    text = (invoice if written is invoice else sentence)(items, max(items) + missing)
    prompt = SANITIZER.session(str(items)).sanitize(text)
    *released, total = amounts(prompt.text)
    assert total >= max(released)
    assert SANITIZER.desanitize(prompt.text, prompt) == text


def test_a_total_was_below_its_items_and_raising_it_is_free() -> None:
    text = sentence([48_210, 1_310], 48_230)
    met = 0
    for key in KEYS:
        prompt = Sanitizer(key, policy=POLICY, detector=SANITIZER._engine.detector).sanitize(text)
        *items, total = amounts(prompt.text)
        assert total >= max(items)
        met += total == max(items)
        assert sum(event.count for event in prompt.ledger if isinstance(event, MetricDP)) == 3
    assert met > 5


@pytest.mark.parametrize("text", ["Ann earns $90,000. The total rent is $1,200.", "He owes $90,000 in total $1,200."])
def test_what_is_no_part_of_it_raises_no_total(text: str) -> None:
    assert amounts(SANITIZER.sanitize(text).text)[1] < 10_000


STATED = [
    "We pay rent ${}, food ${}, together ${}.",
    "Rent ${} and food ${}, ${} in all.",
    "Rent ${}, food ${}. It all comes to ${}.",
    "Rent ${}, food ${}. That adds up to ${}.",
    "Ann earns ${}. Bob earns ${}. Their combined income is ${}.",
    "Miete ${}, Essen ${}, zusammen ${}.",
    "| item | cost |\n|---|---|\n| rent | ${} |\n| food | ${} |\n| Total | ${} |",
]


@given(st.integers(1_000, 90_000), st.integers(1_000, 90_000), st.sampled_from(STATED))
@settings(deadline=None, max_examples=40)
def test_a_stated_total_is_what_its_items_come_to(one: int, other: int, template: str) -> None:
    text = template.format(*(f"{number:,}" for number in (one, other, one + other)))
    first, second, total = amounts(SANITIZER.session(text).sanitize(text).text)
    assert total == first + second


PARTS = [
    "I spent ${}, of which ${} for rent.",
    "The bill was ${}, including ${} for parts.",
    "Es waren ${}, davon ${} Miete.",
    "Il y avait ${}, dont ${} de loyer.",
]


@given(st.integers(20_000, 90_000), st.integers(1, 90), st.sampled_from(PARTS))
@settings(deadline=None, max_examples=40)
def test_no_part_is_more_than_the_whole_that_it_is_of(whole: int, less: int, template: str) -> None:
    text = template.format(f"{whole:,}", f"{whole - less:,}")
    prompt = SANITIZER.session(text).sanitize(text)
    released, part = amounts(prompt.text)
    assert released >= part
    assert SANITIZER.desanitize(prompt.text, prompt) == text


@pytest.mark.parametrize("verb", ["makes", "earns", "pays"])
def test_what_people_earn_is_no_total(verb: str) -> None:
    text = f"Ann {verb} $30,000, Bob {verb} $60,000, Carl {verb} $90,000."
    tied = sum(
        amounts(Sanitizer(key, policy=POLICY, detector=SANITIZER._engine.detector).sanitize(text).text)[2]
        == sum(amounts(Sanitizer(key, policy=POLICY, detector=SANITIZER._engine.detector).sanitize(text).text)[:2])
        for key in KEYS[:10]
    )
    assert tied <= 1
