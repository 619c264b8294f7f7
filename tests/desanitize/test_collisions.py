"""Different true numbers that are released as one: read back by the words around them, or left; never as another."""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from privacy_chains import Key, Policy, SanitizedPrompt, Sanitizer, default_detector

THINGS = ("rent", "food", "gas", "phone", "insurance", "tuition", "gym", "repairs", "clothes", "gifts")
NUMBER = re.compile(r"\$[0-9.,]*[0-9]k?")
POLICIES = {values: Policy.default(values=values) for values in (1, 4)}
DETECTOR = default_detector(entity_types=POLICIES[1].entity_types, neural=False)


def prompts(count: int, values: int, *, dense: bool) -> Iterator[tuple[Sanitizer, SanitizedPrompt, list[str]]]:
    """Ten amounts, each of one thing, under a key of their own: in a small range, or in one of four others."""
    for seed in range(count):
        source = random.Random(seed)
        low, span = (85_000, 60) if dense else [(100, 900), (1_000, 9_000), (80_000, 400), (10_000, 90_000)][seed % 4]
        amounts = [f"${source.randrange(low, low + span):,}" for _ in THINGS]
        text = " ".join(f"The {thing} cost {amount} in all." for thing, amount in zip(THINGS, amounts, strict=True))
        key = Key.from_bytes(hashlib.sha256(b"%d" % seed).digest())
        sanitizer = Sanitizer(key, policy=POLICIES[values], detector=DETECTOR)
        yield sanitizer, sanitizer.sanitize(text), amounts


def shared(prompt: SanitizedPrompt, amounts: list[str]) -> dict[str, list[tuple[str, str]]]:
    """Released amounts that several true ones share, each with those and what they are of."""
    found: dict[str, list[tuple[str, str]]] = {}
    for released, thing, true in zip(NUMBER.findall(prompt.text), THINGS, amounts, strict=True):
        found.setdefault(released, []).append((thing, true))
    return {released: places for released, places in found.items() if len({true for _, true in places}) > 1}


def read(sanitizer: Sanitizer, prompt: SanitizedPrompt, answer: str) -> str:
    return str(NUMBER.findall(sanitizer.desanitize(answer, prompt))[0])


@pytest.mark.parametrize("values", POLICIES)
def test_numbers_released_as_one_are_read_by_their_words_or_left(values: int) -> None:
    counts: Counter[str] = Counter()
    for sanitizer, prompt, amounts in prompts(120, values, dense=True):
        assert NUMBER.findall(sanitizer.desanitize(prompt.text, prompt)) == amounts
        for released, places in shared(prompt, amounts).items():
            assert read(sanitizer, prompt, f"One of them is {released}.") == released
            for thing, true in places:
                told = read(sanitizer, prompt, f"You said that the {thing} cost {released}.")
                counts["right" if told == true else "left" if told == released else "wrong"] += 1
    assert counts.total() > 1
    assert not counts["wrong"]


def test_few_amounts_share_a_release() -> None:
    meeting = sum(bool(shared(prompt, amounts)) for _, prompt, amounts in prompts(100, 1, dense=False))
    assert meeting <= 2
