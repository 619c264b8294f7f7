"""Privacy for agents made by ``langchain.agents.create_agent``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Any, cast

from langchain.agents.middleware import AgentMiddleware, ModelRequest, ModelResponse
from langchain_core.language_models import BaseChatModel
from langchain_core.runnables.base import RunnableBindingBase
from langchain_core.runnables.fallbacks import RunnableWithFallbacks

from langchain_privacy_chains._graft import graft
from langchain_privacy_chains.chat_models import PrivateChatModel, SessionFor
from privacy_chains import Method, UnsupportedContent
from privacy_chains.adapting import Invented

__all__ = ["PrivacyMiddleware"]


class PrivacyMiddleware(AgentMiddleware[Any, Any, Any]):
    """Protects whatever model an agent's step ends up calling, including fallbacks and routed models.

    Put it last in the list, so that it is innermost. The agent's state, tools, human reviewers and checkpoints then
    hold clear values, and every call to a model holds surrogates. Other middlewares may have models of their own, or
    call the step's model themselves (summarization, tool selection, routing). These models need protection too:
    ``audit`` finds them, and ``protect(agent, ...)`` protects them.

    Args:
        sanitizer: A ``Sanitizer``, a ``Session`` for one conversation, or a function that returns one for the
            ``configurable`` part of a run's config.
        allow: Kinds of content blocks that are sent as they are although they cannot be sanitized.
        clear_traces: Whether tracers that upload may be told the clear text around a call to a model.
        strict: Whether calls are refused while a handler listens that is not known to run here.
        invented: What happens to values that a model makes up; see ``protect``.
    """

    def __init__(
        self,
        sanitizer: Method | SessionFor,
        *,
        allow: Collection[str] = (),
        clear_traces: bool = False,
        strict: bool = False,
        invented: Invented | None = None,
    ) -> None:
        super().__init__()
        self._sanitizer = sanitizer
        self._options: dict[str, Any] = {
            "allow": frozenset(allow),
            "clear_traces": clear_traces or (None if strict else False),
            "invented": invented,
        }

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """Call the protected model."""
        return handler(self._protected(request))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """Call the protected model."""
        return await handler(self._protected(request))

    def _protected(self, request: ModelRequest[Any]) -> ModelRequest[Any]:
        return request.override(model=cast("BaseChatModel", graft(request.model, self._around)))

    def _around(self, part: Any) -> Any:
        """A protected model; None for a component to search, such as a model with bound arguments or fallbacks."""
        match part:
            case PrivateChatModel():
                return part
            case BaseChatModel():
                return PrivateChatModel(bound=part, sanitizer=self._sanitizer, **self._options)
            case RunnableBindingBase() | RunnableWithFallbacks():
                return None
            case _:
                msg = f"a {type(part).__name__} in a model's place cannot be protected, so nothing was sent"
                raise UnsupportedContent(msg)
