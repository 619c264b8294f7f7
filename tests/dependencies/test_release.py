from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.contract.spans import Span
from privacy_chains.dependencies import DrawnKey, Mention, Released, release_numbers
from privacy_chains.errors import MechanismError
from privacy_chains.formats.quantity import Quantity
from privacy_chains.hazmat.coins import Coins
from privacy_chains.ledger import MetricDP, PostProcessed
from privacy_chains.mechanisms import DEFAULT_NOISE

KEY = bytes(range(32))


def coins(*context: str) -> Coins:
    return Coins(KEY, "session", *context)


def mention(entity_type: str, number: Fraction | int, start: int, step: Fraction | int = 1) -> Mention:
    span = Span(start, start + 1, entity_type)
    return Mention(0, span, Quantity(Fraction(number), Fraction(step)))


def release(
    mentions: Sequence[Mention],
    settled: dict[tuple[str, Fraction], Fraction] | None = None,
    drawn: frozenset[DrawnKey] = frozenset(),
) -> Released:
    return release_numbers(
        [""], mentions, settled=settled or {}, noise=DEFAULT_NOISE, epsilon=Fraction(1), coins=coins, drawn=drawn
    )


AMOUNTS = st.lists(st.integers(1, 10**7), min_size=1, max_size=30)


@given(st.sets(st.integers(1, 99), min_size=1))
@settings(max_examples=50)
def test_different_ages_are_never_released_as_one(ages: set[int]) -> None:
    released = release([mention("AGE", age, start) for start, age in enumerate(ages)]).numbers
    assert len(set(released)) == len(ages)


@given(AMOUNTS, AMOUNTS)
@settings(max_examples=50)
def test_what_stands_beside_a_number_or_was_released_before_changes_nothing(
    amounts: list[int], more: list[int]
) -> None:
    alone = release([mention("MONEY", amounts[0], 0)])
    settled = {("MONEY", Fraction(amount)): Fraction(amount + 1) for amount in more}
    beside = release([mention("MONEY", amount, start) for start, amount in enumerate([*amounts, *more])], settled)
    assert beside.numbers[0] == alone.numbers[0]


@given(AMOUNTS)
@settings(max_examples=30)
def test_the_order_of_the_mentions_does_not_matter(amounts: list[int]) -> None:
    mentions = [mention("MONEY", amount, start) for start, amount in enumerate(amounts)]
    order = sorted(range(len(mentions)), key=lambda i: (amounts[i] * 7919) % 1009)
    released, shuffled = release(mentions), release([mentions[i] for i in order])
    assert shuffled.numbers == tuple(released.numbers[i] for i in order)
    assert shuffled.settled == released.settled


def test_equal_numbers_are_one_root_and_repeats_are_free() -> None:
    released = release([mention("AGE", 50, 0), mention("AGE", 50, 9), mention("AGE", 30, 20)])
    assert released.numbers[0] == released.numbers[1]
    assert released.events == (
        MetricDP("AGE", Fraction(1), Fraction(1), 2, DEFAULT_NOISE["AGE"].leaks, "years"),
        PostProcessed("AGE", 1, "released before in this session"),
    )


def test_what_was_drawn_before_costs_nothing() -> None:
    first = release([mention("AGE", 50, 0)])
    again = release([mention("AGE", 50, 0), mention("AGE", 51, 5)], drawn=first.drawn)
    assert again.numbers[0] == first.numbers[0]
    assert sum(event.epsilon for event in again.events) == 1


def test_releases_keep_the_sign_and_opposites_are_one_release() -> None:
    for amount in (12_000, 999, 1, 10**12, 100_000):
        released = release([mention("MONEY", amount, 0), mention("MONEY", -amount, 9)])
        assert released.numbers[0] == -released.numbers[1] > 0
        assert sum(event.epsilon for event in released.events) == 1


def test_zero_is_declared_and_stays() -> None:
    released = release([mention("MONEY", 0, 0), mention("MONEY", 5, 3)])
    assert released.numbers[0] == 0
    assert [event.epsilon for event in released.events] == [0, 1]


def test_amounts_twice_as_large_compare_right() -> None:
    wrong = 0
    for trial in range(300):
        amounts = [15_000 + trial, 30_000 + trial, *range(200, 208)]
        low, high, *_ = release([mention("MONEY", amount, i) for i, amount in enumerate(amounts)]).numbers
        wrong += low >= high
    assert wrong <= 6


def test_a_full_domain_allows_collisions_rather_than_failing() -> None:
    mentions = [mention("MONEY", Fraction(n, 10), n, 1) for n in range(10, 60)]
    assert len(release(mentions).numbers) == 50


def test_a_type_without_noise_is_refused_by_name_only() -> None:
    with pytest.raises(MechanismError, match="HEIGHT") as error:
        release([mention("HEIGHT", 12345, 0)])
    assert "12345" not in str(error.value)


@pytest.mark.parametrize("change", [0, 1, 2])
def test_a_changed_parameter_gives_other_coins_but_a_changed_spelling_the_same(change: int) -> None:
    seen: list[tuple[str, ...]] = []

    def spy(*context: str) -> Coins:
        seen.append(context)
        return coins(*context)

    def run(number: int, epsilon: int, step: int) -> None:
        release_numbers(
            [""],
            [mention("MONEY", number, 0, step)],
            settled={},
            noise=DEFAULT_NOISE,
            epsilon=Fraction(epsilon),
            coins=spy,
        )

    base = [1000, 1, 1]
    run(*base)
    base[change] *= 10
    run(*base)
    assert (seen[0] == seen[1]) == (change == 2)
