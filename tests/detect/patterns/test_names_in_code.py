"""Names in literals and slugs are found; what code is made of is left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.detect.name_codes import code_of
from privacy_chains.detect.patterns.names_in_code import find_names_in_code
from privacy_chains.detect.patterns.reading import ValueReading
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.language.ordinary import languages_of


def listed(codes: str) -> list[str]:
    """Listed names in small letters that are no words of a language."""
    names = {
        word for kind, words in lexicon().classes.items() if kind.startswith(("given", "surname")) for word in words
    }
    plain = {word for word in names if word.isascii() and word.isalpha() and len(word) > 3}
    return sorted(
        word
        for word in plain
        if code_of(word.capitalize()) in codes and not (languages_of(word) or languages_of(word.capitalize()))
    )


GIVEN, SURNAMES = listed("G"), listed("LS")
UNLISTED = ["Inzerillo", "Bonnema", "Brennmoen", "Zitzewitz"]


def found(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_names_in_code(ValueReading(text))]


@given(st.sampled_from(GIVEN), st.sampled_from(SURNAMES), st.sampled_from("._-"))
def test_a_given_name_tied_to_a_surname_is_found(first: str, last: str, tie: str) -> None:
    slug = f"{first}{tie}{last}"
    for text in (f"/srv/dossiers/{slug}/payslip", f"mail to {slug} bounced", f"{slug}_signed.pdf", f"emp={slug}&v=2"):
        assert any(one in slug for one in found(text)), text


@given(st.sampled_from(GIVEN), st.sampled_from(UNLISTED))
def test_a_name_in_a_literal_is_found_whatever_reads_it(first: str, last: str) -> None:
    name = f"{first.capitalize()} {last}"
    for text in (f'=ALS(B4="{name}";C4*1,08)', f"lookup('{name}', 3)", f'if who == "{name}":', f'["{name}", "net"]'):
        assert name in found(text), text


@given(st.sampled_from(GIVEN))
def test_a_given_name_in_the_name_of_a_document_is_found(name: str) -> None:
    assert found(f"IMG_grandpa_{name}_90th.jpg is too large") == [name]


@given(st.sampled_from(GIVEN), st.sampled_from(GIVEN), st.sampled_from(["und", "and", "et", "y"]))
def test_two_who_share_a_host_are_found(first: str, second: str, tie: str) -> None:
    assert set(found(f"server_name: {first}-{tie}-{second}.example")) == {first, second}


@pytest.mark.parametrize(
    "text",
    [
        'print("Hello World", "Total Revenue")',
        'headers = ["Content Type", "User Agent"]',
        "sys.stderr.write(max_lines) and frame.spell",
        '=SUM("Isaac Newton";1)',
        "grafana.loki/config/loader.render & frame.spell()",
        "select('Deutsche Telekom')",
    ],
)
def test_what_code_is_made_of_is_no_name(text: str) -> None:
    assert not found(text)


@given(st.sampled_from(UNLISTED), st.sampled_from(["pdf", "docx", "xlsx"]), st.integers(3000, 999_999))
def test_a_word_of_no_language_in_the_name_of_a_document_is_found_with_its_number(
    name: str, end: str, number: int
) -> None:
    assert found(f"Busta_Paga_{name}_{number}.{end} will not open") == [name, str(number)]


def test_years_and_ordinary_words_in_names_of_documents_are_left() -> None:
    assert not found(
        "Quarterly_Report_Final_2024.pdf, Rechnung_Mai_20240131.pdf, IMG_2291.jpg, Kubernetes_Overview.pdf"
    )


@given(st.sampled_from("abcdefgh"), st.sampled_from(UNLISTED))
def test_an_account_of_an_initial_and_a_surname_is_found(initial: str, last: str) -> None:
    account = f"{initial}.{last.lower()}"
    for text in (f"agent = '{account}';", f"C:\\Utenti\\{account}\\x", f'{{"{account}": 1}}'):
        assert found(text) == [account]
