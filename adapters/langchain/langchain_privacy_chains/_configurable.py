"""A model that is chosen, or set, by the config of a call."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, NoReturn

from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.runnables.configurable import DynamicRunnable
from langchain_core.runnables.utils import ConfigurableFieldSpec, Input, Output
from pydantic import Field, SkipValidation

from privacy_chains import PrivacyError

__all__ = ["PrivateConfigurable", "PrivateMadeLater", "is_made_later"]


class PrivateConfigurable(DynamicRunnable[Input, Output]):
    """Protects the runnable that another one makes from a call's config, at the time of the call.

    Attributes:
        default: The other runnable's default, protected.
        bound: The other runnable. Calling it directly sends clear text.
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


def is_made_later(value: Any) -> bool:
    """Whether something is a model that ``init_chat_model`` makes from the config of a call."""
    return type(value).__name__ == "_ConfigurableModel" and type(value).__module__.startswith("langchain.")


class PrivateMadeLater(Runnable[Any, Any]):
    """Protects the model that ``init_chat_model`` makes from the config of a call, at the time of the call.

    Args:
        bound: The runnable that makes the model. Calling it directly sends clear text.
        protector: Protects a model.
    """

    def __init__(self, bound: Any, protector: Callable[[Runnable[Any, Any]], Runnable[Any, Any]]) -> None:
        self.bound = bound
        self._protector = protector

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:  # noqa: A002
        """Make the model, and call it."""
        return self._made(config).invoke(input, config, **kwargs)

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:  # noqa: A002
        """Make the model, and call it."""
        return await self._made(config).ainvoke(input, config, **kwargs)

    def stream(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Iterator[Any]:  # noqa: A002
        """Make the model, and stream its answer."""
        yield from self._made(config).stream(input, config, **kwargs)

    async def astream(
        self,
        input: Any,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[Any]:
        """Make the model, and stream its answer."""
        async for chunk in self._made(config).astream(input, config, **kwargs):
            yield chunk

    def with_config(self, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """The same with a config of its own."""
        return PrivateMadeLater(self.bound.with_config(config, **kwargs), self._protector)

    def __getattr__(self, name: str) -> Any:
        """Builders such as ``bind_tools`` wait for a model; other attributes are the default model's."""
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in ("bind_tools", "with_structured_output"):
            return getattr(self._made(None), name)

        def queued(*args: Any, **kwargs: Any) -> PrivateMadeLater:
            return PrivateMadeLater(getattr(self.bound, name)(*args, **kwargs), self._protector)

        return queued

    def _made(self, config: RunnableConfig | None) -> Any:
        """The model of a config, protected before anything is built on it."""
        bare: Any = object.__new__(type(self.bound))  # it looks up attributes in a model, so copying it fails
        bare.__dict__.update(vars(self.bound), _queued_declarative_operations=[])
        made: Any = self._protector(bare._model(config))  # noqa: SLF001
        for name, args, kwargs in self.bound._queued_declarative_operations:  # noqa: SLF001
            made = getattr(made, name)(*args, **kwargs)
        return made

    def __repr__(self) -> str:
        return "PrivateMadeLater()"

    def __reduce__(self) -> NoReturn:
        msg = "a protected model is not pickled: its sanitizer holds a key; protect the model again where it runs"
        raise PrivacyError(msg)
