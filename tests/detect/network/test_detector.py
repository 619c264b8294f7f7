"""The embedded network, as it is shipped."""

from __future__ import annotations

import multiprocessing
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.contract.spans import check_spans
from privacy_chains.detect import NEURAL_TYPES, NeuralDetector, default_detector
from privacy_chains.detect.network.graph import FOLDER, network_of
from privacy_chains.errors import DetectionError

DETECTOR = NeuralDetector()
LETTER = (
    "Dear Mr. Turner,\n\nAlice Johnson moved from 12 Main Street, Springfield to Berlin and works for Acme Corp. "
    "She is 47 years old and earns $85,000.\n"
)


def found(text: str, detector: NeuralDetector = DETECTOR) -> set[tuple[str, str]]:
    return {(text[span.start : span.end], span.entity_type) for span in detector.detect(text)}


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("my name is alice turner and i live in berlin", "alice turner", "PERSON"),
        ("my name is alice turner and i live in berlin", "berlin", "LOCATION"),
        ("MEETING WITH ALICE TURNER TOMORROW", "ALICE TURNER", "PERSON"),
        ("Zyxwen Qarlothi called her sister yesterday.", "Zyxwen Qarlothi", "PERSON"),
        ("She works for Lockwood Partners GmbH.", "Lockwood Partners GmbH", "ORGANIZATION"),
        (
            "Send it to 742 Evergreen Terrace, Springfield, IL 62704.",
            "742 Evergreen Terrace, Springfield, IL 62704",
            "STREET_ADDRESS",
        ),
        ("Herr Jürgen Großkreutz wohnt in München.", "Jürgen Großkreutz", "PERSON"),
        ("Elle s'appelle Amélie Dubois et habite Lyon.", "Amélie Dubois", "PERSON"),
        ("La señora Lucía Fernández vive en Sevilla.", "Sevilla", "LOCATION"),
        ("Il signor Marco Esposito abita a Napoli.", "Marco Esposito", "PERSON"),
        ("Mevrouw Anouk de Vries woont in Utrecht.", "Utrecht", "LOCATION"),
        ("O senhor João Almeida mora no Porto.", "João Almeida", "PERSON"),
        ("The password is Xk9!_q2z, change it.", "Xk9!_q2z", "PASSWORD"),
        ("The patient, aged 47, was sent home.", "47", "AGE"),
        ("He paid $12,000 for the car.", "$12,000", "MONEY"),
    ],
)
def test_values_in_context_are_found(text: str, value: str, kind: str) -> None:
    assert (value, kind) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Write a haiku about the sea in autumn.",
        "def main(args): return [x * 12 for x in args if x > 340]",
        '{"status": "ok", "count": 12, "items": []}',
        "The experiment was repeated 12 times with 5 different seeds.",
        "First Name, Last Name, Phone Number, City",
    ],
)
def test_plain_texts_are_left_alone(text: str) -> None:
    assert not found(text)


@pytest.mark.parametrize("before", ["", "It was late again, and nobody knew why it took so long. " * 200])
def test_nothing_is_found_in_what_is_settled(before: str) -> None:
    text = f"{before}Alice Johnson met Rosa Turner in Lyon."
    start = len(before)
    beside = DETECTOR.detect_beside(text, [(start, start + 13)])
    assert [text[span.start : span.end] for span in beside] == ["Rosa Turner", "Lyon"]
    assert [text[span.start : span.end] for span in DETECTOR.detect(text)] == ["Alice Johnson", "Rosa Turner", "Lyon"]


@settings(deadline=None, max_examples=60)
@given(text=st.text(max_size=300), data=st.data())
def test_settled_places_may_be_anywhere(text: str, data: st.DataObject) -> None:
    borders = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    settled = list(zip(borders[::2], borders[1::2], strict=False))
    check_spans(text, DETECTOR.detect_beside(text, settled))


@settings(deadline=None, max_examples=60)
@given(text=st.text(max_size=300))
def test_spans_fit_any_text(text: str) -> None:
    spans = DETECTOR.detect(text)
    check_spans(text, spans)
    assert all(one.end <= two.start for one, two in pairwise(spans))


@settings(deadline=None, max_examples=60)
@given(before=st.text(max_size=30))
def test_offsets_count_code_points(before: str) -> None:
    text = f"{before}\n\n{LETTER}"
    assert any(text[span.start : span.end] == "Alice Johnson" for span in DETECTOR.detect(text))


