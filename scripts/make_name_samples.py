"""Write docs/names.md: a hundred surrogates of each class of names, for people to look at.

python scripts/make_name_samples.py
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from random import Random

from privacy_chains.formats._lexicon import lexicon
from privacy_chains.formats.base import Part
from privacy_chains.formats.names import PersonFormat

PAGE = Path(__file__).resolve().parent.parent / "docs" / "names.md"
HEAD = """\
# Surrogates of names

`PersonFormat` enciphers a name word by word. A listed word becomes another of its class; an unlisted word becomes an
unlisted word of the same clusters of consonants and vowels. This page shows a hundred surrogates of each class, drawn
at random, for people to look at. `scripts/make_name_samples.py` writes it.

What a surrogate tells about its original is what the heading above it tells, and no more: the class of each word.
Classes read `kind.area.band`: a woman's or a man's given name, either's, or a surname; the language area whose lists
rank the word highest; 1 common, 2 known, 3 rare. `word` marks names that are also everyday words, `marked` names with
diacritics, `sigma` Greek names that end in ς. Areas with few words of a kind are joined under their script.

A class is the set a name hides in. The smallest class of names has {smallest} words, the median one {median}.
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
    sizes = sorted(map(len, classes.values()))
    pieces = [HEAD.format(smallest=sizes[0], median=sizes[len(sizes) // 2])]
    pieces += [section(f"Unlisted, of the shape of {x} ({size(x):,})", samples(x, 100)) for x in UNLISTED]
    pieces += [section(f"Letter by letter, as {x} ({size(x):,})", samples(x, 30)) for x in OTHER_SCRIPTS]
    for name, words in classes.items():
        shown = [word[0].upper() + word[1:] for word in Random(name).sample(words, min(100, len(words)))]
        pieces.append(section(f"`{name}` ({len(words):,})", shown))
    PAGE.write_text("\n".join(pieces), "utf-8")
    print(f"{PAGE.name}: {PAGE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
