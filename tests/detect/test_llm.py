from __future__ import annotations

import pytest

from privacy_chains.detect import LlmDetector
from privacy_chains.errors import DetectionError


def answering(*answers: str) -> LlmDetector:
    left = list(answers)
    return LlmDetector(lambda _: left.pop(0) if len(left) > 1 else left[0], {"PERSON": "a person's name"})


def names(detector: LlmDetector, text: str) -> list[str]:
    return [text[span.start : span.end] for span in detector.detect(text)]


def test_values_are_found_again_wherever_they_stand() -> None:
    text = "Ann met Kaiser Soze. ann left; Annotation stays. KAISER\nSOZE came."
    assert names(answering('["Ann", "Kaiser Soze"]'), text) == ["Ann", "Kaiser Soze", "ann", "KAISER\nSOZE"]


def test_invented_values_are_dropped() -> None:
    assert names(answering('["Bob", "", "Annot"]'), "Ann's Annotation") == []


@pytest.mark.parametrize(
    "answer",
    ['["Ann"]', 'Sure! ```json\n["Ann"]\n```', 'As [1] says: ["Ann"] and ["Bob"]'.replace("[1]", "[x]"), '[ "Ann" ].'],
)
def test_what_a_model_writes_around_its_list_does_not_matter(answer: str) -> None:
    assert names(answering(answer), "Ann is here") == ["Ann"]


@pytest.mark.parametrize("answer", ["", "Ann", '{"names": "Ann"}', '[{"name": "Ann"}]', "[Ann]"])
def test_an_answer_that_is_no_list_of_strings_stops_the_request(answer: str) -> None:
    with pytest.raises(DetectionError, match="about PERSON") as caught:
        names(answering(answer), "Ann is here")
    assert "Ann" not in str(caught.value)


def test_each_type_is_asked_for_with_the_text() -> None:
    prompts: list[str] = []

    def complete(prompt: str) -> str:
        prompts.append(prompt)
        return '["43"]' if "age" in prompt else "[]"

    text = "{Ann} is 43"
    (span,) = LlmDetector(complete, {"PERSON": "a name", "AGE": "an age"}).detect(text)
    assert (span.entity_type, span.source, text[span.start : span.end]) == ("AGE", "llm", "43")
    assert len(prompts) == 2
    assert all(text in prompt for prompt in prompts)


def test_a_long_text_is_read_in_overlapping_windows() -> None:
    text = "word " * 500 + "Zoe Quimby" + " word" * 500
    shown: list[str] = []

    def complete(prompt: str) -> str:
        shown.append(prompt)
        return '["Zoe Quimby"]' if "Zoe Quimby" in prompt else "[]"

    assert names(LlmDetector(complete, {"PERSON": "a name"}, window=600), text) == ["Zoe Quimby"]
    assert len(shown) == 13
    assert max(map(len, shown)) < 1100


def test_an_empty_text_asks_nothing() -> None:
    assert names(LlmDetector(lambda _: pytest.fail("asked")), "  ") == []


def test_it_refuses_settings_that_cannot_work() -> None:
    with pytest.raises(DetectionError):
        LlmDetector(lambda _: "[]", {})
    with pytest.raises(DetectionError):
        LlmDetector(lambda _: "[]", window=100)
