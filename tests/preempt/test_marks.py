"""Marks read a stored record back exactly, show nothing, and find what was changed."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Mapping
from uuid import uuid4, uuid5

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, KeyMaterialError, MarkError, PrivacyError
from privacy_chains.contract.records import Digests, Marked, Place
from privacy_chains.keys import KeyRing
from privacy_chains.preempt.marks import Mark, identities, identity

KEY, OTHER = (Key.from_bytes(bytes(range(start, start + 32))) for start in (1, 2))

_NUMBERS = st.integers(-(10**18), 10**18) | st.floats(allow_nan=False, allow_infinity=False)
_TEXTS = st.text(max_size=40)


@st.composite
def _leaves(draw: st.DrawFn) -> Marked:
    name = draw(st.sampled_from(["text", "city", "salary", ""]))
    if draw(st.booleans()):
        return Marked.of_leaf(name, draw(_NUMBERS | _TEXTS), draw(_NUMBERS))
    pieces = draw(st.lists(st.tuples(_TEXTS, st.text(min_size=1, max_size=9), _TEXTS), max_size=4))
    stored, places = "", list[Place]()
    for clear, surrogate, original in pieces:
        places.append(Place(len(stored + clear), len(stored + clear + surrogate), original))
        stored += clear + surrogate
    return Marked(name, stored + draw(_TEXTS), tuple(places))


_RECORDS = st.dictionaries(st.text(max_size=8), st.lists(_leaves(), max_size=4).map(tuple), max_size=4)


def _read(mark: Mark, fields: Mapping[str, tuple[Marked, ...]]) -> list[object]:
    read = []
    for field, leaves in fields.items():
        digests = Digests(field)
        read += [mark.marked(digests.next(leaf.name, leaf.stored), leaf.name, leaf.stored).original for leaf in leaves]
    return read


@given(fields=_RECORDS)
def test_every_leaf_comes_back_as_it_was(fields: dict[str, tuple[Marked, ...]]) -> None:
    sealed = Mark.seal(KEY, fields)
    mark = Mark.open(KEY, sealed)
    originals = [leaf.original for leaves in fields.values() for leaf in leaves]
    read = _read(mark, fields)
    assert read == originals
    assert [type(one) for one in read] == [type(one) for one in originals]
    assert mark.fields == fields.keys()
    assert sealed == Mark.seal(KEY, fields)  # storing again changes nothing


@given(fields=_RECORDS, place=st.integers(0, 10_000), letter=st.sampled_from("AZaz09-_"))
def test_a_mark_that_was_changed_does_not_open(fields: dict[str, tuple[Marked, ...]], place: int, letter: str) -> None:
    sealed = Mark.seal(KEY, fields)
    at = place % (len(sealed) - 1)  # of the last letter not every bit counts
    if sealed[at] != letter:
        with pytest.raises((MarkError, KeyMaterialError)):
            Mark.open(KEY, sealed[:at] + letter + sealed[at + 1 :])


@given(fields=_RECORDS, other=_NUMBERS | _TEXTS, field=st.text(max_size=8))
def test_a_leaf_that_was_changed_or_moved_is_refused(
    fields: dict[str, tuple[Marked, ...]], other: str | float, field: str
) -> None:
    known = {(name, leaf.name, leaf.stored) for name, leaves in fields.items() for leaf in leaves}
    if (field, "", other) not in known:
        with pytest.raises(MarkError):
            Mark.open(KEY, Mark.seal(KEY, fields)).marked(Digests(field).next("", other), "", other)


@given(leaf=_leaves(), cuts=st.lists(st.integers(0, 200), max_size=4))
def test_chunks_together_hold_every_original(leaf: Marked, cuts: list[int]) -> None:
    if not isinstance(leaf.stored, str) or leaf.number is not None:
        return
    ends = sorted({0, len(leaf.stored), *(cut % (len(leaf.stored) + 1) for cut in cuts)})
    chunks = [leaf.cut(start, end) for start, end in itertools.pairwise(ends)]
    assert "".join(str(chunk.stored) for chunk in chunks) == leaf.stored
    for place in leaf.places:
        assert any(place.original in str(chunk.original) for chunk in chunks)
    if not any(place.start < end < place.end for place in leaf.places for end in ends):
        assert "".join(str(chunk.original) for chunk in chunks) == leaf.original


def test_another_key_reads_nothing_and_a_ring_reads_with_its_own() -> None:
    fields = {"text": (Marked.of_leaf("", "Bob", "Ann"),)}
    sealed = Mark.seal(KEY, fields)
    with pytest.raises(KeyMaterialError, match=KEY.id):
        Mark.open(OTHER, sealed)
    assert _read(Mark.open(KeyRing(KEY).rotate(OTHER), sealed), fields) == ["Ann"]


def test_nothing_shows_what_a_mark_holds() -> None:
    fields = {"text": (Marked.of_leaf("", "Bob", "Ann"),), "pay": (Marked.of_leaf("pay", 12, 4711),)}
    sealed = Mark.seal(KEY, fields)
    opened = Mark.open(KEY, sealed)
    for shown in (sealed, repr(opened), repr(fields), str(fields)):
        assert "Ann" not in shown
        assert "4711" not in shown
    with pytest.raises(PrivacyError):
        pickle.dumps(opened)


def test_the_length_of_a_mark_tells_the_lengths_of_values_in_blocks_only() -> None:
    sealed = {len(Mark.seal(KEY, {"t": (Marked.of_leaf("", "Bob", "A" * length),)})) for length in range(1, 65)}
    assert len(sealed) <= 6


@pytest.mark.parametrize("broken", [None, "", "x", 7, "====", "é" * 60, "AQ" * 30])
def test_what_is_no_mark_is_refused(broken: object) -> None:
    with pytest.raises((MarkError, KeyMaterialError)):
        Mark.open(KEY, broken)


@given(name=st.text())
def test_an_id_is_the_same_in_every_call_and_stays_where_it_was_drawn(name: str) -> None:
    first = identity(KEY, "index", name)
    assert first == identity(KEY, "index", name)
    assert identity(KEY, "index", first) == first  # what a store returned is asked for as it is
    assert first != identity(OTHER, "index", name)
    assert identities(KeyRing(KEY).rotate(OTHER), "index", name) == (identity(OTHER, "index", name), first)


def test_ids_that_tell_nothing_stay() -> None:
    for drawn in (str(uuid4()), uuid4().hex):  # as LangChain's Qdrant draws them
        assert identities(KeyRing(KEY).rotate(OTHER), "index", drawn) == (drawn,)
    named = str(uuid5(uuid4(), "Margarethe Lindqvist"))  # whoever has a list of names can find it
    assert identity(KEY, "index", named) != named
