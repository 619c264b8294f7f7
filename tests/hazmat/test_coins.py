import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins, short_coins

KEY = bytes(range(32))


@given(st.lists(st.integers(0, 300), max_size=20))
def test_the_stream_does_not_depend_on_how_it_is_cut(counts: list[int]) -> None:
    cut = Coins(KEY, "a")
    pieces = "".join(f"{cut.bits(n):0{n}b}" if n else "" for n in counts)
    total = sum(counts)
    whole = Coins(KEY, "a").bits(total)
    assert pieces == (f"{whole:0{total}b}" if total else "")


def test_the_stream_is_fixed_forever() -> None:
    assert f"{Coins(KEY, 'noise', 'AGE').bits(128):032x}" == "fd7d827a874d4e0c16f23225f7e35ade"


@pytest.mark.parametrize("context", [("b",), ("a", ""), (b"a", "x"), ("", "a"), ()])
def test_another_context_gives_another_stream(context: tuple[str | bytes, ...]) -> None:
    assert Coins(KEY, *context).bits(256) != Coins(KEY, "a").bits(256)


def test_another_key_gives_another_stream() -> None:
    assert Coins(bytes(32), "a").bits(256) != Coins(KEY, "a").bits(256)


@given(st.integers(1, 10**30))
def test_below_stays_below(bound: int) -> None:
    coins = Coins(KEY, str(bound))
    assert all(0 <= coins.below(bound) < bound for _ in range(5))


def test_below_is_uniform() -> None:
    coins = Coins(KEY, "uniform")
    counts = [0] * 7
    for _ in range(70_000):
        counts[coins.below(7)] += 1
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts) < 22.5  # chi-square, 6 degrees, 0.999


@pytest.mark.parametrize("bound", [0, -1])
def test_below_refuses_an_empty_range(bound: int) -> None:
    with pytest.raises(MechanismError):
        Coins(KEY).below(bound)


def test_coins_cannot_be_pickled_and_show_nothing() -> None:
    with pytest.raises(MechanismError):
        pickle.dumps(Coins(KEY))
    assert repr(Coins(KEY)) == "Coins()"


def test_bytes_are_a_stream_of_their_own() -> None:
    coins = Coins(KEY, "bytes")
    first, second = coins.bytes(16), coins.bytes(16)
    assert first != second
    assert Coins(KEY, "bytes").bytes(32) == first + second


def test_short_coins_differ_by_context_and_go_on() -> None:
    assert short_coins(KEY, 8, "a") != short_coins(KEY, 8, "b")
    assert short_coins(KEY, 80, "a")[:8] == short_coins(KEY, 8, "a")
