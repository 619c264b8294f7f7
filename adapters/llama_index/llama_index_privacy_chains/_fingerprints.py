"""Fingerprints, by which caches recognise which method and key made an entry."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_hex

from privacy_chains import Method

__all__ = ["fingerprint", "own_fingerprint"]


def own_fingerprint(method: Method) -> str:
    """A method's fingerprint.

    A method without one gets a random one, so that a cache never serves it another's entry.
    """
    told: str | None = getattr(method, "fingerprint", None)
    return told or token_hex(8)


def fingerprint(own: str, inner: str = "") -> str:
    """A fingerprint that differs by key, session, policy and inner component; public.

    Args:
        own: The method's fingerprint, from ``own_fingerprint``.
        inner: The description of the component that is wrapped.
    """
    return sha256(f"{own}\n{inner}".encode()).hexdigest()[:16]
