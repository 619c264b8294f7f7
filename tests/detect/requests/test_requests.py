"""Verbs, public names and markup in what people ask of a model stay; what is private does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import cycle
from pathlib import Path

import pytest
from asked import NOISED, Asked, affairs, asked, by_others, faults, private
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.contract.spans import Span
from privacy_chains.detect import CompositeDetector, Detector, default_detector
from privacy_chains.detect.names import NameDetector, is_listed_in_any_case
from privacy_chains.detect.network.detector import NeuralDetector
from privacy_chains.detect.network.in_context import InContext
from privacy_chains.detect.requests import words
from privacy_chains.detect.requests.detector import InRequests
from privacy_chains.detect.requests.words import is_verb, words_of

TOKENS = ["<<SYS>>", "<</SYS>>", "[INST]", "[/INST]", "<|im_start|>", "<|im_end|>", "<|eot_id|>", "<|start_header_id|>"]
TOKENS += [
    "<s>",
    "</s>",
    "<start_of_turn>",
    "<end_of_turn>",
    "[TOOL_CALLS]",
    "[AVAILABLE_TOOLS]",
    "<|endoftext|>",
    "[MASK]",
]
LEAST = {"commands": 0.99, "questions": 0.97, "commands_wide": 0.89, "questions_wide": 0.93}
"""What is held on the half that was worked with; 99 % of commands and 98 % of questions are the aim."""
LEAST_HELD_OUT = {"commands": 0.98, "questions": 0.93, "commands_wide": 0.81, "questions_wide": 0.835}
"""What was measured on the other half, which falls short of the aim: it may not get worse."""
LEAST_FRESH = {"commands_fresh": 0.91, "questions_fresh": 0.9475}
"""What was measured on 200 of each that were written before the judge was made."""
LET_GO_FRESH = {"commands_fresh": 3, "questions_fresh": 0}
"""How many private names of these it lets go that were found: ``Define GDP for Anatoly``. None is the aim."""
EATEN_VERBS = 0.04
"""The share of verbs that nobody is called by and that are hidden all the same: *Sully*, *Fuller*."""
WELL_KNOWN = sorted(name.replace("_", " ") for name in words_of("people"))
BRANDS = (Path(words.__file__).parent / "data" / "brands.txt").read_text("utf-8").splitlines()[2:]
VERBS = sorted(verb for verb in words_of("verbs") if not is_listed_in_any_case(verb))
DETECTOR = default_detector()


@cache
def found_first() -> InContext:
    """What is found before verbs and public names are let go."""
    types = frozenset({"LOCATION", "ORGANIZATION", "PERSON"})
    return InContext([NameDetector()], NeuralDetector(entity_types=types), countries=False)


class Says:
    """Takes given stretches for names."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def detect(self, text: str) -> list[Span]:
        places = [(text.index(name), name) for name in self._names]
        return [Span(at, at + len(name), "PERSON", 0.9, "test") for at, name in sorted(places)]


def untouched(detector: Detector, texts: list[Asked]) -> float:
    return 1 - sum(bool(faults(detector, one)[0]) for one in texts) / len(texts)


@pytest.mark.parametrize("held_out", [False, True], ids=["worked with", "held out"])
@pytest.mark.parametrize("kind", LEAST)
def test_only_what_is_private_is_replaced(kind: str, held_out: bool) -> None:  # a parameter of pytest
    texts = list(asked(kind, held_out=held_out))
    assert len(texts) == (200 if held_out or kind.endswith("_wide") else 400)
    assert untouched(DETECTOR, texts) >= (LEAST_HELD_OUT if held_out else LEAST)[kind] - 1e-9
    before = CompositeDetector(found_first())
    assert not [one.text for one in texts if faults(DETECTOR, one)[1] and not faults(before, one)[1]]


@pytest.mark.parametrize("held_out", [False, True], ids=["worked with", "held out"])
def test_what_is_private_is_not_let_go(held_out: bool) -> None:  # a parameter of pytest
    before = CompositeDetector(found_first())
    let_go = [one.text for one in private(held_out=held_out) if faults(DETECTOR, one)[1] and not faults(before, one)[1]]
    assert not let_go


@pytest.mark.parametrize("kind", LEAST_FRESH)
def test_what_was_written_before_the_judge_was_made_is_kept(kind: str) -> None:
    texts = list(asked(kind, held_out=True))
    assert len(texts) == 400
    assert untouched(DETECTOR, texts) >= LEAST_FRESH[kind] - 1e-9
    before = CompositeDetector(found_first())
    let_go = [one.text for one in texts if faults(DETECTOR, one)[1] and not faults(before, one)[1]]
    assert len(let_go) <= LET_GO_FRESH[kind]


