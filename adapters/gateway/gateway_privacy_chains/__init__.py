"""A gateway that makes any client's calls private: it speaks the wire formats of OpenAI and Anthropic.

``privacy-chains serve`` runs it. What a client sends is sanitized under the client's own key, the provider is asked in
surrogates, and its answer is read back, whole or streamed.
"""

from __future__ import annotations

from gateway_privacy_chains.application import application
from gateway_privacy_chains.clients import AskedKeys, Client, Clients, KeyDirectory, OneClient, add_client, new_token
from gateway_privacy_chains.gateway import Gateway
from gateway_privacy_chains.limits import Limits
from gateway_privacy_chains.record import Record
from gateway_privacy_chains.server import serve
from gateway_privacy_chains.upstream import Upstream

__all__ = [
    "AskedKeys",
    "Client",
    "Clients",
    "Gateway",
    "KeyDirectory",
    "Limits",
    "OneClient",
    "Record",
    "Upstream",
    "add_client",
    "application",
    "new_token",
    "serve",
]
