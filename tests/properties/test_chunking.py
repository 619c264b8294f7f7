"""Reading in chunks and as a whole, over texts made of what makes reading hard."""

from __future__ import annotations

from fractions import Fraction

import pytest
from desanitize.requests import clear, fill, person, reader, streamed
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.desanitize import Issued

NAMED = {
    "percent": Issued("PERCENTAGE", "15%", "12%", "number", Fraction(15), Fraction(12)),
    "money": Issued("MONEY", "$57,200.50", "$54,710.00", "number", Fraction("57200.5"), Fraction(54710)),
    "large": Issued(
        "MONEY", "\u20ac45.2 million", "\u20ac45.4 million", "number", Fraction(45200000), Fraction(45400000)
    ),
    "age": Issued("AGE", "36", "47", "number", Fraction(36), Fraction(47)),
    "box": Issued("PO_BOX", "Box 77&", "Box 86&", "exact"),
    "odd": Issued("CODE", "%x", "%y", "exact"),
    "code": Issued("US_SSN", "123-45-6789", "987-65-4321", "code"),
    "home": Issued(
        "STREET_ADDRESS", "12 Oak Street, Apt 3, Erie, IL 62704", "29 Koch Street, Apt 7, Bath, IN 23328", "address"
    ),
    "mail": Issued("EMAIL_ADDRESS", "a.b@x.com", "k.l@y.org", "exact"),
}
NAMES = person("Zo\u00eb O'Neil", "\u00c9mil Gard")
MARKS = [f"<<{name}>>" for name in NAMED]
PIECES = [
    "%",
    "&",
    ";",
    "\\",
    "&#",
    "\\u",
    "\\u00",
    "\\u00e9",
    "%2",
    "%2C",
    "%C3%89",
    "&nbsp;",
    "&Eacute;",
    "{,}",
    "\\,",
    "'",
    '"',
    "(",
    "-",
    ".",
    ",",
    "@",
    "0",
    "1",
    "12",
    "45,4",
    "47",
    "54",
    "86",
    "4321",
    "12%and",
    "Box",
    "86&bsp;",
    "and",
    "bsp;",
    "nbsp",
    "e9",
    "a",
    "F",
    "of",
    "years",
    "Mio.",
    "million",
    "EUR",
    "euros",
    "d'euros",
    "€",
    "$",
    "m",
    "k",
    "Émil",
    "mil",
    "Gard",
    "Gards",
    "Émil_Gard",
    "987-65",
    "54.710,00",
    "29 Koch Street",
    ", Bath",
    " IN 23328",
    "er",
    ", CA",
    "Elm Street, ",
    '"city": "',
    '"bill": ',
    "#gard",
    "S/",
]
TEXTS = st.lists(st.sampled_from([*PIECES, *MARKS, " ", " ", "\n"]), min_size=1, max_size=12).map("".join)


@given(TEXTS, TEXTS, st.integers(0, 40), st.data())
def test_any_chunking_reads_as_the_whole(prompt: str, more: str, kept: int, data: st.DataObject) -> None:
    reads = reader(NAMED, prompt, aliases=NAMES)
    answer = fill(NAMED, prompt)[0][:kept] + fill(NAMED, more)[0]
    cuts = data.draw(st.one_of(st.just(list(range(len(answer)))), st.lists(st.integers(0, len(answer)), max_size=4)))
    assert streamed(reads, answer, cuts) == reads.restore(answer).text


@given(TEXTS)
def test_a_sanitized_text_is_read_back_whole(prompt: str) -> None:
    assert reader(NAMED, prompt, aliases=NAMES).restore(fill(NAMED, prompt)[0]).text == clear(NAMED, prompt)


ESCAPES = [
    ("%<<home>>", "%29 Koch Street, Apt 7, \\"),
    ("%<<home>><<age>>", "%29 Koch Street, A54.710,00Gard$ and$54,710.00"),
    ("Box%<<home>> '12%and", "Box%29 Koch Street, Apt 7e9.1&#"),
    ("%<<code>>", "%987-65-4321;12%FEUR4321 &#-47"),
    ("\\u<<box>>", "\\uBox 86&%"),
]
"""A surrogate that begins in what is an escape, or may become one."""


@pytest.mark.parametrize(("prompt", "answer"), ESCAPES)
def test_a_surrogate_inside_an_escape_reads_as_the_whole(prompt: str, answer: str) -> None:
    reads = reader(NAMED, prompt, aliases=NAMES)
    whole = reads.restore(answer).text
    assert [cut for cut in range(len(answer)) if streamed(reads, answer, [cut]) != whole] == []
    assert streamed(reads, answer, list(range(len(answer)))) == whole
