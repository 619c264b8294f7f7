from __future__ import annotations

import pytest
from detect_support import finds

from privacy_chains.detect.patterns.email import find_emails


@pytest.mark.parametrize(
    "text",
    [
        "write to «john.doe+x@example.co.uk».",
        "<mailto:«a@b.com»>, '«x@y.org»', (`«z@y.org»`)",
        '«"john d"@ex.com»; «jürgen@müller.de»; «x@xn--80ak6aa92e.com»',
        "«a@b.io»,«c@d.io»;«e@f.io»",
        "https://user:«pw@host.example.com»/path",
        "email=«o'neil_99@mail.example.org»&next=1",
        "«A.B-C@SUB.EXAMPLE.COM»!",
        "联系«li@example.cn»。",
    ],
)
def test_an_address_is_found_whole(text: str) -> None:
    assert finds(find_emails, text, "EMAIL_ADDRESS") == text


@pytest.mark.parametrize(
    "text",
    [
        "@property",
        "user@localhost",
        "lodash@4.17.21",
        "a @ b.com",
        "@@@@",
        "x@.com",
        "x@y..com",
        "@alice on x.com",
        "a@b",
    ],
)
def test_other_at_signs_are_no_address(text: str) -> None:
    assert finds(find_emails, text, "EMAIL_ADDRESS") == text
