"""Detectors: text in, spans out."""

from __future__ import annotations

from privacy_chains.detect.base import Detector
from privacy_chains.detect.composite import CompositeDetector
from privacy_chains.detect.default import StructuredDetector, default_detector
from privacy_chains.detect.lists import AllowList, DenyList
from privacy_chains.detect.llm import LlmDetector
from privacy_chains.detect.names import NameDetector
from privacy_chains.detect.network.detector import NEURAL_TYPES, NeuralDetector
from privacy_chains.detect.patterns.detector import PATTERN_TYPES, PatternDetector
from privacy_chains.detect.presidio import REGIONS, PresidioDetector, PresidioPatterns, as_presidio_recognizer
from privacy_chains.detect.regex import RegexDetector
from privacy_chains.detect.transformers import TransformersDetector

__all__ = [
    "NEURAL_TYPES",
    "PATTERN_TYPES",
    "REGIONS",
    "AllowList",
    "CompositeDetector",
    "DenyList",
    "Detector",
    "LlmDetector",
    "NameDetector",
    "NeuralDetector",
    "PatternDetector",
    "PresidioDetector",
    "PresidioPatterns",
    "RegexDetector",
    "StructuredDetector",
    "TransformersDetector",
    "as_presidio_recognizer",
    "default_detector",
]
