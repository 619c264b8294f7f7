"""ProSan: words that matter little to the answer become others that fit; corrected, to the letter, or with privacy.

A name is imported when it is first asked for: the method needs numpy and the word lists.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from privacy_chains.methods.importance.calibration import ImportanceCalibration
    from privacy_chains.methods.importance.method import ImportanceSanitizer
    from privacy_chains.methods.importance.private import ContextMechanism
    from privacy_chains.methods.importance.prompt import RewrittenPrompt
    from privacy_chains.methods.importance.session import WordRewriter
    from privacy_chains.methods.importance.similarity import default_hypernyms

__all__ = [
    "ContextMechanism",
    "ImportanceCalibration",
    "ImportanceSanitizer",
    "RewrittenPrompt",
    "WordRewriter",
    "default_hypernyms",
]

_HOMES = {
    "ImportanceCalibration": "calibration",
    "ContextMechanism": "private",
    "ImportanceSanitizer": "method",
    "RewrittenPrompt": "prompt",
    "WordRewriter": "session",
    "default_hypernyms": "similarity",
}
"""In which module each name is."""


def __getattr__(name: str) -> object:
    """Called for a name that was not asked for yet."""
    if name not in _HOMES:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
