"""What a listed label announces is found in every format that writes a label beside a value, in all languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from steps import grows_linearly
from written_fields import KINDS, LABELS, VALUES, WRITERS, Write

from privacy_chains import default_detector
from privacy_chains.detect import PATTERN_TYPES, PatternDetector
from privacy_chains.detect.patterns.fields import fields_in
from privacy_chains.language.kinds import Kind
from privacy_chains.language.lexicon import languages, words

CODE_SCORE = 0.5
"""Of codes that nothing announces but that they are called a number."""
DETECTOR = PatternDetector(PATTERN_TYPES - {"NUMBER"})


def missed(write: Write, kind: Kind, label: str, value: str) -> str:
    """The text, where the value is not found whole in it as what its label says; else nothing."""
    text = write(label, value)
    at = max(text.find(value), text.find(value.replace(" ", "+")))
    around = [span for span in DETECTOR.detect(text) if span.start <= at and at + len(value) <= span.end]
    kinds = {span.entity_type for span in around if span.entity_type == "URL" or span.end - span.start == len(value)}
    return "" if kinds & {KINDS[kind], "URL"} else text


@pytest.mark.parametrize("written", WRITERS)
def test_what_a_label_announces_is_found_however_it_is_written(written: str) -> None:
    texts = [missed(WRITERS[written], kind, label, VALUES[kind][0]) for _, kind, label in LABELS]
    assert not [text for text in texts if text]


@given(st.sampled_from(LABELS), st.sampled_from(sorted(WRITERS)), st.data())
def test_so_is_every_such_value(label: tuple[str, Kind, str], written: str, data: st.DataObject) -> None:
    _, kind, word = label
    assert not missed(WRITERS[written], kind, word, data.draw(st.sampled_from(VALUES[kind])))


@pytest.mark.parametrize("language", [one for one in languages() if one != "en" and words("net_or_gross", one)])
def test_an_amount_before_net_or_gross_is_one(language: str) -> None:
    for word in words("net_or_gross", language):
        found = [span.entity_type for span in DETECTOR.detect(f"2130 {word}")]
        assert found == ["MONEY"], word
        assert not DETECTOR.detect(f"12 {word}")


CALLED = [(language, word) for language in languages() for word in words("number_label", language) if len(word) > 2]


@pytest.mark.parametrize("code", ["X 771 204 118", "0049-22-B7", "3381207", "K338120447"])
@pytest.mark.parametrize("called", [word for _, word in CALLED])
def test_what_is_called_a_number_is_an_identifier_however_it_is_written(called: str, code: str) -> None:
    for label in (f"spital {called}", f"spital{called}"):
        for name, write in WRITERS.items():
            text = write(label, code)
            ids = {
                text[span.start : span.end]
                for span in DETECTOR.detect(text)
                if span.entity_type in ("ID_NUMBER", "URL")
            }
            assert any(code in one or code.replace(" ", "+") in one for one in ids), (name, text)


@pytest.mark.parametrize("language", languages())
def test_the_number_of_a_page_is_none(language: str) -> None:
    for thing in words("numbered_thing", language):
        for called in words("number_label", language):
            text = f"{thing} {called}: 120771"
            assert not [
                span for span in DETECTOR.detect(text) if span.source == "patterns" and span.score == CODE_SCORE
            ]


@pytest.mark.parametrize("amount", ["71_500", "1_250_000", "9_999.50"])
def test_code_groups_digits_by_underscores(amount: str) -> None:
    text = f"salary = {amount}  # of the seed"
    assert [text[span.start : span.end] for span in DETECTOR.detect(text)] == [amount]


@given(st.text("ab1=:>\"'{}<>/-_.,|& \n", max_size=80))
def test_fields_are_stretches_of_the_text(text: str) -> None:
    for key, (start, end) in fields_in(text):
        assert key in text
        assert 0 <= start < end <= len(text)


PIECES = ("a=1 ", "a: ", '"a": "b", ', "a ......", "<a>b</a>", "--a ", "setA(", "a = a = ", "\u00ab", "A1: a | ")


@pytest.mark.parametrize("piece", PIECES)
def test_it_is_linear(piece: str) -> None:
    assert grows_linearly(lambda count: lambda: list(fields_in(piece * count)), 50)


def test_what_holds_a_code_itself_labels_nothing() -> None:
    text = "My policy number is MTR/77120934: SSN 182-69-2573"
    found = [(text[one.start : one.end], one.entity_type) for one in default_detector(neural=False).detect(text)]
    assert ("182-69-2573", "US_SSN") in found
