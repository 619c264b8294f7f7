import json
from collections.abc import Sequence
from typing import Any

import pytest
from shared_data import shared_data

from privacy_chains import Key, Sanitizer
from privacy_chains.attacks.result import Result
from privacy_chains.attacks.sent_values import GIVEN, OTHER, sent_values
from privacy_chains.attacks.texts import attack_texts
from privacy_chains.contract.method import Method
from privacy_chains.contract.spans import Span
from privacy_chains.detect import DenyList
from privacy_chains.errors import MissingPart, PolicyError
from privacy_chains.methods.characters import CharacterNoise
from privacy_chains.methods.layers import Layers
from privacy_chains.methods.words import WordNoise
from privacy_chains.models import LocalModel, TokenSurprisal
from privacy_chains.testing import Redaction

KEY = Key.from_bytes(bytes(range(32)))
NAMES = ("Martin", "Patricia", "Thompson", "Christine", "Robinson", "Margaret")
TEXT = "Ask " + ", ".join(NAMES) + " about invoice QX20417B of the plum pudding."
PEOPLE = DenyList("PERSON", NAMES)
METHODS: list[Method] = [
    Sanitizer(KEY),
    CharacterNoise(KEY, epsilon=3),
    CharacterNoise(KEY, epsilon=3, repeats="fresh"),
    WordNoise(KEY),
    Layers.of_policy(KEY),
]


def rows(method: Method, *texts: str, **how: Any) -> dict[str, Result]:
    found: Sequence[Result] = attack_texts(texts or (TEXT,), method, detector=PEOPLE, **how)
    return {result.name: result for result in found}


def test_more_is_read_at_a_larger_epsilon() -> None:
    weak, strong = (
        rows(CharacterNoise(KEY, epsilon=epsilon))["PERSON, noise on characters"] for epsilon in (12, "1/4")
    )
    assert weak.learned == weak.of == strong.of == len(NAMES)
    assert strong.learned < 3
    assert weak.stated


def test_ordinary_words_stand_apart_from_values() -> None:
    found = rows(CharacterNoise(KEY, epsilon=12))
    assert [*found][-1] == f"{OTHER}, noise on characters"
    assert found[f"{OTHER}, noise on characters"].of == len(TEXT.split()) - len(NAMES)


def test_what_nothing_finds_is_beyond_what_a_method_states() -> None:
    found = rows(Sanitizer(KEY, detector=PEOPLE), given=["plum pudding", "absent"])
    clear = found[f"{GIVEN}, in clear"]
    assert (clear.learned, clear.of) == (1, 1)
    assert clear.beyond
    assert not clear.stated
    names = found["PERSON, as another value"]
    assert names.learned == 0
    assert names.of == len(NAMES)


def test_what_a_policy_keeps_is_stated() -> None:
    class Nothing:
        def detect(self, _: str) -> tuple[Span, ...]:
            return ()

    found = rows(Sanitizer(KEY, detector=Nothing()))["PERSON, in clear"]
    assert found.learned == found.of == len(NAMES)
    assert found.stated


def test_fresh_noise_counts_all_that_was_sent_of_a_value() -> None:
    texts = [f"Call {name}. " * 8 for name in NAMES]
    once = CharacterNoise(KEY, epsilon=4, repeats="same")
    often = CharacterNoise(KEY, epsilon=4, repeats="fresh")
    name = "PERSON, noise on characters"
    assert rows(often, *texts)[name].learned == len(NAMES)
    assert rows(often, *texts)[name].learned > rows(once, *texts)[name].learned


def test_a_value_counts_once() -> None:
    assert rows(Sanitizer(KEY, detector=PEOPLE), TEXT, TEXT)["PERSON, as another value"].of == len(NAMES)


def test_words_with_noise_are_read_by_the_posterior() -> None:
    word = f"{OTHER}, noise on words"
    text = "The patient has a fever and a headache after the holiday in the mountains."
    found = {epsilon: rows(WordNoise(KEY, epsilon=epsilon), text)[word] for epsilon in (9, "1/8")}
    assert found[9].learned == found[9].of > found["1/8"].learned


def test_layers_are_read_each_in_its_way() -> None:
    found = rows(Layers.of_policy(KEY))
    assert found["PERSON, as another value"].learned == 0
    assert all(name.endswith(("as another value", "noise on characters")) for name in found)


@pytest.mark.parametrize("method", METHODS, ids=repr)
def test_no_value_stands_in_what_is_told(method: Method) -> None:
    item = json.loads(shared_data("test", "presidio_research", "synth_dataset_v2.json").read_text("utf-8"))[:12]
    texts = [one["full_text"] for one in item]
    values = [span["entity_value"] for one in item for span in one["spans"] if len(span["entity_value"]) > 3]
    found = attack_texts(texts, method, given=values)
    assert sum(result.of for result in found) >= len(set(values)) / 2
    told = repr(found) + " ".join(map(str, found))
    assert not [value for value in values if value in told]


def test_where_values_stand_is_exact() -> None:
    """What is sent before a value, what is sent of it and what is sent behind it make what is sent."""
    for method in METHODS:
        prompt = method.sanitize([TEXT])
        seen = sent_values([TEXT], prompt, PEOPLE)  # type: ignore[arg-type]
        for one in seen:
            assert one.original in TEXT
            if one.how != "in clear":
                assert one.before + one.sent[0] + one.after == prompt.texts[0]
            assert len(one.original) < 6 or one.original not in repr(one)


def test_a_model_is_asked_of_values_alone() -> None:
    asked: list[str] = []

    def surprisal(text: str, /) -> list[TokenSurprisal]:
        asked.append(text)
        return [TokenSurprisal(0, len(text), float(len(asked)))]

    model = LocalModel(name="reader", surprisal=surprisal)
    rows(CharacterNoise(KEY, epsilon=4), model=model)
    assert 0 < len(asked) <= 6 * len(NAMES)
    with pytest.raises(MissingPart, match="guess by a language model"):
        rows(CharacterNoise(KEY, epsilon=4), model=LocalModel(name="none"))


def test_a_method_that_tells_no_places_is_refused() -> None:
    with pytest.raises(PolicyError, match="does not tell where"):
        attack_texts([TEXT], Redaction(NAMES))
