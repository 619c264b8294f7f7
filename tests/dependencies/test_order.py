import itertools
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.contract.spans import Span
from privacy_chains.dependencies import Released, release_numbers
from privacy_chains.dependencies.mentions import Mention
from privacy_chains.formats.quantity import Quantity
from privacy_chains.hazmat.coins import Coins
from privacy_chains.ledger import MetricDP
from privacy_chains.mechanisms import DEFAULT_NOISE

ORDERED = {name: replace(noise, preserve_order=True) for name, noise in DEFAULT_NOISE.items()}


def release(
    numbers: Sequence[int], settled: dict[tuple[str, Fraction], Fraction] | None = None, kind: str = "MONEY"
) -> Released:
    mentions = [Mention(0, Span(i, i + 1, kind), Quantity(Fraction(n), Fraction(1))) for i, n in enumerate(numbers)]
    return release_numbers(
        [" " * len(numbers)],
        mentions,
        settled=settled or {},
        noise=ORDERED,
        epsilon=Fraction(1),
        coins=lambda *context: Coins(bytes(32), *context),
        identities=False,
    )


def in_order(numbers: Sequence[int], released: Sequence[Fraction]) -> bool:
    pairs = sorted(zip(numbers, released, strict=True))
    return all(a[1] < b[1] for a, b in itertools.pairwise(pairs) if a[0] < b[0])


@given(st.lists(st.integers(100, 10**6), min_size=2, max_size=12))
@settings(max_examples=60)
def test_what_is_greater_stays_greater(numbers: list[int]) -> None:
    assert in_order(numbers, release(numbers).numbers)


@given(st.integers(1000, 9_000_000), st.integers(1, 5))
@settings(max_examples=60)
def test_near_salaries_compare_right_always(salary: int, more: int) -> None:
    first, second = release([salary, salary + more]).numbers
    assert first < second


@given(st.lists(st.integers(20, 80), min_size=2, max_size=8, unique=True))
@settings(max_examples=40)
def test_ages_stay_in_order(ages: list[int]) -> None:
    assert in_order(ages, release(ages, kind="AGE").numbers)


def test_later_messages_fit_between_what_is_settled() -> None:
    settled = {("MONEY", Fraction(2000)): Fraction(2100), ("MONEY", Fraction(4000)): Fraction(3900)}
    for number in range(2100, 3900, 200):
        (released,) = release([number], settled).numbers
        assert 2100 < released < 3900


def test_the_ledger_says_that_order_is_not_hidden() -> None:
    (event,) = release([2000, 3000]).events
    assert isinstance(event, MetricDP)
    assert "which of two is greater" in event.leaks
