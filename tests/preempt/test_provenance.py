"""Whose values are whose: what only a document told reaches no tool in clear that runs elsewhere."""

from __future__ import annotations

import pickle
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, Message, Method, Policy, PrivacyError, Sanitizer, Session
from privacy_chains.adapting import Answer, Collect, Restore, Trust, sanitize_tool_call, walk_fields
from privacy_chains.attacks.exfiltration import SHAPES
from privacy_chains.contract.conversation import Origin
from privacy_chains.detect import CompositeDetector, RegexDetector
from privacy_chains.errors import PolicyError
from privacy_chains.preempt.provenance import Documents

KEY = Key.from_bytes(bytes(range(7, 39)))
DETECTOR = CompositeDetector(
    RegexDetector("PERSON", r"[A-Z][a-z]+ (?:Novak|Lindqvist)"), RegexDetector("ID_NUMBER", r"(?<=number )\d{8}")
)
QUESTION = "I am Peter Novak, number 48291736. What does the file say of my client?"
DOCUMENT = "Client: Margarethe Lindqvist, number 77120934."
OWN, THEIRS = ("Peter Novak", "48291736"), ("Margarethe Lindqvist", "77120934")


def sanitizer(policy: Policy | None = None) -> Sanitizer:
    return Sanitizer(KEY, policy=policy or Policy.default(), detector=DETECTOR)


def called(  # noqa: PLR0917  (each says one thing of the call)
    speaker: Any, caller: Any, messages: list[Message], shape: str, value: str, trust: Trust
) -> str:
    """What a tool gets of a call that a model writes, with a value's surrogate in a shape, after the messages."""
    prompt = speaker.sanitize_conversation(messages).prompt
    surrogate = next(pair.surrogate for pair in prompt.issued if pair.original == value)
    wrote = {"query": shape.replace("{}", surrogate)}
    read = walk_fields(wrote, Restore(Answer(speaker, prompt).restore))
    forms = Collect(), Collect()
    for form, fields in zip(forms, (wrote, read), strict=True):
        walk_fields(fields, form)
    speaker.keep(forms[0].leaves, forms[1].leaves, prompt)
    given, _ = sanitize_tool_call(caller, trust, "look_up", read)
    return str(given["query"])


def pairs(made: Sanitizer) -> list[tuple[str, Method, Method]]:
    kept = made.session("kept")
    return [("one", kept, kept), ("two", made.session("a"), made.session("a")), ("none", made, made)]


@pytest.mark.parametrize("place", range(3), ids=["one session", "a session a call", "no session"])
@pytest.mark.parametrize("value", [*OWN, *THEIRS])
@pytest.mark.parametrize("shape", ["{}", "tell me of {}", *SHAPES[::7]])
def test_a_remote_tool_gets_what_the_model_wrote(place: int, value: str, shape: str) -> None:
    _, speaker, caller = pairs(sanitizer())[place]
    messages = [Message((QUESTION,)), Message((DOCUMENT,), origin="document")]
    assert value not in called(speaker, caller, messages, shape, value, "remote")


@pytest.mark.parametrize("place", range(3), ids=["one session", "a session a call", "no session"])
@pytest.mark.parametrize("origin", ["document", "tool"])
def test_a_tool_of_the_users_gets_their_own_words_alone(place: int, origin: Origin) -> None:
    for value in (*OWN, *THEIRS):
        _, speaker, caller = pairs(sanitizer())[place]
        messages = [Message((QUESTION,)), Message((DOCUMENT,), origin=origin)]
        given = called(speaker, caller, messages, "tell me of {}", value, "user")
        assert (value in given) == (value in OWN)


def test_what_was_held_back_is_told_without_a_value() -> None:
    session = sanitizer().session("held")
    messages = [Message((QUESTION,)), Message((DOCUMENT,), origin="document")]
    given = called(session, session, messages, "write to {} now", THEIRS[0], "user")
    (seen,) = session.held
    assert (seen.entity_type, "look_up" in seen.reason) == ("PERSON", True)
    assert given[seen.start : seen.end] == given.removeprefix("write to ").removesuffix(" now")
    called(session, session, messages, "write to {} now", OWN[0], "user")
    assert len(session.held) == 1
    assert not [value for value in THEIRS if value in repr(session.held)]


@pytest.mark.parametrize("tools", [{"look_up"}, {"*"}, {"other"}])
def test_the_policy_names_tools_that_get_them_too(tools: set[str]) -> None:
    session = sanitizer(replace(Policy.default(), restore_from_documents=frozenset(tools))).session("named")
    messages = [Message((DOCUMENT,), origin="document")]
    given = called(session, session, messages, "tell me of {}", THEIRS[0], "user")
    assert (THEIRS[0] in given) == ("other" not in tools)
    assert THEIRS[0] not in called(session, session, messages, "tell me of {}", THEIRS[0], "remote")


def test_a_model_and_a_tool_make_nothing_the_users_own() -> None:
    session = sanitizer().session("laundered")
    messages = [Message((DOCUMENT,), origin="document"), Message((DOCUMENT,), from_model=True), Message(("Go on.",))]
    assert THEIRS[0] not in called(session, session, messages, "{}", THEIRS[0], "user")
    session.sanitize(THEIRS[0])  # as a retriever is asked, or a tool called
    assert THEIRS[0] not in called(session, session, messages, "{}", THEIRS[0], "user")
    asked = [*messages, Message((f"Answer this.\nQuery: {THEIRS[0]}",))]  # what a model asked an engine for
    assert THEIRS[0] not in called(session, session, asked, "{}", THEIRS[0], "user")


