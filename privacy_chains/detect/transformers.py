"""Any Hugging Face token classifier as a detector."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from threading import Lock
from types import MappingProxyType
from typing import Any

from privacy_chains.contract.spans import Span
from privacy_chains.errors import DetectionError

__all__ = ["COMMON_LABELS", "TransformersDetector"]

_Pipeline = Callable[[str], Iterable[Mapping[str, Any]]]

COMMON_LABELS: Mapping[str, str] = MappingProxyType(
    {
        "PER": "PERSON",
        "PERSON": "PERSON",
        "LOC": "LOCATION",
        "LOCATION": "LOCATION",
        "GPE": "LOCATION",
        "ORG": "ORGANIZATION",
        "ORGANIZATION": "ORGANIZATION",
        "DATE": "DATE_TIME",
        "MONEY": "MONEY",
        "NORP": "NRP",
    }
)
"""The entity types of the labels that most published models use; other labels are not reported."""


class TransformersDetector:
    """Runs a token-classification model; ``transformers`` and ``torch`` are imported when the first text comes.

    Texts longer than the model's window are read in overlapping windows.

    Args:
        model: A model's name or folder, such as ``"dslim/bert-base-NER"``, or a token-classification pipeline you
            have built with an aggregation strategy.
        labels: The model's labels to entity types; labels that are missing here are not reported.
        aggregation: How word pieces become values: ``"simple"``, ``"first"``, ``"average"`` or ``"max"``.
        device: Where it runs: ``"cpu"``, ``"cuda:0"``, or None for the library's choice.
        batch_size: How many windows go through the model at once.
        overlap: How many word pieces two windows share.
        threshold: The least score of a span.

    Raises:
        DetectionError: The aggregation strategy is unknown.
    """

    def __init__(  # noqa: PLR0913  # each is one setting of the pipeline
        self,
        model: str | _Pipeline,
        labels: Mapping[str, str] = COMMON_LABELS,
        *,
        aggregation: str = "simple",
        device: str | int | None = None,
        batch_size: int = 8,
        overlap: int = 64,
        threshold: float = 0.0,
    ) -> None:
        if aggregation not in {"simple", "first", "average", "max"}:
            msg = f"aggregation is 'simple', 'first', 'average' or 'max', not {aggregation!r}"
            raise DetectionError(msg)
        self.labels = dict(labels)
        self.threshold = threshold
        self._settings: dict[str, Any] = {
            "aggregation_strategy": aggregation,
            "device": device,
            "batch_size": batch_size,
            "stride": overlap,
        }
        self._name = model if isinstance(model, str) else None
        self._pipeline: _Pipeline | None = None if isinstance(model, str) else model
        self._loading = Lock()

    def __repr__(self) -> str:
        return f"TransformersDetector({self._name or type(self._pipeline).__name__!r})"

    def detect(self, text: str) -> Sequence[Span]:
        """What the model finds in ``text``.

        Raises:
            DetectionError: ``transformers`` is not installed, or the pipeline does not aggregate word pieces.
        """
        if not text.strip():
            return ()
        return [span for entity in self._loaded()(text) if (span := self._span(text, entity)) is not None]

    def _span(self, text: str, entity: Mapping[str, Any]) -> Span | None:
        """The span of one finding, without the white space around it; None if it is not reported."""
        label = entity.get("entity_group")
        if label is None or entity.get("start") is None or entity.get("end") is None:
            msg = "the pipeline gives no grouped entities with offsets: it needs an aggregation and a fast tokenizer"
            raise DetectionError(msg)
        start, end = int(entity["start"]), int(entity["end"])
        value = text[start:end]
        start += len(value) - len(value.lstrip())
        end -= len(value) - len(value.rstrip())
        entity_type = self.labels.get(str(label))
        score = float(entity.get("score", 1.0))
        if entity_type is None or score < self.threshold or start >= end:
            return None
        return Span(start, end, entity_type, score, "transformers")

    def _loaded(self) -> _Pipeline:
        with self._loading:
            if self._pipeline is None:
                self._pipeline = _pipeline(self._name, self._settings)
            return self._pipeline


def _pipeline(name: str | None, settings: Mapping[str, Any]) -> _Pipeline:
    try:
        transformers = import_module("transformers")  # loads torch
    except ImportError as error:
        msg = "TransformersDetector needs the extra: pip install 'privacy-chains[transformers]'"
        raise DetectionError(msg) from error
    built: _Pipeline = transformers.pipeline("token-classification", model=name, **settings)
    return built
