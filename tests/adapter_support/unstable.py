"""A method that gives the same text another form in every call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from privacy_chains.testing import REDACTED, Redaction


class Unstable(Redaction):
    """Numbers its marks: no two are the same."""

    traits = replace(Redaction.traits, stable=False)

    def __init__(self, *words: str) -> None:
        super().__init__(words)
        self._numbers = count()

    def sanitize(self, texts: str | Sequence[str]) -> object:  # type: ignore[override]
        prompt = super().sanitize(texts)
        marked = tuple(text.replace(REDACTED, f"[REDACTED {next(self._numbers)}]") for text in prompt.texts)
        return replace(prompt, texts=marked)
