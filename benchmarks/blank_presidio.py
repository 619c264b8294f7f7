"""Presidio's AnalyzerEngine: for patterns alone, with a blank spaCy pipeline, and with a model; no network."""

from __future__ import annotations

from typing import Any

import spacy
import tldextract
from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
from presidio_analyzer.nlp_engine import SpacyNlpEngine
from spacy.language import Language

__all__ = ["blank_engine", "model_engine"]


class _Engine(SpacyNlpEngine):
    """A pipeline that is there already; a blank one gives what the context words of patterns need at least."""

    def __init__(self, pipeline: Language) -> None:
        super().__init__(models=[{"lang_code": "en", "model_name": pipeline.meta["name"]}])
        self.__dict__["nlp"] = {"en": pipeline}

    def load(self) -> None:
        """There is nothing to load."""

    def is_loaded(self) -> bool:
        return True


def blank_engine() -> Any:
    """An engine with Presidio's default recognizers that need no model.

    Its e-mail recognizer asks ``tldextract``, which would fetch a list from the network; the list that ships with
    ``tldextract`` is put in its place.
    """
    return _engine(spacy.blank("en"), "SpacyRecognizer")


def model_engine(name: str) -> Any:
    """An engine with all of Presidio's default recognizers and a spaCy model that is installed."""
    return _engine(spacy.load(name))


def _engine(pipeline: Language, *without: str) -> Any:
    vars(tldextract)["extract"] = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    registry = RecognizerRegistry(supported_languages=["en"])
    registry.load_predefined_recognizers(languages=["en"])
    for name in without:
        registry.remove_recognizer(name)
    return AnalyzerEngine(registry=registry, nlp_engine=_Engine(pipeline), supported_languages=["en"])
