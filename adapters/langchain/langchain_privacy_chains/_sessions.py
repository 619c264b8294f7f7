"""Which session a call belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from langchain_core.runnables import RunnableConfig, ensure_config

from privacy_chains import PromptSanitizer

__all__ = ["SessionFor", "chosen"]

SessionFor = Callable[[Mapping[str, Any]], PromptSanitizer]
"""Chooses the sanitizer of a call from the ``configurable`` part of its config, such as a thread or user id."""


def chosen(sanitizer: PromptSanitizer | SessionFor, config: RunnableConfig | None = None) -> PromptSanitizer:
    """The sanitizer of a call: the one that is given, or the one that is chosen for the call's config."""
    if isinstance(sanitizer, PromptSanitizer):
        return sanitizer
    return sanitizer(ensure_config(config).get("configurable") or {})
