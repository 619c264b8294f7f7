"""Makes ``privacy_chains/detect/requests/data/works.txt``: works, bands, teams, places in space and people of these.

Run it with ``python scripts/make_works.py FOLDER``, where FOLDER holds ``usr/share`` of Debian's packages ``calendar``
12.1.8 and ``ruby-faker`` 2.21.0 (``dpkg -x``). It needs PyYAML.

Left out is what other lists hold, words of every day, and names that are common among people.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml  # type: ignore[import-untyped, unused-ignore]

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from privacy_chains.detect.requests.words import named  # noqa: E402
from privacy_chains.formats.word_classes import is_everyday, word_class  # noqa: E402

OUT = ROOT / "privacy_chains" / "detect" / "requests" / "data" / "works.txt"
HEAD = """\
# Books, films, plays, operas, songs, games, bands, teams, mountains and what is in space, and people known by such, in
# small letters, without what wordnet.txt, titles.txt and terms.txt hold. Made by scripts/make_works.py from Debian's
# packages ruby-faker 2.21.0 (MIT, Copyright 2007-2010 Benjamin Curtis) and calendar 12.1.8 (BSD, Copyright 1980-1998
# The Regents of the University of California).
"""
KEYS = {
    "ancient": "god primordial titan hero",
    "artist": "names",
    "basketball": "teams players coaches",
    "book": "title publisher",
    "football": "teams players coaches competitions",
    "game": "title",
    "mountain": "name range",
    "movie": "title",
    "music": "bands albums groups artist",
    "opera": "italian german french",
    "rock_band": "name song",
    "science": "scientist",
    "show": "adult_musical play kids_musical",
    "space": "moon galaxy nebula star_cluster constellation star agency agency_abv company launch_vehicle",
    "world_cup": "stadiums rosters",
    "programming_language": "name",
}
"""Which lists of which files hold names of one thing each."""
CALENDARS = ("birthday", "music", "computer")
_DAY = re.compile(r"[0-9]{2}/[0-9]{2}\*?\t(.+?)(?:'s birthday|,? (?:is |was )?(?:born|die[sd]|dead|killed|shot)\b)")
_FULL = re.compile(r"(?:[^\W\d_a-z][\w'\-]*|[A-Z]\.(?:[A-Z]\.)?)(?: [\w.'\-]+){1,3}")
_PLAIN = re.compile(r"[^\W_]+(?:['\-. &,:!]{1,2}[^\W_]+)*")
_WORD = re.compile(r"[^\W_]+")
_LEADING = re.compile(r"\A(?:the|an?) ")
_FEWEST, _LONGEST, _MOST_WORDS = 3, 40, 6
_COMMON = ("given", "surname.en.1")


def texts_in(value: object) -> Iterator[str]:
    """All texts that lists hold, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts_in(inner)


def under(value: object, keys: set[str]) -> Iterator[str]:
    """The texts below some keys."""
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield from texts_in(inner) if key in keys else under(inner, keys)


def names(folder: Path) -> Iterator[str]:
    """All names, as they are written."""
    for name, keys in KEYS.items():
        path = next(folder.glob(f"**/locales/en/{name}.yml"))
        yield from under(yaml.safe_load(path.read_text("utf-8").replace("\t", " ")), set(keys.split()))
    for name in CALENDARS:
        lines = (folder / "usr" / "share" / "calendar" / f"calendar.{name}").read_text("utf-8").splitlines()
        people = (found[1].strip() for found in map(_DAY.match, lines) if found)
        yield from (one for one in people if _FULL.fullmatch(one))


def tells(name: str) -> bool:
    """Whether a name says what it is: no word of every day, no name that many people have."""
    words = _WORD.findall(name)
    if not _PLAIN.fullmatch(name) or not _FEWEST <= len(name) < _LONGEST or len(words) > _MOST_WORDS:
        return False
    kinds = [word_class(word) for word in words]
    if len(words) == 1:
        return not (kinds[0] or name.isdigit() or is_everyday(name))
    return not all(kind.startswith(_COMMON) or is_everyday(word) for word, kind in zip(words, kinds, strict=True))


def main() -> None:
    """Write the file."""
    known = {name for name, _ in named()}
    found = {_LEADING.sub("", name.strip().lower()) for name in names(Path(sys.argv[1]))}
    OUT.write_text(HEAD + "\n".join(sorted(name for name in found - known if tells(name))) + "\n", "utf-8")


if __name__ == "__main__":
    main()