def test_lone_surrogates_are_read_past() -> None:
    text = "\ud83d Alice Johnson \udc00 called."
    assert {text[span.start : span.end] for span in DETECTOR.detect(text)} == {"Alice Johnson"}


def test_groups_of_digits_are_a_password_where_it_is_sure() -> None:
    assert found("wifi password 5521 9043 1187") == {("5521 9043 1187", "PASSWORD")}
    assert not list(default_detector().detect('{"medicine": "2123 45670 1"}'))


def test_a_value_is_found_wherever_windows_and_blocks_cut() -> None:
    filler = "The report was late again and nobody knew why it took so long. "
    places = 0
    for shift in range(40):
        text = filler * 3 * shift + "Then Alice Johnson called. " + filler * 60
        places += ("Alice Johnson", "PERSON") in found(text)
    assert places == 40


def test_long_texts_are_read_to_their_end() -> None:
    text = LETTER * 300
    names = [span for span in DETECTOR.detect(text) if text[span.start : span.end] == "Alice Johnson"]
    assert len(names) == 300


def test_a_paragraph_that_comes_again_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    network = network_of(FOLDER)
    runs = []
    run = network._run
    monkeypatch.setattr(network, "_run", lambda pieces: runs.append(pieces.shape) or run(pieces))
    record = "Oberon Tamm of 12 Quill Street signed for Vane Partners in Low Marsh. " * 6
    other = "It was late and nobody knew why it took so long. " * 7
    alone = [(span.start, span.end, span.entity_type) for span in DETECTOR.detect(record)]
    assert len(runs) == 1
    among = DETECTOR.detect(f"{record}\n\n{other}\n\n{record}")
    assert len(runs) == 2
    assert [(span.start, span.end, span.entity_type) for span in among][: len(alone)] == alone


def test_threads_share_the_network_and_agree() -> None:
    texts = [f"Number {index}: {LETTER}" for index in range(24)]
    alone = [DETECTOR.detect(text) for text in texts]
    fresh = NeuralDetector(DETECTOR.sensitivity + 1e-9)  # reads anew: nothing is remembered under another
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(fresh.detect, texts)) == alone


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_has_a_network_of_its_own() -> None:
    here = found(LETTER)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(found, (f"{LETTER} ",)).get(timeout=60) == here


def test_more_is_found_the_more_sensitive_it_is() -> None:
    text = "Ring Oberon at the Quill about Tantamount, then ask Dew and the Vane people in Low Marsh."
    covered = [sum(s.end - s.start for s in NeuralDetector(level).detect(text)) for level in (-6, -2, 0, 2, 6)]
    assert covered == sorted(covered)
    assert covered[0] < covered[-1]


def test_only_the_types_asked_for_are_reported() -> None:
    assert {kind for _, kind in found(LETTER, NeuralDetector(entity_types=["LOCATION"]))} == {"LOCATION"}
    with pytest.raises(DetectionError, match="MOOD"):
        NeuralDetector(entity_types=["MOOD"])


def test_types_without_a_rule_are_reported_on_request() -> None:
    text = "She is French and works as a nurse."
    assert not {"NRP", "JOB_TITLE"} & {kind for _, kind in found(text)}
    assert ("French", "NRP") in found(text, NeuralDetector(entity_types=["NRP"]))


def test_texts_are_remembered_by_keyed_digests_alone() -> None:
    DETECTOR.detect(LETTER)
    recent = network_of(FOLDER)._recent
    assert recent._found
    assert all(isinstance(name, bytes) and len(name) == 32 for name in recent._found)
    assert "Alice" not in repr(recent._found)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(DetectionError, match="pip install onnxruntime tokenizers"):
        NeuralDetector(folder=tmp_path).detect("Alice")


def test_a_missing_network_is_an_error_without_the_text(tmp_path: Path) -> None:
    with pytest.raises(DetectionError, match="cannot be read") as failure:
        NeuralDetector(folder=tmp_path).detect("Alice")
    assert "Alice" not in str(failure.value)


def test_what_is_shipped_is_small_and_knows_its_types() -> None:
    size = sum(path.stat().st_size for path in FOLDER.iterdir())
    assert size <= 25 * 2**20
    assert set(network_of(FOLDER).types) <= NEURAL_TYPES
