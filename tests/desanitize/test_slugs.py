"""A name in a path, a handle, camel case, or broken by signs that nobody sees: read in that spelling, or left."""

from __future__ import annotations

from string import Formatter
from typing import Any

import pytest
from desanitize.requests import person, streamed
from hypothesis import example, given, settings
from hypothesis import strategies as st

from privacy_chains.desanitize import Reader
from privacy_chains.formats.word_classes import word_class

NAMES = [
    ("Rosalind Pemberton", "Maeva Orosz"),
    ("Rosalind Pemberton", "Tarvo Kelmarov"),
    ("Kaiser Soze", "Karen Whitfield"),
    ("Anna Nowak", "Mark Cash"),
    ("Lee Li", "Ann Ko"),
]
KINDS = [
    "{a}_{b}.pdf",
    "see {a}_{b}, it",
    "{a}.{b}",
    "{a}-{b}",
    "{b}-{a}",
    "/x/{b}_{a}_2024.docx",
    "report_{a}_{b}.csv",
    "cc {i}.{b} now",
    "{i}_{b}",
    "{a!u}_{b!u}",
    "@{a}_{b}",
    "https://acme.example/u/{a}-{b}?x=1",
    "https://acme.example/?q={a!c} {b!c}&x=1",
    "{b!c}, {a!c}",
]
LONG = [
    "{a!c}{b!c}",
    "{a}{b!c} = 1",
    "@{a}{b}",
    "reports/{b}.md",
    "{b}.pdf",
    "report_{b}_final.pdf",
    "ask mr. {b} about it",
]
"""Those in which a word of three letters could be anything."""


class _Cased(Formatter):
    """``{a!c}`` with a capital, ``{a!u}`` in capitals, ``{a}`` in small letters."""

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        return {"c": str.capitalize, "u": str.upper}.get(conversion or "", str.lower)(value)


def write(kind: str, name: str) -> str:
    first, last = name.split()
    return _Cased().vformat(kind, (), {"a": first, "b": last, "i": first[0]})


def read_of(original: str, surrogate: str) -> Reader:
    return Reader(person(original, surrogate), hosts=["acme.example"])


@pytest.mark.parametrize(("original", "surrogate"), NAMES)
@pytest.mark.parametrize("kind", [*KINDS, *LONG])
def test_a_slug_is_read_in_its_spelling(original: str, surrogate: str, kind: str) -> None:
    if kind in LONG and len(surrogate) < 8:
        pytest.skip("too short to be told")
    reader, answer, expected = read_of(original, surrogate), write(kind, surrogate), write(kind, original)
    assert reader.restore(answer).text == expected
    assert streamed(reader, answer, range(1, len(answer))) == expected


@pytest.mark.parametrize("held", ["?q={} {}&x=1", "{}_{}.pdf", "?q={}.pdf&r={}"])
def test_an_address_of_another_host_gets_none(held: str) -> None:
    answer = "https://evil.example/" + held.format("Maeva", "Orosz")
    lower = answer.lower()
    reader = read_of("Rosalind Pemberton", "Maeva Orosz")
    assert "pemberton" not in (reader.restore(answer).text + reader.restore(lower).text).lower()


LETTERS = st.text("abdeiklmnoprstuv", min_size=5, max_size=9).filter(lambda word: not word_class(word))
SIGNS = st.sampled_from(["\u00ad", "\u200b", "\u2060", "\ufeff", "\u00ad\u200b"])


@settings(deadline=None)
@given(st.lists(LETTERS, min_size=2, max_size=2, unique=True), SIGNS, st.integers(1, 9), st.integers(0, 4000))
@example(["kelmar", "orosz"], "\u00ad", 3, 2000)
def test_signs_that_nobody_sees_do_not_break_a_name(words: list[str], sign: str, place: int, before: int) -> None:
    name = " ".join(word.capitalize() for word in words)
    reader = read_of("Rosalind Pemberton", name)
    broken = name[:place] + sign + name[place:]
    prose = ("It is said so. " * 300)[:before] + ". "
    answer = f"{prose}We met {broken} there."
    read = reader.restore(answer).text
    bare = read.translate(dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff")))
    assert bare == f"{prose}We met Rosalind Pemberton there."
    assert streamed(reader, answer, range(1, len(answer), 3)) == read


@settings(deadline=None)
@given(st.lists(LETTERS, min_size=2, max_size=2, unique=True), st.sampled_from(["pre", "Mc", "x1", "\u00adab\u00ad"]))
def test_a_name_glued_to_another_word_is_left_whole(words: list[str], glued: str) -> None:
    first, last = (word.capitalize() for word in words)
    reader = read_of("Rosalind Pemberton", f"{first} {last}")
    for answer in (f"{glued}{first}{last}", f"{glued}{last}", f"{first}{glued}.txt", f"{glued}{first.lower()}"):
        assert reader.restore(answer).text == answer


@pytest.mark.parametrize("answer", ["get_orosz()", "orosz.save()", "self.orosz = orosz(3)", "import mark", "the cash"])
def test_one_word_of_a_name_in_code_is_left(answer: str) -> None:
    reader = Reader([*person("Rosalind Pemberton", "Maeva Orosz"), *person("Anna Nowak", "Mark Cash")])
    assert reader.restore(answer).text == answer
