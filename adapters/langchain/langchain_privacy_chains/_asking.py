"""Asks a model without telling it who called."""

from __future__ import annotations

from dataclasses import dataclass

from langchain_privacy_chains._alone import alone
from privacy_chains.adapting import Around, Guard, ModelCall

__all__ = ["LonelyCall"]


@dataclass(frozen=True, kw_only=True)
class LonelyCall(ModelCall):
    """A sanitized call, during which the model does not see its caller's configuration."""

    def guard(self) -> Guard:
        """Wait for a model without the caller's configuration, and read its error messages back."""
        return Around(alone(), super().guard())
