"""The router: which way a message takes, and that it keeps it."""

from __future__ import annotations

import pickle

import pytest
from router_support import KEY, asking, ladder

from privacy_chains import Key, Message, PrivacyError, Sanitizer
from privacy_chains.errors import BudgetExceeded, KeyMaterialError, NotWorthSending, PolicyError
from privacy_chains.ledger import Budget, ChoiceDP, Chosen, Kept, PostProcessed, WordDP
from privacy_chains.methods.router import NOT_SENT, Router, identity_rate
from privacy_chains.methods.words import WordNoise
from privacy_chains.models import LocalModel
from privacy_chains.testing import check_method

TEXT = "My neighbour Alice Johnson sells wooden furniture in a small village near the river."
NEVER = asking("identity", 2.0, 0.1, 0.1)
ALWAYS = asking("identity", -1.0, 0.9, 0.9)
RATES = tuple(map(identity_rate, ladder()))
SECOND = asking("identity", (RATES[0] + RATES[1]) / 2, 0.3, 0.9)
"""Holds the first rung for bad, and the others for good."""


def said(*texts: str) -> list[Message]:
    return [Message((text,)) for text in texts]


def test_rates_grow_with_epsilon_and_hardly_depend_on_the_key() -> None:
    assert RATES[0] < RATES[1]
    keys = [Key.generate() for _ in range(8)]
    measured = [identity_rate(WordNoise(key, epsilon=1)) for key in keys]
    assert 0.35 < min(measured) <= max(measured) < 0.5  # of ordinary words, 42 % stay at one epsilon a level


def test_the_most_private_rung_that_passes_is_chosen() -> None:
    session = Router(ladder(), assessor=SECOND).session("t")
    prompt = session.sanitize(TEXT)
    assert (prompt.decision.action, prompt.decision.rung, prompt.decision.method) == ("send", 1, "WordNoise")
    assert prompt.decision.interval == pytest.approx((0.85, 0.95))
    assert prompt.texts == ladder()[1].session("t").sanitize(TEXT).texts  # type: ignore[attr-defined]
    assert session.reader(prompt).text(prompt.text) == TEXT


def test_a_replay_decides_and_sends_the_same_byte_for_byte() -> None:
    first, again = (Router(ladder(), assessor=SECOND).session("t") for _ in range(2))
    conversation = said(TEXT)
    one = first.sanitize_conversation(conversation)
    assert first.decide(conversation) == one.prompt.decision
    longer = [*conversation, Message(("I see.",), from_model=True), *said("And what does Bob Miller sell?")]
    for session in (first, again):
        two = session.sanitize_conversation(longer)
        assert two.messages[0] == one.messages[0]
    assert first.decide(longer).as_dict() == again.decide(longer).as_dict()
    assert first.sanitize_conversation(longer).messages == again.sanitize_conversation(longer).messages


def test_nothing_passes_and_nobody_is_here() -> None:
    session = Router(ladder(), assessor=NEVER).session("t")
    for ask in (lambda: session.sanitize(TEXT), lambda: session.decide(said(TEXT))):
        with pytest.raises(NotWorthSending, match=r"0\.05 to 0\.15 good \(80 %\), and 0\.70 is asked for") as raised:
            ask()
        assert not [word for word in TEXT.split() if len(word) > 5 and word in str(raised.value)]
    assert not any(isinstance(event, WordDP) and event.count > 10**6 for event in session.ledger)


def test_a_message_that_stays_is_never_sent_not_even_later() -> None:
    local = LocalModel(name="here", generate=lambda prompt, *_, **__: f"seen: {prompt}")
    words = asking("length", 3.5, 0.9, 0.1)  # short texts are good, long ones are not
    session = Router([WordNoise(KEY, epsilon=2)], assessor=words, local=local).session("t")
    long, short = said(TEXT)[0], said("Is wood heavy?")[0]
    decision = session.decide([long])
    assert (decision.action, decision.rung) == ("local", None)
    with pytest.raises(NotWorthSending, match="nothing here answers it"):
        session.sanitize_conversation([long])
    here = session.answered_here([long])
    assert session.reader(here).text("Alice Johnson") == "Alice Johnson"
    assert session.keep(("It is Alice.",), ("It is Alice.",), here) == ""
    later = session.sanitize_conversation([long, Message(("It is Alice.", 7), from_model=True), short])
    assert later.messages[:2] == ((NOT_SENT,), (NOT_SENT, 0))
    assert later.messages[2] != (NOT_SENT,)


def test_each_message_of_a_conversation_keeps_its_rung() -> None:
    words = asking("length", 3.5, 0.9, 0.5)
    method = Router(ladder(), assessor=words, accept=0.7).session("t")
    short, long = said("Is wood heavy?")[0], said(TEXT)[0]
    assert method.decide([short]).rung == 0
    with pytest.raises(NotWorthSending):
        method.decide([short, Message(("Yes.",), from_model=True), long])
    two = Router(ladder(), assessor=asking("unknown", -1, 0, 0.9)).session("t")
    assert two.decide([short]).rung == 0


