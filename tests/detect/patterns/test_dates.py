from __future__ import annotations

import pytest
from detect_support import finds

from privacy_chains.detect import PatternDetector
from privacy_chains.detect.patterns.dates import dates_among, find_days

find_dates = dates_among({"DATE_TIME"})


@pytest.mark.parametrize(
    "text",
    [
        "«2024-03-05», «2024/3/5», «2024.03.05», «2024-03-05T10:30:00Z», «2021-03»",
        "«05/03/2021», «3/5/21», «5.3.2021», «12.03.21», «05-03-2021», «05/2024»",
        "«March 5, 2021», «Mar 5», «Mar. 5th, 1999», «5 March 2021», the «5th of March», «5-Mar-21», «March 2021»",
        "«Monday, May 5, 10:30»",
        "due «Tue 3/12/2024» at noon",
        "am «Dienstag, den 12. M\u00e4rz 2024»",
        "el «MARTES 12 de marzo de 2024»",
        "he sat «12 March 2024» and ran «tuesday 19 March 2024»",
        "«5. März 2021», «1er mars 2021», «5 de mayo de 2020», «12 gennaio 1999», «3 oktober 2020»",
        "may 5, and «may 5, 2020»",
        "from «2020-01-01» to «2020-12-31»",
        "«3 f\u00e9vr. 2024», «14 janv. 2024», «14 avr.»; «14. Dez. 2024», «3 Mrz 2024», «14. Okt», «3 Maerz 2024»",
        "«3 ene. 2024», «14 ago 2023», «3 dic 2024», «14 lug. 2024», «14 set. 2024», «14 fev. 2024», «14 mrt 2024»",
        "«mayo de 2024», «mar\u00e7o de 2024», «D\u00e9c. 2024», «oktober 2023», «juin 2024», «14 mai. 2024», «3 aout»",
        "«1\u00b0 gennaio 2024», «1.\u00ba de mayo de 2024», «14. 05. 2024», am «14.05.», vom «1. 5.» bis «6.5.2024»",
        "«Di, 14.05.2024», am «Mo. 3. Juni», le «mar. 14 mai 2024», el «s\u00e1b. 1 de junio», «ven. 3 maggio 2024»",
        "«12-13 May 2024», «12.\u201314. Mai», «12./13. Mai 2024», «May 12-14, 2024», «1-3 June», «Mar 5 - 6 pm»",
        "«14 May 2024 (Tuesday)», «2024-05-14 (Tue)», «14.05.2024 (Di)», «14/05/2024, Tuesday»; «May 3, 2024, Friday».",
        "«2024-05-14 (Tue) 10:30», «14 May 2024», Friday, and «14 May 2024», «Friday, 17 May 2024»",
    ],
)
def test_a_date_is_found_in_any_common_spelling(text: str) -> None:
    assert finds(find_dates, text, "DATE_TIME") == text


@pytest.mark.parametrize(
    "text",
    [
        "you may 5 times",
        "in 1984",
        "version 1.2.3",
        "10.0.0.12",
        "1/2",
        "32/13/2020",
        "2020-13-45",
        "12-34-5678",
        "marching 5",
        "may 50 people",
        "5 augustine monks",
        "ratio 3/4/5 of it",
        "10 out of 12, 3 set 5, 5 ago, came out 2019, gen 2020, 4 mag 7",
        "section 14.5. of it, costs 14.05.",
        "So 14 people, Mo, 3 of them",
        "12-2024 people, 3-40 may 5",
    ],
)
def test_other_numbers_and_words_are_no_date(text: str) -> None:
    assert finds(find_dates, text, "DATE_TIME") == text


@pytest.mark.parametrize(
    "text",
    [
        "«2024-05-01 12:33:21», «2024-05-01T12:33:21Z», «2024-05-01T12:33:21.123+02:00» and «2024-05-01T10:30-05:00»",
        "[«2024-05-01 12:33:21,123»] «2024-05-01 12:33:21,123» INFO; «2024-05-01 12:33:21.000250 UTC».",
        "«05/14/2023 2:35 PM», «14.05.2023 14:35», «05/14/23, 2:35 p.m.» or «5.3.2021 um 9.30 Uhr»",
        "«May 14, 2023 at 2:35 pm», «14 May 2023, 14:35», «May 14 at 2 pm», «5 May 14:35», «May 2023», 14:35",
        "«14 mai 2023 \u00e0 14h35», «14 de mayo de 2023 a las 14:35», «14 maggio 2023 alle ore 14:35»",
        '[«10/Oct/2000:13:55:36 -0700»] "GET /", «Oct 11 22:14:15» host, «Sun, 14 May 2023 14:35:01 +0000»',
        "«2024-05-01 12:33»-13:00, from «2024-05-01 10:00» to 11:00, «20240501T123321Z»",
        "«2024-05-01 12:33:21» -1200 EUR, «2024-05-01»,12:33 and «2024-05-01»\n12:33",
        "«2024-05-01» 9.50, «2024-05-01» 25:00, «2024-05-01» 12:345, «2024-05-01» - 3 of them, 14:35 on «17 May 2023»",
    ],
)
def test_a_time_of_day_right_behind_a_date_belongs_to_it(text: str) -> None:
    assert finds(find_dates, text, "DATE_TIME") == text


def test_where_dates_are_not_asked_for_the_time_behind_one_is_found_alone() -> None:
    text = "seen 2024-05-01 12:33 and 14 May 2023, 2 pm"
    assert finds(find_days, "«2024-05-01» 12:33", "DATE_TIME") == "«2024-05-01» 12:33"
    found = {kinds: PatternDetector(kinds.split()).detect(text) for kinds in ("TIME", "TIME YEAR", "DATE_TIME TIME")}
    values = {kinds: [text[span.start : span.end] for span in spans] for kinds, spans in found.items()}
    assert values["TIME"] == values["TIME YEAR"] == ["12:33", "2 pm"]
    assert values["DATE_TIME TIME"] == ["2024-05-01 12:33", "14 May 2023, 2 pm"]


def test_a_year_of_birth_is_a_year_where_nobody_asks_for_years_of_birth() -> None:
    text = "born in «1984», year of birth: «1990», born in «1749», class of «1984», in 1984"
    assert finds(dates_among({"YEAR"}), text, "YEAR") == text
