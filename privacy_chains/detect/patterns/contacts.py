"""Contacts as programs exchange them (vCard, RFC 6350): ``N:Scognamiglio;Addolorata;;;`` has names without labels."""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.patterns.cells import Cell
from privacy_chains.detect.rules.tables import rows
from privacy_chains.lazy import lazily

__all__ = ["fields_of_contacts"]

_HINT = "VCARD"
_LINE = lazily(r"(?:\A|\n)(?:item[0-9]{1,2}\.)?(?P<name>[A-Z]{1,4})(?:;[^:\n]{1,120})?:(?P<value>[^\r\n]{1,400})")
_COMPONENT = lazily(r"(?:[^;\\]|\\.)*")


def fields_of_contacts(text: str) -> Iterator[tuple[str, Cell]]:
    """The components of the properties that hold something private, with what they are."""
    if _HINT not in text:
        return
    labels = {name: of for name, *of in rows("contacts")}
    for line in _LINE.finditer(text):
        start = line.start("value")
        for label in labels.get(line["name"], ()):
            part = _COMPONENT.match(text, start, line.end())
            end = part.end() if part else start
            if start < end:
                yield label, Cell(start, end)
            start = end + 1
