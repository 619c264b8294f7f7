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


@pytest.mark.parametrize(
    "text",
    [
        "it is «john dot doe at example dot com», or «john.doe [at] example [dot] com».",
        "«jane (at) acme.org»; <«bob AT mail DOT com»>, «anna@acme[.]de» and «x{at}y{dot}io»",
        "«sue+news at gmail dot co dot uk» please",
    ],
)
def test_an_address_with_its_signs_spelled_is_found(text: str) -> None:
    assert finds(find_emails, text, "EMAIL_ADDRESS") == text


@pytest.mark.parametrize(
    "text",
    [
        "look at this dot product, stop at one dot in space",
        "meet john at example.com; arr[at] x.y; f(at) g",
        "java.lang.Error at com.acme.Main.run(Main.java:1)",
        "dot at dot",
    ],
)
def test_words_that_spell_no_address_are_left(text: str) -> None:
    assert finds(find_emails, text, "EMAIL_ADDRESS") == text
