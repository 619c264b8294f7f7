from __future__ import annotations

import pytest
from detect_support import finds, found
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.contract.entities import DEFAULT_TYPES
from privacy_chains.contract.spans import replace_spans
from privacy_chains.detect import PatternDetector, default_detector
from privacy_chains.detect.patterns.weekdays import day_at, find_weekdays
from privacy_chains.formats import WeekdayFormat, encipher
from privacy_chains.testing import AffineCipher

TEXTS = [
    "see you on «Tuesday», on «tuesdays» or «TUESDAY»'s; from «Monday» to «Friday»",
    "appointment: «Thursday»\n- «wednesday»,«Sunday»",
    "am «Dienstag», «Mittwochabend», «dienstags», «Freitagnachmittags», «SAMSTAG»",
    "«mardi» prochain, les «jeudis»; el «mi\u00e9rcoles», los «s\u00e1bados»; «gioved\u00ec», «domenica», «lunedi»",
    "op «maandag», «donderdagen» en «vrijdagavond»; na «segunda-feira», «S\u00c1BADO», \u00e0s «Quintas-Feiras»",
    "open «Mon»-«Fri», «Mon», «Wed» and «Fri», «MON»/«TUE», «Mo».-«Fr»., «Mo» bis «Do», «Sa» & «So»",
    "| Ann | «Thu» |\n| Bo |«Sun»|\nBob,«Tue»,9\nBo;«Mi»\nBo\t«SAT»\t8",
    "«Tue» 10:00, «Thu» at 3pm, «Sun», 9 a.m., «Di». 14.30, «Mi» um 9 Uhr, «Weds» 8:15",
]
NOTHING = [
    "the Sun, a Sat nav, Do it so, Mi casa, MON and money, Fri",
    "Good Friday, Ash Wednesday, black friday, Mardi Gras, cyber monday",
    "Mondayish, someday, Sundayschool, today, week-end, dies",
    "Sat 10 people down, So 3 people, Wed 2020, Sun 99:00",
    "| MO | MI | So what | x,Sun shine | the Sun | a, Sun\n",
    "sun-mon, so-do, So-so, mi-Mi",
    "lunesx, x_Monday, Monday_x, 3Friday",
]


@pytest.mark.parametrize("text", TEXTS)
def test_days_that_stand_alone_are_found(text: str) -> None:
    assert finds(find_weekdays, text, "WEEKDAY") == text


@pytest.mark.parametrize("text", NOTHING)
def test_other_words_are_no_days(text: str) -> None:
    assert finds(find_weekdays, text, "WEEKDAY") == text


@pytest.mark.parametrize("types", [{"WEEKDAY"}, {"WEEKDAY", "DATE_TIME"}, {"WEEKDAY", "TIME"}])
@pytest.mark.parametrize(
    "text",
    [
        "«Friday», not Tuesday, 14 May 2024",
        "am Dienstag, den 12. M\u00e4rz 2024, oder am «Mittwoch»",
        "Tue 3/12/2024 at noon or «Wednesday»",
        "Sun, 14 May 2023 14:35:01 +0000 on a «Sunday»",
    ],
)
def test_a_day_in_a_date_is_the_dates_whether_dates_are_asked_for_or_not(text: str, types: set[str]) -> None:
    assert found(PatternDetector(types).detect, text, "WEEKDAY") == text


def test_days_are_found_only_where_they_are_asked_for() -> None:
    text = "See you on Tuesday."
    assert "WEEKDAY" not in DEFAULT_TYPES
    assert not default_detector().detect(text)
    (span,) = default_detector(entity_types={"WEEKDAY"}).detect(text)
    assert (span.entity_type, text[span.start : span.end]) == ("WEEKDAY", "Tuesday")


def test_a_longer_name_holds_a_day() -> None:
    text = "We met Joe Friday and Pl\u00e1cido Domingo on Friday."
    spans = default_detector(entity_types=DEFAULT_TYPES | {"WEEKDAY"}).detect(text)
    assert [text[span.start : span.end] for span in spans] == ["Joe Friday", "Pl\u00e1cido Domingo", "Friday"]


@given(st.sampled_from(TEXTS + NOTHING), st.integers(0, 10**6))
@settings(max_examples=200)
def test_surrogates_are_found_where_days_were(text: str, seed: int) -> None:
    plain = text.replace("«", "").replace("»", "")
    detect, cipher = PatternDetector({"WEEKDAY"}).detect, AffineCipher(seed)
    spans = detect(plain)
    values = [encipher(WeekdayFormat(), plain[span.start : span.end], cipher) for span in spans]
    sanitized, moved = replace_spans(plain, spans, values)
    assert tuple(detect(sanitized)) == moved


@given(st.text("aMTuesdonFri .,-/:0123456789\n", max_size=80), st.integers(0, 90))
@settings(max_examples=300)
def test_a_place_is_judged_as_the_text_is(noise: str, at: int) -> None:
    text = f"{noise[:at]} Friday {noise[at:]}"
    dates = PatternDetector({"WEEKDAY"}).detect(text)
    assert {(span.start, span.end) for span in dates} == {
        (start, end) for start in range(len(text)) if (end := day_at(text, start)) is not None
    }


def test_hostile_texts_take_linear_time() -> None:
    for piece in ("Mon-", "Mo bis ", "Tue, ", "segunda-", "s\u00e1bado"):
        assert isinstance(PatternDetector({"WEEKDAY"}).detect(piece * 20_000), list)
