"""A model that is chosen, or set, by the config of a call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.runnables.configurable import DynamicRunnable
from langchain_core.runnables.utils import ConfigurableFieldSpec, Input, Output
from pydantic import Field, SkipValidation

__all__ = ["PrivateConfigurable"]


class PrivateConfigurable(DynamicRunnable[Input, Output]):
    """Protects whatever another runnable makes of a call's config, at the time of the call.

    Attributes:
        default: What the other begins with, protected.
        bound: The other. Calling it directly sends clear text.
        protector: Protects a runnable.
    """

    bound: SkipValidation[DynamicRunnable[Any, Any]] = Field(exclude=True, repr=False)
    protector: SkipValidation[Callable[[Runnable[Any, Any]], Runnable[Any, Any]]] = Field(exclude=True, repr=False)

    @classmethod
    def is_lc_serializable(cls) -> bool:
        return False

    @property
    def config_specs(self) -> list[ConfigurableFieldSpec]:
        return self.bound.config_specs

    def _prepare(self, config: RunnableConfig | None = None) -> tuple[Runnable[Input, Output], RunnableConfig]:
        chosen, config = self.bound.prepare(config)
        return self.protector(chosen), config
