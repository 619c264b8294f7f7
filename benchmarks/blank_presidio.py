"""Presidio's AnalyzerEngine for patterns alone: a blank spaCy pipeline, no model, no network."""

from __future__ import annotations

from typing import Any

import spacy
import tldextract
from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
from presidio_analyzer.nlp_engine import SpacyNlpEngine

__all__ = ["blank_engine"]


class _BlankEngine(SpacyNlpEngine):
    """Tokens and nothing else: what the context enhancement of pattern recognizers needs at least."""

    def __init__(self) -> None:
        super().__init__(models=[{"lang_code": "en", "model_name": "blank"}])
        self.__dict__["nlp"] = {"en": spacy.blank("en")}

    def load(self) -> None:
        """The blank pipeline is there already."""

    def is_loaded(self) -> bool:
        return True


def blank_engine() -> Any:
    """An engine with Presidio's default recognizers that need no model.

    Its e-mail recognizer asks ``tldextract``, which would fetch a list from the network; the list that ships with
    ``tldextract`` is put in its place.
    """
    vars(tldextract)["extract"] = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    registry = RecognizerRegistry(supported_languages=["en"])
    registry.load_predefined_recognizers(languages=["en"])
    registry.remove_recognizer("SpacyRecognizer")
    return AnalyzerEngine(registry=registry, nlp_engine=_BlankEngine(), supported_languages=["en"])
