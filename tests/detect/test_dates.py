from __future__ import annotations

import pytest
from detect_support import finds

from privacy_chains.detect.dates import find_dates


@pytest.mark.parametrize(
    "text",
    [
        "«2024-03-05», «2024/3/5», «2024.03.05», «2024-03-05»T10:30:00Z, «2021-03»",
        "«05/03/2021», «3/5/21», «5.3.2021», «12.03.21», «05-03-2021», «05/2024»",
        "«March 5, 2021», «Mar 5», «Mar. 5th, 1999», «5 March 2021», the «5th of March», «5-Mar-21», «March 2021»",
        "«Monday, May 5», 10:30",
        "due «Tue 3/12/2024» at noon",
        "am «Dienstag, den 12. M\u00e4rz 2024»",
        "el «MARTES 12 de marzo de 2024»",
        "he sat «12 March 2024» and ran «tuesday 19 March 2024»",
        "«5. März 2021», «1er mars 2021», «5 de mayo de 2020», «12 gennaio 1999», «3 oktober 2020»",
        "may 5, and «may 5, 2020»",
        "from «2020-01-01» to «2020-12-31»",
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
    ],
)
def test_other_numbers_and_words_are_no_date(text: str) -> None:
    assert finds(find_dates, text, "DATE_TIME") == text


def test_a_year_of_birth_is_a_year() -> None:
    text = "born in «1984», year of birth: «1990», in 1984"
    assert finds(find_dates, text, "YEAR") == text
