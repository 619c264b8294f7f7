"""Dates and years that words announce as those of a birth."""

from __future__ import annotations

import pytest
from detect_support import findings_of, finds, found, unmarked

from privacy_chains.detect import NeuralDetector, PatternDetector, default_detector
from privacy_chains.detect.network.repairs.table import repaired
from privacy_chains.detect.patterns import births
from privacy_chains.detect.patterns.dates import dates_among
from privacy_chains.detect.patterns.reading import ValueReading

FIND = dates_among({"DATE_OF_BIRTH", "DATE_TIME", "YEAR", "YEAR_OF_BIRTH"})


@pytest.mark.parametrize(
    "text",
    [
        "DOB «03/07/58», D.O.B.: «3.7.58», d.o.b. «03-07-1958», DOB:«1958-07-03», birth date was «3rd of May, 1958»",
        "Date of birth: «1965-11-21». Her birthday is «May 3rd», birthdate «May 1958», Birthday: «3 May»",
        "born «3 May 1958», born on «Monday, 3 May 1958 at 10:30», born in Leeds on «3 May 1958» and raised there",
        "She was born in Leeds, England, on «3 May 1958»; Reg (born Reginald Kenneth Dwight; «25 March 1947»)",
        "Ann (b. «3 May 1958») and Bob (* «3. Mai 1961» in Wien); Schmidt, Anna *«03.07.1958»",
        "My birthday's on «July 3rd», B-day: «July 3», born on or about «3 July 1958»",
        "birth date (YYYY-MM-DD)\n«1958-07-03»",
        "Date of birth (dd/mm/yyyy): «03/07/1958»; what is your date of birth? It's «3 May 1958»",
        "«1958-07-03» (DOB), and «3 May 1958» is my birthday",
        "dates of birth: «1958-07-03», «1961-02-11» and «1990-01-01»; born on «3 May 1958» and «4 June 1960»",
        "**DOB:** «07/03/1958» | **Sex:** F | DOE, JANE  DOB: «07/03/1958»  ADM: 01/15/2024",
        "DOB\n«03/07/1958»\n«04/08/1961»\n",
        '{"birth": {"year": «1958, "month": 7, "day": 3», "dob":{"d":"«3","m":"07","y":"1958»"}}',
        'User(dob=datetime.date(«1991, 4, 23»)), "dob":[«1991,4,3»], birth_date = LocalDate.of(«1991, 4, 23»)',
        "birth_date:\n  year: «1958\n  month: 7\n  day: 3»",
        '"birthDate": {\n        "month": «7,\n        "day": 3,\n        "year": 1958»\n}',
        "geb. «03.07.1958», geb.«3.7.58», geboren am «3. Mai 1958», geboren in Wien am «3. Mai 1958»",
        "geb. Huber am «3.7.1958»",
        "Er wurde am «3. Mai 1958» geboren. Sie ist am «03.07.1958» in Bad Ems geboren.",
        "född den «12 maj 1985», hon föddes «1985-05-12» i Malmö, födelsedatum: «1985-05-12»",
        "født «12.05.1985» i Bergen, fødselsdato: «12.05.1985»",
        "syntynyt «12.5.1985», syntymäaika: «12.5.1985»",
        "ur. «12.05.1985», urodzony «12.05.1985» w Krakowie, data urodzenia: «12.05.1985»",
        "Geburtsdatum: «03.07.1958», Geburtstag ist der «3. Mai»",
        "née le «3 mai 1958», né(e) le «03/07/1958», né à Lyon le «3 mai 1958», NE LE «03/07/1958»",
        "Date de naissance : «03/07/1958», date_naissance=«1958-07-03»",
        "nacido el «3 de mayo de 1958», nacida en Madrid el «3 de mayo de 1958», nació el «3 de mayo de 1958»",
        "Fecha de nacimiento: «03/07/1958», fecha_nacimiento=«1958-07-03», fechaNacimiento: «1958-07-03»",
        "nato a Roma il «3 maggio 1958», nata il «03/07/1958», Data di nascita: «03/07/1958»",
        "geboren op «3 mei 1958», geboren in Utrecht op «3 mei 1958», geboortedatum: «03-07-1958»",
        "nascido em «3 de maio de 1958», nascida a «3 de maio de 1958» em Lisboa, data de nascimento: «03/07/1958»",
    ],
)
def test_a_date_that_words_announce_is_one_of_birth(text: str) -> None:
    assert finds(FIND, text, "DATE_OF_BIRTH") == text


