"""The age behind a name comes back with the name, and an age is never given to another person."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import pytest
from desanitize.requests import person, reader, streamed

from privacy_chains.desanitize import Issued, Reader


class Row(NamedTuple):
    """What is written of one person."""

    name: str
    age: str
    fee: str


ORIGINALS = (
    "Alice Barr|Robert Kinsella|Priya Nakamura|Tunde Okafor|Marisol Vega|Hamish Dorsey|Lena Strand|Gideon Pryor"
    "|Cosima Bellweather|Ravi Teverell|Imogen Stasiak|Kwabena Frimpong"
)
SURROGATES = (
    "Norma Wilson|Toren Kelmar|Edgar Goodrum|Sylvia Hathaway|Jade Ojqemurkie|Curtis Boutros|Renate Lindahl"
    "|Oscar Munteanu|Helga Petridis|Boris Kowalczyk|Wanda Escudero|Felipe Andersson"
)
COLLIDING = (29, 33, 36, 36, 36, 41, 41, 44, 52, 52, 58, 61)
SHAPES: dict[str, Callable[[list[Row]], str]] = {
    "age first": lambda rows: "| Age | Name |\n|---|---|\n" + "\n".join(f"| {r.age} | {r.name} |" for r in rows),
    "bold": lambda rows: "| Name | Age |\n|---|---|\n" + "\n".join(f"| **{r.name}** | {r.age} |" for r in rows),
    "json": lambda rows: "\n".join(json.dumps({"name": r.name, "age": int(r.age)}) for r in rows),
    "csv": lambda rows: "name,age,fee\n" + "\n".join(f"{r.name},{r.age},{r.fee}" for r in rows),
    "headless": lambda rows: "\n".join(f"{r.name},{r.age}" for r in rows),
    "brackets": lambda rows: "\n".join(f"- {r.name} ({r.age}): {r.fee}" for r in rows),
    "aged": lambda rows: "\n".join(f"1. **{r.name}**, age {r.age}, pays {r.fee}" for r in rows),
    "surnames": lambda rows: "\n".join(f"- {r.name.split()[-1]}, {r.age}" for r in rows),
    "givens": lambda rows: "\n".join(f"- {r.name.split()[0]}, {r.age}" for r in rows),
    "initials": lambda rows: "\n".join(f"- {r.name[0]}. {r.name.split()[-1]}, {r.age}" for r in rows),
    "summary": lambda rows: "\n".join(f"The last one is {r.name}, {r.age}." for r in rows),
    "series": lambda rows: ", ".join(f"{r.name}, {r.age}" for r in rows) + ".",
    "yaml": lambda rows: "\n".join(f"- name: {r.name}, age: {r.age}" for r in rows),
    "dict": lambda rows: "{\n" + "\n".join(f"  '{r.name}': {r.age}," for r in rows) + "\n}",
    "html": lambda rows: "\n".join(f"<tr><td>{r.name}</td><td>{r.age}</td></tr>" for r in rows),
    "sql": lambda rows: "\n".join(f"VALUES ('{r.name}', {r.age})," for r in rows),
    "now": lambda rows: "\n".join(f"{r.name}, now {r.age}, pays {r.fee}." for r in rows),
    "latex": lambda rows: "\n".join(f"{r.name} & {r.age} \\\\" for r in rows),
}
PROMPTS: dict[str, Callable[[str, str], str]] = {
    "prose": lambda name, age: f"{name} is {age} years old and pays. ",
    "rows": lambda name, age: f"| {name} | {age} |\n",
    "ages first": lambda name, age: f"| {age} | {name} |\n",
}


def members(released: tuple[int, ...], prompt: str) -> tuple[Reader, list[Row], list[Row]]:
    """A reader of a request about twelve people, and what is written of them: as released, and truly."""
    named: dict[str, Issued] = {}
    aliases, ours, theirs, template = [], [], [], ""
    pairs = zip(ORIGINALS.split("|"), SURROGATES.split("|"), released, strict=True)
    for place, (original, surrogate, age) in enumerate(pairs):
        true = str(age + (place * 5 % 7) - 3)
        whole, *words = person(original, surrogate)
        named |= {f"p{place}": whole}
        named |= {f"a{place}": Issued("AGE", true, str(age), "number", Fraction(true), Fraction(age))}
        aliases += words
        template += PROMPTS[prompt](f"<<p{place}>>", f"<<a{place}>>")
        ours.append(Row(surrogate, str(age), str(500 + place)))
        theirs.append(Row(original, true, str(500 + place)))
    return reader(named, template, aliases=aliases), ours, theirs


@pytest.mark.parametrize("prompt", PROMPTS)
@pytest.mark.parametrize("released", [tuple(range(30, 54, 2)), COLLIDING], ids=["apart", "colliding"])
@pytest.mark.parametrize("shape", SHAPES)
def test_an_age_comes_back_with_its_person(shape: str, released: tuple[int, ...], prompt: str) -> None:
    read, ours, theirs = members(released, prompt)
    order = random.Random(shape).sample(range(12), 12)
    answer, expected = (SHAPES[shape]([rows[place] for place in order]) for rows in (ours, theirs))
    got = read.restore(answer).text
    assert streamed(read, answer, range(1, len(answer))) == got
    if shape != "age first" or released != COLLIDING:
        assert got == expected
    half = SHAPES[shape]([theirs[place]._replace(age=ours[place].age) for place in order])
    for line, right, left in zip(*(text.splitlines() for text in (got, expected, half)), strict=True):
        assert line in (right, left)


@pytest.mark.parametrize("shape", ["surnames", "dict", "html", "sql", "now", "summary", "series", "headless"])
def test_an_age_is_never_given_to_another_person(shape: str) -> None:
    read, ours, theirs = members(COLLIDING, "prose")
    ages = {row.age: theirs[place].age for place, row in enumerate(ours)}
    for place, row in enumerate(ours):
        other = next(age for age in ages if age != row.age)
        answer = SHAPES[shape]([row._replace(age=other)])
        assert read.restore(answer).text == SHAPES[shape]([theirs[place]._replace(age=other, fee=row.fee)])


@pytest.mark.parametrize(
    "answer",
    [
        "{name}, 36 Main Street",
        "{name}: 36 items",
        "{name}, 36 and 41 are pages.",
        "{name}, 36% of all",
        "See Brigitte, 36.",
        "Brigitte: 36",
        "{name} said it. 36",
        "name;count\n{name};36",
        "| Name | Points |\n|---|---|\n| {name} | 36 |",
    ],
)
def test_a_number_behind_a_name_that_counts_something_is_left(answer: str) -> None:
    read, ours, theirs = members(COLLIDING, "prose")
    assert read.restore(answer.format(name=ours[2].name)).text == answer.format(name=theirs[2].name)


def test_a_line_with_a_comma_is_no_head_of_a_column() -> None:
    read, ours, theirs = members(COLLIDING, "prose")
    answer = "Dear all, these are they:\n- {}, {}"
    assert read.restore(answer.format(*ours[2])).text == answer.format(*theirs[2])
