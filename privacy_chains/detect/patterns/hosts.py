"""Host names that stand by themselves: ``api.example.com``, ``db-3.prod.internal``.

Only in small letters, and only under suffixes that mean little else: under others, such as ``.io``, ``.is`` or ``.py``,
most of what stands in texts is source code, the name of a file, or a missing space. Under those of some countries and
of internal networks a name has several labels, or a dash.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase, digits

from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.detect.rules.tables import listed
from privacy_chains.lazy import lazily

__all__ = ["find_hosts"]

_PUBLIC, _OF_COUNTRIES, _RARER = (
    "|".join(sorted(listed("hosts", kind))) for kind in ("public", "before a country", "rarer")
)
_SUFFIX = lazily(
    rf"\.(?:(?:{_PUBLIC})(?:\.[a-z]{{2}})?|(?:{_OF_COUNTRIES})\.[a-z]{{2}}|(?P<rarer>{_RARER}))"
    r"(?![\w@(\[=]|[.\-][\w])"
)
_LABELS = lazily(r"[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?){0,9}")
_OF_HOSTS = f"{ascii_lowercase}{digits}.-"
_NO_START = frozenset("@\\_/&%$#*~+'\u2019")
_LONGEST = 253
_TELLING = lazily(r"[a-z0-9]{2,}[.\-][a-z0-9]")
"""What stands before a rarer suffix: ``this.local`` is source code."""


def find_hosts(reading: ValueReading) -> Iterator[FoundValue]:
    """The host names in a text."""
    text = reading.text
    for suffix in _SUFFIX.finditer(text):
        before = text[max(0, suffix.start() - _LONGEST) : suffix.start()]
        rest = before.rstrip(_OF_HOSTS)
        labels = before[len(rest) :].lstrip(".-")
        if not _LABELS.fullmatch(labels) or not _begins(rest) or labels.replace(".", "").isdigit():
            continue
        if suffix["rarer"] and not _TELLING.search(labels):
            continue
        yield FoundValue(suffix.start() - len(labels), suffix.end(), "DOMAIN_NAME", 0.8)


def _begins(before: str) -> bool:
    """Whether a host name may begin behind this: no path, no address, no word in other letters."""
    last = before[-1:]
    return before.endswith(("://", " //")) or not (last.isalnum() or last in _NO_START)
