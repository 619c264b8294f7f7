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
# What names become

`PersonFormat` enciphers a name word by word. A listed word becomes another word of its set. The set is one of women's
given names, men's, given names of both, or surnames, with or without diacritics, in the same script. Most unlisted
words (two to eight usual clusters of consonants and vowels) form one set of 768 million. `keep=` says what else is kept
of a listed word: `"gender"` (default), `"language"`, `"fame"`. The ledger lists each of these with its bits.

How many of 10,000 people, drawn by census frequency, may have a name, given its surrogate
(`privacy-chains attack names`):

| what is sent | candidates left, median | scheme v2 | 0.1.0 |
|---|---|---|---|
| a full name | 2,572 | 522 | 120 |
| a full name and the e-mail address that follows it | 2,572 | 522 | 5 |
| a surname that one of them bears | 5,524 | 2,200 | 40 |
| a surname that no list holds | 980 | 111 | |
| a full name, with `PersonFormat(keep=("gender", "fame"))` | 522 | 522 | |
| a full name, with `PersonFormat(keep=("gender", "language"))` | 526 | | |
| a full name, with `PersonFormat(keep=())` | 5,240 | | |

The medians hide a tail: 37 of 100 people have fewer than 500 candidates, and 2 of 100 are the only candidate. Most of
these have a surname with a rare shape.

What a surrogate reveals about a person, by attribute, in bits (the mean over the same people):

| attribute | bits | kept |
|---|---|---|
| the kind of each word: given name, surname, everyday word, unlisted | 1.5 | always |
| the shape of an unlisted word that is not in the large set | 0.7 | always |
| whether a surname is also a word of the language | 0.5 | always |
| whether a given name begins with one of Q, U, W to Z | 0.2 | always |
| the rest: diacritics, -s, Mc, and other parts that stay | 0.2 | always |
| gender | 1.2 | by default |
| language area | 0.8 | `"language"` |
| how surely lists find it | 1.1 | `"fame"` |

By default, a surrogate reveals 4.3 bits of a full name. It takes 13.3 bits to identify one of 10,000 people.

Reading with the key alone needs detection to find the surrogates again. How often it does (100 sentences for the
network, 300 for lists):

| in a sentence | network | lists alone | lists alone, with `"fame"` |
|---|---|---|---|
| a full name; a title and a surname | 100; 100 % | 99; 100 % | 100; 100 % |
| a given name alone | 98 % | 73 % | 90 % |
| a surname alone | 85 % | 9 % | 46 % |

So use `"fame"` if `default_detector(neural=False)` reads answers with the key alone. Answers to a prompt, and
stored records with marks, need no detection. Give `EmailFormat(keep=)` the same attributes, or addresses no longer
follow names.

These surrogates agree with each other:

- **E-mail addresses.** `john.smith@` follows the name: if John Smith becomes Carl Weber, it becomes `carl.weber@`.
- **Firms and places.** Their words are enciphered like the names of people, so Novabrix has one surrogate as a town and
  as a firm. Words of the language (Harbour) become other words (Meadow).
- **Plurals.** Fenwicks follows Fenwick: an -s after a word is an ending, which is kept. A plural that is a name itself
  (Roberts) does not follow, and neither does the plural of an unlisted name in -y.
- **Initials.** Common given names follow their initials: if Anna Koch becomes Tanja Weber, A. Koch becomes T. Weber.
  This is so for 96 of 100 people by census frequency, and for 73 of 100 names of the lists. Initials, and so these
  names, are exchanged within one of two groups: Q, U and W to Z, or the other letters. The group is kept. If few names
  have the new initial, the rarest names get another one. Unlisted names, and initials in small letters, do not follow.

Each list below is a hundred surrogates, drawn at random by `scripts/make_name_samples.py`.
"""
UNLISTED = ("Soze", "Nakamoto", "Tolkien", "Ostrogradska", "Goldschmidtson", "Xoa", "Gödel", "Wołczkowa", "Zdrzjak")
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