@pytest.mark.parametrize("template", ["Context:\n{}\n\nQuestion: {}", "{}|{}", "<doc>{}</doc> {}", "a\n  {}  \n{}"])
def test_what_a_template_copies_from_a_document_is_not_the_users(template: str) -> None:
    for value in (*OWN, *THEIRS):
        session = sanitizer().session("template")
        session.saw([DOCUMENT])
        given = called(session, session, [Message((template.format(DOCUMENT, QUESTION),))], "of {}", value, "user")
        assert (value in given) == (value in OWN)


def test_what_the_user_says_too_is_theirs() -> None:
    session = sanitizer().session("both")
    session.saw([DOCUMENT])
    messages = [Message((f"{DOCUMENT}\n\nPlease write to Margarethe Lindqvist today.",))]
    assert THEIRS[0] in called(session, session, messages, "{}", THEIRS[0], "user")
    assert THEIRS[1] not in called(session, session, messages, "{}", THEIRS[1], "user")


@pytest.mark.parametrize("wrote", ["tool", "document", "model"])
def test_what_is_copied_into_the_users_name_stays_whose_it_was(wrote: Any) -> None:
    """As a summary of the conversation is, or a transcript that is handed on."""
    session = sanitizer().session("copied")
    first = Message((DOCUMENT,), from_model=True) if wrote == "model" else Message((DOCUMENT,), origin=wrote)
    messages = [Message((QUESTION,)), first, Message(("Well?",), from_model=True)]
    copied = Message((f"Here is a summary of the conversation:\n{DOCUMENT}\nThe user asked: {QUESTION}",))
    for value in THEIRS:
        session.sanitize_conversation([Message((DOCUMENT,), origin="document")])
        assert value not in called(session, session, [*messages, copied], "of {}", value, "user")
    assert OWN[0] in called(session, session, [*messages, copied], "of {}", OWN[0], "user")


def test_a_restarted_process_knows_the_same() -> None:
    """The whole history comes at once, and its tools repeated what the user had said."""
    messages = [Message((QUESTION,)), Message(("Well.",), from_model=True), Message((QUESTION,), origin="tool")]
    session = sanitizer().session("restarted")
    assert OWN[0] in called(session, session, messages, "of {}", OWN[0], "user")


def test_a_blocked_tool_and_a_sanitizer_that_forgets() -> None:
    forgetting = Sanitizer(KEY, detector=DETECTOR, remember=0)
    messages = [Message((QUESTION,)), Message((DOCUMENT,), origin="document")]
    assert OWN[0] not in called(forgetting, forgetting, messages, "{}", OWN[0], "user")
    session = sanitizer().session("blocked")
    with pytest.raises(PrivacyError, match="must not see"):
        called(session, session, messages, "{}", OWN[1], "block")


def test_what_is_known_shows_no_value_and_is_forgotten_with_the_key() -> None:
    key = Key.from_bytes(bytes(range(9, 41)))
    made = Sanitizer(key, detector=DETECTOR)
    session = made.session("gone")
    session.sanitize_conversation([Message((QUESTION,))])
    known = session._provenance
    assert not [value for value in OWN if value in repr(known)]
    with pytest.raises(PrivacyError):
        pickle.dumps(known)
    assert made.session("gone")._provenance is known
    key.destroy()
    assert made.session("gone")._provenance is not known


def test_a_session_that_only_calls_tools_disturbs_no_replay() -> None:
    made, plain = sanitizer(), sanitizer()
    messages = [Message((QUESTION,)), Message((DOCUMENT,), origin="document")]
    first = made.session("x").sanitize_conversation(messages).messages
    sanitize_tool_call(made.session("x"), "remote", "look_up", {"query": QUESTION})
    for after in (made.session("x"), plain.session("x")):
        assert after.sanitize_conversation(messages).messages == first


@given(st.text(alphabet="abc \n", max_size=30), st.text(alphabet="abc \n", max_size=30))
def test_a_copy_of_a_document_is_known_wherever_it_stands(before: str, after: str) -> None:
    documents = Documents()
    documents.add(DOCUMENT)
    text = before + DOCUMENT + after
    for value in THEIRS:
        start = text.index(value)
        assert documents.hold(text, start, start + len(value))


def test_documents_are_forgotten_in_the_end() -> None:
    documents = Documents()
    documents.add(DOCUMENT)
    for place in range(40):
        documents.add(f"{place} " + "x" * 10_000)
    assert not documents.hold(DOCUMENT, 8, 28)
    assert sum(len(plain) for plain, _ in documents._texts.values()) < 400_000


@pytest.mark.parametrize("tools", ["send", [1], [""]])
def test_names_of_tools_are_checked(tools: Any) -> None:
    with pytest.raises(PolicyError, match="restore_from_documents"):
        replace(Policy.default(), restore_from_documents=tools)


def test_every_trust_that_is_not_local_keeps_documents_from_tools() -> None:
    for trust, value in product(("user", "remote"), THEIRS):
        session: Session = sanitizer().session("law")
        messages = [Message((QUESTION,)), Message((DOCUMENT,), origin="document")]
        assert value not in called(session, session, messages, "{}", value, trust)  # type: ignore[arg-type]
