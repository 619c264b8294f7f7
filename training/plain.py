"""Ordinary text without names in seven languages: paragraphs of the help pages that come with desktops and offices."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from training.example import TYPES, UNSURE, Example, Piece, assembled

__all__ = ["brands_of", "ordinary", "paragraphs", "pieces_of"]

_PAGES = ("help/{}/**/*.page", "libreoffice/help/{}/text/**/*.html")
_FOLDERS = {"en": "C", "de": "de", "fr": "fr", "es": "es", "it": "it", "nl": "nl", "pt": "pt"}
_PARAGRAPH = re.compile(r"<p\b[^>]*>(.*?)</p>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_PROPER = re.compile(r"(?<=[a-z,;] )[A-Z]\w+")
_ODD = re.compile(r"[@{}]|/text/|://")
_SHORTEST, _LONGEST = 40, 400
_ANNOTATED = frozenset(TYPES) - {"DATE_TIME", "MEASUREMENT"}


def paragraphs(folder: Path, languages: Collection[str] = tuple(_FOLDERS)) -> dict[str, list[str]]:
    """The paragraphs of each language.

    Args:
        folder: Where the pages are installed: ``/usr/share``, for the Debian packages ``gnome-user-docs`` and
            ``libreoffice-help-de`` and so on.
        languages: The languages.

    Raises:
        SystemExit: A language has none.
    """
    found = {language: sorted(_paragraphs(folder, _FOLDERS[language])) for language in languages}
    for language, texts in found.items():
        if not texts:
            msg = f"no help pages in {language!r} below {folder}: see training/README.md"
            raise SystemExit(msg)
    return found


def _paragraphs(folder: Path, name: str) -> set[str]:
    pages = (page for pattern in _PAGES for page in folder.glob(pattern.format(name)))
    texts = (text for page in pages for text in _PARAGRAPH.findall(page.read_text("utf-8")))
    plain = (" ".join(html.unescape(_TAG.sub("", text)).split()) for text in texts)
    return {text for text in plain if _SHORTEST <= len(text) <= _LONGEST and not _ODD.search(text)}


def brands_of(english: Sequence[str]) -> frozenset[str]:
    """Words that English writes with a capital within a sentence: names of products and people are among them."""
    return frozenset(word for text in english for word in _PROPER.findall(text))


def pieces_of(text: str, brands: frozenset[str]) -> Iterator[Piece]:
    """A paragraph, of whose brands nothing is learned."""
    position = 0
    for word in re.finditer(r"\w+", text):
        if word[0] in brands:
            yield text[position : word.start()], None
            yield word[0], UNSURE
            position = word.end()
    yield text[position:], None


def ordinary(texts: Mapping[str, Sequence[str]], count: int, chance: random.Random) -> list[Example]:
    """Examples of one to three paragraphs of a language."""
    brands = brands_of(texts["en"])
    examples = []
    for _ in range(count):
        language = chance.choice(list(texts))
        pieces: list[Piece] = []
        for _ in range(chance.choice([1, 1, 2, 3])):
            pieces += [*pieces_of(chance.choice(texts[language]), brands), (chance.choice([" ", "\n", "\n\n"]), None)]
        examples.append(Example(*assembled(pieces), _ANNOTATED))
    return examples
