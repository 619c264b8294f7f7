"""Kinds of components that only newer versions of langchain-core have."""

from __future__ import annotations

import sys

__all__ = ["is_decision_model", "is_private_decision_model"]


def is_decision_model(component: object) -> bool:
    """Whether a component answers typed questions about what it is sent (langchain-core 1.8 and later)."""
    module = sys.modules.get("langchain_core.decisions.base")
    return module is not None and isinstance(component, module.BaseDecisionModel)


def is_private_decision_model(component: object) -> bool:
    """Whether a component is a decision model that is protected already."""
    module = sys.modules.get("langchain_privacy_chains.decisions")
    return module is not None and isinstance(component, module.PrivateDecisionModel)
