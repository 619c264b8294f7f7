"""The lines that machines read on passports and identity cards (ICAO 9303), and numbers of parcels, by shape."""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.lazy import lazily
from privacy_chains.detect.patterns.reading import Found, Reading, matches

__all__ = ["find_documents"]

_LINE = lazily(r"(?<![A-Z0-9<])(?=[A-Z0-9]{0,40}<)(?=[A-Z0-9<]{0,40}(?:<<|[0-9]{6}))[A-Z0-9<]{28,46}(?![A-Z0-9<])")
_PARCEL = lazily(r"(?<![^\W_])[0-9][A-Z][A-Z0-9]{6}[0-9]{10}(?![^\W_])")  # 1Z, a sender, a service, a number


def find_documents(reading: Reading) -> Iterator[Found]:
    """Lines of 28 signs and more with fillers (``P<UTOERIKSSON<<ANNA<MARIA<<<``), and numbers of parcels."""
    text = reading.text
    for found in _LINE.finditer(text) if "<" in text else ():
        yield Found(*found.span(), "ID_NUMBER", 0.9)
    for found in matches(_PARCEL, text, [at for at in reading.small if text[at + 1 : at + 2].isupper()]):
        yield Found(*found.span(), "ORDER_ID", 0.8)
