"""Makes ``privacy_chains/detect/requests/data/brands.txt``: names of brands, programs, languages of programs, licences.

Run it with ``python scripts/make_brands.py FOLDER``, where FOLDER holds ``node_modules`` after
``npm install simple-icons@16.37.0 linguist-languages@9.5.0 spdx-license-list@6.12.0``.

Left out are names that people are called by, words of every day, short ones, and what ``wordnet.txt`` and
``titles.txt`` hold, which say more of it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from privacy_chains.detect.requests.words import named  # noqa: E402
from privacy_chains.formats.word_classes import is_everyday, word_class  # noqa: E402

OUT = ROOT / "privacy_chains" / "detect" / "requests" / "data" / "brands.txt"
HEAD = """\
# Names of brands, programs, languages of programs and licences, made by scripts/make_brands.py. From the npm packages
# simple-icons 16.37.0 (CC0 1.0), linguist-languages 9.5.0 (MIT, Copyright Ika) and spdx-license-list 6.12.0 (CC0 1.0).
"""
_PLAIN = re.compile(r"[^\W_]+(?:['\-. &+]{1,2}[^\W_]+)*[+#]*")
_WORD = re.compile(r"[^\W_]+")
_FEWEST, _MOST_WORDS = 3, 4


def names(modules: Path) -> Iterator[str]:
    """All names, as their owners write them."""
    icons = json.loads((modules / "simple-icons" / "data" / "simple-icons.json").read_text("utf-8"))
    yield from (str(icon["title"]) for icon in icons)
    for path in (modules / "linguist-languages" / "data").glob("*.js"):
        yield unquote(path.stem.replace("_20_", " "))
    licences: list[str] = json.loads((modules / "spdx-license-list" / "spdx-simple.json").read_text("utf-8"))
    yield from licences


def tells(name: str) -> bool:
    """Whether a name says what it is wherever it stands."""
    words = [word.lower() for word in _WORD.findall(name)]
    if not _PLAIN.fullmatch(name) or len(name) < _FEWEST or len(words) > _MOST_WORDS or name.isdigit():
        return False
    plain = [word_class(word).startswith(("given", "surname")) or is_everyday(word) for word in words]
    return name[0].isupper() and not all(plain)


def main() -> None:
    """Write the file."""
    known = {name for name, row in named() if row != "terms"}
    found = sorted(
        {name for name in names(Path(sys.argv[1]) / "node_modules") if tells(name) and name.lower() not in known}
    )
    OUT.write_text(HEAD + "\n".join(found) + "\n", "utf-8")


if __name__ == "__main__":
    main()
