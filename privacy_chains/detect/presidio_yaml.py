"""Recognizers of your own, from a file in Presidio's YAML: patterns with context words, and deny lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from privacy_chains.contract.spans import Span
from privacy_chains.detect.base import Detector
from privacy_chains.detect.lists import DenyList
from privacy_chains.errors import DetectionError

__all__ = ["RecognizerDetector", "recognizer_types", "recognizers_in"]

_GAIN, _FLOOR = 0.35, 0.4
"""What a context word adds to a score, and the least score with one: Presidio's defaults."""
_FLAGS = re.DOTALL | re.MULTILINE | re.IGNORECASE
"""Presidio's ``global_regex_flags``."""
_REACH = 5
"""The number of words before a match in which Presidio looks for context."""
_KNOWN = frozenset(
    {
        *("name", "supported_languages", "supported_language", "supported_entity", "patterns", "context"),
        *("deny_list", "deny_list_score", "type", "enabled", "country_code"),
    }
)


@dataclass(frozen=True, repr=False)
class RecognizerDetector:
    """Finds values of one type by patterns, as Presidio's ``PatternRecognizer`` does.

    Attributes:
        entity_type: The type.
        patterns: Compiled, each with its score.
        context: Words, in lower case, that raise the score if one of them stands near before a match.
        threshold: The least score of a span.
    """

    entity_type: str
    patterns: tuple[tuple[re.Pattern[str], float], ...]
    context: frozenset[str]
    threshold: float = _FLOOR

    def __repr__(self) -> str:
        told = ", ".join(f"{pattern.pattern!r}: {score}" for pattern, score in self.patterns)
        return f"RecognizerDetector({self.entity_type!r}, {{{told}}}, {sorted(self.context)}, {self.threshold})"

    def detect(self, text: str) -> Iterator[Span]:
        """The matches in ``text`` that reach the threshold."""
        for pattern, score in self.patterns:
            for found in pattern.finditer(text):
                sure = max(score + _GAIN, _FLOOR) if self._announced(text, found.start()) else score
                if found[0] and sure >= self.threshold:
                    yield Span(*found.span(), self.entity_type, min(sure, 1.0), "recognizer")

    def _announced(self, text: str, start: int) -> bool:
        words = re.findall(r"\w+", text[max(0, start - 32 * _REACH) : start].casefold())[-_REACH:]
        return any(known in word for word in words for known in self.context)


def recognizers_in(path: str | Path, threshold: float = _FLOOR) -> list[Detector]:
    """The detectors that a file in Presidio's YAML describes; needs PyYAML.

    Args:
        path: The file: ``recognizers:``, each with ``supported_entity`` and ``patterns`` or a ``deny_list``.
        threshold: The least score of a span. Presidio's own default is 0, which reports every weak pattern.

    Raises:
        DetectionError: The file cannot be read, or asks for something unknown here, such as one of Presidio's own
            recognizers; the message names it.
    """
    content = _loaded(path)
    rows = content.get("recognizers") if isinstance(content, Mapping) else None
    if not isinstance(rows, Sequence) or isinstance(rows, str):
        msg = f"{path} is a mapping with a list of 'recognizers', as Presidio's files are"
        raise DetectionError(msg)
    flags = content.get("global_regex_flags", _FLAGS)
    return [detector for place, row in enumerate(rows, 1) for detector in _made(row, place, flags, threshold)]


def recognizer_types(detectors: Sequence[Detector]) -> frozenset[str]:
    """The entity types that such detectors report."""
    return frozenset(str(getattr(one, "entity_type", "")) for one in detectors) - {""}


def _loaded(path: str | Path) -> Any:
    try:
        yaml = import_module("yaml")  # only such files need it
    except ImportError:
        msg = "recognizers in YAML need a package: pip install pyyaml"
        raise DetectionError(msg) from None
    try:
        return yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        msg = f"the recognizers in {path} cannot be read: {type(error).__name__}"
        raise DetectionError(msg) from None


def _made(row: Any, place: int, flags: Any, threshold: float) -> Iterator[Detector]:
    if not isinstance(row, Mapping) or row.get("type", "custom") != "custom":
        msg = (
            f"recognizer {place} is one of Presidio's own, and only patterns and deny lists are read from files: what "
            "is built in here is asked for by 'detect', and a Presidio analyzer by PresidioDetector"
        )
        raise DetectionError(msg)
    unknown = sorted(set(map(str, row)) - _KNOWN)
    if unknown:
        msg = f"recognizer {place} has {unknown[0]!r}, which is not known here"
        raise DetectionError(msg)
    name = row.get("supported_entity")
    if not isinstance(name, str) or not name:
        msg = f"recognizer {place} has no 'supported_entity'"
        raise DetectionError(msg)
    if row.get("enabled", True) is not True:
        return
    patterns, denied = row.get("patterns") or [], row.get("deny_list") or []
    if not patterns and not denied:
        msg = f"recognizer {place} ({name}) has neither patterns nor a deny list"
        raise DetectionError(msg)
    if patterns:
        made = tuple(_pattern(one, name, flags) for one in patterns)
        yield RecognizerDetector(name, made, frozenset(_context(row)), threshold)
    if denied:
        yield DenyList(name, map(str, denied), ignore_case=bool(flags & re.IGNORECASE))


def _pattern(row: Any, name: str, flags: Any) -> tuple[re.Pattern[str], float]:
    try:
        score = float(row.get("score", 0.5))
        return re.compile(row["regex"], flags), score
    except (AttributeError, KeyError, TypeError, ValueError, re.error):
        msg = f"a pattern of {name} is a 'regex' that compiles and a 'score' from 0 to 1"
        raise DetectionError(msg) from None


def _context(row: Mapping[str, Any]) -> Iterator[str]:
    """The context words of all languages: a text does not say its language."""
    languages = row.get("supported_languages") or []
    lists = [row.get("context") or [], *(one.get("context") or [] for one in languages if isinstance(one, Mapping))]
    for words in lists:
        yield from (str(word).casefold() for word in words)
