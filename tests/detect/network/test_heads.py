"""Heads of tables and names of fields are no names; names of people stay, wherever they stand."""

from __future__ import annotations

import pytest

from privacy_chains.contract.spans import Span
from privacy_chains.detect.names import is_listed_name
from privacy_chains.detect.network.heads import is_head
from privacy_chains.language.lexicon import words


def head(text: str, value: str, kind: str = "PERSON") -> bool:
    start = text.index(value)
    return is_head(text, Span(start, start + len(value), kind, 0.9, "neural"), [])


LABELS = [
    label.capitalize()
    for label in (*words("sum_word"), *words("amount_field"))
    if not is_listed_name(label.capitalize())
]


@pytest.mark.parametrize("label", LABELS)
def test_the_name_of_a_field_is_no_name(label: str) -> None:
    for text in (f"{label}: 12", f"a\n{label}=12", f'"{label}": 12', f"<th>{label}</th><td>12</td>"):
        assert head(text, label), text


@pytest.mark.parametrize(
    "text",
    [
        "Paciente;Edad;Visitas\nAnn;81;6\n",
        "| Paciente | Edad | Visitas |\n|---|---|---|\n| Ann | 81 | 6 |\n",
        "Edad\tVisitas\nx\t6",
        "Salary,Visitas\n12,6\n",
        "Edad    Visitas\n----    -------\n81      6\n",
    ],
)
def test_a_head_beside_labels_is_no_name(text: str) -> None:
    assert head(text, "Visitas", "LOCATION")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Iker Solozabal salary: 12", "Iker Solozabal"),
        ("Zorbin: my salary is 12", "Zorbin"),
        ("Zorbin;Edad", "Zorbin"),  # nothing below
        ("Zorbin;Vellmar\n81;6\n", "Zorbin"),  # no label beside it
        ("Zorbin;Edad 81\n81;6\n", "Zorbin"),  # a cell with a number
        ("Ann Zorbin;Edad\n81;6\n", "Zorbin"),  # a piece of a cell
        ("Turner;Edad\n81;6\n", "Turner"),  # a listed name
        ("Vellmar, Edad\n81,6\n", "Vellmar"),  # a comma of a sentence
    ],
)
def test_a_name_stays_one(text: str, value: str) -> None:
    assert not head(text, value)


def test_an_identifier_is_no_head() -> None:
    assert not head("Salary: 12", "Salary", "ID_NUMBER")
