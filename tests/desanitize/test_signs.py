"""Answers by formula whose sign is another than that of what the model computed: the sign is restored, too."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from privacy_chains import Key, SanitizedPrompt, Sanitizer, default_detector

DETECTOR = default_detector(neural=False)
TEXT = "The old price was $8,400. The new price is $8,365."


def computed(keys: int) -> Iterator[tuple[Sanitizer, SanitizedPrompt, int]]:
    """The change as it comes out of released numbers, under keys where it has two figures or more."""
    for seed in range(keys):
        sanitizer = Sanitizer(Key.from_bytes(bytes(range(seed, seed + 32))), detector=DETECTOR)
        prompt = sanitizer.session("a", dependencies="answer: change = new - old").sanitize(TEXT)
        old, new = (int(number.replace(",", "")) for number in re.findall(r"\$([0-9,]+[0-9])", prompt.text))
        if abs(new - old) >= 10:
            yield sanitizer, prompt, new - old


@pytest.mark.parametrize("dash", ["-", "\u2212"])
def test_the_sign_of_an_answer_is_restored(dash: str) -> None:
    signs = set()
    for sanitizer, prompt, change in computed(40):
        signs.add(change > 0)
        sign = dash if change < 0 else ""
        for amount in (f"{sign}${abs(change)}", f"{sign}{abs(change)}"):
            read = sanitizer.desanitize(f"The change is {amount}.", prompt)
            assert re.fullmatch(r"The change is (?:[-\u2212]\$?|\$-)35\.", read)
            stream = sanitizer.reader(prompt).stream()
            parts = [stream.feed(character) for character in f"The change is {amount}."]
            assert "".join([*parts, stream.flush()]) == read
    assert signs == {True, False}


def test_a_number_in_brackets_of_another_sign_is_left() -> None:
    for sanitizer, prompt, change in computed(40):
        if change > 0:
            assert sanitizer.desanitize(f"The change is (${change}).", prompt).endswith(f"(${change}).")
