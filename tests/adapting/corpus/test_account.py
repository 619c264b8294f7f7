"""What a corpus holds and spends, in counts."""

from __future__ import annotations

import json
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.adapting import Account, Read, epsilon_in_sequence, epsilon_over_people

EPSILONS = st.fractions(0, 5, max_denominator=7)
READ = st.builds(
    Read,
    texts=st.just((None,)),
    failure=st.sampled_from(["", "", "refused"]),
    counts=st.lists(
        st.tuples(st.sampled_from(["AGE", "PERSON"]), st.just("noised"), st.integers(1, 9)), max_size=1
    ).map(tuple),
    epsilon=EPSILONS,
)


@given(read=st.lists(READ), cut=st.integers(0, 9))
def test_accounts_of_parts_add_up_to_that_of_all_and_survive_json(read: list[Read], cut: int) -> None:
    whole, parts = Account.of(read), Account.of(read[:cut])
    parts.add(Account.of(read[cut:]))
    assert parts.as_dict() == whole.as_dict()
    assert Account.from_dict(json.loads(json.dumps(whole.as_dict()))).as_dict() == whole.as_dict()
    assert whole.documents == len(read)
    assert whole.epsilon == epsilon_in_sequence(one.epsilon for one in read if not one.failure)


@given(spent=st.lists(st.tuples(st.sampled_from("abc"), EPSILONS)))
def test_people_share_what_is_spent_in_parallel(spent: list[tuple[str, Fraction]]) -> None:
    over = epsilon_over_people(spent)
    assert over <= epsilon_in_sequence(epsilon for _, epsilon in spent)
    assert over == max((sum((e for who, e in spent if who == one), Fraction(0)) for one in "abc"), default=0)
