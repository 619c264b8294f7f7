"""Which session a call belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from langchain_core.runnables import RunnableConfig, ensure_config

from privacy_chains import PromptSanitizer
from privacy_chains.conversation import check_protection

__all__ = ["SessionFor", "chosen"]

SessionFor = Callable[[Mapping[str, Any]], PromptSanitizer]
"""Chooses the sanitizer of a call from the ``configurable`` part of its config, such as a thread or user id."""


def chosen(sanitizer: PromptSanitizer | SessionFor, config: RunnableConfig | None = None) -> PromptSanitizer:
    """The sanitizer of a call: the one that is given, or the one that is chosen for the call's config.

    Raises:
        PrivacyError: It is no sanitizer, or the function that chooses returned none.
    """
    check_protection(sanitizer, chooses=True)
    if isinstance(sanitizer, PromptSanitizer):
        return sanitizer
    picked = sanitizer(ensure_config(config).get("configurable") or {})
    check_protection(picked)
    return picked
