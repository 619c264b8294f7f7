"""Dates and times of day in answers: which released one they mean, and how they are written."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from desanitize.requests import fill, reader, streamed

from privacy_chains.desanitize import Issued, Reader
from privacy_chains.formats.dates import DateFormat
from privacy_chains.formats.times import TimeFormat


def issued(original: str, surrogate: str, kind: str = "DATE_TIME") -> Issued:
    fmt = DateFormat() if kind == "DATE_TIME" else TimeFormat()
    return Issued(kind, original, surrogate, "number", fmt.read(original).number, fmt.read(surrogate).number)


def _day(*parts: int) -> Fraction:
    return Fraction(date(*parts).toordinal())


STAMP = issued("2024-05-01 12:33:21", "2024-04-22 03:11:57")
LATER = issued("2024-05-01 18:00:59", "2024-04-25 22:10:01")
WEB = issued("10/Oct/2000:13:55:36 -0700", "12/Nov/2001:04:45:43 -0700")
SYSLOG = issued("Oct 11 22:14:15", "Aug  3 10:01:02")
LOG = [STAMP, LATER, WEB, SYSLOG]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("at 2024-04-22 03:11:57.", "at 2024-05-01 12:33:21."),
        ("2024-04-22T03:11:57Z", "2024-05-01T12:33:21Z"),
        ("on April 22, 2024 at 3:11:57 AM, ok", "on May 1, 2024 at 12:33:21 PM, ok"),
        ("am 22.04.2024 um 03:11:57 Uhr", "am 01.05.2024 um 12:33:21 Uhr"),
        ("am 22.04.2024 um 3.11 Uhr", "am 01.05.2024 um 12.33 Uhr"),
        ("22.04.2024, 03:11", "01.05.2024, 12:33"),
        ("2024-04-22 03:11:57.000", "2024-05-01 12:33:21.000"),
        ("url?at=2024-04-22%2003%3A11%3A57&x=1", "url?at=2024-05-01%2012%3A33%3A21&x=1"),
        ("12/Nov/2001:04:45:43 -0700", "10/Oct/2000:13:55:36 -0700"),
        ("Aug  3 10:01:02 host", "Oct 11 22:14:15 host"),
    ],
)
def test_a_timestamp_is_read_in_any_spelling(answer: str, expected: str) -> None:
    assert Reader(LOG).restore(answer).text == expected


DAYS = [issued("14 May 2024", "17 May 2024"), issued("Friday, 3 May 2024", "Sunday, 28 April 2024")]
WITH_WEEKDAYS = [
    ("on Friday, May 17, 2024.", "on Tuesday, May 14, 2024."),
    ("Freitag, den 17. Mai 2024, VENDREDI 17 MAI 2024", "Dienstag, den 14. Mai 2024, MARDI 14 MAI 2024"),
    ("Fri 2024-05-17 and Sun, 28 Apr 2024", "Tue 2024-05-14 and Fri, 3 May 2024"),
    (
        "sexta-feira, 17/05/2024; Sunday the 28th of April 2024",
        "ter\u00e7a-feira, 14/05/2024; Friday the 3rd of May 2024",
    ),
    ("Monday, May 17, 2024", "Monday, May 14, 2024"),
    ("Friday, 18 May 2024, or Friday", "Friday, 18 May 2024, or Friday"),
    ("Friday. May 17, 2024 Friday", "Tuesday. May 14, 2024 Friday"),
]


@pytest.mark.parametrize(("answer", "expected"), WITH_WEEKDAYS)
@pytest.mark.parametrize("size", [1, 3, 100])
def test_the_weekday_of_a_released_date_moves_with_it(answer: str, expected: str, size: int) -> None:
    assert streamed(Reader(DAYS), answer, range(size, len(answer), size)) == expected


EUROPEAN = Issued("DATE_TIME", "13/05/1979", "11/07/1977", "number", _day(1979, 5, 13), _day(1977, 7, 11))
BIRTH = issued("14.05.1979", "19.08.1976")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("11 July 1977, 1977-07-11, 11.07.1977", "13 May 1979, 1979-05-13, 13.05.1979"),
        ("Monday, 11 July 1977", "Sunday, 13 May 1979"),
        ("11/7/1977 or 11-07-1977 or Monday 11/07/77", "13/5/1979 or 13-05-1979 or Sunday 13/05/79"),
        ("so 11/07/1977.", "so 13/05/1979."),
        ("7 November 1977, 1977-11-07", "7 November 1977, 1977-11-07"),
    ],
)
def test_a_released_date_has_the_order_of_its_original(answer: str, expected: str) -> None:
    assert streamed(Reader([EUROPEAN]), answer, range(1, len(answer))) == expected
    assert Reader([EUROPEAN]).restore(answer).text == expected


def test_a_date_that_is_another_in_either_order_is_left_and_reported() -> None:
    read = Reader([issued("2 January 2020", "4 March 2024"), issued("9 June 2021", "3 April 2024")])
    report = read.restore("On 03/04/2024, or on 4 March 2024.")
    assert report.text == "On 03/04/2024, or on 2 January 2020."
    assert [(sighting.start, sighting.end) for sighting in report.left] == [(3, 13)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("geboren am 19. August 1976", "geboren am 14. Mai 1979"),
        ("am 19 August 1976", "am 14 Mai 1979"),
        ("born on August 19, 1976, the 19th of August 1976", "born on May 14, 1979, the 14th of May 1979"),
        ("19 August 1976", "14 May 1979"),
        ("nascida em 19 de agosto de 1976", "nascida em 14 de maio de 1979"),
        ("naci\u00f3 el 19 de agosto de 1976", "naci\u00f3 el 14 de mayo de 1979"),
        ("el 19 de agosto del 1976", "el 14 de mayo del 1979"),
        ("nata il 19 agosto 1976", "nata il 14 maggio 1979"),
        ("**August 19**, 1976; **19. August** 1976", "**May 14**, 1979; **14. Mai** 1979"),
        ("August&nbsp;19, 1976 or 19\\u00a0August\\u00a01976", "May&nbsp;14, 1979 or 14\\u00a0May\\u00a01979"),
        ("Thursday, **August 19th**, 1976", "Monday, **May 14th**, 1979"),
        ("August the 19th, 1976", "May the 14th, 1979"),
        (
            "datetime.date(1976, 8, 19) and new Date(1976, 8, 19)",
            "datetime.date(1979, 5, 14) and new Date(1976, 8, 19)",
        ),
        ("?born=19760819&x=1 x19760819 197608190", "?born=19790514&x=1 x19760819 197608190"),
        ("Aug. 19, 1976 and AUG. 19, 1976", "May 14, 1979 and MAY 14, 1979"),
        ("1976, 8, 19 and August 19 and **August** 1976", "1976, 8, 19 and August 19 and **August** 1976"),
    ],
)
def test_a_date_in_words_keeps_its_language_and_what_marks_it(answer: str, expected: str) -> None:
    assert Reader([BIRTH]).restore(answer).text == expected
    assert streamed(Reader([BIRTH]), answer, range(1, len(answer))) == expected


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("Geburtsdatum der Kundin: <<birth>>", "14 Mai 1979"),
        ("Geboren am 3. Oktober: nein. <<birth>>", "14 Mai 1979"),
        ("Date of birth of the client: <<birth>>", "14 May 1979"),
        ("<<birth>>", "14 May 1979"),
    ],
)
def test_the_request_tells_the_language_where_the_answer_does_not(template: str, expected: str) -> None:
    assert reader({"birth": BIRTH}, template).restore("19 August 1976").text == expected


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("Data di nascita: <<birth>>", "14 maggio 1979, 14 mag. 1979"),
        ("Date de naissance : <<birth>>", "14 mai 1979, 14 mai 1979"),
    ],
)
def test_the_request_tells_french_from_italian(template: str, expected: str) -> None:
    read = reader({"birth": issued("14.05.1979", "19.11.1976")}, template)
    assert read.restore("19 novembre 1976, 19 nov. 1976").text == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("on 2024-04-22", "on 2024-05-01"),
        ("on April 22, 2024, and", "on May 1, 2024, and"),
        ("12/Nov/2001; November 12, 2001", "10/Oct/2000; October 10, 2000"),
        ("on Aug  3 it", "on Oct 11 it"),
        ("at 03:11:57", "at 12:33:21"),
        ("at 03:11, at 3:11 am.", "at 12:33, at 12:33 pm."),
        ("22:10:01 and 10:10 PM", "18:00:59 and 6:00 PM"),
        ("2024-04-22 at 9 o'clock", "2024-05-01 at 9 o'clock"),
        ("in 03:11:58, v03:11:57, 5:03:11:57, 03:11:57:9", "in 03:11:58, v03:11:57, 5:03:11:57, 03:11:57:9"),
        ("2024-04-23 03:12, 03:12 and 3 amps", "2024-04-23 03:12, 03:12 and 3 amps"),
    ],
)
def test_a_part_of_a_timestamp_is_read(answer: str, expected: str) -> None:
    assert Reader(LOG).restore(answer).text == expected


def test_seconds_that_an_answer_leaves_out_are_left_out_and_not_rounded() -> None:
    read = Reader([issued("2024-05-01 23:59:59.999", "2024-04-22 03:11:57.250")])
    assert read.restore("2024-04-22 03:11:57, 2024-04-22 03:11, 2024-04-22").text == (
        "2024-05-01 23:59:59, 2024-05-01 23:59, 2024-05-01"
    )
    assert read.restore("at 03:11:57 or 03:11").text == "at 23:59:59 or 23:59"


def test_what_several_timestamps_can_mean_is_left() -> None:
    read = Reader([STAMP, issued("2024-06-09 12:40:00", "2024-04-22 03:11:02")])
    assert read.restore("2024-04-22, 03:11").text == "2024-04-22, 03:11"
    assert read.restore("on 2024-04-22").text == "on 2024-04-22"
    assert read.restore("at 03:11").text == "at 03:11"
    assert read.restore("2024-04-22T03:11:02 and 03:11:57").text == "2024-06-09T12:40:00 and 12:33:21"


def test_timestamps_of_one_day_that_fell_on_one_day_are_no_doubt() -> None:
    read = Reader([STAMP, issued("2024-05-01 18:00:59", "2024-04-22 22:10:01")])
    assert read.restore("all on April 22, 2024").text == "all on May 1, 2024"


def test_a_date_or_a_time_that_was_released_alone_comes_before_parts_of_timestamps() -> None:
    read = Reader([STAMP, issued("2024-07-30", "2024-04-22"), issued("08:00", "03:11", "TIME")])
    assert read.restore("2024-04-22 or April 22, 2024").text == "2024-07-30 or July 30, 2024"
    assert read.restore("03:11 or 3:11 am").text == "08:00 or 8:00 am"
    assert read.restore("2024-04-22 03:11:57 or 22 April 2024, 3:11 am").text == (
        "2024-05-01 12:33:21 or 1 May 2024, 12:33 pm"
    )


def test_two_originals_of_one_released_timestamp_are_told_apart_by_their_context() -> None:
    named = {"start": STAMP, "end": issued("2024-05-09 10:00:00", STAMP.surrogate)}
    read = reader(named, "Start of work: <<start>>; end of work: <<end>>.")
    assert read.restore("So the end of work: 2024-04-22 03:11:57.").text == "So the end of work: 2024-05-09 10:00:00."


def test_midnight_is_read_like_any_other_time() -> None:
    read = Reader([issued("22:30:13", "00:00:00", "TIME"), issued("9:15 pm", "12:00 am", "TIME")])
    assert read.restore("Now: 00:00:00, or at 12:00 am").text == "Now: 22:30:13, or at 9:15 pm"


def test_a_timestamp_in_a_cell_is_read_as_it_was_issued() -> None:
    named = {"stamp": issued("02 May 2024, 07:13", "14 March 2023, 14:14")}
    read = reader(named, "GET,<<stamp>>,200,OK")
    assert read.restore("So GET,14 March 2023, 14:14,200,OK").text == "So GET,02 May 2024, 07:13,200,OK"
    assert Reader([STAMP]).restore("2024-04-22 03:11:57,200 INFO").text != "2024-05-01 12:33:21,200 INFO"


def test_a_clear_time_of_the_request_is_no_part_of_a_timestamp() -> None:
    named = {"stamp": STAMP}
    template = "Open at 03:11:57 every day. <<stamp>> GET"
    read = reader(named, template)
    assert read.restore(fill(named, template)[0]).text == "Open at 03:11:57 every day. 2024-05-01 12:33:21 GET"
    assert read.restore("It opens at 03:11:57.").text == "It opens at 03:11:57."


ANSWERS = [
    "It began on April 22, 2024 at 3:11 am, went on at 2024-04-25 22:10:01.5 and on Aug  3 10:01:02. At 03:11:57Z",
    "12/Nov/2001:04:45:43 -0700] or 12/Nov/2001:04 or 12/Nov/2001 04:45 or Aug  3, 10 am or 22.04.2024 um 03.11 Uhr",
    "2024-04-22, 2024-04-22 at, 2024-04-22 a las 03:11, 03:11 p, 03:11:57,000 [2024-04-22%2003%3A11%3A57] 22:1",
]


@pytest.mark.parametrize("answer", ANSWERS)
def test_any_chunking_reads_the_same(answer: str) -> None:
    read = Reader(LOG)
    for end in range(1, len(answer) + 1):
        whole = read.restore(answer[:end]).text
        assert streamed(read, answer[:end], range(1, end)) == whole
    for size in (2, 3, 5, 7, 11, 24):
        assert streamed(read, answer, range(size, len(answer), size)) == read.restore(answer).text


def test_little_is_held_back_behind_a_date_or_a_number() -> None:
    for answer in (
        "On 2024-04-22 at 3 patients came, and then, at 12 apples a day, ",
        "2024-04-22, 7: the seven dwarfs ",
    ):
        stream = Reader(LOG).stream()
        fed = "".join(stream.feed(character) for character in answer + "they were all well again, and went home.")
        assert len(fed) >= len(answer)


def test_thousands_of_timestamps_of_one_year_are_looked_up_and_not_tried_one_by_one() -> None:
    times = [f"{at // 3600:02}:{at // 60 % 60:02}:{at % 60:02}" for at in range(0, 86_400, 20)]
    log = [issued(f"2024-05-01 {time}", f"2024-04-22 {other}") for time, other in zip(times, times[::-1], strict=True)]
    text = "\n".join(f"- {item.surrogate} GET /" for item in log)
    assert Reader(log).restore(text).text == "\n".join(f"- {item.original} GET /" for item in log)


def test_a_date_in_fields_of_a_record_is_read_however_the_record_is_laid_out() -> None:
    known = Reader([issued('1974,"month":12,"day":25', '1973,"month":9,"day":2')])
    for answer, expected in (
        ('{"year": 1973, "month": 9, "day": 2}', '{"year": 1974, "month": 12, "day": 25}'),
        (
            '{\n      "day": 2,\n      "month": 9,\n      "year": 1973\n}',
            '{\n      "day": 25,\n      "month": 12,\n      "year": 1974\n}',
        ),
        ("year: 1973\nmonth: 9\nday: 2\nname: x", "year: 1974\nmonth: 12\nday: 25\nname: x"),
        ("born on 2 September 1973", "born on 25 December 1974"),
        ('{"year": 1973, "month": 9, "days": 2}', '{"year": 1973, "month": 9, "days": 2}'),
        ("1973, 9 and 2", "1973, 9 and 2"),
    ):
        assert known.restore(answer).text == expected
        assert all(streamed(known, answer, range(0, len(answer), size)) == expected for size in (1, 2, 5, 11))
