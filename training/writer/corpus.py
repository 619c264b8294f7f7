"""English text to learn from, as words: ``python -m training.writer.corpus --data FOLDER --share FOLDER``.

Written texts, gold sets, prose and help pages; see ``training/README.md``. What was read is kept in ``build/writer``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from training.corpora import gold
from training.encoder import encoder_tokenizer
from training.plain import paragraphs
from training.prose import prose
from training.texts import texts_in
from training.writer.words import Words, words_of

__all__ = ["BUILD", "corpora", "english", "main"]

BUILD = Path("build/writer")
_FOREIGN = ("languages", "tongues", "plain-de", "plain-es", "plain-fr", "plain-it", "plain-nl", "plain-pt")


def english(name: str) -> bool:
    """Whether a file of written texts is English."""
    return not name.startswith(_FOREIGN)


def main() -> None:
    """Read all shelves."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds train/ and text/")
    parser.add_argument("--share", type=Path, default=Path("/usr/share"), help="where dictionaries and help pages are")
    options = parser.parse_args()
    BUILD.mkdir(parents=True, exist_ok=True)
    tokenizer = encoder_tokenizer()
    for name, texts in _shelves(options.data, options.share):
        words, borders = _joined(texts, tokenizer)
        np.savez(BUILD / f"{name}.npz", **words._asdict(), texts=borders)
        print(f"{name}: {len(texts):,} texts, {len(words.wholes):,} words, {len(words.pieces):,} pieces", flush=True)


def corpora() -> dict[str, tuple[Words, np.ndarray]]:
    """What was read: the words of each shelf, and where each of its texts begins among them."""
    found = {}
    for path in sorted(BUILD.glob("*.npz")):
        with np.load(path) as arrays:
            found[path.stem] = (Words(*(arrays[name] for name in Words._fields)), arrays["texts"])
    return found


def _shelves(data: Path, share: Path) -> Iterator[tuple[str, Sequence[str]]]:
    yield "written", [text for name, text in texts_in() if english(name)]
    yield "gold", [example.text for example in gold(data / "train", 0)]
    yield "prose", [" ".join(one) for one in prose(share, data / "text" / "us_speeches")]
    yield "help", paragraphs(share, ["en"])["en"]


def _joined(texts: Sequence[str], tokenizer: Tokenizer) -> tuple[Words, np.ndarray]:
    parts = [words_of(text, tokenizer)[0] for text in texts]
    borders = np.cumsum([0, *(len(one.wholes) for one in parts)])
    lengths = np.concatenate([np.diff(one.borders) for one in parts])
    words = Words(
        np.concatenate([one.pieces for one in parts]),
        np.concatenate([one.looks for one in parts]),
        np.concatenate([[0], np.cumsum(lengths)]),
        np.concatenate([one.wholes for one in parts]),
    )
    return words, borders


if __name__ == "__main__":
    main()
