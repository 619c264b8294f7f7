"""What names a number: the key of its field, a label before it, the words beside it in the sanitized texts.

``"bill": 482`` is the bill that was released. ``page 482``, ``port 482`` and ``As of 2024`` are not the values,
although their figures agree.
"""

from __future__ import annotations

import re
from typing import Final, Protocol

from privacy_chains.desanitize.spellings.number_context import Around, is_telling, key_words, neighbours, type_words
from privacy_chains.language.lexicon import alternation_of, word_set
from privacy_chains.language.patterns import spelled_out, worded
from privacy_chains.lazy import lazily

__all__ = [
    "Seen",
    "is_label",
    "is_reckoned",
    "key_before",
    "labels_of",
    "may_be_year",
    "names_no_value",
    "names_of",
    "paid_by",
    "stands_as_year",
]

_KEY: Final = lazily(r"\\{0,3}\"([^\W\d_][\w -]{0,40})\\{0,3}\"\s?:\s?\Z")
_REACH: Final = 56


class Seen(Protocol):
    """A released number, and what stood around it in the sanitized texts."""

    @property
    def entity_type(self) -> str:
        """Its entity type."""
        ...

    @property
    def money(self) -> bool:
        """Whether it is an amount of money."""
        ...

    @property
    def seen(self) -> tuple[Around, ...]:
        """What stood around it, each place once."""
        ...


def key_before(text: str, start: int) -> frozenset[str]:
    """The words of the key of JSON that stands right before a number in a text."""
    key = _KEY.search(text, max(0, start - _REACH), start)
    return key_words(key[1]) if key else frozenset()


def names_of(number: Seen) -> frozenset[str]:
    """The key words under which a released number is known."""
    near = frozenset(word for around in number.seen for word in neighbours(around))
    return near | type_words(number.entity_type) | (word_set("money_word") if number.money else frozenset())


def labels_of(number: Seen) -> frozenset[str]:
    """The words before a released number in the sanitized texts: ``bill`` in ``my bill is``."""
    return frozenset(word for around in number.seen for word in around.type_left if is_telling(word))


def paid_by(number: Seen) -> frozenset[str]:
    """The words behind a released number in the sanitized texts: ``month`` in ``$2,020 a month``."""
    return frozenset(word for around in number.seen for word in around.type_right if is_telling(word))


_BRIEF: Final = 4
_YEAR = lazily(r"(?:1[6-9]|20)[0-9]{2}")


def _dated() -> str:
    """A month before a year: in full, or abbreviated with a capital, or after the day."""
    names = word_set("month", "short_month")
    brief = alternation_of(name.title() for name in names if len(name) <= _BRIEF)
    full = alternation_of(name for name in names if len(name) > _BRIEF)
    lower = alternation_of(name.lower() for name in word_set("month") if len(name) <= _BRIEF)
    return spelled_out(
        rf"\b(?:(?i:{full})|{brief}|(?:\d{{1,2}}\.?|{{of_date}})\s(?:{lower}))\.?"
        r"(?:\s\d{1,2}{ordinal_ending:en}?)?,?\s(?:{of_date}\s)?\Z"
    )


_DATED = lazily(_dated)
_TIMED = worded(
    r"(?:\b(?:{before_year}|q[1-4]|h[12]|\(c\))|\b{part_of_year}(?:\s{of})?|\u00a9)[\s-]{1,2}\Z", re.IGNORECASE
)
"""What only a year follows."""
_PERHAPS = worded(r"\b{perhaps_before_year}\s\Z", re.IGNORECASE)
"""What a year follows, or an amount if the text is about one: ``the rent rose from 2024``."""
_CITED = lazily(r"[(\[;][^()\[\]]{0,60}(?:\b[A-Z][^\W\d_]+|\bal\.),?\s\Z")
_CITES = lazily(r"[a-z]?[)\];,:]")
_OF_A_YEAR = worded(r"(?:[ \u00a0-](?:{year_adjective}\s)?{behind_year}(?![^\W_])|{year_sign})", re.IGNORECASE)
_BEFORE_SUM = lazily(r"[*\u00d7+\u00f7/=<>\u00b7]\s?[-\u2212]?\Z")
_AFTER_SUM = lazily(r"\s?[*\u00d7+\u00f7=<>\u00b7]|\s/\s|\s[x\u2212]\s")
_RATE = worded(r"\s?(?:/|{per}\s)\s?{period}(?![^\W_])", re.IGNORECASE)
_LABEL_REACH: Final = 80


def may_be_year(numeral: str) -> bool:
    """Whether figures may be a year: four digits without a separator."""
    return _YEAR.fullmatch(numeral) is not None


def stands_as_year(text: str, start: int, end: int, *, spoken: bool) -> bool:
    """Whether four figures stand where a year does; ``spoken``: the words beside them speak of the issued number."""
    behind = text[max(0, start - _LABEL_REACH) : start]
    if _TIMED.search(behind) or _DATED.search(behind) or _OF_A_YEAR.match(text, end):
        return True
    if _CITED.search(behind) and _CITES.match(text, end):
        return True
    return not spoken and _PERHAPS.search(behind) is not None


def is_reckoned(text: str, start: int, end: int) -> bool:
    """Whether a number is a term of a sum, or paid by the month."""
    behind = text[max(0, start - 4) : start]
    return bool(_BEFORE_SUM.search(behind) or _AFTER_SUM.match(text, end) or _RATE.match(text, end))


def is_label(here: Around) -> bool:
    """Whether the word before a number says that it is the name of something: ``Error 3837``, ``page 3837``."""
    return here.left in word_set("numbered_thing") or (
        here.left in word_set("number_label") and not here.type_left.isdisjoint(word_set("numbered_thing"))
    )


def names_no_value(words: frozenset[str]) -> bool:
    """Whether the words of a key are those of a year, a page, a port."""
    return not words.isdisjoint(word_set("numbered_thing", "year_noun"))