@pytest.mark.parametrize(
    "text",
    [
        '{"dob": "«1965-11-21»", "date_of_birth": "«1965-11-21»", "dateOfBirth": "«19651121»"}',
        '{"birthDate": "«1965-11-21»T00:00:00Z", "birth": {"date": "«1965-11-21T10:30:00Z»", "place": "Leeds"}}',
        '{"birthdays": ["«1958-07-03»", "«1961-02-11»"], "admitted": ["2024-01-15"]}',
        "birth_date=«1965-11-21»&date-of-birth=«1965-11-21»&user_dob=«1965-11-21»",
        "dob: «1965-11-21»\nbirthdays:\n  - «1958-07-03»\n  - «1961-02-11»\nadmitted: 2024-01-15\n",
        "dob,«1965-11-21»\nadmitted,2024-01-15\n",
        '<dob>«1965-11-21»</dob> <birthDate value="«1965-11-21»"/>',
        "DOB ........ «12/04/1991», DOB \u2026\u2026 «12/04/1991», DOB \u2192 «12/04/1991», DOB:&nbsp;«12/04/1991»",
        "DOB;«12/04/1991»\nDOB ; «12/04/1991»; 1958-07-03",
        "<b>DOB:</b> «12/04/1991» <dt>DOB</dt>\n  <dd>«12/04/1991»</dd>",
        "<td>DOB</td><td class='x'><i>«12/04/1991»</i></td>",
        "<td>DOB</td></tr><tr><td>12/04/1991</td>",
        "SELECT * FROM people WHERE dob = '«1965-11-21»'",
    ],
)
def test_keys_of_records_announce_it_too(text: str) -> None:
    assert finds(FIND, text, "DATE_OF_BIRTH") == text


@pytest.mark.parametrize(
    "text",
    [
        'name,dob,admitted\nAnna Schmidt,«1958-07-03»,2024-01-15\n"Smith, Bob",«1961-02-11»,2024-01-16\n',
        "admitted,dob\n2024-01-15,«1958-07-03»\n",
        "| Name | Date of birth | Seen |\n|---|---|---|\n| Anna | «03/07/1958» | 2024-01-15 |\n",
        "Name;Geburtsdatum;Aufnahme\nAnna;«03.07.1958»;15.01.2024\n",
        "patientDob\tseen\n«1958-07-03»\t2024-01-15\n«2001-02-11»\t2024-01-15\n",
    ],
)
def test_the_head_of_a_column_announces_it_too(text: str) -> None:
    assert found(PatternDetector({"DATE_OF_BIRTH"}).detect, text, "DATE_OF_BIRTH") == text
    assert found(PatternDetector({"DATE_OF_BIRTH", "DATE_TIME"}).detect, text, "DATE_OF_BIRTH") == text


def test_a_column_of_years_of_birth() -> None:
    text = "name,birth_year,joined\nAnna,«1958»,1999\nBob,«1961»,2001\n"
    assert found(PatternDetector({"YEAR", "YEAR_OF_BIRTH"}).detect, text, "YEAR_OF_BIRTH") == text


@pytest.mark.parametrize(
    "text",
    [
        "born in «1965», born «1965», born circa «1965», born in Leeds in «1965», in the summer of 1965; (b. «1965»)",
        "She was born in the summer of «1965». year of birth: «1965», YOB «1965», dob «1965»",
        '{"birth_year": «1965», "yearOfBirth": "«1965»", "birthYear":«1965»}',
        "geboren «1965», Geburtsjahr «1965»; née en «1965», année de naissance : «1965»",
        "nato nel «1965», nacida en «1965»",
        "geboortejaar «1965», nascido em Lisboa em «1965», año de nacimiento: «1965»",
    ],
)
def test_years_of_birth(text: str) -> None:
    assert finds(FIND, text, "YEAR_OF_BIRTH") == text


@pytest.mark.parametrize(
    "text",
    [
        "Born to Run (1975), Born in the U.S.A. (1984), Born Free (1966) and Born to Run, 1975, are works",
        "Born on the Fourth of July (1989)",
        "class of 1984, in 1984, born in the 1960s, dob_verified_at: 2024-01-01, newborn 3 May 2020",
        "The baby was born in March and on 3 June 2020 they moved.",
        "birthday party on 12 December 2025; DOB unknown, 3 May 2024 admitted; admitted 2024-01-15 (DOB",
        "admitted,dob\n2024-01-15,unknown\n",
        "NATO, 4 April 1949, and NATO in 1949; (b) 3 May 2020; ne 3 mai; data 2024-01-01",
        "Place of birth: Leeds, 3 May 2020. She gave birth on 3 May 2020. Born: Leeds. Admitted 3 May 2020",
        "- a\n* 3.7.2024: *2024-01-15* and **2024-01-15**; 5 *2024-01-15*",
        "password: hunter2x* 2023-05-12 16:45:14",
        "Born Free was released on 3 May 1966. Born in Leeds, Anna Schmidt started on 3 May 2020",
        "born in Leeds, died on 3 May 2020",
        "Goethe, born 28 August 1749; Ada Lovelace (b. 10 December 1815), born in 1815",
    ],
)
def test_other_dates_and_years_are_not(text: str) -> None:
    assert finds(FIND, text, "DATE_OF_BIRTH") == finds(FIND, text, "YEAR_OF_BIRTH") == text


