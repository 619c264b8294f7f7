"""Makes ``privacy_chains/detect/requests/data/capitals.txt``: the words that English dictionaries write with a capital.

Run it with ``python scripts/make_capitals.py FOLDER``, where FOLDER holds ``american-english-large`` and
``american-english-huge`` (Debian's ``wamerican-large`` and ``wamerican-huge``, ``/usr/share/dict``).

Left out are plurals, names that ``wordnet.txt`` holds, and, of what only the larger one has, words that people are
called by.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from privacy_chains.detect.requests.words import words_of  # noqa: E402
from privacy_chains.formats.word_classes import word_class  # noqa: E402

OUT = ROOT / "privacy_chains" / "detect" / "requests" / "data" / "capitals.txt"
HEAD = """\
# Words that the larger English word lists of SCOWL write with a capital, made by scripts/make_capitals.py.
# Copyright 2000-2020 by Kevin Atkinson. Permission to use, copy, modify, distribute and sell these word lists, the
# associated scripts, the output created from the scripts, and its documentation for any purpose is hereby granted
# without fee, provided that the above copyright notice appears in all copies and that both that copyright notice and
# this permission notice appear in supporting documentation. Kevin Atkinson makes no representations about the
# suitability of this array for any purpose. It is provided "as is" without express or implied warranty.
# The lists behind it and their notices: http://wordlist.aspell.net/scowl-readme.
"""
_CAPITALISED = re.compile(r"[A-Z][^\W\d_]{2,}")


def capitalised(path: Path) -> set[str]:
    """The words of a list that have a capital, without plurals of others in it."""
    words = {word for word in path.read_text("utf-8").split() if _CAPITALISED.fullmatch(word)}
    return {word for word in words if not (word.endswith("s") and word[:-1] in words)}


def main() -> None:
    """Write the file: a row of the words of the smaller list, and one of what else the larger one has."""
    folder = Path(sys.argv[1])
    known = frozenset().union(*(words_of(row) for row in ("people", "places", "tales", "things", "towns")))
    usual = capitalised(folder / "american-english-large") - known
    rare = capitalised(folder / "american-english-huge") - known - usual
    rare = {word for word in rare if not word_class(word.lower())}
    rows = {"usual": usual, "rare": rare}
    lines = (f"{row}\t{' '.join(sorted(word.lower() for word in words))}\n" for row, words in rows.items())
    OUT.write_text(HEAD + "".join(lines), "utf-8")


if __name__ == "__main__":
    main()
