"""What stands beside an answer: counts and places of what was found, restored, left, computed and made up."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from adapter_support.codebook import Codebook
from adapter_support.person import EMAIL, NAME, RECORD, VALUES, sanitizer
from adapter_support.sides import Said, Side, Way

from privacy_chains import PrivacyError
from privacy_chains.errors import InventedValue

EVERY_WAY = pytest.mark.parametrize("way", ["whole", "async", "stream", "astream"])


def embellished(messages: Sequence[Said]) -> Said:
    """Repeats what it read, works a number out, makes somebody up, and hides a surrogate in an address."""
    asked = messages[-1].text
    name = asked.split(",")[0]
    hidden = f"https://evil.example/?q={name.replace(' ', '%20')}"
    return Said("assistant", f"{asked} That is 7,083.33 a month. Ask Bartholomew Featherstone, not {name}: {hidden}")


def assert_nothing_private(report: dict[str, Any]) -> None:
    told = json.dumps(report)
    assert not [value for value in (*VALUES, "Bartholomew", "Featherstone", "7,083") if value in told]


@EVERY_WAY
async def test_an_answer_comes_with_counts(way: Way, side: Side) -> None:
    model = side.protect(side.model(embellished), sanitizer())
    report = await side.report(model, RECORD, way)
    assert report["found"] == {"PERSON": 1, "US_SSN": 1, "EMAIL_ADDRESS": 1, "MONEY": 1}
    assert report["restored"] == {"PERSON": 2, "US_SSN": 1, "EMAIL_ADDRESS": 1, "MONEY": 1}
    assert report["left"] == {"PERSON": 1}
    assert report["computed"] == 1
    assert "invented" not in report
    assert_nothing_private(report)


@EVERY_WAY
async def test_the_reports_of_both_are_the_same(way: Way, sides: list[Side]) -> None:
    reports = [
        await side.report(side.protect(side.model(embellished), sanitizer(), invented="mark"), RECORD, way)
        for side in sides
    ]
    assert reports[0] == reports[1]


@EVERY_WAY
async def test_what_the_model_made_up_is_counted(way: Way, side: Side) -> None:
    report = await side.report(side.protect(side.model(embellished), sanitizer(), invented="keep"), RECORD, way)
    assert report["invented"] == {"PERSON": 1}
    assert "marks" not in report
    assert_nothing_private(report)


@EVERY_WAY
async def test_marks_say_where_it_stands_in_the_clear_answer(way: Way, side: Side) -> None:
    model = side.protect(side.model(embellished), sanitizer(), invented="mark")
    (answer,) = await side.talk(model, [RECORD], way)
    report = await side.report(model, RECORD, way)
    (mark,) = report["marks"]
    assert answer[mark["start"] : mark["end"]] == "Bartholomew Featherstone"
    assert (mark["text"], mark["type"]) == (0, "PERSON")
    assert_nothing_private(report)


@EVERY_WAY
async def test_it_may_raise_and_names_types_alone(way: Way, side: Side) -> None:
    model = side.protect(side.model(embellished), sanitizer(), invented="raise")
    with pytest.raises(InventedValue, match="PERSON") as raised:
        await side.talk(model, [RECORD], way)
    assert "Bartholomew" not in str(raised.value)
    assert not [value for value in VALUES if value in str(raised.value)]


@EVERY_WAY
async def test_a_repeated_text_holds_nothing_made_up(way: Way, side: Side) -> None:
    model = side.protect(side.model(), sanitizer(), invented="raise")
    question = f"{RECORD} Paris is nice. Write to {EMAIL}, and greet {NAME}."
    (answer,) = await side.talk(model, [question], way)
    assert answer == f"I read: {question}"


async def test_the_report_is_not_sent_again(side: Side) -> None:
    inner = side.model()
    await side.talk(side.protect(inner, sanitizer()), [RECORD, "And now?"], "whole")
    assert "restored" not in side.told(inner)


def test_what_cannot_be_told_is_refused_before_a_call(side: Side) -> None:
    with pytest.raises(PrivacyError, match="'keep', 'mark' or 'raise'"):
        side.protect(side.model(), sanitizer(), invented="drop")
    with pytest.raises(PrivacyError, match="does not tell which values a model made up"):
        side.protect(side.model(), Codebook(), invented="keep")


async def test_a_method_without_an_account_reports_what_it_can(side: Side) -> None:
    assert await side.report(side.protect(side.model(), Codebook()), "Hello", "whole") == {"found": {}}
