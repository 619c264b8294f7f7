"""Numbers of which a part is masked, or only the end is written."""

from __future__ import annotations

import pytest
from desanitize.requests import reader, streamed

from privacy_chains.desanitize import Issued, Reader

NAMED = {
    "card": Issued("CREDIT_CARD", "4111 1111 1111 3705", "4522 5012 3456 8257", "code"),
    "phone": Issued("PHONE_NUMBER", "(212) 555-0147", "(730) 411-6309", "code"),
    "iban": Issued("IBAN_CODE", "DE89 3704 0044 0532 0130 00", "DE44 5001 0517 5407 3288 77", "code"),
    "ssn": Issued("US_SSN", "987-65-4321", "123-45-6789", "code"),
}


@pytest.fixture(scope="module")
def read() -> Reader:
    return reader(NAMED, "<<card>>, <<phone>>, <<iban>>, <<ssn>>.")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("4522 **** **** 8257", "4111 **** **** 3705"),
        ("4522-50XX-XXXX-8257.", "4111-11XX-XXXX-3705."),
        ("4522xxxxxxxx8257, 4522********8257", "4111xxxxxxxx3705, 4111********3705"),
        ("4522 \\*\\*\\*\\* \\*\\*\\*\\* 8257", "4111 \\*\\*\\*\\* \\*\\*\\*\\* 3705"),
        ("4*** **** **** 8257 and 4522\u20268257", "4*** **** **** 3705 and 4111\u20263705"),
        ("**** **** **** 8257, xxxx-8257", "**** **** **** 3705, xxxx-3705"),
        ("1. ****8257\n2. ****8257", "1. ****3705\n2. ****3705"),
        ("(730) ***-6309, +1 730 *** 6309", "(212) ***-0147, +1 212 *** 0147"),
        ("the phone ending in 6309", "the phone ending in 0147"),
        ("the IBAN ending in 8877", "the IBAN ending in 3000"),
        ("DE44 **** **** **** **88 77", "DE89 **** **** **** **30 00"),
        ("DE44 XXXX XXXX 8877, de44xxxx8877", "DE89 XXXX XXXX 3000, de89xxxx3000"),
        ("***-**-6789, 123-**-6789", "***-**-4321, 987-**-4321"),
    ],
)
def test_what_is_masked_is_read_as_one(read: Reader, answer: str, expected: str) -> None:
    assert read.restore(answer).text == expected
    assert streamed(read, answer, range(1, len(answer))) == expected


@pytest.mark.parametrize(
    "answer",
    [
        "4522 **** **** 1234",
        "9999 **** **** 8257, 9999********8257",
        "45227 **** 8257",
        "4522 * 8257 = 37295154; 4 x 8257; 4522 xylophones",
        "1234 XX 6309, DE45 **** 8877, FR44 **** 8877",
        "4522 **** 82579 or 4522 **** 8257a",
        "6309 apples; from 1990 to 8877",
    ],
)
def test_a_head_and_a_tail_that_do_not_belong_together_stay(read: Reader, answer: str) -> None:
    assert read.restore(answer).text == answer
    assert streamed(read, answer, range(1, len(answer))) == answer
