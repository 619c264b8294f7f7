"""The lines that machines read on passports (ICAO 9303) and devices (GS1), numbers of parcels and of accounts."""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.lazy import lazily

__all__ = ["find_documents"]

_LINE = lazily(r"(?<![A-Z0-9<])(?=[A-Z0-9]{0,40}<)(?=[A-Z0-9<]{0,40}(?:<<|[0-9]{6}))[A-Z0-9<]{28,46}(?![A-Z0-9<])")
_PARCEL = lazily(r"(?<![^\W_])[0-9][A-Z][A-Z0-9]{6}[0-9]{10}(?![^\W_])")  # 1Z, a sender, a service, a number
_ACCOUNT = lazily(r"(?P<sort>[0-9]{2}-[0-9]{2}-[0-9]{2})(?:\s?[/|,]\s?|\s)(?P<account>[0-9]{8})(?![\w\-/]|\.[0-9])")
"""A bank's branch and an account there, as in the United Kingdom."""
_LAST = lazily(r"(?<![\w*\u2022])(?:[*\u2022]{4}[ \-]?){1,4}(?P<last>[0-9]{4})(?![\w*\u2022])")
"""What is shown of a number that is masked."""
_ITEM = "(01)"
"""What begins a unique device identifier: the elements of GS1, each its number in brackets and its value."""
_DEVICE = lazily(r"\(01\)[0-9]{14}(?:\s?\([0-9]{2,4}\)[0-9A-Za-z\-./]{1,20})*")
_ELEMENT = lazily(r"\([0-9]{2,4}\)(?P<value>[0-9A-Za-z\-./]+)")


def find_documents(reading: ValueReading) -> Iterator[FoundValue]:
    """Lines of 28 signs and more with fillers (``P<UTOERIKSSON<<ANNA<MARIA<<<``), numbers of parcels and accounts.

    Of a device (``(01)00643169007222(21)BLC200461H``) the value of every element: the item, its serial number, its lot.
    """
    text = reading.text
    for found in _LINE.finditer(text) if "<" in text else ():
        yield FoundValue(*found.span(), "ID_NUMBER", 0.9)
    for found in matches(_ACCOUNT, text, reading.small):
        yield FoundValue(*found.span("sort"), "ID_NUMBER", 0.8)
        yield FoundValue(*found.span("account"), "US_BANK_NUMBER", 0.8)
    for found in _LAST.finditer(text) if "****" in text or "\u2022" * 4 in text else ():
        yield FoundValue(*found.span("last"), "US_BANK_NUMBER", 0.6)
    for found in matches(_PARCEL, text, [at for at in reading.small if text[at + 1 : at + 2].isupper()]):
        yield FoundValue(*found.span(), "ORDER_ID", 0.8)
    for found in _DEVICE.finditer(text) if _ITEM in text else ():
        for element in _ELEMENT.finditer(text, *found.span()):
            yield FoundValue(*element.span("value"), "ID_NUMBER", 0.9)
