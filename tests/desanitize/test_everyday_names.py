"""Names that are words like any other: read where something tells the name, else left and reported."""

from __future__ import annotations

import random

import pytest
from desanitize.requests import person, reader, streamed

from privacy_chains.desanitize import Issued, Reader

CASH = person("Jordan Rivers", "August Cash")
READ = person("Austin North", "Nestor Read")
PAGE = person("Gene French", "Jasper Page")
BLACK = person("Robert Miller", "Mark Black")
STATE = Issued("LOCATION", "IL", "OK", "words")
OTHER = Issued("LOCATION", "UT", "TX", "words")
TOWN = Issued("LOCATION", "Dayton", "Mobile", "words")
NAMED = {
    "cash": CASH[0], "read": READ[0], "page": PAGE[0], "black": BLACK[0], "state": STATE, "town": TOWN, "other": OTHER,
}  # fmt: skip
REQUEST = "<<cash>> and <<read>> met <<page>>, then <<black>> of <<town>> in the state of <<state>>, not <<other>>."


@pytest.fixture(scope="module")
def read() -> Reader:
    return reader(NAMED, REQUEST, aliases=[alias for one in (CASH, READ, PAGE, BLACK) for alias in one[1:]])


@pytest.mark.parametrize(
    "answer",
    [
        "The meeting is on August 5, 2024. Cash payments are accepted.",
        "1. Read the letter.\n2. Page through it.\n- Mark the date\n* Cash or card\n\n## Page count",
        "See Page 3. It was in August, on the 5 August 2024, by late August.",
        "Page: 4\nMobile: 555\nPayment: Cash\nStatus: **Read**\n\nPage numbers follow",
        "OK, here is the letter. It is OK. That works, OK?\n| OK |\nStatus: OK. It is done (OK). Fine, Jane, OK?",
        "Black House and the Black Friday. A Page, your Cash. On the new Home Page.",
        "> Read this first.\n<p>Read on.</p>\n(Cash only)\n\u201cRead it!\u201d",
        "Prices rose. Pages are blank",
        "BLACK FRIDAY SALES: CASH BACK",
    ],
)
def test_a_word_like_any_other_is_left(read: Reader, answer: str) -> None:
    report = read.restore(answer)
    assert report.text == answer
    assert not report.restored
    assert streamed(read, answer, range(1, len(answer))) == answer


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("I told Cash that it is fine.", "I told Rivers that it is fine."),
        ("Mr. Cash called. Ms. Page and Dr Read, too.", "Mr. Rivers called. Ms. French and Dr North, too."),
        ("Dear August,\nthank you.", "Dear Jordan,\nthank you."),
        ("Hi Mark, Cash's file is here. Page\u2019s, too.", "Hi Robert, Rivers's file is here. French\u2019s, too."),
        ("Cash is 47. Page said so. Read wrote it.", "Rivers is 47. French said so. North wrote it."),
        ("Cash, August", "Rivers, Jordan"),
        ("Best regards,\nMark\n", "Best regards,\nRobert\n"),
        ("August, please pay. Mark and I agree.", "Jordan, please pay. Robert and I agree."),
        ("| Cash | 5 |\n| Page | 6 |", "| Rivers | 5 |\n| French | 6 |"),
        ("Surname: Cash\nFirst name: August\n", "Surname: Rivers\nFirst name: Jordan\n"),
        ("Cash", "Rivers"),
        ("**Cash** has it. _Mark_'s", "**Rivers** has it. _Robert_'s"),
        ("August Cash. Cash, August. CASH, AUGUST.", "Jordan Rivers. Rivers, Jordan. RIVERS, JORDAN."),
        ("The Blacks wrote to us. Familie Black; die Blacks.", "The Millers wrote to us. Familie Miller; die Millers."),
        ("Herr Cash, dass Page Geld schuldet", "Herr Rivers, dass French Geld schuldet"),
        ("in Mobile, OK", "in Dayton, IL"),
        ("to Mobile, OK 36602; from OK.", "to Dayton, IL 36602; from IL."),
        ("Tulsa (OK); State: OK", "Tulsa (IL); State: IL"),
        ("| TX | 5 |; the state of TX", "| UT | 5 |; the state of UT"),
        (
            "We have asked everyone in the office about this, and we told\nCash that it is fine.",
            "We have asked everyone in the office about this, and we told\nRivers that it is fine.",
        ),
    ],
)
def test_a_word_that_is_told_as_a_name_is_read(read: Reader, answer: str, expected: str) -> None:
    assert read.restore(answer).text == expected
    assert streamed(read, answer, range(1, len(answer))) == expected


def test_what_is_left_is_reported(read: Reader) -> None:
    left = read.restore("Cash payments are accepted.").left
    assert [(sighting.entity_type, sighting.start, sighting.end) for sighting in left] == [("PERSON", 0, 4)]


def test_history_is_mapped_without_evidence(read: Reader) -> None:
    assert read.map("Rivers at noon. North it is.") == "Cash at noon. Read it is."


def test_any_chunking_decides_alike(read: Reader) -> None:
    pieces = [
        "Cash",
        "Page",
        "OK",
        "August",
        "Mr.",
        "the",
        "Blacks",
        "told",
        "is",
        " ",
        ", ",
        ". ",
        "\n",
        ": ",
        "**",
        "'s",
    ]
    pieces += ["5", "Dear", "- ", "1. ", "Mobile", "(", ")", "_", "Read", "A.", "C."]
    draw = random.Random(5)
    for _ in range(400):
        answer = "".join(draw.choice(pieces) + draw.choice(("", " ")) for _ in range(draw.randint(1, 8)))
        whole = read.restore(answer).text
        assert streamed(read, answer, range(1, len(answer))) == whole
        assert streamed(read, answer, [draw.randint(0, len(answer))]) == whole


def test_a_word_that_stands_as_the_request_has_it_is_the_name() -> None:
    cash, page = person("Jordan Rivers", "August Cash"), person("Gene French", "Jasper Page")
    capitals = Issued("PERSON", "RIVERS", "CASH", "words")
    label = Issued("PERSON", "Sum", "Correct", "words")
    named = {"cash": capitals, "page": page[0], "label": label}
    read = reader(named, "<<label>>: <<page>> and <<cash>> disagree.", aliases=[*cash, *page[1:]])
    for answer, expected in [
        ("So it is.\nCorrect: they agree.", "So it is.\nSum: they agree."),
        ("MS. PAGE AND CASH DISAGREE", "MS. FRENCH AND RIVERS DISAGREE"),
        ("I hear that Page and CASH disagree", "I hear that French and RIVERS disagree"),
        ("Correct answers are paid. CASH BACK", "Correct answers are paid. CASH BACK"),
        ("That is it. Correct, they agree.", "That is it. Correct, they agree."),
    ]:
        assert read.restore(answer).text == expected
        assert streamed(read, answer, range(1, len(answer))) == expected
