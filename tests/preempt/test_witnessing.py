"""Traces are told each text but once: what was sanitized before is told as it was then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, KeyMaterialError, Message, Sanitizer, Span
from privacy_chains.adapting import Telling
from privacy_chains.detect import RegexDetector

NAMES = RegexDetector("PERSON", r"[A-Z][a-z]+ Novak")
KEY = Key.from_bytes(bytes(range(7, 39)))
TEXT = "I am Peter Novak."


class Counting:
    """Counts how often it looks at each text."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    def detect(self, text: str) -> Sequence[Span]:
        self.seen[text] += 1
        return list(NAMES.detect(text))


@given(st.lists(st.lists(st.sampled_from([TEXT, "Hello.", "Anna Novak", ""]), max_size=4), max_size=4))
def test_a_text_is_looked_at_once(events: list[list[str]]) -> None:
    counting = Counting()
    session = Sanitizer(KEY, detector=counting).session("one")
    told = [session.retell(texts) for texts in events]
    assert all(count == 1 for count in counting.seen.values())
    for texts, after in zip(events, told, strict=True):
        assert after == [session.sanitize(text).text for text in texts]


@pytest.mark.parametrize("fresh", [False, True])
def test_what_a_conversation_sent_is_told_as_it_was(fresh: bool) -> None:
    counting = Counting()
    made = Sanitizer(KEY, detector=counting)
    session = made.session("one")
    (sent,) = session.sanitize_conversation([Message((TEXT,))]).messages
    before = counting.seen.total()
    teller = made.session("one") if fresh else session
    event = {"prompt": TEXT, "again": [TEXT, TEXT]}
    told = Telling(lambda value, *_: value).sanitized(teller, event)
    assert told == {"prompt": sent[0], "again": [sent[0]] * 2}
    assert counting.seen.total() == before


def test_nothing_is_told_from_a_destroyed_key() -> None:
    key = Key.from_bytes(bytes(range(8, 40)))
    made = Sanitizer(key, detector=NAMES)
    assert made.retell([TEXT]) != [TEXT]
    assert "Novak" not in repr(made.session("")._retold.__dict__)
    key.destroy()
    with pytest.raises(KeyMaterialError):
        made.retell([TEXT])


def test_the_oldest_texts_are_forgotten() -> None:
    session = Sanitizer(KEY, detector=NAMES).session("long")
    retold = session._retold
    for place in range(30):
        retold.learn([f"{place}"], ["x" * 100_000])
    assert repr(retold) == "Retold(10)"
