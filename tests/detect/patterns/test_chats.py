"""Handles before what is said are user names; elements of HTML and XML are none."""

from __future__ import annotations

import pytest
from detect_support import found

from privacy_chains.detect import PatternDetector

DETECT = PatternDetector({"USERNAME"}).detect


@pytest.mark.parametrize(
    "text",
    [
        "<\u00abwee_shona88\u00bb> my rent went up\n<mod> how much\n<\u00abwee_shona88\u00bb> a lot",
        "[09:12] <\u00abjelle_k\u00bb> ben gestopt\n[09:13] <@\u00abmup82\u00bb> wat?",
        "09:12:44 <\u00abk-9_dog\u00bb> hi",
        "<user_name> Ann </user_name>\n<x1> </x1>",
        "<h1>Title\n<li2>text",
        "if (a <b_1> c)",
    ],
)
def test_a_handle_at_the_beginning_of_a_line(text: str) -> None:
    assert found(DETECT, text, "USERNAME") == text
