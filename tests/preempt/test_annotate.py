"""One value has one surrogate in a session, whatever a later detector takes it for."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from privacy_chains import Encipher, Key, Sanitizer
from privacy_chains.detect import StructuredDetector

KEY = Key.from_bytes(bytes(range(32)))
SESSIONS = count()  # of one name, what was sent before is sent again
SANITIZER = Sanitizer(KEY, detector=StructuredDetector())
ANNOUNCED = ("My account number is {}.", "SSN {}", "Invoice no. {} is open.", "Her phone is {}.", "Passport {} is out.")
ELSEWHERE = (
    "And who is {}?", "{}", "Is {} mine?", "tel {}", "SSN {}", "{} Main Street", "ZIP {}", "policy {}", "ref: {}",
)  # fmt: skip


@given(st.sampled_from(ANNOUNCED), st.sampled_from(ELSEWHERE), st.integers(1_000_000, 999_999_999))
def test_a_code_keeps_its_surrogate_whatever_stands_beside_it(first: str, later: str, code: int) -> None:
    session = SANITIZER.session(f"s{next(SESSIONS)}")
    before = session.sanitize(first.format(code))
    assume(before.originals[0] == (str(code),))
    (span,) = before.spans[0]
    assume(isinstance(SANITIZER.policy.rules[span.entity_type], Encipher))  # a number with noise is no code
    after = session.sanitize(later.format(code))
    assert before.text[span.start : span.end] in after.text


@pytest.mark.parametrize("later", ["And who is 5520193?", "5520193", "Is 5520193 still open?", "zip 5520193"])
def test_the_network_changes_no_code_that_is_known(later: str) -> None:
    session = Sanitizer(KEY).session("network")
    (issued,) = (pair.surrogate for pair in session.sanitize("My account number is 5520193.").issued)
    assert session.sanitize(later).text == later.replace("5520193", issued)


SPELLINGS = {
    "call 07700 900456": ("(07700) 900456", "07700-900456", "07700900456"),
    "SSN 078-05-1120": ("(078) 05 1120", "078 05 1120", "078051120"),
    "card 4111 1111 1111 1111": ("(4111) 1111 1111 1111", "4111-1111-1111-1111"),
    "My number is +491755550182.": ("And +491755550182?", "+49 175 5550182"),
}


@pytest.mark.parametrize(("first", "again"), [(first, one) for first, others in SPELLINGS.items() for one in others])
def test_a_known_value_is_hidden_at_least_as_a_new_one(first: str, again: str) -> None:
    fresh = SANITIZER.session(f"s{next(SESSIONS)}").sanitize(again)
    session = SANITIZER.session(f"s{next(SESSIONS)}")
    session.sanitize(first)
    known = session.sanitize(again)
    letters = [
        {place for span in prompt.spans[0] for place in range(span.start, span.end)} for prompt in (fresh, known)
    ]
    assert len(letters[0]) <= len(letters[1]) > 0


def test_a_number_with_its_country_has_one_surrogate() -> None:
    session = SANITIZER.session(f"s{next(SESSIONS)}")
    (issued,) = (pair.surrogate for pair in session.sanitize("My number is +491755550182.").issued)
    assert session.sanitize("And +491755550182?").text == f"And {issued}?"
