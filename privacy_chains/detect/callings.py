"""Words that stand where names do and are none: what people do (``Sr. Analyst``), and what they are to somebody."""

from __future__ import annotations

from functools import cache

from privacy_chains.formats.name_lists import lexicon
from privacy_chains.language.lexicon import word_set
from privacy_chains.lazy import lazily

__all__ = ["callings", "names_no_one"]

_WORD = lazily(r"[^\W\d_]+")


def callings() -> frozenset[str]:
    """Words in small letters for what people do or are to somebody, none of which is a listed name of people."""
    return word_set("occupation", "group_addressed")


def names_no_one(value: str) -> bool:
    """Whether a value is titles, labels, greetings, callings or words of pay alone: ``Kundin``, ``Sein Gehalt``.

    Articles and such may stand beside them.
    """
    words = _WORD.findall(value.lower())
    telling = [word for word in words if word not in word_set("beside_calling")]
    return bool(telling) and all(map(_no_names().__contains__, telling))


@cache
def _no_names() -> frozenset[str]:
    """All of them but for titles that are names, too; the frozen lists hold the other greetings."""
    roles, labels = lexicon().roles, lexicon().classes["cue-label"]
    said = word_set("pay_noun", "group_greeting", "part_of_title")
    return callings().union(said, roles["titles"], roles["suffixes"], labels) - word_set("title_and_name")
