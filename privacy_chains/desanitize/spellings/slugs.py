"""Slugs: names in file names, paths, handles and identifiers: ``rosalind_pemberton.pdf``, ``RosalindPemberton``.

The words of a full name, joined by one sign or none, are that name anywhere. One word of it may be any word, unless a
path, a file ending or a title shows that it is a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.evidence import is_introduced
from privacy_chains.desanitize.spellings.listed_names import is_everyday
from privacy_chains.desanitize.spellings.word_forms import split_words, strip_marks
from privacy_chains.desanitize.tokens import WAIT, Found, Wait, in_word, starts_clean
from privacy_chains.lazy import lazily

__all__ = ["SlugForm", "slugs", "word_slugs"]

_CASES: Final = {
    "_": (str.lower, str.capitalize, str.upper),
    "-": (str.lower, str.capitalize, str.upper),
    ".": (str.lower,),  # with capitals, the end of a sentence
    "": (str.lower, str.capitalize),
}
"""The letter cases of the words of a slug, by the sign that ties them."""
_SHORTEST: Final = 4
"""A single word of a name in a path needs so many letters to be recognized."""
_SHORTEST_JOINED: Final = 8
_LOOK_BACK: Final = 48
_FILE: Final = lazily(
    r"(?:[_-][\w-]{0,40})?\.(?:pdf|docx?|odt|rtf|txt|md|tex|csv|tsv|xlsx?|pptx?|jsonl?|ya?ml|xml|html?|eml|msg|log|sql"
    r"|db|parquet|png|jpe?g|gif|webp|svg|tiff?|heic|mp[34]|wav|mov|zip|tar|gz|bak|py|ipynb|js|ts|sh|ini|toml|vcf|ics)"
    r"(?![^\W_]|\()"
)
_MAY_BE_FILE: Final = lazily(r"(?:[_-][\w-]{0,40})?(?:\.\w{0,8})?\Z")
_LONGEST_ENDING: Final = 52
_TAG: Final = lazily(r"(?<![\w&#@/])[#@]\Z")
"""What a hashtag or the name of an account begins with."""
_PATH: Final = lazily(r"(?:\A|[^<])[\w.~-]{0,40}[/\\]\Z")


@dataclass(frozen=True, slots=True)
class SlugForm:
    """A name, or one word of it, as a slug.

    Attributes:
        spelled: The slug.
        write: The original as the same kind of slug.
        entry: Which surrogate it spells.
        is_told: Whether it is a name anywhere; otherwise something around it must show it.
    """

    spelled: str
    write: str
    entry: int
    is_told: bool = True

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """Whether the slug stands at ``start``, and no letter or digit touches it."""
        if not _starts(text, start):
            return None
        if not text.startswith(self.spelled, start):
            return WAIT if not final and self.spelled.startswith(text[start:]) else None
        end = start + len(self.spelled)
        after = text[end : end + 2]
        if not final and (not after or after == "@"):
            return WAIT
        if not self.is_told and self.spelled[0].isupper() and after[:1] != "_" and text[start - 1 : start] != "_":
            return None  # a name as any other
        if in_word(after[:1] or " ") or (after[:1] == "@" and in_word(after[1:] or " ")):
            return None
        told = self.is_told or self._is_told_at(text, start, end, final=final)
        return WAIT if isinstance(told, Wait) else self._found(start, end) if told else None

    def _found(self, start: int, end: int) -> Found:
        return Found(start, end, self.write, self.entry, "slug")

    def _is_told_at(self, text: str, start: int, end: int, *, final: bool) -> bool | Wait:
        """Whether a path, the ending of a file or a title tells one word."""
        before = text[max(0, start - _LOOK_BACK) : start]
        if is_introduced(before):
            return True
        if len(self.spelled) < _SHORTEST:
            return False
        if _TAG.search(before) and not is_everyday(self.spelled):
            return True
        if _FILE.match(text, end):
            return WAIT if not final and len(text) - end < _LONGEST_ENDING and _MAY_BE_FILE.match(text, end) else True
        if not final and len(text) - end < _LONGEST_ENDING and _MAY_BE_FILE.match(text, end):
            return WAIT
        return text[end : end + 1] != "(" and _PATH.search(before) is not None and not before.endswith("</")


def _starts(text: str, start: int) -> bool:
    if start > 1 and text[start - 1] == "@" and in_word(text[start - 2]):
        return False
    return start == 0 or text[start - 1] == "_" or starts_clean(text, start)


def slugs(entry: int, item: Issued) -> Iterator[SlugForm]:
    """The slugs of a name of several words, each once."""
    seen: set[str] = set()
    for words, write in _orders(_bare(item.surrogate), _bare(item.original)):
        for spelled, written in _tied(words, write):
            if spelled not in seen and len(spelled) >= _SHORTEST:
                seen.add(spelled)
                yield SlugForm(spelled, written, entry)


def word_slugs(entry: int, item: Issued) -> Iterator[SlugForm]:
    """The slugs of a name of one word: in small letters, and with a capital where a sign follows."""
    word, write = "".join(_parts(item.surrogate)), "".join(_parts(item.original))
    if len(word) > 1 and write:
        for case in (str.lower, str.capitalize):
            yield SlugForm(case(word), case(write), entry, is_told=False)


def _orders(names: Iterable[list[str]], others: Iterable[list[str]]) -> Iterator[tuple[list[str], list[str]]]:
    """The words of a name as they stand, the last one first, and the first one by its initial."""
    for words, write in zip(names, others, strict=True):
        if len(words) > 1 and len(write) > 1:
            yield words, write
            yield [words[-1], *words[:-1]], [write[-1], *write[:-1]]
            yield [words[0], words[-1]], [write[0], write[-1]]
            yield [words[0][0], words[-1]], [write[0][0], write[-1]]


def _bare(name: str) -> tuple[list[str], list[str]]:
    """The words of a name without marks and signs, those with a hyphen or an apostrophe as one, and as several."""
    return ["".join(_parts(word)) for word in name.split() if _parts(word)], _parts(name)


def _parts(name: str) -> list[str]:
    return [strip_marks(word) for word in split_words(name)[0]]


def _tied(words: list[str], write: list[str]) -> Iterator[tuple[str, str]]:
    for sign, cases in _CASES.items():
        for case in cases:
            if sign or (len(words[0]) > 1 and len("".join(words)) >= _SHORTEST_JOINED):
                yield sign.join(map(case, words)), sign.join(map(case, write))
    if len(words[0]) > 1:
        yield _camel(words), _camel(write)


def _camel(words: list[str]) -> str:
    return words[0].lower() + "".join(word.capitalize() for word in words[1:])
