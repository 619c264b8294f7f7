from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import pytest

from privacy_chains.detect import CompositeDetector, TransformersDetector
from privacy_chains.errors import DetectionError


def pipeline(_text: str) -> list[Mapping[str, Any]]:
    return [
        {"entity_group": "PER", "start": 0, "end": 6, "score": 0.99},
        {"entity_group": "LOC", "start": 9, "end": 15, "score": 0.4},
        {"entity_group": "MISC", "start": 0, "end": 1, "score": 0.9},
    ]


def test_labels_become_entity_types_and_white_space_is_cut() -> None:
    text = "Alice in  Paris."
    spans = CompositeDetector(TransformersDetector(pipeline)).detect(text)
    assert [(text[s.start : s.end], s.entity_type) for s in spans] == [("Alice", "PERSON"), ("Paris", "LOCATION")]


def test_a_threshold_and_a_label_map_choose() -> None:
    detector = TransformersDetector(pipeline, {"MISC": "CODE", "LOC": "LOCATION"}, threshold=0.5)
    assert [s.entity_type for s in detector.detect("Alice in  Paris.")] == ["CODE"]


def test_blank_texts_do_not_run_the_model() -> None:
    def refuse(_text: str) -> list[Mapping[str, Any]]:
        raise AssertionError

    assert list(TransformersDetector(refuse).detect(" \n")) == []


def test_a_pipeline_without_aggregation_is_refused() -> None:
    with pytest.raises(DetectionError, match="aggregation"):
        TransformersDetector(lambda _: [{"entity": "B-PER", "start": 0, "end": 1}]).detect("x")


def test_an_unknown_aggregation_is_refused() -> None:
    with pytest.raises(DetectionError, match="'none'"):
        TransformersDetector("some/model", aggregation="none")


def test_a_name_becomes_a_pipeline_on_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

    def factory(*args: Any, **settings: Any) -> Any:
        built.append((args, settings))
        return pipeline

    library = ModuleType("transformers")
    library.pipeline = factory  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "transformers", library)
    detector = TransformersDetector("dslim/bert-base-NER", device="cpu", batch_size=4, overlap=32)
    assert built == []
    assert len(list(detector.detect("Alice in  Paris."))) == len(list(detector.detect("Alice in  Paris."))) == 2
    ((args, settings),) = built
    assert args == ("token-classification",)
    assert settings == {
        "model": "dslim/bert-base-NER",
        "aggregation_strategy": "simple",
        "device": "cpu",
        "batch_size": 4,
        "stride": 32,
    }


def test_a_missing_library_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(DetectionError, match=r"pip install 'privacy-chains\[transformers\]'"):
        TransformersDetector("dslim/bert-base-NER").detect("Alice")
