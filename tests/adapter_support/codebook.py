"""A sanitizer that needs no key: a fixed table of values and surrogates, matched exactly.

It makes the adapters' tests exact (every surrogate is known) and independent of detection.
"""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from json import dumps
from typing import Any

from privacy_chains import Leaf, Message, UnsupportedContent

PLANTED: Mapping[str, str] = {
    "Alice Johnson": "Xqzan Wurptel",
    "Renée O'Hara": "Doblenka Mish",
    "alice@corp.example": "qwzrt@bvnm.example",
    "123-45-6789": "731-20-4416",
    'Bob "Bobby" Tables': "Krun Vexley",
    "San Francisco": "Quoltan Zemvika",
    "85000": "83912",
}
"""Values that must never leave -> what leaves in their place."""

SECRET = "unspeakable"  # noqa: S105  (a word, not a password)
"""A text that this sanitizer refuses."""


@dataclass(frozen=True)
class CodebookPrompt:
    """What an answer is read back with."""

    texts: tuple[str, ...] = ()
    back: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def text(self) -> str:
        return "\n\n".join(self.texts)


@dataclass(frozen=True)
class CodebookConversation:
    messages: tuple[tuple[Leaf, ...], ...]
    prompt: CodebookPrompt
    ledger: None = None
    told: frozenset[int] = frozenset()
    json: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


@dataclass
class Codebook:
    """Implements ``Method`` with a table."""

    table: Mapping[str, str] = field(default_factory=lambda: PLANTED, repr=False)
    conversations: list[list[Message]] = field(default_factory=list, repr=False)

    def sanitize(self, texts: str | Sequence[str]) -> Any:
        given = [texts] if isinstance(texts, str) else list(texts)
        return self._prompt(tuple(str(self._there(text)) for text in given))

    def sanitize_conversation(self, messages: Sequence[Message]) -> Any:
        self.conversations.append(list(messages))
        kept = {
            place: form
            for place, message in enumerate(messages)
            if (form := _opened(message.kept)) and form["read"] == list(message.leaves)
        }
        sanitized = tuple(
            tuple(kept[place]["wrote"]) if place in kept else tuple(self._there(leaf) for leaf in message.leaves)
            for place, message in enumerate(messages)
        )
        texts = tuple(leaf for message in sanitized for leaf in message if isinstance(leaf, str))
        written = {place: tuple(form["json"]) for place, form in kept.items()}
        return CodebookConversation(sanitized, self._prompt(texts), json=written)

    def keep(self, wrote: Sequence[Leaf], read: Sequence[Leaf], prompt: Any, *, json: Sequence[str] = ()) -> str:
        form = {"wrote": list(wrote), "read": list(read), "json": list(json)}
        return b64encode(dumps(form).encode()).decode()

    def desanitize(self, answer: str, prompt: Any = None) -> str:
        return _replaced(answer, _escaped(self._back()) if _is_json(answer) else self._back())

    def desanitize_value(self, value: Any, prompt: Any = None) -> Any:
        if isinstance(value, str):
            return self.desanitize(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return _number(value, self._back())
        if isinstance(value, dict):
            return {key: self.desanitize_value(item) for key, item in value.items()}
        return [self.desanitize_value(item) for item in value] if isinstance(value, list) else value

    def reader(self, prompt: Any, *, json: bool = False) -> Any:
        reader = CodebookReader(_escaped(self._back()) if json else self._back())
        reader.begun = json
        return reader

    def _prompt(self, texts: tuple[str, ...]) -> CodebookPrompt:
        return CodebookPrompt(texts, self._back())

    def _there(self, leaf: Leaf) -> Leaf:
        if isinstance(leaf, str):
            if SECRET in leaf:
                msg = "the table has no entry for a text"
                raise UnsupportedContent(msg)
            return _replaced(leaf, self.table)
        return _number(leaf, self.table)

    def _back(self) -> dict[str, str]:
        return {surrogate: value for value, surrogate in self.table.items()}


def _opened(kept: str | None) -> dict[str, list[Any]]:
    return json.loads(b64decode(kept)) if kept else {}


class CodebookReader:
    """Holds back the longest end that may still become a surrogate; the model's case does not matter."""

    def __init__(self, back: Mapping[str, str]) -> None:
        self._back = back
        self._held = ""
        self.begun = False

    def feed(self, chunk: str) -> str:
        if not self.begun and chunk.strip():
            self.begun = True
            self._back = _escaped(self._back) if _is_json(chunk) else self._back
        text = self._held + chunk
        keep = max((size for word in self._back for size in range(1, len(word)) if _ends(text, word[:size])), default=0)
        cut = len(text) - keep
        self._held = text[cut:]
        return _replaced(text[:cut], self._back)

    def flush(self) -> str:
        text, self._held = self._held, ""
        return _replaced(text, self._back)


def _ends(text: str, start: str) -> bool:
    return text.lower().endswith(start.lower())


def _replaced(text: str, table: Mapping[str, str]) -> str:
    if not table:
        return text
    words = "|".join(re.escape(word) for word in sorted(table, key=len, reverse=True))
    lowered = {word.lower(): value for word, value in table.items()}
    return re.sub(words, lambda match: lowered[match[0].lower()], text, flags=re.IGNORECASE)


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in {"{", "["}


def _escaped(table: Mapping[str, str]) -> dict[str, str]:
    return {json.dumps(key)[1:-1]: json.dumps(value, ensure_ascii=False)[1:-1] for key, value in table.items()}


def _number(value: float, table: Mapping[str, str]) -> int | float:
    replaced = table.get(str(value))
    return type(value)(replaced) if replaced is not None else value
