"""Parts of data that do not change: ids that providers issue, and what only they can read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from privacy_chains.adapting.calls import OPAQUE
from privacy_chains.adapting.visitors import Path, Visitor
from privacy_chains.contract.conversation import Leaf
from privacy_chains.lazy import lazily

__all__ = ["PROTOCOL", "Sparing", "is_plain", "is_sealed"]

PROTOCOL = OPAQUE | {
    "encrypted_index",
    "mime_type",
    "media_type",
    "file_id",
    "__gemini_function_call_thought_signatures__",
    "__openai_function_call_ids__",
}
"""Fields of blocks and messages that are never text."""

_UUID = "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
_PREFIX = "(?:call|chatcmpl|ci|ctc|fc|fs|gen|item|mcp|mcptoolu|msg|resp|rs|srvtoolu|toolu|ws)(?:_bdrk|_vrtx)?"
_ISSUED = lazily(
    rf"(?:(?:lc_|lc-)?(?:run-{{1,2}})?|{_PREFIX}[-_]){_UUID}(?:-[0-9]{{1,4}})?"
    rf"|{_PREFIX}[-_](?:[0-9]{{1,6}}|(?=(?:[A-Za-z]{{0,64}}[0-9]){{2}})[0-9A-Za-z]{{16,64}})"
)
"""Ids that providers and frameworks issue; any other id was chosen by a person or a program."""

_SEALED = lazily(r"(?=[^0-9]{0,99}[0-9])(?=[^a-z]{0,99}[a-z])(?=[^A-Z]{0,99}[A-Z])[A-Za-z0-9+/_-]{24,999999}={0,2}")
"""A signature or a ciphertext."""

_BLANK = lazily(r"\s")


@dataclass
class Sparing(Visitor):
    """Visits data, except for ids and seals in it."""

    visitor: Visitor
    name: str = ""

    def named(self, name: object, value: Any) -> Any:
        self.name = str(name)
        return self.visitor.named(name, value)

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        return leaf if is_sealed(self.name, leaf) else self.visitor.leaf(leaf, path)

    def written(self, text: str, name: str) -> str:
        return self.visitor.written(text, name)

    def other(self, value: Any) -> Any:
        return self.visitor.other(value)


def is_plain(value: Any) -> bool:
    """Whether a value has the form of an id or a mark, or is a mapping of them."""
    if isinstance(value, dict):
        return all(isinstance(one, str) and not _BLANK.search(one) for pair in value.items() for one in pair)
    return value is None or isinstance(value, str | int | float)


def is_sealed(name: Any, value: Any) -> bool:
    """Whether a value under a name is an id that a provider issued, or what only the provider can read."""
    if not isinstance(value, str) or not isinstance(name, str):
        return False
    if name == "id" or name.endswith("_id"):
        return _ISSUED.fullmatch(value) is not None
    return name in PROTOCOL and _SEALED.fullmatch(value) is not None
