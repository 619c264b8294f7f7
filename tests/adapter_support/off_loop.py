"""A sanitizer that is never asked on the thread of an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from adapter_support.codebook import Codebook
from privacy_chains import Message


class OffLoop(Codebook):
    """Fails where it is asked while the thread runs an event loop, which everyone else would wait for."""

    asked = 0
    built = False
    fingerprint = "0" * 16

    def sanitize(self, texts: str | Sequence[str]) -> Any:
        self._check()
        return super().sanitize(texts)

    def sanitize_conversation(self, messages: Sequence[Message]) -> Any:
        self._check()
        return super().sanitize_conversation(messages)

    def desanitize(self, answer: str, prompt: Any = None) -> str:
        self._check()
        return super().desanitize(answer, prompt)

    def desanitize_value(self, value: Any, prompt: Any = None) -> Any:
        self._check()
        return super().desanitize_value(value, prompt)

    def reader(self, prompt: Any, *, json: bool = False) -> Any:
        if not self.built:  # once it is, a stream of it is made in no time
            self._check()
        self.built = True
        return super().reader(prompt).stream(json=json)

    def _check(self) -> None:
        self.asked += 1
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return
        msg = "sanitizing on the event loop's thread"
        raise AssertionError(msg)
