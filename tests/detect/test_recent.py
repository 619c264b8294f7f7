from __future__ import annotations

from privacy_chains.detect.recent import Recent


def test_no_more_texts_are_remembered_than_stated() -> None:
    recent = Recent[int](3)
    for index in range(10):
        recent.put(recent.name(str(index)), index)
    assert [recent.get(recent.name(str(index))) for index in range(10)] == [None] * 7 + [7, 8, 9]


def test_what_was_asked_for_is_kept_longest() -> None:
    recent = Recent[int](2)
    for index in range(2):
        recent.put(recent.name(str(index)), index)
    assert recent.get(recent.name("0")) == 0
    recent.put(recent.name("2"), 2)
    assert recent.get(recent.name("0")) == 0
    assert recent.get(recent.name("1")) is None


def test_names_are_keyed_digests_of_the_text_and_of_how_it_is_read() -> None:
    recent = Recent[int](3)
    assert len({recent.name("Alice"), recent.name("Alice", 1), recent.name("Bob"), Recent[int](3).name("Alice")}) == 4
    recent.put(recent.name("Alice"), 1)
    assert "Alice" not in repr(recent._found)


def test_lone_surrogates_have_names() -> None:
    recent = Recent[int](1)
    assert recent.name("\ud800") != recent.name("\ud801")
