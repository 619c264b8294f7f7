"""Hostile texts never take long: quadratic time runs into these tests' limits.

How the time grows is measured in ``benchmarks/bench_growth.py``: a regular expression's steps cannot be counted.
"""

from __future__ import annotations

import pytest

from privacy_chains.detect import PATTERN_TYPES, Detector, PatternDetector, StructuredDetector, default_detector

pytestmark = pytest.mark.timeout(60)

BITS = [
    *("1", "@", " ", "a", "$", ":", "(", "\n", "-", "/", '"', "=", ".", "\u200b", "A1", "aB1"),
    *("1 ", "123 ", "a@", "a.", "1.", "1-", "+1", "1/", "a-", "a_", "x, ", "12-34 ", "1,111,", "aa:", "fe80::", "0x"),
    *(
        "ssn ",
        "card, ",
        "phone ",
        "order #",
        "salary is ",
        "paid about ",
        "one ",
        "age ",
        "I am ",
        "May 1 ",
        "born in ",
        "born 1/1/2000 ",
        "born a, b ",
        "dob ",
        "dob (a ",
        "geb. x am ",
    ),
    *(
        "<b>",
        "dob <b>",
        "ssn <date>",
        "<a ",
        "dob <i x",
        "<td a='",
        "dob . . ",
        "ssn ....",
        "dob;",
        "pin \u2026",
        "ssn -_",
    ),
    *(
        "password: **",
        "password <b>",
        "pw .. ",
        "dbpassword",
        "dbpassword=",
        "$",
        "$a",
        "$6$a$",
        "creds: ab/",
        "card x",
        "card ****",
        "account xx-xx ",
        "pwd A1!",
        "`password`",
        "**pw=*",
    ),
    *("mysql -u a ", "mysql -p", "echo a ", "htpasswd -b ", "sshpass -p '", "zip -P $", "--pass ", "ldapadd -w <"),
    *("Ann Lee (48) ", "my mom a b is ", "age\n", "1/F ", "R1 ", "ten pounds ", "salary - ", "Salary (1,000) "),
    *("DE89 ", "http://", "token=", "password is ", "sk-", "eyJa.", "-----BEGIN PRIVATE KEY-----", "a@b.c", "1 of "),
]
SIZE = 20_000


def detects_in_all(detector: Detector, *texts: str) -> bool:
    """Whether detection comes to its end, with spans that stand in the text."""
    return all(0 <= span.start < span.end <= len(text) for text in texts for span in detector.detect(text))


@pytest.mark.parametrize("bit", BITS)
def test_no_text_takes_more_than_linear_time(bit: str) -> None:
    detector = PatternDetector(PATTERN_TYPES)
    detector.detect(bit * 100)  # compiles what the text needs
    text = bit * (SIZE // len(bit))
    assert detects_in_all(detector, text, f"card {text}", f"aged{text}")


@pytest.mark.parametrize("bit", ["Ask M. Turner and D. Price today. ", "Anna von ", "O'", "| Anna | 5 |\n", "Dr. "])
def test_names_and_tables_take_no_more(bit: str) -> None:
    detector = default_detector(neural=False)
    detector.detect(bit * 100)  # compiles what the text needs
    text = bit * (SIZE // len(bit))
    assert detects_in_all(detector, text)


@pytest.mark.parametrize("bit", ["\\", "\\u", "\\ud83d", '\\"', "\\n", "\\x"])
def test_rows_of_backslashes_take_no_more(bit: str) -> None:
    detector = default_detector(neural=False)
    detector.detect(bit * 100)  # compiles what the text needs
    text = bit * (2 * SIZE // len(bit))
    assert detects_in_all(detector, text)


@pytest.mark.parametrize(
    "bit",
    ["&#65;", "%41", "=41", "aB3=", "TWFy", "4a6f", "5, ", "J o ", "five ", "41 ", "aB3aB3aB3aB3aB3a\n", "Basic aB3="],
)
def test_codings_take_no_more(bit: str) -> None:
    detector = default_detector(neural=False)
    detector.detect(bit * 100)  # compiles what the text needs
    text = bit * (2 * SIZE // len(bit))
    assert detects_in_all(detector, text)


@pytest.mark.parametrize("bit", ["1", "1 ", "1234-", "A1B2 ", "12345678901 ", "4000-000-000-0002, "])
def test_presidios_recognizers_see_bounded_windows(bit: str) -> None:
    detector = StructuredDetector()
    detector.detect("912803456 and A1B2C3D4E5")  # loads Presidio
    text = bit * (SIZE // len(bit) // 10)
    assert detects_in_all(detector, text)


def test_ten_megabytes_of_digits_are_read() -> None:
    assert PatternDetector().detect("7" * 10_000_000) == []
