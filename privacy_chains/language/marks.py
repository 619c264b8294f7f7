"""Letters without the marks on them."""

from __future__ import annotations

from typing import Literal
from unicodedata import combining, normalize

__all__ = ["without_marks"]


def without_marks(text: str, form: Literal["NFD", "NFKD"] = "NFD") -> str:
    """``text`` decomposed by a normal form of Unicode, without what combines: ``Núñez`` as ``Nunez``.

    ``NFKD`` also takes apart what is only compatible, such as ligatures and full-width letters. Letters that no form
    takes apart (``ø``, ``ł``) stay.
    """
    if text.isascii():
        return text
    return "".join(char for char in normalize(form, text) if not combining(char))
