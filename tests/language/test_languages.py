"""Every language of the lexicon: what its own file says in sentences is found, and answers in it are read back."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from detect_support import finds

import privacy_chains
from privacy_chains import Key, Policy, SanitizedPrompt, Sanitizer, default_detector
from privacy_chains.detect.patterns.dates import find_days
from privacy_chains.formats.months import LONGEST_MONTH, in_order, month_of
from privacy_chains.formats.weekdays import RINGS
from privacy_chains.language.kinds import KINDS, Kind
from privacy_chains.language.lexicon import entries, languages_with, words
from privacy_chains.language.tables import read_rows

AGED: Final = "Anna Nowak, aged 47, earns 3,500 euros a month."
BORN: Final = "Anna Nowak was born on 12 May 1985."


class Released(NamedTuple):
    """What is sent in place of the values of a text.

    Attributes:
        sanitizer: Made the prompt, and reads answers to it.
        prompt: What is sent.
        said: Surrogates by their entity type.
    """

    sanitizer: Sanitizer
    prompt: SanitizedPrompt
    said: Mapping[str, str]

    @property
    def amount(self) -> int:
        return int("".join(filter(str.isdigit, self.said["MONEY"])))

    @property
    def date(self) -> tuple[str, int, str]:
        day, month, year = self.said["DATE_OF_BIRTH"].split()
        return day, month_of(month), year

    def read(self, answer: str) -> str:
        return self.sanitizer.desanitize(answer, self.prompt)


@cache
def released(source: str) -> Released:
    detector = default_detector()
    sanitizer = Sanitizer(Key.from_bytes(bytes(range(1, 33))), detector=detector)
    prompt = sanitizer.sanitize(source)
    said = {span.entity_type: prompt.text[span.start : span.end] for span in detector.detect(prompt.text)}
    return Released(sanitizer, prompt, said)


def grouped(number: int, language: str) -> str:
    """A number in figures as a language groups them."""
    marks = {row[0]: row[2] for row in read_rows("number_styles.tsv")}
    return f"{number:,}".replace(",", marks[language])


def sentences(kind: Kind) -> list[object]:
    """The frames of a kind, each with its language."""
    return [
        pytest.param(language, frame, id=f"{language}-{at}")
        for language in languages_with(kind)
        for at, frame in enumerate(words(kind, language))
    ]


@pytest.mark.parametrize(("language", "frame"), sentences("age_frame"))
def test_an_age_in_an_answer_is_read_back(language: str, frame: str) -> None:
    one = released(AGED)
    assert one.said["AGE"] != "47"
    answer = frame.format(name=one.said["PERSON"], number=one.said["AGE"])
    assert one.read(answer) == frame.format(name="Anna Nowak", number="47"), language


@pytest.mark.parametrize(("language", "frame"), sentences("pay_frame"))
def test_an_amount_in_an_answer_is_read_back(language: str, frame: str) -> None:
    one = released(AGED)
    assert one.amount != 3500
    answer = frame.format(number=grouped(one.amount, language))
    assert one.read(answer) == frame.format(number=grouped(3500, language))


@pytest.mark.parametrize(("language", "frame"), sentences("birth_frame"))
def test_a_day_of_birth_in_an_answer_is_read_back(language: str, frame: str) -> None:
    one = released(BORN)
    day, month, year = one.date
    assert (day, month) != ("12", 5)
    months = {int(entry.meaning): entry.forms[0] for entry in entries("month", language)}
    answer = frame.format(name=one.said["PERSON"], day=day, month=months[month], year=year)
    assert one.read(answer) == frame.format(name="Anna Nowak", day="12", month=months[5], year="1985")


@pytest.mark.parametrize("language", languages_with("month"))
def test_every_month_is_a_date_that_is_found(language: str) -> None:
    detector = default_detector()
    for entry in entries("month", language):
        for form in entry.forms:
            text = f"Date of birth: 12 {form} 1985"
            spans = [span for span in detector.detect(text) if span.entity_type == "DATE_OF_BIRTH"]
            assert [text[span.start : span.end] for span in spans] == [f"12 {form} 1985"], form


@pytest.mark.parametrize("language", languages_with("month"))
def test_every_month_is_a_date_in_any_sentence(language: str) -> None:
    for form in words("month", language):
        text = f"x «3 {form} 2024», y «3. {form.lower()} 1999»."
        assert finds(find_days, text, "DATE_TIME") == text, form


@pytest.mark.parametrize("language", languages_with("month"))
def test_every_month_is_said_in_its_own_language_again(language: str) -> None:
    one = released(BORN)
    day, month, year = one.date
    for form in next(entry.forms for entry in entries("month", language) if int(entry.meaning) == month):
        read = one.read(f"Date of birth: {day} {form} {year}").split()
        assert (read[-3], month_of(read[-2]), read[-1]) == ("12", 5, "1985"), form


def test_no_month_is_longer_than_readers_expect() -> None:
    forms = [form for language in languages_with("month") for form in words("month", language)]
    assert max(map(len, forms)) == LONGEST_MONTH


@pytest.mark.parametrize(
    ("entity_type", "kind", "language"),
    [
        pytest.param(entity_type, kind, language, id=f"{kind}-{language}")
        for entity_type, kind in (("AGE", "age_frame"), ("DATE_OF_BIRTH", "birth_frame"), ("MONEY", "pay_frame"))
        for language in languages_with(kind)  # type: ignore[arg-type]
    ],
)
def test_what_a_sentence_says_is_found(entity_type: str, kind: Kind, language: str) -> None:
    month = next(entry.forms[0] for entry in entries("month", language) if entry.meaning == "5")
    numbers = {"AGE": "47", "MONEY": grouped(3500, language)}
    for frame in words(kind, language):
        number = numbers.get(entity_type, "")
        text = frame.format(name="Anna Nowak", number=number, day="12", month=month, year="1985")
        found = [
            text[span.start : span.end] for span in default_detector().detect(text) if span.entity_type == entity_type
        ]
        assert len(found) == 1, text
        assert number in found[0]


TURNING: Final = Key.from_bytes(bytes(range(4, 36)))
"""A key that turns the rings of all languages."""


@pytest.mark.parametrize("language", languages_with("weekday"))
def test_a_day_of_the_week_becomes_another_and_is_read_back(language: str) -> None:
    policy = replace(Policy.default(), entity_types=frozenset({"WEEKDAY"}))
    sanitizer = Sanitizer(TURNING, policy=policy)
    names = [entry.forms[0] for entry in entries("weekday", language)]
    prompts = [sanitizer.sanitize(f"1 {name} 2") for name in names]
    assert all(prompt.text != f"1 {name} 2" for prompt, name in zip(prompts, names, strict=True))
    read = [sanitizer.desanitize(f"3 {prompt.text} 4", prompt) for prompt in prompts]
    assert read == [f"3 1 {name} 2 4" for name in names]


def test_names_that_surrogates_are_made_of_stay_as_they_are() -> None:
    """A pin: whoever changes these names, or asks a language earlier, changes what keys read."""
    asked = in_order()[:12]
    assert asked == ("en", "de", "fr", "es", "it", "nl", "pt", "da", "fi", "nb", "pl", "sv")
    months = [[entry.forms for entry in entries("month", language)] for language in asked[7:]]
    days = [(ring.domain, ring.names) for ring in RINGS]
    assert hashlib.sha256(repr([days, months]).encode()).hexdigest()[:16] == "2e47dc9c2896e565"


PROOF: Final = ("pl", "sv")
"""The languages that were added by one file each."""


@pytest.mark.parametrize("language", PROOF)
def test_a_language_that_was_added_has_words_of_most_kinds(language: str) -> None:
    lacking = {kind for kind in KINDS if not words(kind, language)}
    assert len(lacking) < len(KINDS) / 2


INVENTED: Final = """# Invented. Written for this test; Apache-2.0.
month\t1=yan\t2=feb\t3=marro\t4=avro\t5=meyo\t6=yuno\t7=yulo\t8=agro\t9=sempto\t10=okro\t11=novro\t12=dekro
age_unit\tyarro
greeting\tsaluvo
"""
PROGRAM: Final = """
import json
import os
import shutil
from privacy_chains import Key, Sanitizer, default_detector
from privacy_chains.language import lexicon
detector = default_detector()
sanitizer = Sanitizer(Key.from_bytes(bytes(range(1, 33))), detector=detector)
source = "Anna Nowak, aged 47, was born. Date of birth: 12 meyo 1985"
prompt = sanitizer.sanitize(source)
said = {span.entity_type: prompt.text[span.start : span.end] for span in detector.detect(prompt.text)}
answer = f"{said['PERSON']} zu {said['AGE']} yarro, {said['DATE_OF_BIRTH']}"
print(json.dumps([lexicon.languages()[-1], said["DATE_OF_BIRTH"], sanitizer.desanitize(answer, prompt)]))
"""


def test_a_language_is_added_by_one_file(tmp_path: Path) -> None:
    package = Path(privacy_chains.__file__).parent
    copied = tmp_path / "privacy_chains"
    copied.mkdir()
    for child in package.iterdir():
        if child.name == "language":
            shutil.copytree(child, copied / "language", ignore=shutil.ignore_patterns("__pycache__"))
        elif child.name != "__pycache__":
            (copied / child.name).symlink_to(child)
    (copied / "language" / "data" / "words" / "zz.tsv").write_text(INVENTED, "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    last, written, read = json.loads(done.stdout)
    assert last == "zz"
    assert f"={written.split()[1]}" in INVENTED
    assert read == "Anna Nowak zu 47 yarro, 12 meyo 1985"
