"""Structured answers: what was issued comes back from the fields and types that a schema gives it."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from privacy_chains import Key, SanitizedPrompt, Sanitizer

TEXT = (
    "Ship to 742 Birchwood Lane, Dayton, OH 45402. Account number 48291736. My bill is $482. Alice Johnson, "
    "born 12 May 1988, badge 5521834, salary $91,733. ZIP 12345."
)
CLEAR = {
    "name": "Alice Johnson",
    "birth_date": "12 May 1988",
    "account_number": 48291736,
    "bill": 482,
    "salary": 91733,
    "badge": "5521834",
    "zip": 12345,
    "address": {
        "street": "742 Birchwood Lane",
        "house_number": 742,
        "city": "Dayton",
        "state": "OH",
        "zip": "45402",
        "lines": ["742 Birchwood Lane", "Dayton", "OH 45402"],
    },
    "delivery": [{"postal_code": 45402, "town": "DAYTON"}],
}


def issued(prompt: SanitizedPrompt) -> dict[str, str]:
    return {item.original: item.surrogate for item in prompt.issued}


def answer_of(prompt: SanitizedPrompt) -> dict[str, Any]:
    """The answer that a model gives which reads what was sent, and fills a schema in."""
    sent = issued(prompt)
    street, city, last = sent["742 Birchwood Lane, Dayton, OH 45402"].split(", ")
    state, code = last.split()
    return {
        "name": sent["Alice Johnson"],
        "birth_date": sent["12 May 1988"],
        "account_number": int(sent["48291736"]),
        "bill": int(sent["$482"].strip("$")),
        "salary": int(re.sub(r"\D", "", sent["$91,733"])),
        "badge": sent["5521834"],
        "zip": int(sent["12345"]),
        "address": {
            "street": street,
            "house_number": int(street.split()[0]),
            "city": city,
            "state": state,
            "zip": code,
            "lines": [street, city, last],
        },
        "delivery": [{"postal_code": int(code), "town": city.upper()}],
    }


@pytest.fixture(scope="module", params=range(60))
def prompt(request: pytest.FixtureRequest) -> SanitizedPrompt:
    return Sanitizer(Key.from_bytes(bytes(range(request.param, request.param + 32)))).sanitize(TEXT)


def test_every_field_comes_back(prompt: SanitizedPrompt) -> None:
    assert prompt.reader.value(answer_of(prompt)) == CLEAR


@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_fragments_give_what_the_whole_gives(prompt: SanitizedPrompt, size: int) -> None:
    document, stream = json.dumps(answer_of(prompt)), prompt.reader.stream(json=True)
    pieces = [stream.feed(document[at : at + size]) for at in range(0, len(document), size)]
    assert json.loads("".join([*pieces, stream.flush()])) == CLEAR


def test_a_part_under_a_key_that_names_none_is_left(prompt: SanitizedPrompt) -> None:
    state = issued(prompt)["742 Birchwood Lane, Dayton, OH 45402"].split(", ")[2].split()[0]
    assert prompt.reader.value({"status": state}) == {"status": state}


def reordered(value: Any, seed: int) -> Any:
    """The fields of all records in another order."""
    if isinstance(value, dict):
        keys = list(value)
        random.Random(seed).shuffle(keys)
        return {key: reordered(value[key], seed) for key in keys}
    return [reordered(one, seed) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_fields_and_lists_around_them_tell_nothing_else(prompt: SanitizedPrompt, seed: int) -> None:
    answer, clear = reordered(answer_of(prompt), seed), reordered(CLEAR, seed)
    assert list(prompt.reader.value(answer).items()) == list(clear.items())
    assert prompt.reader.value({"data": [{"items": [[answer]]}]}) == {"data": [{"items": [[clear]]}]}


@pytest.mark.parametrize("indent", [None, 2])
def test_json_in_a_text_is_read_like_its_fields(prompt: SanitizedPrompt, indent: int | None) -> None:
    for seed in range(2):
        document = json.dumps(reordered(answer_of(prompt), seed), indent=indent)
        expected = json.dumps(reordered(CLEAR, seed), indent=indent)
        fenced = f"Here it is:\n```json\n{document}\n```\n"
        assert prompt.reader.restore(fenced).text == fenced.replace(document, expected)
        assert prompt.reader.value({"result": document}) == {"result": expected}
        stream, held = prompt.reader.stream(json=True), json.dumps({"arguments": document})
        pieces = [stream.feed(held[at : at + 7]) for at in range(0, len(held), 7)]
        assert json.loads("".join([*pieces, stream.flush()])) == {"arguments": expected}
