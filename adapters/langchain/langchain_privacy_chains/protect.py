"""The one function most users need."""

from __future__ import annotations

from collections.abc import Collection

from langchain_core.language_models import BaseChatModel

from langchain_privacy_chains.chat_models import PrivateChatModel
from privacy_chains import PromptSanitizer, UnsupportedContent

__all__ = ["protect"]


def protect(component: BaseChatModel, sanitizer: PromptSanitizer, *, allow: Collection[str] = ()) -> PrivateChatModel:
    """Return a component of the same kind through which nothing leaves in clear.

    Args:
        component: A chat model.
        sanitizer: A ``Sanitizer``, or a ``Session`` for one conversation.
        allow: Kinds of content blocks that are sent as they are although they cannot be sanitized.

    Raises:
        UnsupportedContent: The component is of a kind that cannot be protected.
    """
    if isinstance(component, PrivateChatModel):
        return component
    if isinstance(component, BaseChatModel):
        return PrivateChatModel(bound=component, sanitizer=sanitizer, allow=frozenset(allow))
    msg = f"protect takes a chat model (a BaseChatModel), not a {type(component).__name__}"
    raise UnsupportedContent(msg)
