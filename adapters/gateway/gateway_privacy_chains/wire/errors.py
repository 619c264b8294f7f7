"""Errors in the format of the provider whose API is asked; they quote nothing of a request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from privacy_chains.lazy import lazily

__all__ = ["Dialect", "Failure", "harmless", "written"]

Dialect = Literal["openai", "anthropic"]
"""Whose errors and headers a wire format has."""

_OPENAI: Mapping[int, str] = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
}
_ANTHROPIC: Mapping[int, str] = {**_OPENAI, 413: "request_too_large", 504: "timeout_error", 529: "overloaded_error"}

_WORD = lazily(r"[A-Za-z][A-Za-z0-9_.\[\]-]{0,80}")
_LONGEST = 2000
_QUOTED = 16
"""So many characters that stand in both an error and a request are a quotation."""


@dataclass(frozen=True, repr=False)
class Failure:
    """What a client is told of a failure.

    Attributes:
        status: The HTTP status.
        message: A sentence that quotes nothing of the request.
        kind: The provider's type of the error, where it told one.
        code: The provider's code, or the class of an error of ours.
        param: The name of the field that the provider complains of.
    """

    status: int
    message: str
    kind: str | None = None
    code: str | None = None
    param: str | None = None


def written(dialect: Dialect, failure: Failure) -> dict[str, Any]:
    """A failure as a provider writes it."""
    if dialect == "anthropic":
        kind = failure.kind or _ANTHROPIC.get(failure.status, _kind(failure.status, "api_error"))
        return {"type": "error", "error": {"type": kind, "message": failure.message}}
    kind = failure.kind or _OPENAI.get(failure.status, _kind(failure.status, "server_error"))
    return {"error": {"message": failure.message, "type": kind, "param": failure.param, "code": failure.code}}


def _kind(status: int, server: str) -> str:
    return server if status >= 500 else "invalid_request_error"


def harmless(status: int, error: Mapping[str, Any], sent: Iterable[str], surrogates: Iterable[str]) -> Failure:
    """What may be told of an error of the provider's, which may quote what it was sent.

    **Guarantee**: no surrogate of the request, and no 16 characters in a row of what was sent, stand in the message.
    What cannot be told is left out; nothing
    is read back.

    Args:
        status: The HTTP status.
        error: What the provider says.
        sent: The texts that it was sent.
        surrogates: The surrogates in them.
    """
    kind, code, param = (_word(error.get(name)) for name in ("type", "code", "param"))
    message = error.get("message")
    told = f"the provider answered with an error of status {status}"
    if isinstance(message, str):
        quotes = _quotes(message, sent, surrogates)
        told = f"{told}; what it says of it is left out, as it quotes the request" if quotes else message
    return Failure(status, told, kind, code, param)


def _word(value: Any) -> str | None:
    return value if isinstance(value, str) and _WORD.fullmatch(value) else None


def _quotes(message: str, sent: Iterable[str], surrogates: Iterable[str]) -> bool:
    if len(message) > _LONGEST:
        return True
    lowered = message.casefold()
    if any(one.casefold() in lowered for one in surrogates if one):
        return True
    stretches = {lowered[at : at + _QUOTED] for at in range(len(lowered) - _QUOTED + 1)}
    return any(stretch in text.casefold() for text in sent for stretch in stretches)
