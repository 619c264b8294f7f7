"""Makes ``privacy_chains/detect/requests/data/titles.txt`` from the titles of Wikipedia's most read articles.

Run it with ``python scripts/make_titles.py FOLDER``, where FOLDER holds ``node_modules`` after
``npm install compromise-wikipedia@0.1.1 efrt@2.7.0`` (both MIT); ``node`` unpacks the list.

Left out are names that ``wordnet.txt`` holds, and single words that people are called by.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from privacy_chains.detect.requests.words import words_of
from privacy_chains.formats.word_classes import word_class

OUT = Path(__file__).resolve().parents[1] / "privacy_chains" / "detect" / "requests" / "data" / "titles.txt"
HEAD = """\
# The titles of about 38,000 articles of Wikipedia that were read most, in small letters, without those that wordnet.txt
# holds. From the package compromise-wikipedia 0.1.1 (MIT, Spencer Kelly), made by scripts/make_titles.py.
"""
UNPACK = """
import { unpack } from "efrt"; import fs from "fs"
const packed = fs.readFileSync("node_modules/compromise-wikipedia/src/_model.js", "utf8").match(/`([^]*)`/)[1]
console.log(Object.keys(unpack(packed)).join("\\n"))
"""
MOST_WORDS, LONGEST, FEWEST_LETTERS = 6, 40, 4
_LEADING = re.compile(r"\A(?:the|an?) ")
_PLAIN = re.compile(r"[^\W_]+(?:['\-. &]{1,2}[^\W_]+)*")


def titles(folder: Path) -> set[str]:
    """The titles, without articles before them."""
    read = ["node", "--input-type=module", "-e", UNPACK]
    found = subprocess.run(read, cwd=folder, check=True, capture_output=True, text=True).stdout.splitlines()  # noqa: S603  # a fixed program
    return {_LEADING.sub("", title) for title in found}


def kept(found: set[str]) -> set[str]:
    """The titles that tell something."""
    rows = ("people", "places", "tales", "things", "towns")
    known = {name.replace("_", " ").lower() for row in rows for name in words_of(row)}
    return {
        one
        for one in found - known
        if _PLAIN.fullmatch(one) and len(one) < LONGEST and one.count(" ") < MOST_WORDS and _tells(one)
    }


def _tells(title: str) -> bool:
    return " " in title or not (title.isdigit() or len(title) < FEWEST_LETTERS or word_class(title))


def main() -> None:
    """Write the file."""
    found = sorted(kept(titles(Path(sys.argv[1]))))
    OUT.write_text(HEAD + "\n".join(found) + "\n", "utf-8")


if __name__ == "__main__":
    main()
