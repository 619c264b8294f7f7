"""Countries and larger parts of the world, which say little about a person and much about a question."""

from __future__ import annotations

import re

from privacy_chains.formats import places
from privacy_chains.language.lexicon import word_set
from privacy_chains.language.patterns import worded

__all__ = ["is_country"]

_ARTICLE = worded(r"{article_of_country}\s?(?<=[\s'\u2019])", re.IGNORECASE)


def is_country(name: str) -> bool:
    """Whether a name, with or without an article, is that of a country or a larger part of the world."""
    if _is_one(name):
        return True
    article = _ARTICLE.match(name)
    return article is not None and _is_one(name[article.end() :])


def _is_one(name: str) -> bool:
    return name.replace(".", "").lower() in word_set("country") or places.is_country(name)