def test_answers_are_read_by_every_rung_of_the_conversation() -> None:
    digits = asking("digits", 0.01, 0.9, 0.1)
    session = Router([WordNoise(KEY, epsilon="0.5"), Sanitizer(KEY)], assessor=digits).session("t")
    first = said("Alice Johnson sells furniture.")[0]
    sent = session.sanitize_conversation([first])
    (wrote,) = sent.messages[0]
    kept = session.keep((wrote,), ("Alice Johnson sells furniture.",), sent.prompt)
    answer = Message(("Alice Johnson sells furniture.",), from_model=True, kept=kept)
    again = session.sanitize_conversation([first, answer, *said("Thank you, what else?")])
    assert again.messages[0] == again.messages[1] == (wrote,)


def test_plain_is_for_messages_in_which_nothing_is_private() -> None:
    router = Router(ladder(), assessor=NEVER, features="all", plain="nothing-private")
    harmless = "How heavy is a wooden table?"
    prompt = router.session("t").sanitize(harmless)
    assert (prompt.decision.action, prompt.decision.rung, prompt.texts) == ("plain", 2, (harmless,))
    with pytest.raises(NotWorthSending):
        router.session("t").sanitize(TEXT)
    with pytest.raises(NotWorthSending):
        Router(ladder(), assessor=NEVER, features="all").session("t").sanitize(harmless)


def test_the_ledger_says_how_the_way_was_chosen() -> None:
    free = Router(ladder(), assessor=SECOND).session("t").sanitize(TEXT).ledger
    paper = Router(ladder(), assessor=SECOND, features="all").session("t").sanitize(TEXT).ledger
    drawn = Router(ladder(), assessor=ALWAYS, features="all", selection="exponential", key=KEY, epsilon=9)
    kinds = [{type(event) for event in ledger} for ledger in (free, paper, drawn.session("t").sanitize(TEXT).ledger)]
    assert PostProcessed in kinds[0]
    assert not {Chosen, ChoiceDP} & kinds[0]
    assert Chosen in kinds[1]
    assert paper.epsilon == float("inf")
    assert ChoiceDP in kinds[2]
    assert {event.epsilon_each for event in free if isinstance(event, WordDP)} == {1, 2}  # the first was looked at
    assert {event.epsilon_each for event in paper if isinstance(event, WordDP)} == {2}  # what is sent alone


def test_a_decision_is_counted_once() -> None:
    session = Router(ladder(), assessor=SECOND, features="all").session("t")
    for _ in range(3):
        session.sanitize(TEXT)
    assert [event.count for event in session.ledger if isinstance(event, Chosen)] == [1]
    assert {type(event) for event in session.sanitize(TEXT).ledger} == {Kept}


def test_trying_a_rung_releases_nothing_in_its_session() -> None:
    noise = [WordNoise(KEY, epsilon=1), WordNoise(KEY, epsilon=2)]
    session = Router(noise, assessor=SECOND, features="all").session("t")
    session.sanitize(TEXT)
    first, second = (method.ledger for method in session._rungs)  # type: ignore[attr-defined]
    assert not len(first)
    assert len(second)


def test_a_rung_without_budget_is_passed_over() -> None:
    noise = WordNoise(KEY, epsilon=1, budget=Budget(message=1, unit_name="levels of the word tree"))
    with pytest.raises(BudgetExceeded):
        noise.sanitize(TEXT)
    assert Router([noise, Sanitizer(KEY)], assessor=ALWAYS).session("t").sanitize(TEXT).decision.rung == 1


def test_a_router_of_sanitizers_keeps_the_contract_of_a_method() -> None:
    for rungs in ([Sanitizer(KEY)], [Sanitizer(KEY), Sanitizer(KEY)]):
        check_method(
            Router(rungs, assessor=ALWAYS),
            {TEXT: ["Alice Johnson"], "Where is the station?": [], "Write to bob@corp.example.": ["bob@corp.example"]},
        )


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"accept": 1.5}, "accept is from 0 to 1"),
        ({"plain": "always"}, "plain is 'never' or 'nothing-private'"),
        ({"features": "none"}, "features is"),
        ({"selection": "first"}, "selection is"),
        ({"plain": "nothing-private"}, "looks at the clear text"),
        ({"assessor": asking("similarity", 0.5, 0, 1)}, "looks at more"),
    ],
)
def test_what_makes_no_router_is_refused(wrong: dict[str, object], told: str) -> None:
    with pytest.raises(PolicyError, match=told):
        Router(ladder(), **{"assessor": ALWAYS, **wrong})  # type: ignore[arg-type]


def test_a_ladder_has_rungs_and_a_draw_has_a_key() -> None:
    with pytest.raises(PolicyError, match="a ladder is made of methods"):
        Router([], assessor=ALWAYS)
    with pytest.raises(KeyMaterialError, match="takes its coins from a key"):
        Router(ladder(), assessor=ALWAYS, selection="exponential")


def test_nothing_is_pickled_and_nothing_shows() -> None:
    router = Router(ladder(), assessor=ALWAYS)
    prompt = router.sanitize(TEXT)
    for one in (router, router.session("t"), prompt):
        assert "Alice" not in repr(one)
        with pytest.raises(PrivacyError):
            pickle.dumps(one)
