"""OpenAI's embeddings: texts that are looked up again, so that each always becomes the same."""

from __future__ import annotations

from typing import Any, NoReturn

from gateway_privacy_chains.wire.pieces import Body
from privacy_chains import Method, UnsupportedContent
from privacy_chains.adapting import Visitor, index_of, sanitize_each

__all__ = ["PATH", "asked_for"]

PATH = "embeddings"
"""Where they are asked for."""


def asked_for(body: Body, method: Method, index: str) -> dict[str, Any]:
    """What is sent of a request for embeddings.

    Args:
        body: The request.
        method: What sanitizes.
        index: The name of the index that they are for: its surrogates agree in all of the client's requests.

    Raises:
        PrivacyError: Nothing of it may be sent.
    """
    given = body.get("input")
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        _refuse()
    settings = {name: value for name, value in body.items() if name != "input"}
    told = sanitize_each(index_of(method, "the gateway", index), texts, settings, _no_object)
    return {**settings, "input": told[0] if isinstance(given, str) else told}


def _no_object(value: Any, visitor: Visitor) -> None:  # noqa: ARG001  # JSON holds none
    return None


def _refuse() -> NoReturn:
    msg = "embeddings are made of texts here: tokens cannot be looked through, so nothing was sent"
    raise UnsupportedContent(msg)
