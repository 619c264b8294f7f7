"""The list-based name detector: what it finds, what it leaves, and that surrogates are found again."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from steps import grows_linearly

from privacy_chains.contract.spans import Span, check_spans, replace_spans
from privacy_chains.detect import name_codes
from privacy_chains.detect.base import Detector
from privacy_chains.detect.callings import callings
from privacy_chains.detect.names import NameDetector, is_listed_name
from privacy_chains.formats.cycle_walking import encipher
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.formats.name_pieces import cut
from privacy_chains.formats.names import PersonFormat
from privacy_chains.testing import AffineCipher

DETECTOR = NameDetector()
FORMAT = PersonFormat(keep=("gender", "fame"))


def found(text: str) -> list[str]:
    spans = sorted(DETECTOR.detect(text))
    check_spans(text, spans)
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Kaiser Soze is 50 years old and earns 500,000 per year.", ["Kaiser Soze"]),
        ("I met Mr. Soze and Mrs Soze.", ["Soze", "Soze"]),
        ("Ask Dr. Anna-Maria van der Berg.", ["Anna-Maria van der Berg"]),
        ("Alice Turner", ["Alice Turner"]),
        ("Customer: Rose Turner 12, Dr. Rose 3, name: June", ["Rose Turner", "Rose", "June"]),
        ("Turner, Alice", ["Turner, Alice"]),
        ("See you then.\nCheers, Alice", ["Alice"]),
        ("Abra\u00e7os, Alice", ["Alice"]),
        ("ALICE TURNER AND MR. SOZE", ["ALICE TURNER", "SOZE"]),
        ("alice turner wrote", ["alice turner"]),
        ("Will Smith and Mark Johnson saw Alice's cat.", ["Will Smith", "Mark Johnson", "Alice"]),
        ("Was it J.R.R. Tolkien or J. Smith?", ["J.R.R. Tolkien", "J. Smith"]),
        ("John F. Kennedy spoke", ["John F. Kennedy"]),
        ("José García vive en Madrid", ["José García"]),
        ("Jürgen Müller und Hans von der Mühle", ["Jürgen Müller", "Hans von der Mühle"]),
        ("Anne-Marie O'Neil came", ["Anne-Marie O'Neil"]),
        ("Ronald McDonald’s shop", ["Ronald McDonald"]),  # noqa: RUF001
        ("Иван Петров написал", ["Иван Петров"]),
        ("Dear Soze,", ["Soze"]),
        ("It was Alice Turner Jr. who met Bob Turner III.", ["Alice Turner Jr.", "Bob Turner III"]),
        ("Name: Turner, Alice T.\nFrom Uncle Bob X.", ["Turner, Alice T.", "Bob X."]),
        ("Patient: Xelo Brando", ["Xelo Brando"]),
        ("My name is Kazoo Soze.", ["Kazoo Soze"]),
        ("Judge Xelander ruled", ["Xelander"]),
        ("Then Alice paid", ["Alice"]),
        ("Alice Turner, Rua Maria Silva 3", ["Alice Turner"]),
        ("en esta calle. Mar\u00eda Garc\u00eda vino", ["Mar\u00eda Garc\u00eda"]),
        ("Anna Smith-Lane", ["Anna Smith-Lane"]),
        ("USS Johnson, HMS Victory, RMS Queen Mary and the USS Gerald R. Ford carried Alice", ["Alice"]),
        (
            "Sr. Analyst, Jr. Developer, Sr. Desarrollador; the Analyst Alice Turner and Sr. Garc\u00eda",
            ["Alice Turner", "Garc\u00eda"],
        ),
        ("Dear Neighbours, Dear Policyholder, Liebe Eltern, Cari Colleghi, Dear Alice", ["Alice"]),
        ("Bonjour, M. Dupont et Mme Moreau.", ["Dupont", "Moreau"]),
        ("Madame, Jean M. Dupont et J. M. Dupont sont l\u00e0.", ["Jean M. Dupont", "J. M. Dupont"]),
        ("D. Ram\u00f3n Garc\u00eda y su mujer", ["Ram\u00f3n Garc\u00eda"]),
        ("Q. Who paid? A. Turner. Q. When?", ["Turner"]),
        ("M. Turner met D. Turner.", ["M. Turner", "D. Turner"]),
        ("soy Xelocarmen Garc\u00eda Ruiz", ["Xelocarmen Garc\u00eda Ruiz"]),
        (
            "PATIENT: XELO, BRANDO   ROOM 4\nName: Kazoo, Soze\nDear Turner, Welcome",
            ["XELO, BRANDO", "Kazoo, Soze", "Turner"],
        ),
    ],
)
def test_names_are_found(text: str, names: list[str]) -> None:
    assert found(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Will you come? Mark the date in May, in Paris. Rose early, April was cold.",
        "I stay at 53 Broadway Street, then Jordan Street and Grant Avenue.",
        "Total Amount due on Monday 4 August",
        "Please return all bank accounts with balance greater than $2000.",
        "alice.turner@example.com or https://example.com/alice/turner or @alice_turner",
        "The Smith Hospital and Johnson Holdings Inc",
        "San Antonio, Lake Victoria, New York, Germany",
        "Customer: March 4th 1971. Name: June 3. Client: April the 2nd",
        "LangChain and PyTorch on Kubernetes",
        "I will mark the faith and hope of young people",
        "Alice2 x_Alice Alice_x",
        "P.O. Box 123, PO Box 5",
        "Maria Street 12 or Maria Apt. 3",
        "Rua Jo\u00e3o Silva 1234, Calle de Garc\u00eda 12, rue Marie Curie 5",
        "Via Giuseppe Verdi 3, Avenida Dr. Jo\u00e3o Silva",
        "na ul. Anny Nowak 5, Anna Kov\u00e1cs utca 3, Anna Jansen straat 3",
        "Johann-Sebastian-Bach-Stra\u00dfe 5, Maria-Anna-Ring 8, Anna-Allee",
    ],
)
def test_other_words_are_left(text: str) -> None:
    assert found(text) == []


def test_a_word_that_counts_a_number_is_no_name() -> None:
    assert found("It cost 2.4 Mio, said Mio.") == ["Mio"]
    assert found("5 Mia and 3 Mille") == ["Mia"]


def test_no_name_crosses_a_line_break() -> None:
    assert found("Alice\nTurner\r\nJohn") == ["Alice", "Turner", "John"]


CLASSES = [name for name in lexicon().classes if name.startswith(("given", "surname"))]
WORD = st.sampled_from(CLASSES).flatmap(lambda name: st.sampled_from(lexicon().classes[name]))
EVERY_WORD = st.sampled_from(sorted(lexicon().words))
INVENTED = st.from_regex(r"[bdfgklmnprst][aeiou][bdfgklmnprst]{1,2}[aeiou]?", fullmatch=True)
NAME = st.builds(
    lambda words, case, glue: case(glue.join(words)),
    st.lists(st.one_of(WORD, INVENTED, EVERY_WORD), min_size=1, max_size=3),
    st.sampled_from([str.title, str.title, str.title, str.upper, str.lower]),
    st.sampled_from([" ", " ", " ", "-", " van der ", " J. ", ", ", " Mc", " O'"]),
)
AROUND = st.sampled_from(
    [
        *("Mr. {} paid.", "{} is 50.", "I saw {} and {} in Paris.", "{}, {} ({})", "Patient: {}\nJudge {}", "Dear {},"),
        *("the {}", "{} Street", "{}'s {} Inc", "My name is {}, Dr. {} Jr.", "{} {}", "{}\n{}", "({})", "{}/{}"),
        *("x{} {}1 @{}", "{}. {}"),
    ]
)


def test_every_listed_name_is_one_behind_a_title() -> None:
    """A word of a language that ends letters or says what people do takes no name away."""
    kinds = [name for name in CLASSES if ".word" not in name]
    names = [word.title() for kind in kinds for word in lexicon().classes[kind]]
    assert [name for name in names if name_codes.code_of(name) not in "GgLSsUAIkc"] == []


@settings(max_examples=1000, deadline=None)
@given(st.lists(AROUND, min_size=1, max_size=4).map(" ".join), st.data(), st.integers(0, 1000))
def test_the_detector_finds_the_surrogates_where_the_names_were(template: str, data: st.DataObject, seed: int) -> None:
    text = template.format(*[data.draw(NAME) for _ in range(template.count("{}"))])
    spans = sorted(DETECTOR.detect(text))
    surrogates = [encipher(FORMAT, text[span.start : span.end], AffineCipher(seed)) for span in spans]
    sanitized, moved = replace_spans(text, spans, surrogates)
    assert tuple(sorted(DETECTOR.detect(sanitized))) == moved


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_any_text_gives_disjoint_spans_within_it(text: str) -> None:
    spans = sorted(DETECTOR.detect(text))
    check_spans(text, spans)
    assert all(one.end <= two.start for one, two in pairwise(spans))


def test_it_is_a_detector_and_names_its_spans() -> None:
    assert isinstance(DETECTOR, Detector)
    (span,) = NameDetector(score=0.5).detect("Alice Turner")
    assert (span.entity_type, span.source) == ("PERSON", "names")
    assert isinstance(span, Span)
    assert 0 < span.score <= 0.5


@pytest.mark.parametrize(
    "unit", ["Alice Turner paid Mr. Soze for the garden in Paris. ", "A", "Alice ", "J.", "Mr. ", "O'", "-a"]
)
def test_cost_grows_linearly(unit: str) -> None:
    assert grows_linearly(lambda size: lambda: list(DETECTOR.detect(unit * (size // len(unit)))), 2_000)


def test_no_word_for_what_people_do_is_a_listed_name() -> None:
    assert not [word for word in callings() if is_listed_name(word.capitalize(), word_too=True)]


def test_a_name_in_the_name_of_a_file_is_found() -> None:
    text = "CV_Maria_Fernandez.pdf, Fernandez_Maria_2024.docx, Home_Page.html, maria_fernandez, Rose_Garden, My_Maria"
    found = [text[span.start : span.end] for span in NameDetector().detect(text)]
    assert found == ["Maria_Fernandez", "Fernandez_Maria"]


@pytest.mark.parametrize("case", [str.lower, str.capitalize, str.upper])
@pytest.mark.parametrize("word", ["müller", "señor", "élodie", "überweisung", "żak", "петров", "łódź", "günther"])
def test_a_plain_word_is_what_its_only_piece_is(word: str, case: Callable[[str], str]) -> None:
    (piece,) = cut(case(word))
    assert name_codes._plain_code(case(word)) == name_codes._piece_code(piece)
