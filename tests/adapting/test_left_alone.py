"""What must not leave is refused although noise would have left it as it is."""

from __future__ import annotations

import pytest

from privacy_chains import Keep, Key, Policy, Sanitizer, UnsupportedContent
from privacy_chains.adapting import Blocked, refuse_private_settings, sanitize_tool_call

SANITIZER = Sanitizer(Key.from_bytes(bytes(range(32))), policy=Policy.default(epsilon=3))
SESSIONS = [SANITIZER.session(f"thread {number}") for number in range(25)]
PRIVATE = ["She is 44 years old.", "Ask Alice Turner."]


def nothing(*_: object) -> None:
    """No object of a framework is met."""


def test_noise_leaves_some_values_as_they_are() -> None:
    assert 0 < sum(session.sanitize(PRIVATE[0]).text == PRIVATE[0] for session in SESSIONS) < len(SESSIONS)


@pytest.mark.parametrize("text", PRIVATE)
def test_a_blocked_tool_never_gets_them(text: str) -> None:
    for session in SESSIONS:
        with pytest.raises(Blocked):
            sanitize_tool_call(session, "block", "search", {"query": text})
    given, _ = sanitize_tool_call(SESSIONS[0], "block", "search", {"query": "weather in spring"})
    assert given == {"query": "weather in spring"}


@pytest.mark.parametrize("text", PRIVATE)
def test_settings_never_hold_them(text: str) -> None:
    for session in SESSIONS:
        with pytest.raises(UnsupportedContent, match="of the model"):
            refuse_private_settings(session, {"system": text}, nothing)
    refuse_private_settings(SESSIONS[0], {"system": "Be brief."}, nothing)


def test_what_a_policy_keeps_may_pass() -> None:
    kept = Sanitizer(Key.from_bytes(bytes(range(32))), policy=Policy.default().with_rule("AGE", Keep()))
    sanitize_tool_call(kept, "block", "search", {"query": PRIVATE[0]})
