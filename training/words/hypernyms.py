"""Makes ``privacy_chains/methods/importance/data/hypernyms.bin``: which synsets each word has, and what is above them.

    python -m training.words.hypernyms --wordnet /usr/share/wordnet

The words are those of the lexicon; the synsets are WordNet 3.0's, of every base that its rules of detachment find.
Nouns and verbs have hypernyms, and so have instances; other synsets have none. Some seconds.
"""

from __future__ import annotations

import argparse
import lzma
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from privacy_chains.methods.importance.similarity import FILTERS, packed
from privacy_chains.methods.words.lexicon import default_lexicon

PARTS = ("noun", "verb", "adj", "adv")
_ABOVE = ("@", "@i")
_ENDINGS: Mapping[str, Sequence[tuple[str, str]]] = {
    "noun": (
        *(("s", ""), ("ses", "s"), ("ves", "f"), ("xes", "x"), ("zes", "z")),
        *(("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y")),
    ),
    "verb": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "adj": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "adv": (),
}
"""WordNet's rules of detachment (morphy, section "Rules of Detachment" of its manual)."""

_HEADER = """\
# Words and the synsets that they have, and of each noun's and verb's synset those above it.
# WordNet 3.0, Copyright 2006 by Princeton University, all rights reserved, under the WordNet licence (permission to
# use, copy, modify and distribute for any purpose with this notice; provided "as is"; its text stands in
# privacy_chains/methods/words/data/LICENSE.wordnet.txt). Made by training/words/hypernyms.py. Part of the scheme: a
# change of this file changes what is drawn.
"""


class Part(NamedTuple):
    """One part of speech: the synsets of each lemma, those above each, and irregular forms."""

    lemmas: dict[str, list[str]]
    above: dict[str, list[str]]
    irregular: dict[str, list[str]]

    def of(self, word: str, endings: Sequence[tuple[str, str]]) -> Iterator[str]:
        """The synsets of a word: those of the bases that it can have."""
        bases = [word, *self.irregular.get(word, ())]
        if word not in self.irregular:
            bases += [word.removesuffix(end) + base for end, base in endings if word.endswith(end)]
        for base in dict.fromkeys(bases):
            yield from self.lemmas.get(base, ())


def read(folder: Path, name: str) -> Part:
    """Read a part of speech of WordNet's files."""
    lemmas, above = dict[str, list[str]](), dict[str, list[str]]()
    for row in _rows(folder / f"index.{name}"):
        lemmas[row[0]] = row[-int(row[2]) :]
    for row in _rows(folder / f"data.{name}"):
        first = 4 + 2 * int(row[3], 16)
        pointers = [row[first + 1 + 4 * n : first + 5 + 4 * n] for n in range(int(row[first]))]
        above[row[0]] = [pointer[1] for pointer in pointers if pointer[0] in _ABOVE]
    irregular = dict[str, list[str]]()
    for line in (folder / f"{name}.exc").read_text(encoding="utf-8").splitlines():
        form, *bases = line.split()
        irregular.setdefault(form, []).extend(bases)
    return Part(lemmas, above, irregular)


def _rows(path: Path) -> Iterator[list[str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            yield line.partition("|")[0].split()


def _ordered(above: Mapping[str, Sequence[str]], used: Sequence[str]) -> list[str]:
    """The synsets in use and all above them, each behind those above it."""
    order: dict[str, None] = {}
    for one in used:
        waiting = [one]
        while waiting:
            synset = waiting[-1]
            higher = [other for other in above[synset] if other not in order]
            if higher:
                waiting += higher
            else:
                order[waiting.pop()] = None
    return list(order)


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wordnet", type=Path, required=True, help="the folder of WordNet 3.0's data files")
    out = Path("privacy_chains/methods/importance/data/hypernyms.bin")
    parser.add_argument("--out", type=Path, default=out)
    given = parser.parse_args()
    words = sorted(default_lexicon().places)
    numbers: dict[tuple[str, str], int] = {}
    above: list[list[int]] = []
    synsets: dict[str, list[int]] = {word: [] for word in words}
    for name in PARTS:
        part = read(given.wordnet, name)
        found = {word: list(dict.fromkeys(part.of(word, _ENDINGS[name]))) for word in words}
        for synset in _ordered(part.above, [one for ones in found.values() for one in ones]):
            numbers[name, synset] = len(above)
            above.append([numbers[name, other] for other in part.above[synset]])
        for word, ones in found.items():
            synsets[word] += [numbers[name, one] for one in ones]
    known = {word: ones for word, ones in synsets.items() if ones}
    body = packed(above, known)
    given.out.write_bytes(_HEADER.encode() + b"\n" + lzma.compress(body, lzma.FORMAT_RAW, filters=FILTERS))
    print(f"{len(known)} words, {len(above)} synsets, {given.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
