"""How much a gateway takes on."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(frozen=True)
class Limits:
    """What a gateway refuses to exceed.

    Attributes:
        body: Bytes of a request.
        headers: Bytes of its headers.
        headers: int = 32 * 1024
    body_seconds: How long a request may take to come in.
        seconds: How long a call may take in all, streamed ones included.
        silence: How long the provider may be silent.
        answer: Bytes of an answer that does not stream.
        concurrent: Calls at the same time.
        each: Calls of one client at the same time.
        clients: Clients of whose conversations it is remembered what they became; the others' are read anew.
    """

    body: int = 8 * 1024 * 1024
    headers: int = 32 * 1024
    body_seconds: float = 20.0
    seconds: float = 900.0
    silence: float = 300.0
    answer: int = 64 * 1024 * 1024
    concurrent: int = 256
    each: int = 64
    clients: int = 100
