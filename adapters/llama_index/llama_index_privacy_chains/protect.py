"""The one function most users need."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, cast

from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.llms.llm import LLM
from llama_index.core.llms.structured_llm import StructuredLLM

from llama_index_privacy_chains.llms import PrivateFunctionCallingLLM, PrivateLLM
from privacy_chains import PromptSanitizer, UnsupportedContent

__all__ = ["protect"]


def protect(component: LLM, sanitizer: PromptSanitizer, *, allow: Collection[str] = ()) -> LLM:
    """Return a component of the same kind through which nothing leaves in clear.

    Args:
        component: A language model.
        sanitizer: A ``Sanitizer``, or a ``Session`` for one conversation.
        allow: Kinds of content blocks that are sent as they are although they cannot be sanitized.

    Raises:
        UnsupportedContent: The component is of a kind that cannot be protected.
    """
    match component:
        case PrivateLLM():
            return component
        case StructuredLLM():
            return protect(component.llm, sanitizer, allow=allow).as_structured_llm(component.output_cls)
        case LLM():
            kind: Any = PrivateFunctionCallingLLM if isinstance(component, FunctionCallingLLM) else PrivateLLM
            return cast("PrivateLLM", kind(component, sanitizer, allow=frozenset(allow)))
        case _:
            msg = f"protect takes a language model (an LLM), not a {type(component).__name__}"
            raise UnsupportedContent(msg)