def test_the_same_day_in_another_spelling_is_one_of_birth_too() -> None:
    text = (
        "DOB: «1958-07-03». Form of «3 July 1958», of 4 July 1958 and of «Thursday, July 3rd, 1958»; July 1958, 3 July"
    )
    assert finds(FIND, text, "DATE_OF_BIRTH") == text


def test_it_is_a_date_where_only_dates_are_asked_for_and_nothing_where_no_dates_are() -> None:
    text = "born 3 May 1958 at 10:30, seen 2024-01-15 10:30, born in 1958"
    assert finds(dates_among({"DATE_TIME"}), text, "DATE_TIME").count("«") == 2
    for asked, values in (
        ({"DATE_TIME", "YEAR"}, ["3 May 1958 at 10:30", "2024-01-15 10:30", "1958"]),
        ({"DATE_OF_BIRTH", "TIME"}, ["3 May 1958 at 10:30", "10:30"]),
        ({"TIME"}, ["10:30", "10:30"]),
        ({"PHONE_NUMBER"}, []),
    ):
        assert [text[span.start : span.end] for span in PatternDetector(asked).detect(text)] == values


def test_a_time_right_behind_belongs_to_it_but_midnight_says_nothing() -> None:
    for text, asked in (("dob «1965-11-21»T00:00:00.000Z", ()), ("dob «1965-11-20T23:00:00Z»", {"DATE_OF_BIRTH"})):
        assert finds(dates_among({"DATE_OF_BIRTH", *asked}), text, "DATE_OF_BIRTH") == text


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("She was born on the 3rd day of May 1958.", "3rd day of May 1958", "DATE_OF_BIRTH"),
        ("date of birth: May 3 1958", "May 3 1958", "DATE_OF_BIRTH"),
        ("She moved on May 3 1958", "May 3 1958", "DATE_TIME"),
        ("birth year, as stated: in 1958", "1958", "YEAR"),
        ("year of birth is 1958", "1958", "YEAR_OF_BIRTH"),
    ],
)
def test_what_the_network_takes_for_a_date_is_one_of_birth_behind_the_same_words(
    text: str, value: str, kind: str
) -> None:
    (finding,) = repaired(text, findings_of(text, [(value, "DATE_TIME")]))
    assert finding.entity_type == kind


def test_words_that_announce_a_birth_are_no_names() -> None:
    text = "Oberhuber, geb. 3.7.1958; Nacida el 3 de mayo de 1958"
    assert not list(repaired(text, findings_of(text, [("geb.", "LOCATION"), ("Nacida", "PERSON")])))


def test_the_network_reports_a_date_where_nobody_asks_for_dates_of_birth() -> None:
    text = "Anna Schmidt, date of birth: May 3 1958, lives in Leeds."
    kinds = {
        tuple(asked): {span.entity_type for span in NeuralDetector(entity_types=asked).detect(text)}
        for asked in (["DATE_TIME"], ["DATE_OF_BIRTH"], ["PERSON"])
    }
    assert kinds == {("DATE_TIME",): {"DATE_TIME"}, ("DATE_OF_BIRTH",): {"DATE_OF_BIRTH"}, ("PERSON",): {"PERSON"}}


def test_by_default_dates_of_birth_are_found_and_other_dates_are_not() -> None:
    text = "Anna Schmidt, born 3 May 1958 in Leeds, seen on 15 January 2024; her twin was born in 1958."
    dated = {"DATE_OF_BIRTH", "DATE_TIME", "YEAR", "YEAR_OF_BIRTH"}
    values = [text[span.start : span.end] for span in default_detector().detect(text) if span.entity_type in dated]
    assert values == ["3 May 1958", "1958"]


def test_every_announcing_word_may_begin_what_is_looked_for() -> None:
    marked = "dob «1958-07-03»"
    for word in ("yob", "bday", "DDN", "nés le", "Geburtstag", "nacimiento:", "nascita:", "nasceu em"):
        text = marked.replace("dob", word)
        assert ValueReading(unmarked(text)).words(births._OPENING), word
        assert finds(FIND, text, "DATE_OF_BIRTH") == text
