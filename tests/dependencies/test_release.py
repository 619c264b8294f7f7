from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.dependencies import Mention, Released, release_numbers
from privacy_chains.errors import MechanismError
from privacy_chains.formats.quantity import Quantity
from privacy_chains.hazmat.coins import Coins
from privacy_chains.ledger import MetricDP, PostProcessed
from privacy_chains.mechanisms import DEFAULT_NOISE
from privacy_chains.spans import Span

KEY = bytes(range(32))


def coins(*context: str) -> Coins:
    return Coins(KEY, "session", *context)


def mention(entity_type: str, number: Fraction | int, start: int, step: Fraction | int = 1) -> Mention:
    span = Span(start, start + 1, entity_type)
    return Mention(0, span, Quantity(Fraction(number), Fraction(step)))


def release(mentions: Sequence[Mention], settled: dict[tuple[str, Fraction], Fraction] | None = None) -> Released:
    return release_numbers([""], mentions, settled=settled or {}, noise=DEFAULT_NOISE, epsilon=Fraction(1), coins=coins)


AMOUNTS = st.lists(st.integers(1, 10**7), min_size=1, max_size=30)


@given(AMOUNTS)
@settings(max_examples=50)
def test_different_numbers_are_never_released_as_one(amounts: list[int]) -> None:
    mentions = [mention("MONEY", amount, start) for start, amount in enumerate(amounts)]
    released = release(mentions).numbers
    assert len(set(released)) == len(set(amounts))


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
        MetricDP("AGE", Fraction(1, 2), Fraction(1), 2, "nothing beyond lying within 1 to 99", "years"),
        PostProcessed("AGE", 1, "released before in this session"),
    )


def test_settled_numbers_keep_their_release_and_cost_nothing() -> None:
    settled = {("AGE", Fraction(50)): Fraction(61)}
    released = release([mention("AGE", 50, 0)], settled)
    assert released.numbers == (61,)
    assert not released.settled
    assert all(isinstance(event, PostProcessed) for event in released.events)


def test_a_new_number_avoids_what_is_settled() -> None:
    first = release([mention("AGE", 50, 0)]).numbers[0]
    assert release([mention("AGE", 50, 0)], {("AGE", Fraction(7)): first}).numbers[0] in {first - 1, first + 1}


def test_releases_keep_sign_and_magnitude_and_the_coarsest_precision() -> None:
    amounts = [12_000, -12_000, 999, 1, 10**12, 100_000]
    for amount in amounts:
        (number,) = release([mention("MONEY", amount, 0)]).numbers
        assert (number > 0) == (amount > 0)
        assert len(str(abs(number))) == len(str(abs(amount)))
    assert release([mention("MONEY", 12_000, 0), mention("MONEY", 12_000, 5, 1000)]).numbers[0] % 1000 == 0


def test_zero_is_declared_and_stays() -> None:
    released = release([mention("MONEY", 0, 0), mention("MONEY", 5, 3)])
    assert released.numbers[0] == 0
    assert [event.epsilon for event in released.events] == [0, 1]


def test_amounts_twice_as_large_compare_right_when_ten_share_the_budget() -> None:
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
def test_any_changed_parameter_gives_other_coins(change: int) -> None:
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
    assert seen[0] != seen[1]
