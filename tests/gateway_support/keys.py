"""A function that knows keys, as one of a key management service would."""

from __future__ import annotations

NAME = "no function"


def key_of(token: str) -> bytes | None:
    """The key of a token."""
    return bytes(range(1, 33)) if token == "known" else None  # noqa: S105
