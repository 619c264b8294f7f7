"""Words in a common form for binding, whatever their ending, synonym or language."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain

from privacy_chains.language.lexicon import alternation, meanings
from privacy_chains.lazy import lazily

__all__ = ["may_hold", "stems"]

_WORD = lazily(r"[^\W\d_]+")
_INNER_CAPITAL = lazily(r"(?<=[a-z])(?=[A-Z])")


_PARTS = lazily(lambda: alternation("stem_part"))
"""Parts of longer words: ``Bruttomonatsgehalt`` is gross, month and salary. No part begins with another's end."""


def stems(text: str) -> frozenset[str]:
    """The words of a text or variable name in their common form: ``yearly_salaries`` has year and salary."""
    spaced = _INNER_CAPITAL.sub(" ", text).replace("_", " ")
    lower = spaced.lower()
    for phrase, stem in meanings("stem_phrase").items():
        if phrase in lower:
            spaced = re.sub(rf"\b{re.escape(phrase)}\b", stem, spaced, flags=re.IGNORECASE)
    return frozenset(chain.from_iterable(map(_stems, map(str.lower, _WORD.findall(spaced)))))


def _stems(word: str) -> tuple[str, ...]:
    return (_stem(word), *(meanings("stem_part")[part] for part in _PARTS.findall(word)))


def _stem(word: str) -> str:
    synonyms = meanings("stem")
    word = synonyms.get(word, word)
    if word.endswith("ies") and len(word) > 4:
        word = f"{word[:-3]}y"
    elif word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        word = word[:-1]
    return synonyms.get(word, word)


def may_hold(stem: str, lower: str) -> bool:
    """Whether a word of a lower-case text may have a stem. Cheaper than computing the stems."""
    return any(map(lower.__contains__, _forms(stem)))


@cache
def _forms(stem: str) -> tuple[str, ...]:
    """Strings such that every word with that stem contains at least one of them."""
    tables = meanings("stem"), meanings("stem_part")
    words = (stem, *(word for table in tables for word, other in table.items() if other == stem))
    phrases = (phrase for phrase, other in meanings("stem_phrase").items() if other == stem)
    forms = dict.fromkeys((*(word.removesuffix("y") for word in words), *phrases))
    return tuple(form for form in forms if not any(other != form and other in form for other in forms))
