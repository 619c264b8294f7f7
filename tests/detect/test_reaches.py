"""One look tells what a look at each span tells, and takes few steps."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.detect.reaches import Reaches

STRETCHES = st.tuples(st.integers(0, 30), st.integers(1, 9)).map(lambda one: (one[0], one[0] + one[1]))


@given(st.lists(STRETCHES), STRETCHES)
def test_one_look_tells_what_a_look_at_each_span_tells(spans: list[tuple[int, int]], stretch: tuple[int, int]) -> None:
    start, end = stretch
    holding = [one for one in spans if one[0] <= start and end <= one[1]]
    assert Reaches(spans).hold(start, end) == bool(holding)
    assert Reaches(spans).go_beyond(start, end) == any(one != stretch for one in holding)
    assert Reaches(spans).meet(start, end) == any(one[0] < end and start < one[1] for one in spans)


class _Counted(int):
    """A place in a text that counts how often it is compared."""

    compared = 0

    def __lt__(self, other: int) -> bool:
        _Counted.compared += 1
        return int(self) < int(other)


def test_eight_times_the_spans_take_few_steps_more_each() -> None:
    steps = []
    for count in (1_000, 8_000):
        places = [(_Counted(10 * at), _Counted(10 * at + 8)) for at in range(count)]
        reaches = Reaches(places)
        _Counted.compared = 0
        assert all(reaches.hold(*one) and reaches.meet(*one) and not reaches.go_beyond(*one) for one in places)
        steps.append(_Counted.compared)
    assert steps[1] < 12 * steps[0]
