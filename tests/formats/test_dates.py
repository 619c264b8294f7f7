from datetime import date, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.dates import DateFormat

DATES = [
    ("2024-01-15", "2024-01-15", "2024-08-02"),
    ("2024/1/15", "2024-01-15", "2024/8/2"),
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
    ("3 marzo 2024", "2024-03-03", "19 settembre 2024"),
    ("2024, 1, 15", "2024-01-15", "2024, 8, 2"),
    ("3 de marzo de 2024", "2024-03-03", "19 de septiembre de 2024"),
    ('2024, "month": 1, "day": 15', "2024-01-15", '2024, "month": 8, "day": 2'),
    ('12","month":"10","year":"2023', "2023-10-12", '29","month":"4","year":"2024'),
    ("2024\n  month: 01\n  day: 05", "2024-01-05", "2024\n  month: 07\n  day: 23"),
    ("1\u00ba de maio de 2024", "2024-05-01", "17\u00ba de novembro de 2024"),
    ("2024\u5e745\u67083\u65e5", "2024-05-03", "2024\u5e7411\u670819\u65e5"),
    ("May the 3rd", "2000-05-03", "November the 19th"),
    ("12 May '24", "2024-05-12", "28 November '24"),
    ("14. Dez. 2023", "2023-12-14", "1. Jul. 2024"),
    ("3. mrz 2024", "2024-03-03", "19. sep 2024"),
    ("3 f\u00e9vr. 2024", "2024-02-03", "21 ao\u00fbt. 2024"),
    ("14 ENE 2024", "2024-01-14", "1 AGO 2024"),
    ("14 set. 2023", "2023-09-14", "1 apr. 2024"),
    ("14 fev 2024", "2024-02-14", "1 set 2024"),
    ("1\u00b0 gennaio 2024", "2024-01-01", "19\u00b0 luglio 2024"),
    ("14. 05. 2024", "2024-05-14", "30. 11. 2024"),
    ("14.05.", "2000-05-14", "30.11."),
    ("12-14 May 2024", "2024-05-12", "28-30 November 2024"),
    ("12.\u201315. Mai 2024", "2024-05-12", "28.\u201330. November 2024"),
    ("May 12-13", "2000-05-12", "November 28-29"),
    ("Di, 14.05.2024", "2024-05-14", "Sa, 30.11.2024"),
    ("mar. 14 mai 2024", "2024-05-14", "sam. 30 novembre 2024"),
    ("2024-05-14 (Tue)", "2024-05-14", "2024-11-30 (Sat)"),
    ("14 May 2024, TUESDAY", "2024-05-14", "30 November 2024, SATURDAY"),
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
        ("mayo de 2024", "noviembre de 2024"),
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


@pytest.mark.parametrize(("text", "number"), [("2024-01-15", 0), ("2024-01-15", 10**7)])
def test_what_a_spelling_cannot_say_is_refused(text: str, number: int) -> None:
    with pytest.raises(FormatError):
        DateFormat().write(text, Fraction(number))


@pytest.mark.parametrize(
    ("latest", "text", "year"),
    [(2029, "03.07.58", 1958), (2029, "03.07.29", 2029), (2029, "3-Jul-30", 1930), (2068, "03.07.58", 2058)],
)
def test_two_digits_are_a_year_of_the_century_that_ends_where_the_format_says(
    latest: int, text: str, year: int
) -> None:
    dates = DateFormat(latest)
    quantity = dates.read(text)
    assert date.fromordinal(int(quantity.number)).year == year
    assert quantity.limits == (date(latest - 99, 1, 1).toordinal(), date(latest, 12, 31).toordinal())
    assert dates.read(text.replace(text[-2:], str(year))).limits is None
    beyond = Fraction(date(latest - 100, 12, 31).toordinal())
    assert dates.write(text, beyond)[-2:] == f"{latest % 100:02d}"


def moment(text: str) -> Fraction:
    time = datetime.fromisoformat(text)
    microseconds = (time - datetime.fromisoformat(text[:10])) // timedelta(microseconds=1)
    return time.date().toordinal() + Fraction(microseconds, 86_400 * 10**6) - Fraction(1, 2)


TIMESTAMPS = [
    ("2024-05-01 12:33:21", "2024-05-01T12:33:21", "2024-05-03 09:03:21"),
    ("2024-05-01T12:33:21Z", "2024-05-01T12:33:21", "2024-05-03T09:03:21Z"),
    ("2024-05-01T12:33:21.123+02:00", "2024-05-01T12:33:21.123", "2024-05-03T09:03:21.123+02:00"),
    ("2024-05-01 12:33:21,123", "2024-05-01T12:33:21.123", "2024-05-03 09:03:21,123"),
    ("2024-05-01 12:33:21.000250 UTC", "2024-05-01T12:33:21.000250", "2024-05-03 09:03:21.000250 UTC"),
    ("20240501T123321Z", "2024-05-01T12:33:21", "20240503T090321Z"),
    ("05/14/2023 2:35 PM", "2023-05-14T14:35", "05/16/2023 11:05 AM"),
    ("05/14/23 12:05 am", "2023-05-14T00:05", "05/15/23 8:35 pm"),
    ("14.05.2023 14:35", "2023-05-14T14:35", "16.05.2023 11:05"),
    ("14.05.2023 um 14.35 Uhr", "2023-05-14T14:35", "16.05.2023 um 11.05 Uhr"),
    ("May 14, 2023 at 2:35 pm", "2023-05-14T14:35", "May 16, 2023 at 11:05 am"),
    ("May 14, 2023 at 2 p.m.", "2023-05-14T14:00", "May 16, 2023 at 11 a.m."),
    ("14 May 2023, 14:35", "2023-05-14T14:35", "16 May 2023, 11:05"),
    ("14 mai 2023 \u00e0 14h35", "2023-05-14T14:35", "16 mai 2023 \u00e0 11h05"),
    ("14 de mayo de 2023 a las 14:35", "2023-05-14T14:35", "16 de mayo de 2023 a las 11:05"),
    ("Sun, 14 May 2023 14:35:01 +0000", "2023-05-14T14:35:01", "Tue, 16 May 2023 11:05:01 +0000"),
    ("10/Oct/2000:13:55:36 -0700", "2000-10-10T13:55:36", "12/Oct/2000:10:25:36 -0700"),
    ("Oct  9 22:14:15", "2000-10-09T22:14:15", "Oct  11 18:44:15"),
    ("5 May 12:33", "2000-05-05T12:33", "7 May 09:03"),
    ("2024\u5e745\u67083\u65e5 14:35", "2024-05-03T14:35", "2024\u5e745\u67085\u65e5 11:05"),
]


TIMES = st.datetimes(datetime.fromisoformat("1970-01-01"), datetime.fromisoformat("2060-12-31"))


@pytest.mark.parametrize(("text", "time", "later"), TIMESTAMPS)
def test_a_timestamp_is_one_number_and_keeps_its_layout(text: str, time: str, later: str) -> None:
    dates = DateFormat()
    quantity = dates.read(text)
    assert quantity.number == moment(time)
    assert dates.write(text, quantity.number) == text
    assert dates.write(text, quantity.number + Fraction(2670, 1440)) == later


@given(st.sampled_from(TIMESTAMPS), TIMES)
def test_a_written_timestamp_is_read_as_that_time(spelling: tuple[str, str, str], time: datetime) -> None:
    dates, text = DateFormat(), spelling[0]
    step = dates.read(text).step
    time = (
        time if any(text.startswith(word) for word in ("2", "0", "14", "10", "May", "Sun")) else time.replace(year=2000)
    )
    number = moment(time.isoformat()) // step * step
    assert dates.read(dates.write(text, number)).number == number


def test_the_nearest_day_to_a_timestamp_is_its_day() -> None:
    for time in ("00:00:00", "00:00:01", "11:59", "12:00", "23:59:59.999999"):
        number = DateFormat().read(f"2024-05-01 {time}").number
        assert DateFormat().write("2030-01-01", number) == "2024-05-01"


def test_timestamps_have_the_precision_they_are_written_with() -> None:
    steps = {
        "2 pm": 24,
        "14:35": 1440,
        "14:35:01": 86400,
        "14:35:01.250": 86_400_000,
        "14:35:01.250000000": 86400 * 10**9,
    }
    for time, parts in steps.items():
        assert DateFormat().read(f"14 May 2023 {time}").step == Fraction(1, parts)


@pytest.mark.parametrize("behind", [" 9.50", " 25:10", " 12:345", ", 7 people", " - 3 of them", " 14:35%", " 2 amps"])
def test_what_is_no_time_behind_a_date_stays(behind: str) -> None:
    day = date(2024, 5, 1).toordinal()
    assert DateFormat().write(f"2024-05-01{behind}", Fraction(day + 1)) == f"2024-05-02{behind}"


def test_a_month_has_no_time_of_day() -> None:
    assert DateFormat().write("May 2024, 14:35", Fraction(date(2024, 7, 1).toordinal())) == "July 2024, 14:35"


def test_the_end_of_a_range_is_no_time_zone() -> None:
    dates = DateFormat()
    assert dates.read("2024-05-01 10:30-12:00").number == moment("2024-05-01T10:30")
    assert dates.without_time("2024-05-01 10:30-12:00") == "2024-05-01"


@pytest.mark.parametrize(
    ("text", "value", "day"),
    [
        ("In 2023 we moved; the party is on 5 May.", "5 May", "2023-05-05"),
        ("Since 3 March 2021, then May 5, then 2024.", "May 5", "2021-05-05"),
        ("On 5 May, and in 2019.", "5 May", "2019-05-05"),
        ("Paid on 2022-12-30. See you on Tuesday the 3rd of January.", "Tuesday the 3rd of January", "2023-01-03"),
        ("See you on Monday the 4th of March.", "Monday the 4th of March", "2024-03-04"),
        ("It cost $2,019 and 2019.5 kg on 5 May.", "5 May", "2000-05-05"),
        ("In 2023, on 29 February.", "29 February", "2024-02-29"),
        ("In 2023, on 5 May 2020.", "5 May 2020", "2020-05-05"),
    ],
)
def test_a_date_without_a_year_is_one_of_the_year_that_is_told(text: str, value: str, day: str) -> None:
    start = text.index(value)
    number = DateFormat().together([text], start, start + len(value)).read(value).number
    assert date.fromordinal(int(number)).isoformat() == day
    whole = DateFormat().alone(value, number)
    assert (whole == number) == (day.startswith("2000") or "20" in value)
    assert DateFormat().read(value).number == whole


@pytest.mark.parametrize(
    ("text", "later"),
    [
        ("3 to 5 March 2025", "10 to 12 March 2025"),
        ("2nd to 5th March 2025", "9th to 12th March 2025"),
        ("3. bis 5. März 2025", "10. bis 12. März 2025"),
        ("3 au 5 mars 2025", "10 au 12 mars 2025"),
        ("3 al 5 de marzo de 2025", "10 al 12 de marzo de 2025"),
        ("25 and 27 March 2025", "1 and 3 April 2025"),
    ],
)
def test_a_range_in_words_moves_as_one_date(text: str, later: str) -> None:
    assert DateFormat().write(text, DateFormat().read(text).number + 7) == later
