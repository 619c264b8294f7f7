"""A text read in one piece is sifted, one that arrives in small chunks is looked at token by token: both read alike."""

from __future__ import annotations

import random
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from desanitize.requests import streamed
from desanitize.test_corpus import CORPUS, NAMED, PEOPLE, answers
from hypothesis import example, given, settings
from hypothesis import strategies as st

from privacy_chains.desanitize import Issued, Reader
from privacy_chains.desanitize.engine import scan, sieve
from privacy_chains.desanitize.engine.sieve import Sieve

READ = Reader([*NAMED.values(), *(alias for people in PEOPLE.values() for alias in people[1:])], hosts=["*"])
FILLER = " and so on, until the page is full of plain words" * 4
SCRAPS = [
    *(item.surrogate for item in NAMED.values()), "T.", "T. Kelmar", "T\\u00a0Kelmar", "T", "O", "J", "\\n", "%20",
    "&nbsp;", "&amp", "\\", "%", "&", "Kelmars", "KELMAR", "kelmar", "Kelmarille", "s", "47", "47-year-old", "-", ".",
    "forty-seven", "x", "é", "\u0301", "中", "東京", "Bj\\u00f6rn", "Bj%C3%B6rn", "&ouml;", "L&oslash;vås", "_", "$",
    "+1 415 555 2671", "4155552671", "ending in 4471", "4471", "\ud83d", "\uff17", "\u2019s", "(", ",", "0",
    "\u00b9", "\u00ba", "\\\\n", "\\u20ac", "&euro;", "\\ud83d\\ude00", "Age:",
]  # fmt: skip
PIECES = st.lists(st.one_of(st.sampled_from(SCRAPS), st.sampled_from([" ", " ", "\n"])), max_size=40)


@pytest.fixture(params=[16, 40, 4_096], ids="blocks of {}".format)
def block(request: pytest.FixtureRequest) -> Iterator[int]:
    with patch.object(sieve, "BLOCK", request.param), patch.object(scan, "SHORTEST", 1):
        yield request.param


@settings(max_examples=250, deadline=None)
@example(["\u00b9", "T. Kelmar"], 8, [])
@given(PIECES, st.sampled_from([8, 24, 64]), st.lists(st.integers(0, 400), max_size=4))
def test_a_sifted_text_reads_as_one_looked_at_token_by_token(pieces: list[str], size: int, cuts: list[int]) -> None:
    text = "".join(pieces) + FILLER
    tokens = streamed(READ, text, range(1, len(text)))
    with patch.object(sieve, "BLOCK", size), patch.object(scan, "SHORTEST", 1):
        assert READ.restore(text).text == tokens
        assert streamed(READ, text, [min(cut, len(text)) for cut in cuts]) == tokens


def test_every_rewritten_answer_reads_back_sifted(block: int) -> None:
    marked = [marked for path in sorted(CORPUS.glob("*.jsonl")) for marked in answers(path)]
    random.Random(block).shuffle(marked)
    for answer, expected in marked:
        assert READ.restore(answer + FILLER).text == expected + FILLER


def test_only_what_may_be_part_of_a_spelling_is_looked_at() -> None:
    text = "Toren met 58 people, I hear, and 123-45-6789 is T. Kelmar; Kelmars, Kelmarovna, T. Holm." + FILLER
    places, stop = Sieve(READ._request.index).sift(text, 0)
    seen = {text[place:].split()[0] for place in places}
    assert text[stop - 1] in " \n"
    assert {"Toren", "123-45-6789", "T.", "Kelmar;", "Kelmars,"} <= seen
    assert seen.isdisjoint(("58", "met", "people,", "I", "Kelmarovna,", "Holm."))
    assert places == sorted(places, reverse=True)


def test_what_it_remembers_is_bounded() -> None:
    sieving = Sieve(Reader([Issued("PERSON", "Kaiser", "Toren", "words")])._request.index)
    with patch.object(sieve, "_MOST_KNOWN", 100):
        for number in range(1_000):
            sieving.sift(f"a{number:x}b word{chr(97 + number % 26)}{'x' * (number % 9)} {FILLER}", 0)
        assert len(sieving._dull) <= 200
        assert len(sieving._telling) <= 100
