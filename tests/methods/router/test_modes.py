"""What a decision may depend on, and what it spends: exact, and on what was measured of nothing but sanitized texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st
from router_support import KEY, asking

from privacy_chains import Message, Span, Traits
from privacy_chains.contract.conversation import SanitizedConversation
from privacy_chains.errors import NotWorthSending
from privacy_chains.hazmat.coins import Coins
from privacy_chains.ledger import Ledger
from privacy_chains.methods.router import Router, probabilities
from privacy_chains.methods.router.choosing import drawn, weights
from privacy_chains.models import LocalModel

EPSILONS = (Fraction(1, 2), Fraction(1), Fraction(3), Fraction(8))


class _Prompt:
    ledger = Ledger()
    surrogates: Mapping[str, str] = {}

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)
        self.text = "\n\n".join(texts)


class Fixed:
    """Releases the same text whatever it is given: sanitized texts are equal, clear texts are not."""

    traits = Traits(stable=True, exact=False, reads_alone=False, keeps_numbers=True)

    def __init__(self, released: str) -> None:
        self.released = released

    def scan(self, texts: str | Sequence[str]) -> tuple[tuple[Span, ...], ...]:
        return ((),) * (1 if isinstance(texts, str) else len(texts))

    def sanitize(self, texts: str | Sequence[str]) -> _Prompt:
        return _Prompt([self.released])

    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation[_Prompt]:
        return SanitizedConversation(tuple((self.released,) for _ in messages), _Prompt([self.released]))

    def reader(self, prompt: object) -> _Prompt:
        msg = "no answer is read to decide"
        raise AssertionError(msg)


def decided(router: Router, text: str) -> str:
    session = router.session("t")
    try:
        return str(session.decide([Message((text,))]).as_dict())
    except NotWorthSending as error:
        return str(error)


TEXTS = st.text(min_size=1, max_size=60)
WORDY = asking("length", 2.5, 0.9, 0.1)
ECHOING = asking("echo", 0.5, 0.1, 0.9)


@given(one=TEXTS, other=TEXTS, released=st.lists(st.text(max_size=40), min_size=1, max_size=3))
def test_equal_sanitized_texts_give_equal_decisions(one: str, other: str, released: list[str]) -> None:
    asked: list[str] = []

    def generate(prompt: str, *_: object, **__: object) -> str:
        asked.append(prompt)
        return prompt[::2]

    local = LocalModel(name="here", generate=generate)
    for assessor in (WORDY, ECHOING):
        router = Router([Fixed(text) for text in released], assessor=assessor, local=local)
        assert decided(router, one) == decided(router, other)
    assert set(asked) <= {"", *released}  # the small model did not see the clear text either


def test_the_clear_text_does_decide_where_it_may() -> None:
    router = Router([Fixed("a wooden table")], assessor=asking("similarity", 0.5, 0.1, 0.9), features="all")
    assert decided(router, "a wooden table") != decided(router, "seven iron bridges")


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("rungs", [1, 2, 3, 4])
def test_a_draw_keeps_its_epsilon_between_any_two_messages(epsilon: Fraction, rungs: int) -> None:
    worst = Fraction(0)
    for one, other in product(product([False, True], repeat=rungs), repeat=2):
        pairs = zip(probabilities(one, epsilon), probabilities(other, epsilon), strict=True)
        worst = max(worst, *(left / right for left, right in pairs))
    assert float(worst) <= exp(epsilon) * (1 + 1e-12)
    assert worst > 1


def test_a_draw_is_that_of_its_weights() -> None:
    passing, epsilon = (False, True, True), Fraction(2)
    chances = probabilities(passing, epsilon)
    assert sum(chances) == 1
    counts = [0, 0, 0, 0]
    for number in range(4000):
        place = drawn(passing, epsilon, Coins(b"k" * 32, str(number)))
        counts[3 if place is None else place] += 1
    distance = sum(
        (count - 4000 * float(chance)) ** 2 / (4000 * float(chance))
        for count, chance in zip(counts, chances, strict=True)
    )
    assert distance < 25  # chi square with three degrees of freedom: beyond it lies one in 60,000
    assert weights(passing, epsilon)[1] == 2 * weights(passing, epsilon)[2]


def test_a_draw_is_repeated_by_a_replay_and_by_nothing_else() -> None:
    always = asking("identity", -1, 0.9, 0.9)
    made = [
        Router([Fixed("a"), Fixed("b"), Fixed("c")], assessor=always, selection="exponential", key=KEY, epsilon=2)
        for _ in range(2)
    ]
    ways = [[decided(router, f"text {number}") for number in range(30)] for router in made]
    assert ways[0] == ways[1]
    assert len(set(ways[0])) > 1
