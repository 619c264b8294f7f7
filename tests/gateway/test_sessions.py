"""Which session a request belongs to."""

from __future__ import annotations

import pytest

from gateway_privacy_chains import Record
from gateway_privacy_chains.record import Fingerprints
from gateway_privacy_chains.sessions import SaidPiece, named, session_of, turns_of
from privacy_chains import Key, UnsupportedContent

KEY = Key.from_bytes(bytes(range(1, 33)))
OTHER = Key.from_bytes(bytes(range(2, 34)))


def conversation(*texts: str) -> list[SaidPiece]:
    """A system prompt, and then the user and the model in turns."""
    turns = [
        SaidPiece((text,), from_model=bool(place % 2), from_user=not place % 2) for place, text in enumerate(texts)
    ]
    return [SaidPiece(("You help.",), from_model=False, from_user=False), *turns]


def test_a_conversation_keeps_its_session_as_it_grows() -> None:
    record = Record()
    first = session_of(KEY, conversation("hello"), record)
    assert session_of(KEY, conversation("hello", "hi", "and now?"), record) == first
    assert session_of(KEY, conversation(" hello\n"), record) == first


def test_the_system_prompt_does_not_tell_the_session() -> None:
    """Agents write the time and the state of a folder into it."""
    said = conversation("hello")
    changed = [said[0]._replace(leaves=("It is noon.",)), *said[1:]]
    assert session_of(KEY, said, Record()) == session_of(KEY, changed, Record())


def test_other_words_and_other_keys_are_other_sessions() -> None:
    record = Record()
    names = {session_of(key, conversation(text), record) for key in (KEY, OTHER) for text in ("hello", "good day")}
    assert len(names) == 4
    assert not any("hello" in name for name in names)


def test_a_conversation_that_lost_its_beginning_goes_on_where_it_was() -> None:
    record = Record()
    whole = conversation("hello", "hi", "who am I?", "You are Alice.")
    session = session_of(KEY, whole[:2], record)
    record.put(
        [(turns_of(KEY, whole)[-1], session), (Fingerprints(KEY, session).of_text(["You are Alice."]), "sealed")]
    )
    assert session_of(KEY, [*conversation("who am I?", "You are Alice.", "sure?")], record) == session
    assert session_of(OTHER, conversation("who am I?", "You are Alice.", "sure?"), record) != session
    assert session_of(KEY, conversation("who is she?", "You are Alice.", "sure?"), record) != session


def test_an_answer_that_many_conversations_have_joins_none() -> None:
    record = Record()
    one = conversation("hello", "How can I help?")
    session = session_of(KEY, one[:2], record)
    record.put([(turns_of(KEY, one)[-1], session)])
    assert session_of(KEY, conversation("good day", "How can I help?", "so"), record) != session


def test_a_conversation_of_nothing_has_a_session() -> None:
    assert session_of(KEY, [], Record())


@pytest.mark.parametrize("name", ["thread-17", "a b", "x" * 200, "!"])
def test_a_header_names_a_session(name: str) -> None:
    assert named(name) == name


@pytest.mark.parametrize("name", ["", " ", " a", "a ", "x" * 201, "a\tb", "\xe9", "a\nb"])
def test_what_is_no_name_is_refused_and_not_quoted(name: str) -> None:
    with pytest.raises(UnsupportedContent) as caught:
        named(name)
    assert len(name.strip()) < 2 or name not in str(caught.value)


def test_no_header_names_none() -> None:
    assert named(None) is None
