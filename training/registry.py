"""Organizations and their addresses all over the world, from the IEEE's public listing of hardware address blocks."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from training.lists import LISTS

__all__ = ["Entry", "laid_out", "named", "registry"]

_FILES = ("iab.txt", "mam.txt", "oui.txt", "oui36.txt")
_HEAD = re.compile(r"[0-9A-F-]+\s+\(base 16\)\s+(?P<name>\S.*)")
_COLUMNS = re.compile(r"\s{2,}")
_LEGAL_FORMS = frozenset(LISTS["legal_forms"])
_COUNTRIES = {
    "AT": ("Austria",),
    "AU": ("Australia",),
    "BE": ("Belgium",),
    "BR": ("Brazil", "Brasil"),
    "CA": ("Canada",),
    "CH": ("Switzerland", "Schweiz", "Suisse"),
    "CN": ("China", "P.R. China", "PRC"),
    "CZ": ("Czech Republic",),
    "DE": ("Germany", "Deutschland"),
    "DK": ("Denmark",),
    "ES": ("Spain", "España"),
    "FI": ("Finland",),
    "FR": ("France",),
    "GB": ("United Kingdom", "UK", "England"),
    "HK": ("Hong Kong",),
    "IE": ("Ireland",),
    "IL": ("Israel",),
    "IN": ("India",),
    "IT": ("Italy", "Italia"),
    "JP": ("Japan",),
    "KR": ("South Korea", "Korea"),
    "NL": ("The Netherlands", "Netherlands"),
    "NO": ("Norway",),
    "PL": ("Poland", "Polska"),
    "SE": ("Sweden",),
    "SG": ("Singapore",),
    "TW": ("Taiwan", "Taiwan, R.O.C."),
    "US": ("USA", "United States", "U.S.A."),
}


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """An organization and where it is; parts that are not stated are empty.

    Attributes:
        name: Its name, as it was registered.
        street: House, street, and what else stands before the town.
        town, region, code: As they were registered.
        country: Two letters.
    """

    name: str
    street: str
    town: str
    region: str
    code: str
    country: str


@cache
def registry(folder: Path) -> tuple[Entry, ...]:
    """All organizations, each once for an address, in order of name.

    Args:
        folder: Where the listing is: what the Debian package ``ieee-data`` installs in ``/usr/share/ieee-data``.
    """
    found = {entry for name in _FILES for entry in _entries((folder / name).read_text("utf-8", "replace"))}
    return tuple(sorted(found))


def _entries(text: str) -> Iterator[Entry]:
    """The entries of one file; those without an address of three lines, or with unreadable signs, are left out."""
    for block in text.split("\n\n"):
        lines = (line.strip() for line in block.splitlines() if line.strip())
        head = next(filter(None, map(_HEAD.match, lines)), None)
        address = list(lines)  # what follows the head
        if head is None or len(address) != 3 or "\ufffd" in block:
            continue
        street, place, country = address
        town, *rest = _COLUMNS.split(place)
        region, code = rest if len(rest) == 2 else ("", rest[0] if rest else "")
        if town != "Private":
            yield Entry(head["name"], _COLUMNS.sub(" ", street), town, region, code, country)


def named(entry: Entry, chance: random.Random) -> str:
    """The organization's name, mostly without the shouting of some, and sometimes without its legal form."""
    name = entry.name.strip(" .,") if chance.random() < 0.2 else entry.name
    words = _calmed(name, chance).split()
    if len(words) > 1 and chance.random() < 0.35:
        while len(words) > 1 and words[-1].strip(".,").replace(".", "").upper() in _LEGAL_FORMS:
            words.pop()
    return " ".join(words).rstrip(",")


def laid_out(entry: Entry, break_: str, chance: random.Random) -> str:
    """The whole address as people write it, its lines apart by ``break_``."""
    town, region, code, street = (
        _calmed(part, chance) for part in (entry.town, entry.region, entry.code, entry.street)
    )
    if entry.country in ("US", "CA", "AU", "IN"):
        place = f"{town}{chance.choice([', ', ', ', ' ', break_])}{region} {code}"
    elif entry.country in ("GB", "IE", "JP", "KR", "CN", "TW", "HK", "SG"):
        place = break_.join(part for part in (town, region) if part) + chance.choice([" ", " ", ", ", break_]) + code
    else:
        place = f"{code} {town}" + (f"{chance.choice([', ', break_])}{region}" if chance.random() < 0.3 else "")
    country = chance.choice(_COUNTRIES.get(entry.country, (entry.country,)))
    parts = [street, place.strip(" ,"), country if chance.random() < 0.35 else ""]
    return break_.join(part.strip(" ,") for part in parts if part.strip(" ,"))


def _calmed(text: str, chance: random.Random) -> str:
    """Text that shouts, mostly in title case; short words may be abbreviations, and stay."""
    if not text.isupper() or chance.random() < 0.25:
        return text
    return " ".join(word if len(word) < 4 or any(map(str.isdigit, word)) else word.title() for word in text.split())
