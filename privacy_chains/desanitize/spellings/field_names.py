"""Keys: what the name of a field tells of the number that stands in it, in a record or in a text: ``"bill": 482``."""

from __future__ import annotations

from typing import Final, Protocol

from privacy_chains.desanitize.spellings.number_context import Around, is_telling, key_words, neighbours, type_words
from privacy_chains.language.lexicon import word_set
from privacy_chains.lazy import lazily

__all__ = ["Seen", "key_before", "labels_of", "names_of", "paid_by"]

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
