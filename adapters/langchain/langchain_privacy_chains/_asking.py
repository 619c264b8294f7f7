"""Asks a model without handing it the caller's configuration."""

from __future__ import annotations

from dataclasses import dataclass

from langchain_privacy_chains._alone import alone
from privacy_chains.adapting import Guard, Guards, ModelCall

__all__ = ["QuietCall"]


@dataclass(frozen=True, kw_only=True)
class QuietCall(ModelCall):
    """A sanitized call, during which the model does not see its caller's configuration."""

    def guard(self) -> Guard:
        """Wait for a model without the caller's configuration, and read its error messages back."""
        return Guards(alone(), super().guard())