LEAST_BY_OTHERS = {"commands": 0.87, "questions": 0.52}
"""What was measured on texts by another hand, rounded down: how many keep everything that is public."""


@pytest.mark.parametrize("kind", LEAST_BY_OTHERS)
def test_what_others_ask_keeps_what_is_public(kind: str) -> None:
    said = list(by_others(kind))
    kept = 0
    for text, marks in said:
        names = [one for one in DETECTOR.detect(text) if one.entity_type not in NOISED]
        kept += all(any(one.start < end + 2 and start < one.end for start, end in marks) for one in names)
    assert len(said) == {"commands": 225, "questions": 150}[kind]
    assert kept / len(said) >= LEAST_BY_OTHERS[kind]


@pytest.mark.parametrize("kind", LEAST)
def test_the_judge_is_needed(kind: str) -> None:
    assert untouched(InRequests([found_first()], judge=False), list(asked(kind))) < LEAST[kind]


PRIVATE_AFFAIRS = (
    "My neighbour {} owes me money.",
    "Call {} before five.",
    "What did {} say in the meeting?",
    "{} called about the lease.",
    "Why is {} late with the rent?",
    "When is my cousin {} born?",
    "Who is {}'s doctor?",
    "Has {} paid the invoice?",
)


FIRMS_AFFAIRS = (
    "Our customer {} owes us money.",
    "Call {} before five.",
    "What did {} say in the meeting?",
    "Has {} paid the invoice?",
    "Email {} the signed offer.",
    "Ask {} about the contract.",
)


def let_go(names: list[str], sentences: Sequence[str]) -> list[str]:
    """In which of the sentences which of the names is let go."""
    said = [(name, sentence.format(name)) for name in names for sentence in sentences]
    return [text for name, text in said if list(InRequests([Says(name)]).detect(text)) != Says(name).detect(text)]


def test_well_known_names_are_private_in_private_affairs() -> None:
    """Of 7,464 two are let go: *When is my cousin a Kempis born?*"""
    assert len(let_go(WELL_KNOWN[::7], PRIVATE_AFFAIRS)) <= 2


