"""Postal addresses in an answer: another layout, other blanks, short words of streets, single pieces."""

from __future__ import annotations

import pytest
from desanitize.requests import fill, reader, streamed

from privacy_chains.desanitize import Issued, Reader

HOME = Issued("STREET_ADDRESS", "12 Oak Street, Springfield, IL 62704", "29 Koch Street, Lakewood, IN 23328", "address")
FLAT = Issued(
    "STREET_ADDRESS", "4500 Maple Ave Apt 3B, Denver, CO 80202", "1699 Worth Ave Apt 7W, Bath, ND 16177", "address"
)
LINES = Issued("STREET_ADDRESS", "5 Elm Road\nDayton, OH 45402", "8 Pine Road\nHoover, TX 71190", "address")
BERLIN = Issued("STREET_ADDRESS", "Hauptstraße 12, 10115 Berlin", "Minihanstraße 29, 37860 Ingolstadt", "address")
LONDON = Issued("STREET_ADDRESS", "221B Baker Street, London NW1 6XE", "258W Palmer Street, Luton FG2 2AQ", "address")
LONGER = Issued("STREET_ADDRESS", "3 Low Lane, Austin, TX 78701", "7 Dell Lane, San Antonio, UT 84190", "address")
NAMED = {"home": HOME, "flat": FLAT, "lines": LINES, "berlin": BERLIN, "london": LONDON, "longer": LONGER}
REQUEST = "We write to <<home>>; <<flat>>; <<berlin>>; <<london>>; <<longer>>.\n<<lines>>\n"


@pytest.fixture(scope="module")
def read() -> Reader:
    return reader(NAMED, REQUEST)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("To:\n29 Koch Street\nLakewood, IN 23328", "To:\n12 Oak Street\nSpringfield, IL 62704"),
        ("29 Koch Street<br>Lakewood, IN 23328", "12 Oak Street<br>Springfield, IL 62704"),
        ("| 29 Koch Street | Lakewood | IN | 23328 |", "| 12 Oak Street | Springfield | IL | 62704 |"),
        ("> 29 Koch Street\n> Lakewood, IN 23328", "> 12 Oak Street\n> Springfield, IL 62704"),
        ("29\u00a0Koch Street,\u00a0Lakewood, IN\u00a023328", "12\u00a0Oak Street,\u00a0Springfield, IL\u00a062704"),
        ("29  Koch Street,  Lakewood,  IN  23328", "12  Oak Street,  Springfield,  IL  62704"),
        ("29 KOCH STREET, LAKEWOOD, IN 23328", "12 OAK STREET, SPRINGFIELD, IL 62704"),
        ("29 Koch St, Lakewood, IN 23328", "12 Oak St, Springfield, IL 62704"),
        ("29 Koch St., Lakewood, Indiana 23328", "12 Oak St., Springfield, Illinois 62704"),
        (
            '{"street":"29 Koch Street","city":"Lakewood","state":"IN","zip":"23328"}',
            '{"street":"12 Oak Street","city":"Springfield","state":"IL","zip":"62704"}',
        ),
        ("- **City:** Lakewood\n- **State:** IN\n", "- **City:** Springfield\n- **State:** IL\n"),
        ("in Koch Street, in Lakewood, under 23328", "in Oak Street, in Springfield, under 62704"),
        ("8 Pine Road, Hoover, TX 71190", "5 Elm Road, Dayton, OH 45402"),
        ("1699 Worth Avenue, Apt. 7W\nBath, ND 16177", "4500 Maple Avenue, Apt. 3B\nDenver, CO 80202"),
        ("Minihanstr. 29\n37860 Ingolstadt", "Hauptstr. 12\n10115 Berlin"),
        ("MINIHANSTRASSE 29", "HAUPTSTRASSE 12"),
        ("258W Palmer Street\nLuton\nFG2 2AQ", "221B Baker Street\nLondon\nNW1 6XE"),
        ("7 Dell Lane\nSan Antonio, UT 84190", "3 Low Lane\nAustin, TX 78701"),
    ],
)
def test_an_address_is_read_in_the_layout_of_the_answer(read: Reader, answer: str, expected: str) -> None:
    assert read.restore(answer).text == expected
    assert streamed(read, answer, range(1, len(answer))) == expected


@pytest.mark.parametrize(
    "answer",
    [
        "29 people, Apt 7W, IN and ND; Apt is short for apartment.",
        "Read it in the Bath.",
        "It costs $23328, €16177 or 1,23328; 123328 and 23328-7 are others.",
        "The street, 29 of them. 8 Pines, 29 kochs, Indiana.",
        "Lakewoods and 12 Oak Street",
        "const pine = road[8]; 1699",
    ],
)
def test_what_is_no_piece_of_an_address_stays(read: Reader, answer: str) -> None:
    assert read.restore(answer).text == answer
    assert streamed(read, answer, range(1, len(answer))) == answer


def test_a_town_that_is_a_word_is_left_and_reported(read: Reader) -> None:
    report = read.restore("Bath time.")
    assert [(s.entity_type, s.start, s.end) for s in report.left] == [("STREET_ADDRESS", 0, 4)]
    assert read.restore("Bath, ND").text == "Denver, CO"


def test_an_address_as_sent_is_read_byte_for_byte(read: Reader) -> None:
    text, _ = fill(NAMED, REQUEST)
    assert read.restore(f"{text}\n").text == read.restore(text).text + "\n"
    assert read.map(read.restore(text).text) == text
    assert read.map("12 Oak Street\nSpringfield, IL 62704") == "29 Koch Street\nLakewood, IN 23328"


def test_a_piece_that_the_request_has_in_clear_is_not_read() -> None:
    named = {"home": HOME}
    read = reader(named, "<<home>>. The office stays in Lakewood, as all know.")
    assert read.restore("An office in Lakewood stays.").text == "An office in Lakewood stays."
    assert read.restore("29 Koch Street, in Lakewood").text == "12 Oak Street, in Lakewood"
    assert read.restore("29 Koch Street<br>Lakewood").text == "12 Oak Street<br>Springfield"
