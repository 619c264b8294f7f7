"""Words that look like names and are not: occupations (``Sr. Analyst``), and relations such as *aunt*."""

from __future__ import annotations

from functools import cache

from privacy_chains.formats.name_lists import lexicon
from privacy_chains.language.lexicon import word_set
from privacy_chains.lazy import lazily

__all__ = ["callings", "names_no_one"]

_WORD = lazily(r"[^\W\d_]+")


def callings() -> frozenset[str]:
    """Words in lower case for occupations and relations; none is a listed name of people."""
    return word_set("occupation", "group_addressed")


def names_no_one(value: str) -> bool:
    """Whether a value consists only of titles, labels, greetings, occupations or words of pay.

    ``Kundin``, ``Sein Gehalt``.

    Articles and the like may stand beside them.
    """
    words = _WORD.findall(value.lower())
    telling = [word for word in words if word not in word_set("beside_calling")]
    return bool(telling) and all(map(_no_names().__contains__, telling))


@cache
def _no_names() -> frozenset[str]:
    """All such words, except titles that are also names. The frozen lists hold the other greetings."""
    roles, labels = lexicon().roles, lexicon().classes["cue-label"]
    said = word_set("pay_noun", "group_greeting", "part_of_title")
    return callings().union(said, roles["titles"], roles["suffixes"], labels) - word_set("title_and_name")