class Firms:
    """Takes given stretches for firms."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def detect(self, text: str) -> list[Span]:
        return [replace(one, entity_type="ORGANIZATION") for one in Says(*self._names).detect(text)]


def kept_of_brands(sentence: str) -> float:
    """Of brands of one word, the share that is hidden in a sentence."""
    brands = [name for name in BRANDS if name.isalpha() and not name.isupper()][::15]
    assert len(brands) > 90
    return sum(bool(list(InRequests([Firms(name)]).detect(sentence.format(name)))) for name in brands) / len(brands)


@pytest.mark.parametrize("sentence", FIRMS_AFFAIRS)
def test_brands_are_private_where_a_firm_deals_with_somebody(sentence: str) -> None:
    assert kept_of_brands(sentence) >= 0.9


@pytest.mark.parametrize(
    "sentence", ["Open a ticket on {}.", "Does {} run on Linux?", "Debug why we get a 403 from {}."]
)
def test_brands_are_public_where_they_are_tools(sentence: str) -> None:
    assert kept_of_brands(sentence) <= 0.1


def test_well_known_names_are_private_in_affairs_that_nothing_was_chosen_by() -> None:
    sentences = affairs()
    assert len(sentences) == 60
    assert not let_go(WELL_KNOWN[::160], sentences)


@pytest.mark.parametrize(
    "sentence",
    [
        "Is Mrs {} here?",
        "Has {} signed?",
        "What did {} say about the merger?",
        "What did {} eat?",
        "Where does {} sit?",
    ],
)
@given(name=st.sampled_from([name for name in WELL_KNOWN if name.isalpha()]))
def test_what_is_not_said_of_the_world_is_private(sentence: str, name: str) -> None:
    text = sentence.format(name)
    assert list(InRequests([Says(name)]).detect(text)) == Says(name).detect(text)


@given(st.sampled_from(["compose", "invent", "conquer", "discover"]), st.sampled_from(["Brahms", "Kafka", "Plato"]))
def test_what_is_said_of_the_world_is_public(verb: str, name: str) -> None:
    assert not list(InRequests([Says(name)]).detect(f"What did {name} {verb}?"))


def test_hardly_any_verb_is_taken_for_a_name() -> None:
    sample, eaten = VERBS[::12], 0
    for verb, name in zip(sample, cycle(["Alice Johnson", "Mr Baxter", "Tariq Osei"]), strict=False):
        text, word = f"{verb.capitalize()} {name}'s contract today.", verb.capitalize()
        found = [text[one.start : one.end] for one in InRequests([Says(f"{word} {name}")]).detect(text)]
        assert found[0].endswith(name)
        eaten += found != [name] or bool(list(InRequests([Says(word)]).detect(f"{word} the contract.")))
    assert eaten / len(sample) <= EATEN_VERBS


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Frank James Miller signed.", "Frank James Miller"),
        ("Grant the plumber came at noon.", "Grant"),
        ("Dr. Cooper 's office called.", "Cooper"),
        ("Mark said so.", "Mark"),
        ("Cook Thomas\nLee Anna", "Cook Thomas"),
    ],
)
def test_a_name_that_is_a_verb_too_stays_one(text: str, name: str) -> None:
    assert [text[one.start : one.end] for one in InRequests([Says(name)]).detect(text)] == [name]


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_it_only_takes_away(data: st.DataObject) -> None:
    lines = [one.text for one in [*asked("commands"), *asked("questions"), *private()]]
    text = "\n".join(data.draw(st.lists(st.sampled_from([*lines, *TOKENS]), min_size=1, max_size=4)))
    before = list(found_first().detect(text))
    for one in InRequests([found_first()]).detect(text):
        assert any(other.start <= one.start and one.end <= other.end for other in before)


def test_what_is_private_once_is_private_everywhere() -> None:
    text = "Who was Einstein? Please send the files to Einstein."
    spans = [Span(at, at + 8, "PERSON", 0.9, "test") for at in (8, 43)]

    class Both:
        def detect(self, text: str) -> list[Span]:
            assert [text[one.start : one.end] for one in spans] == ["Einstein", "Einstein"]
            return spans

    assert list(InRequests([Both()]).detect(text)) == spans


@pytest.mark.parametrize("token", TOKENS)
def test_tokens_of_chat_templates_are_no_values(token: str) -> None:
    for text in (f"{token}\nBe brief.", f"{token} Call Bob Miller. {token}", f"{token}system\n{token}"):
        taken = {at for one in default_detector(neural=False).detect(text) for at in range(one.start, one.end)}
        taken |= {at for one in DETECTOR.detect(text) for at in range(one.start, one.end)}
        assert not taken.intersection(range(len(token)))
    inner = token.strip("<>[]|/")
    assert not list(InRequests([Says(inner)]).detect(f"{token} Be brief."))


@pytest.mark.parametrize(
    "text", ["Fire Crispin gently: write the letter.", "Help Tavish write a speech for Morag's wedding."]
)
def test_whoever_an_order_is_about_is_private(text: str) -> None:
    for name in ("Crispin", "Morag"):
        if name in text:
            assert list(InRequests([Says(name)]).detect(text)) == list(Says(name).detect(text))


def test_words_such_as_debug_and_redeploy_are_verbs() -> None:
    assert all(map(is_verb, ("debug", "redeploy", "re-send", "block")))
    assert not is_verb("johnson")


def test_offices_that_are_addressed_name_nobody() -> None:
    text = "Thank you, Mr President."
    assert not list(InRequests([Says("President")]).detect(text))
    assert list(InRequests([Says("Baker")]).detect("Thank you, Mr Baker."))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Thirdly, the report is late.", "Thirdly"),
        ("The Commission approved State aid to farmers.", "State"),
        ("Er starb im Alter von 81 Jahren.", "Alter von"),
        ("What is the APR of our loan?", "APR"),
        ("Dear Friend, I write to you today.", "Friend"),
        ("Hi Everyone,\nthe meeting moved.", "Everyone"),
        ("Mr President, the vote is over.", "President"),
    ],
)
def test_words_of_the_language_are_nobody(text: str, word: str) -> None:
    assert not list(InRequests([Says(word)]).detect(text))


def test_a_name_that_is_not_read_to_its_end_is_private() -> None:
    text = "Who wrote " + "the long and never ending " * 60 + "Hamlet?"
    assert list(InRequests([Says("Hamlet")]).detect(text))


@pytest.mark.parametrize("label", ["city", "location", "Location", "Stadt", "hometown"])
@pytest.mark.parametrize("place", ["Saint Louis", "Springfield", "Lyon"])
def test_what_a_label_announces_is_private_however_well_known(label: str, place: str) -> None:
    text = f"{label}: {place}"
    patterns = [one for one in default_detector(neural=False).detect(text) if one.entity_type == "LOCATION"]
    both = [one for one in default_detector().detect(text) if one.entity_type == "LOCATION"]
    assert {(one.start, one.end) for one in patterns} <= {(one.start, one.end) for one in both}
