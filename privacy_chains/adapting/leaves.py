"""Values of metadata in an index: each is stored the same way beside any other text, so that filters find it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from math import isfinite

from privacy_chains.adapting.named_leaf import NamedLeaf
from privacy_chains.adapting.visitors import Path, Visitor, as_told
from privacy_chains.contract.conversation import Leaf
from privacy_chains.contract.prompt import SpannedPrompt, one_way_types
from privacy_chains.contract.records import Marker
from privacy_chains.contract.spans import Span
from privacy_chains.errors import UnsupportedContent
from privacy_chains.formats.word_classes import is_everyday
from privacy_chains.lazy import lazily

__all__ = ["ByThemselves", "Marker", "stored_text"]

_WORD = lazily(r"\w+")
_PROSE = 3
"""So many everyday words are prose, which nobody filters by."""


class ByThemselves(Visitor):
    """Replaces the values of a filter by what an index stores for them.

    Args:
        marker: What fills the index.
    """

    def __init__(self, marker: Marker) -> None:
        self._marker = marker
        self._name = ""

    def named(self, name: object, value: Leaf) -> Leaf:
        """Remember the name of a value."""
        self._name = str(name)
        return value

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        """What the index stores for a value."""
        named = NamedLeaf(self._name, leaf)
        alone = self._marker.sanitize(named.told)
        _refuse_alike(self._name, alone)
        return _by_itself(self._marker, self._name, leaf)[0] if isinstance(leaf, str) else named.read(alone.text)


def _refuse_alike(name: str, prompt: SpannedPrompt) -> None:
    """Refuse to ask for a value where all values of its type are stored alike.

    Raises:
        UnsupportedContent: They are.
    """
    one_way = one_way_types(prompt)
    alike = sorted(
        {span.entity_type for span in chain.from_iterable(prompt.spans) if not one_way.get(span.entity_type, True)}
    )
    if alike:
        msg = (
            f"the index takes every {alike[0]} out one way, so a filter on {name!r} would find all records that had "
            "one: give the type Hash(), whose equal values are found, or filter what the store returns"
        )
        raise UnsupportedContent(msg)


def stored_text(marker: Marker, name: str, leaf: Leaf, prompt: SpannedPrompt, place: int) -> str:
    """What is stored for a value in a joint prompt: the same beside any text.

    A value that is not found by itself may be found beside another text. So a value that is neither hidden completely
    nor made of everyday words gets a name computed from it with the key, as ids do. Everyday words that are private
    only beside others get such a name, too; a filter for these finds nothing.
    """
    joint = prompt.texts[place]
    named = NamedLeaf(name, leaf)
    if not isinstance(leaf, str):
        told = as_told(name, leaf)
        if not isfinite(leaf):  # a value that is missing
            return told
        alone = joint if joint == told else marker.sanitize(told).text
        return joint if alone == told else alone
    if joint == named.told and not prompt.spans[place]:  # by itself it reveals no more
        kept = leaf if _is_plain(name, leaf, leaf, marker) else marker.identities(leaf)[0]
        return _as_stored(named, kept)
    text, shown = _by_itself(marker, name, leaf)
    hidden = _shown(joint, prompt.spans[place], prompt.originals[place])[-len(leaf) :]
    if all(shows <= also or not letter.isalnum() for letter, shows, also in zip(leaf, shown, hidden, strict=True)):
        return _as_stored(named, text)
    coded = marker.identities(leaf)[0]
    return joint if coded == leaf else _as_stored(named, coded)


def _as_stored(named: NamedLeaf, text: str) -> str:
    """A stored value in the form in which it is read: behind its name, if it is told so."""
    return as_told(named.name, text) if named.is_told else text


def _by_itself(marker: Marker, name: str, text: str) -> tuple[str, list[bool]]:
    """The replacement of a text by itself, and which of its letters the replacement shows."""
    named = NamedLeaf(name, text)
    prompt = marker.sanitize(named.told)
    shown = _shown(prompt.text, prompt.spans[0], prompt.originals[0])[-len(text) :]
    left = "".join(letter if shows else " " for letter, shows in zip(text, shown, strict=True))
    if _is_plain(name, text, left, marker):
        return named.text(prompt.text), shown
    return marker.identities(text)[0], [False] * len(text)


def _shown(text: str, spans: Sequence[Span], originals: Sequence[str]) -> list[bool]:
    """The letters of an original that no span covers."""
    pieces, position = list[list[bool]](), 0
    for span, original in zip(spans, originals, strict=True):
        pieces += ([True] * (span.start - position), [False] * len(original))
        position = span.end
    return [*chain.from_iterable(pieces), *([True] * (len(text) - position))]


def _is_plain(name: str, text: str, left: str, marker: Marker) -> bool:
    """Whether what is left of a text cannot be private beside another text."""
    words = _WORD.findall(left)
    everyday = [word for word in words if word.islower() and is_everyday(word)]
    if len(everyday) == len(words) or len(everyday) >= _PROSE:
        return True
    told = as_told(name, text)
    return _is_time(text) and marker.sanitize(told).text == told  # such as of a change, which is asked for by ranges


def _is_time(text: str) -> bool:
    try:
        return bool(datetime.fromisoformat(text)) and "-" in text
    except ValueError:
        return False
