"""Fingerprints, by which caches know who made what they hold."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_hex

from privacy_chains import Method

__all__ = ["fingerprint", "own_fingerprint"]


def own_fingerprint(method: Method) -> str:
    """What tells a method from others; of one that does not say, drawn anew: a cache then serves nothing of another."""
    told: str | None = getattr(method, "fingerprint", None)
    return told or token_hex(8)


def fingerprint(own: str, inner: str = "") -> str:
    """Another one under another key, session or policy, or around another component; public.

    Args:
        own: The method's, from ``own_fingerprint``.
        inner: The description of the component around which a protected one stands.
    """
    return sha256(f"{own}\n{inner}".encode()).hexdigest()[:16]
