"""Foreign prose: what it holds of the surrogates by chance is left, and an answer is still read to its end."""

from __future__ import annotations

import random
import re

import pytest
from desanitize.requests import streamed
from shared_data import shared_data

from privacy_chains import Key, SanitizedPrompt, Sanitizer
from privacy_chains.desanitize import Issued, Reader
from privacy_chains.desanitize.engine.chance import REACH, YEAR_REACH
from privacy_chains.formats.word_classes import word_class

WEAK = (
    Issued("PERSON", "Rosalind", "David", "words"),
    Issued("PERSON", "Pemberton", "Osborne", "words"),
    Issued("LOCATION", "Tucson", "Baton Rouge", "words"),
    Issued("LOCATION", "Dayton", "Indianapolis", "words"),
)
STRONG = (
    Issued("PERSON", "Rosalind Pemberton", "David Osborne", "words"),
    Issued("PERSON", "Whitlow", "Kelmarov", "words"),
    Issued("US_SSN", "532-14-8869", "214-55-1093", "code"),
    Issued("EMAIL_ADDRESS", "r.pemberton@example.com", "d.osborne@example.com", "exact"),
)
READ = Reader([*WEAK, *STRONG])
PROSE = "It is said that the work of the many is light, and that of the few is not. "
FAR = PROSE * (REACH // len(PROSE) + 2)


@pytest.mark.parametrize("item", WEAK, ids=lambda item: item.surrogate)
def test_what_any_text_may_hold_is_left_far_from_the_request(item: Issued) -> None:
    far = f"{FAR}We went to see {item.surrogate} there."
    report = READ.restore(far)
    assert report.text == far
    assert [sighting.entity_type for sighting in report.left] == [item.entity_type]
    assert streamed(READ, far, range(1, len(far), 5)) == far


@pytest.mark.parametrize("item", WEAK, ids=lambda item: item.surrogate)
@pytest.mark.parametrize("speaks", ["", "Kelmarov agreed. ", "It is 214-55-1093. "])
def test_it_is_read_near_the_start_and_near_what_was_read(item: Issued, speaks: str) -> None:
    answer = (FAR if speaks else "") + speaks + PROSE + f"We went to see {item.surrogate} there."
    assert READ.restore(answer).text.endswith(f"We went to see {item.original} there.")


def test_a_long_answer_that_speaks_of_its_request_is_read_to_the_end() -> None:
    said = PROSE * (REACH // len(PROSE) - 2) + "Then Mr. @@ spoke. "
    answer, expected = (said.replace("@@", name) * 20 for name in ("Osborne", "Pemberton"))
    assert READ.restore(answer).text == expected
    assert streamed(READ, answer, range(1, len(answer), 97)) == expected


@pytest.mark.parametrize("item", STRONG, ids=lambda item: item.entity_type)
def test_what_hardly_stands_anywhere_by_chance_is_read_wherever_it_stands(item: Issued) -> None:
    assert READ.restore(f"{FAR}It is {item.surrogate}.").text == f"{FAR}It is {item.original}."


@pytest.fixture(scope="module")
def born() -> SanitizedPrompt:
    return Sanitizer(Key.from_bytes(bytes(range(3, 35)))).sanitize("Ann Whitlow was born in 1971.")


def test_a_year_that_only_its_figures_tell_is_read_nearby(born: SanitizedPrompt) -> None:
    year = next(item for item in born.issued if item.entity_type == "YEAR_OF_BIRTH").surrogate
    filler = "x " * (YEAR_REACH // 2)
    assert born.reader.restore(f"In {year}.").text == "In 1971."
    assert born.reader.restore(f"{filler}In {year}, it rained.").text == f"{filler}In {year}, it rained."
    assert born.reader.restore(f"On September 11, {year}, it rained.").text == f"On September 11, {year}, it rained."


def test_speeches_that_hold_the_surrogates_restore_next_to_nothing() -> None:
    paths = sorted(shared_data("text/us_speeches").glob("*.txt"))
    text = "\n\n".join(path.read_text("utf-8", errors="replace") for path in paths)
    words = sorted({word for word in re.findall(r"(?<=[a-z,] )[A-Z][a-z]{3,}", text) if word_class(word.lower())})
    issued = [Issued("PERSON", f"Original{at}", word, "words") for at, word in enumerate(words)]
    chosen = random.Random(7).sample(issued, 40)
    assert sum(len(re.findall(rf"\b{item.surrogate}\b", text)) for item in chosen) > 100
    assert len(Reader(chosen).restore(text).restored) <= 1
