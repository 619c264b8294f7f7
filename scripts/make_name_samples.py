"""Write docs/names.md: a hundred surrogates of each class of names, for people to look at.

python scripts/make_name_samples.py
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from random import Random

from privacy_chains.formats.base import Part
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.formats.names import PersonFormat

PAGE = Path(__file__).resolve().parent.parent / "docs" / "names.md"
HEAD = """\
# Surrogates of names

`PersonFormat` enciphers a name word by word. A listed word becomes another of its set: a given name of a woman, of
a man or of either, or a surname, with diacritics or without, of its script. Most unlisted words (two to five usual
clusters of consonants and vowels) are one set of 235 million. `keep=` names what is kept of a listed word beside:
`"gender"` and `"fame"` (default), `"language"`; each stands in the ledger with its bits.

Of 10,000 people by census frequency the surrogate of a full name leaves a median of 522 candidates (120 before), of
name and e-mail address together as many (5 before), of a surname that one of them bears 2,200, but of one that no list
holds 98, as `privacy-chains attack names` counts. With
`PersonFormat(keep=("gender",))` it is 2,500, but detection by lists alone then misses one surrogate in nine, so it is
not the default: what a detector found it must find again. `john.smith@` follows the name: John Smith as Carl Weber is
`carl.weber@`.

Words of firms and places are enciphered as those of people are, so that Novabrix has one surrogate as a town and as
a firm; words of the language (Harbour) become others (Meadow).

Fenwicks follows Fenwick: an -s behind a word is an ending, which is kept. A plural that is a name itself (Roberts) and
that of an unlisted name in -y do not follow.

Common given names follow their initials: where Anna Koch becomes Tanja Weber, A. Koch becomes T. Weber. Of people by
census frequency 96 of 100 agree so with their name in short, of the names of the lists 73. Initials, and so these
names, are exchanged among Q, U and W to Z, or among the other letters; that is kept. A name whose initial becomes one
of fewer names may get another, the rarest first. Unlisted names, and initials in small letters, do not follow.

Each list below is a hundred surrogates, drawn at random by `scripts/make_name_samples.py`.
"""
UNLISTED = ("Soze", "Brixo", "Tolkien", "Nakamoto", "Goldschmidtson", "Xoa", "Gödel", "Wołczkowa", "Zdrzjak")
OTHER_SCRIPTS = ("王小明", "김철수", "محمد", "Ахматкулов", "Σεφερλής", "शर्मा")


def samples(text: str, count: int) -> list[str]:
    """Surrogates of a value under random ranks; all there are where they are few."""
    fmt, random = PersonFormat(), Random(text)
    parts = fmt.split(text)
    return list(dict.fromkeys(fmt.join(text, [draw(part, random) for part in parts]) for _ in range(count)))


def draw(part: Part, random: Random) -> int:
    """A random rank of a part."""
    return random.randrange(part.size)


def size(text: str) -> int:
    """Among how many a value hides."""
    (part,) = PersonFormat().split(text)
    return part.size


def section(title: str, names: list[str]) -> str:
    """A heading and a paragraph of names."""
    return f"## {title}\n\n{textwrap.fill(', '.join(names), 118)}\n"


def main() -> None:
    """Write the page."""
    classes = {name: words for name, words in lexicon().classes.items() if name.startswith(("given", "surname"))}
    pieces = [HEAD]
    pieces += [section(f"Unlisted, of the shape of {x} ({size(x):,})", samples(x, 100)) for x in UNLISTED]
    pieces += [section(f"Letter by letter, as {x} ({size(x):,})", samples(x, 30)) for x in OTHER_SCRIPTS]
    for name, words in classes.items():
        shown = [word[0].upper() + word[1:] for word in Random(name).sample(words, min(100, len(words)))]
        pieces.append(section(f"`{name}` ({len(words):,})", shown))
    PAGE.write_text("\n".join(pieces), "utf-8")
    print(f"{PAGE.name}: {PAGE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
