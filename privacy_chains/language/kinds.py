"""The kinds of words that ``data/words`` holds. ``data/kinds.tsv`` says in a sentence what each one means."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

__all__ = ["KINDS", "Kind"]

Kind: TypeAlias = Literal[
    "greeting",
    "kinship",
    "month",
    "name_label",
    "title",
    "weekday",
]
"""A kind of words: one kind, one meaning."""

KINDS: Final[frozenset[str]] = frozenset(get_args(Kind))
