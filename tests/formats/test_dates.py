from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.dates import DateFormat

DATES = [
    ("2024-01-15", "2024-01-15", "2024-08-02"),
    ("2024/1/15", "2024-01-15", "2024/8/2"),
    ("2024-01-15T10:30:00Z", "2024-01-15", "2024-08-02T10:30:00Z"),
    ("01/15/2024", "2024-01-15", "08/02/2024"),
    ("1/5/2024", "2024-01-05", "7/23/2024"),
    ("15.1.24", "2024-01-15", "2.8.24"),
    ("05.01.1999", "1999-01-05", "24.07.1999"),
    ("January 15th, 2024", "2024-01-15", "August 2nd, 2024"),
    ("Mon, 15 Jan 2024", "2024-01-15", "Fri, 2 Aug 2024"),
    ("Monday, January 15, 2024", "2024-01-15", "Friday, August 2, 2024"),
    ("MON 01/15/2024", "2024-01-15", "FRI 08/02/2024"),
    ("Montag, den 15. Januar 2024", "2024-01-15", "Freitag, den 2. August 2024"),
    ("lundi 15 janvier 2024", "2024-01-15", "vendredi 2 ao\u00fbt 2024"),
    ("JAN. 3, 1999", "1999-01-03", "JUL. 22, 1999"),
    ("the 1st of May 2020", "2020-05-01", "the 17th of November 2020"),
    ("1-Jan-2020", "2020-01-01", "19-Jul-2020"),
    ("3. M\u00e4rz 2020", "2020-03-03", "19. September 2020"),
    ("3 mai 2020", "2020-05-03", "19 novembre 2020"),
    ("15 de enero de 2024", "2024-01-15", "2 de agosto de 2024"),
    ("15 January", "2000-01-15", "2 August"),
    ("20240115", "2024-01-15", "20240802"),
    ("15-Jan-24", "2024-01-15", "2-Aug-24"),
    ("15.Mai 2024", "2024-05-15", "1.Dezember 2024"),
    ("3 maggio 2024", "2024-05-03", "19 novembre 2024"),
    ("1\u00ba de maio de 2024", "2024-05-01", "17\u00ba de novembro de 2024"),
    ("2024\u5e745\u67083\u65e5", "2024-05-03", "2024\u5e7411\u670819\u65e5"),
    ("May the 3rd", "2000-05-03", "November the 19th"),
    ("12 May '24", "2024-05-12", "28 November '24"),
]


@pytest.mark.parametrize(("text", "day", "later"), DATES)
def test_dates_keep_their_spelling(text: str, day: str, later: str) -> None:
    dates, number = DateFormat(), date.fromisoformat(day).toordinal()
    assert dates.read(text).number == number
    assert dates.write(text, Fraction(number)) == text
    assert dates.write(text, Fraction(number + 200)) == later


@pytest.mark.parametrize(
    ("text", "later"),
    [
        ("May 2024", "November 2024"),
        ("05/2024", "11/2024"),
        ("5/2024", "11/2024"),
        ("2024-05", "2024-11"),
        ("mai 2024", "novembre 2024"),
        ("May '24", "November '24"),
        ("Mai 2024", "November 2024"),
    ],
)
def test_a_month_is_written_as_a_month(text: str, later: str) -> None:
    dates = DateFormat()
    assert dates.read(text).number == date(2024, 5, 15).toordinal()
    assert dates.write(text, Fraction(date(2024, 5, 29).toordinal())) == text
    assert dates.write(text, Fraction(date(2024, 11, 17).toordinal())) == later


@given(st.sampled_from(DATES[:15]), st.dates(date(1970, 1, 1), date(2060, 12, 31)))
def test_a_written_date_is_read_as_that_date(spelling: tuple[str, str, str], day: date) -> None:
    text = spelling[0]
    assert DateFormat().read(DateFormat().write(text, Fraction(day.toordinal()))).number == day.toordinal()


def test_a_weekday_without_a_year_moves_with_the_day() -> None:
    dates = DateFormat()
    assert dates.write("Tuesday, 5 March", dates.read("Tuesday, 5 March").number + 9) == "Thursday, 14 March"


def test_day_before_month_stays_where_the_original_shows_it() -> None:
    assert DateFormat().write("15/01/2024", Fraction(date(2024, 4, 3).toordinal())) == "03/04/2024"


@pytest.mark.parametrize(
    "text", ["", "2024-13-45", "2/30/2020", "tomorrow", "12", "2024-01-01 to 2024-02-01", "99/99/99"]
)
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(FormatError) as error:
        DateFormat().read(text)
    assert not text or text not in str(error.value)


@pytest.mark.parametrize(("text", "number"), [("2024-01-15", 0), ("2024-01-15", 10**7), ("15.1.24", 1000)])
def test_what_a_spelling_cannot_say_is_refused(text: str, number: int) -> None:
    with pytest.raises(FormatError):
        DateFormat().write(text, Fraction(number))
