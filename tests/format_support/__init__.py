"""What the tests of formats share beside ``privacy_chains.testing``."""

from __future__ import annotations

from privacy_chains.formats.base import FirstOf, Format


def chosen(fmt: Format, text: str) -> Format:
    """The format that enciphers ``text``."""
    return fmt.choose(text) if isinstance(fmt, FirstOf) else fmt


def kept(text: str) -> str:
    """What separators, letter case and the places of digits look like."""
    return "".join(
        "9" if char.isdigit() else "A" if char.isupper() else "a" if char.islower() else char for char in text
    )
