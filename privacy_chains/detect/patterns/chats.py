"""Handles of who writes in a chat, between angle brackets before what is said: ``<wee_shona88> my rent went up``."""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.lazy import lazily

__all__ = ["find_handles"]

_SAID = lazily(
    r"(?:\A|\n)[ \t]{0,4}(?:[\[(][^\])\n]{1,24}[\])][ \t]?|[0-9:.]{4,8}[ \t])?"
    r"<[@+%~&]?(?=[A-Za-z\-]{0,24}[0-9_])(?P<handle>[A-Za-z_][\w\-]{2,24})>[ \t]+(?=[^\s<])"
)
"""With a digit or an underscore; what has a closing tag is an element."""


def find_handles(reading: ValueReading) -> Iterator[FoundValue]:
    """The handles at the beginnings of lines."""
    text = reading.text
    for found in _SAID.finditer(text) if "> " in text else ():
        if f"</{found['handle']}>" not in text:
            yield FoundValue(*found.span("handle"), "USERNAME", 0.8)
