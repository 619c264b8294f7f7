"""Web addresses."""

from __future__ import annotations

import re

from privacy_chains.errors import FormatError
from privacy_chains.formats.alphanumeric import AlphanumericFormat
from privacy_chains.formats.composite import Composite, Segment
from privacy_chains.formats.hosts import DomainFormat
from privacy_chains.formats.network import Ipv4Format, Ipv6Format
from privacy_chains.lazy import lazily

__all__ = ["UrlFormat"]

_URL = lazily(
    r"(?:(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://)?(?:(?P<user>[^/?#@\s]+)@)?(?P<host>\[[0-9A-Fa-f:.%]+\]|[^/?#@:\s]+)"
    r"(?::(?P<port>\d{1,5}))?(?P<path>/[^?#\s]*)?(?P<query>\?[^#\s]*)?(?P<fragment>\#\S*)?",
    re.ASCII,
)
_DOTTED = lazily(r"[0-9]+(?:\.[0-9]+){3}")
_ESCAPE = lazily(r"%[0-9A-Fa-f]{2}")
_PIECE = lazily(r"[^/?#&=;%]+")
_EXTENSION = lazily(
    r"\.(?:html?|php|aspx?|jsp|json|xml|csv|pdf|png|jpe?g|gif|svg|txt|docx?|xlsx?|zip|js|css)$", re.IGNORECASE
)


class UrlFormat(Composite):
    """URLs, enciphered piece by piece: host labels, path segments, query values, fragment.

    Args:
        keep_host: Leave the host unchanged, and encipher only what comes after it.
        keep: Hosts that are left unchanged.
    """

    keeps = (
        "scheme, port, public suffix, structure (labels, path segments, query names), length and places of digits in "
        "each piece, percent escapes, well-known file extensions"
    )

    borrows = DomainFormat.borrows

    def __init__(self, *, keep_host: bool = False, keep: frozenset[str] = frozenset()) -> None:
        self.keep_host = keep_host
        self._host = DomainFormat(keep=keep)
        self._ipv4 = Ipv4Format()
        self._ipv6 = Ipv6Format()
        self._piece = AlphanumericFormat("url/piece", reading="exact")

    def segments(self, text: str) -> list[Segment]:
        found = _URL.fullmatch(text)
        if not found or not (found["scheme"] or "." in found["host"]):
            msg = "the value is not a URL"
            raise FormatError(msg)
        segments = [] if self.keep_host else self._host_segments(found)
        if found["user"]:
            segments = [*self._pieces(text, *found.span("user")), *segments]
        for name in ("path", "query", "fragment"):
            if found[name]:
                segments += self._pieces(text, *found.span(name), values=name == "query")
        return segments

    def _host_segments(self, found: re.Match[str]) -> list[Segment]:
        start, end = found.span("host")
        if found["host"].startswith("["):
            return [Segment(start + 1, end - 1, self._ipv6)]
        if _DOTTED.fullmatch(found["host"]):
            return [Segment(start, end, self._ipv4)]
        inner = self._host.segments(found["host"])
        return [Segment(start + piece.start, start + piece.end, piece.format) for piece in inner]

    def _pieces(self, text: str, start: int, end: int, *, values: bool = False) -> list[Segment]:
        """The parts between delimiters and escapes. In a query, only those after an equals sign."""
        extension = _EXTENSION.search(text, start, end) if not values else None
        last = extension.start() if extension else end
        escapes = {place for escape in _ESCAPE.finditer(text, start, end) for place in range(*escape.span())}
        segments = []
        for found in _PIECE.finditer(text, start, last):
            begin = found.start() + (2 if found.start() in escapes else 0)
            named = not values or _is_value(text, start, begin)
            if named and any(map(str.isalnum, text[begin : found.end()])):
                segments.append(Segment(begin, found.end(), self._piece))
        return segments


def _is_value(text: str, start: int, place: int) -> bool:
    """Whether ``place`` in a query is after an equals sign, or the query has none."""
    name = max(text.rfind("&", start, place), text.rfind(";", start, place), start)
    after = text[name + 1 :].split("&", 1)[0].split(";", 1)[0]
    return "=" in text[name:place] or "=" not in after
