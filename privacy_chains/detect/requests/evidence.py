"""What stands around a well-known name in a sentence, as the judge reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from privacy_chains.detect.network.function_words import is_grammar
from privacy_chains.detect.requests.words import Known, levels, row_names, words_of
from privacy_chains.formats.word_classes import word_class

__all__ = ["evidence", "is_unmistakable", "stems"]

_TOKEN = re.compile(r"['\u2019]s\b|[^\W\d_]+(?:['\u2019][a-z]{1,2}\b)?|[0-9]+|[?!,.]")
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_NAMES_ROWS = frozenset({"people", "places", "tales", "things", "towns"})
_SHORT = 3
_ENDINGS = (("s", 1), ("es", 2), ("ed", 1), ("ed", 2), ("ing", 3), ("'s", 2))
_COMMON = ".en.1"
_MOST_SAID = 3
_MOST_TOTAL = 6


class _Token(NamedTuple):
    start: int
    end: int
    word: str


def stems(word: str) -> Iterator[str]:
    """A word, and what it may be a form of."""
    yield word
    yield from (word[:-cut] for ending, cut in _ENDINGS if len(word) > _SHORT and word.endswith(ending))
    if word.endswith("ing"):
        yield word[:-3] + "e"


@cache
def _subjects() -> Mapping[str, tuple[str, ...]]:
    """The rows that each word of the language is in."""
    found: dict[str, tuple[str, ...]] = {}
    for row in row_names() - _NAMES_ROWS - {"verbs", "adverbs"}:
        for word in words_of(row):
            found[word] = (*found.get(word, ()), row)
    return found


def _level(word: str) -> int:
    """How much more often a word, or what it is a form of, is said of the world than of people's own affairs."""
    listed = levels()
    return next((listed[stem] for stem in stems(word) if stem in listed), 0)


@cache
def _subjects_of(word: str) -> tuple[str, ...]:
    """What a word is of, by itself or as a form of another."""
    if is_grammar(word):
        return ()
    rows = _subjects()
    listed = next((rows[stem] for stem in stems(word) if stem in rows), ("unknown",))
    return (*sorted(listed), f"level{_level(word):+d}")


def is_unmistakable(name: str) -> bool:
    """Whether hardly anybody else is called so: a full name that is not common, one word that is rare."""
    words = [word_class(word.lower()) for word in _WORD.findall(name)]
    if len(words) > 1:
        return not all(_COMMON in kind for kind in words)
    return not words[0].startswith(("given", "surname")) or words[0].startswith("surname.en.3")


def _tokens(text: str, begin: int, end: int, one: Known, known: Sequence[Known]) -> tuple[list[_Token], int]:
    """The words of a sentence, each well-known name as one; and the place of the name that is asked about."""
    tokens: list[_Token] = []
    place = 0
    for found in _TOKEN.finditer(text, begin, end):
        holder = one if one.start <= found.start() < one.end else None
        holder = holder or next((k for k in known if k.start <= found.start() < k.end), None)
        if holder is None:
            word = found[0].replace("\u2019", "'")
            unknown = word[0].isupper() and tokens and not is_grammar(word.lower())
            tokens.append(_Token(*found.span(), "Name" if unknown else word.lower()))
        elif not tokens or tokens[-1].start != holder.start:
            place = len(tokens) if holder is one else place
            tokens.append(_Token(holder.start, holder.end, "X" if holder is one else "Known"))
    return tokens, place


def _kind_of(one: Known) -> str:
    return "person" if one.may_be_person and one.row != "tales" else one.row


def _kind(text: str, one: Known) -> Iterator[str]:
    """What a name itself tells."""
    name = text[one.start : one.end]
    size = min(len(name.split()), _MOST_SAID)
    kind = _kind_of(one)
    rare = is_unmistakable(name)
    common = word_class(name.lower())[:9] if size == 1 else ""
    yield from (f"kind={kind}", f"kind={kind},{size}", f"rare={kind},{rare},{size}", f"class={kind},{common}")


def evidence(text: str, one: Known, begin: int, end: int, known: Sequence[Known]) -> Iterator[str]:
    """What is seen around a name, each as a short string. For the arguments see :func:`.judge.log_odds`."""
    tokens, place = _tokens(text, begin, end, one, known)
    words = ["^^", "^", *(token.word for token in tokens), "$", "$$"]
    at = place + 2
    kind = _kind_of(one)
    rare = f"{kind}{is_unmistakable(text[one.start : one.end])}"
    one_size = len(text[one.start : one.end].split())
    yield "bias"
    yield from _kind(text, one)
    yield from _beside(words, at, kind)
    said = [word for word in words if word.isalpha() and word not in ("X", "Known", "Name")]
    subjects = [(word, _subjects_of(word)) for word in said]
    first = " ".join(said[:1])
    yield from (f"first={first}", f"first={' '.join(said[:2])}", f"first={first},{kind}", f"first={first},{rare}")
    for word, rows in subjects:
        yield f"word={word}"
        for row in rows:
            yield from (f"row={row}", f"row={row},{first}", f"row={row},{kind}")
    content = [word for word, rows in subjects if rows]
    if not content:
        size = min(one_size, _MOST_SAID)
        yield from (f"bare={rare},{size}", f"bare={first},{rare},{size}", f"bare={' '.join(said[:2])},{rare},{size}")
        yield from (f"bare={words[at - 1]},{words[at + 1]},{rare},{size}", f"bare={len(said)},{rare},{size}")
    levels_said = sorted(_level(word) for word in content) or [0]
    total = max(-_MOST_TOTAL, min(sum(levels_said), _MOST_TOTAL))
    yield from (f"total={total}", f"total={total},{rare}", f"lowest={levels_said[0]}", f"highest={levels_said[-1]}")
    yield f"lowest={levels_said[0]},{rare}"
    yield f"said={min(len(content), _MOST_SAID)},{rare}"
    yield f"names={'Name' in words},{'Known' in words},{kind}"


def _beside(words: Sequence[str], at: int, kind: str) -> Iterator[str]:
    """The words next to a name, and what they are of."""
    left, before, after, right = words[at - 1], words[at - 2], words[at + 1], words[at + 2]
    yield from (
        f"left={left}",
        f"left={before} {left}",
        f"left={left},{kind}",
        f"right={after}",
        f"right={after},{kind}",
    )
    yield from (f"right={after} {right}", f"both={left}|{after}", f"left2={before}", f"right2={right}")
    for row in _subjects_of(after):
        yield f"right:{row}"
    for row in _subjects_of(left):
        yield f"left:{row}"
    if after == "'s":
        yield f"own={right}"
        yield from (f"own:{row}" for row in _subjects_of(right))
