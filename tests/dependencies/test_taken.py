from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.dependencies.taken import Taken

BOUNDS = (Fraction(0), Fraction(30))


def nearest(number: Fraction, step: Fraction, taken: set[Fraction]) -> Fraction:
    """The rule, the slow way."""
    if number not in taken:
        return number
    free = [k * step for k in range(200) if k * step <= BOUNDS[1] and k * step not in taken]
    return min(free, key=lambda value: (abs(value - number), -value), default=number)


@given(
    st.lists(st.tuples(st.integers(0, 30), st.sampled_from([Fraction(1), Fraction(3), Fraction(1, 2)])), max_size=60)
)
def test_the_nearest_free_value_is_found(wanted: list[tuple[int, Fraction]]) -> None:
    taken, seen = Taken(), set[Fraction]()
    for place, step in wanted:
        number = min(place * step, Fraction(30))
        found = taken.nearest("MONEY", number, step, BOUNDS)
        assert found == nearest(number, step, seen)
        taken.add("MONEY", found)
        seen.add(found)


def test_types_do_not_disturb_each_other() -> None:
    taken = Taken([("AGE", Fraction(5))])
    assert taken.nearest("MONEY", Fraction(5), Fraction(1), BOUNDS) == 5
    assert taken.nearest("AGE", Fraction(5), Fraction(1), BOUNDS) == 6
