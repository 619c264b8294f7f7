"""What surrogates of names leave of a population, and that a word has one surrogate wherever it stands."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import median

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shared_data import shared_data

from privacy_chains import Encipher, Key, Policy, Sanitizer, default_detector
from privacy_chains.attacks.names import candidates, kept_by
from privacy_chains.errors import FormatError
from privacy_chains.formats import Format, built_in_formats
from privacy_chains.formats._classes import Attribute
from privacy_chains.formats._language import LANGUAGE
from privacy_chains.formats.hosts import EmailFormat
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.formats.names import PersonFormat
from privacy_chains.formats.places import is_listed
from privacy_chains.preempt.engine import Engine

POLICY = Policy.default()
FORMAT = PersonFormat()
DETECTOR = default_detector(neural=False)
ENGINE = Engine(Key.from_bytes(bytes(range(32))), POLICY, DETECTOR)
NAMED = st.from_regex(r"[bdfgklmnprst][aeiou][bdfgklmnprst]{1,2}[aeiou][bdfglmnrst]", fullmatch=True)


def _people(count: int) -> list[str]:
    """People by census frequency, one for each step through the cumulated shares."""
    surnames = _drawn("dist.all.last", count, 7919)
    half = count // 2
    given_names = [*_drawn("dist.female.first", half, 1), *_drawn("dist.male.first", half, 1)]
    return [f"{one} {other}" for one, other in zip(given_names, surnames, strict=True)]


def _drawn(name: str, count: int, stride: int) -> list[str]:
    rows = [
        line.split()
        for line in shared_data("train", "us_census_1990_names", name).read_text().splitlines()
        if line.strip()
    ]
    drawn: list[str] = []
    total, cumulated = float(rows[-1][2]), iter(rows)
    word, reached = "", 0.0
    for step in range(count):
        while reached <= step * total / count:
            row = next(cumulated)
            word, reached = row[0].title(), float(row[2])
        drawn.append(word)
    return [drawn[place * stride % count] for place in range(count)]


def test_a_full_name_hides_among_a_tenth_of_a_population() -> None:
    people, formats = _people(10_000), built_in_formats()
    assert candidates(formats["PERSON"], people).median >= 2_000
    addresses = [f"{name.lower().replace(' ', '.')}@gmail.com" for name in people]
    assert candidates(formats["EMAIL_ADDRESS"], addresses).median >= 2_000
    both = [
        (kept_by(FORMAT, name), kept_by(formats["EMAIL_ADDRESS"], mail))
        for name, mail in zip(people, addresses, strict=True)
    ]
    alike = Counter(both)
    assert median(alike[one] for one in both) >= 2_000


def test_a_surname_that_one_person_bears_hides_among_as_many() -> None:
    people = _people(10_000)
    surnames = [name.split()[-1] for name in people]
    borne, shown = Counter(surnames), [kept_by(FORMAT, name) for name in surnames]
    alike = Counter(shown)
    assert median(alike[one] for one, name in zip(shown, surnames, strict=True) if borne[name] == 1) >= 5_000


def test_a_surname_that_no_list_holds_hides_among_those_of_other_lengths() -> None:
    shown = [kept_by(FORMAT, name.split()[-1]) for name in _people(10_000)]
    alike = Counter(shown)
    left = [alike[one] for one in shown if one[0][0][0].startswith("PERSON/unlisted")]  # type: ignore[index]
    assert len(left) > 1_500
    assert median(left) >= 500


def test_what_is_kept_beside_is_asked_for_by_name() -> None:
    people = _people(2_000)
    default = candidates(PersonFormat(), people)
    more = candidates(PersonFormat(keep=("gender", "fame", "language")), people)
    none = candidates(PersonFormat(keep=()), people)
    assert none.median > 2 * default.median > 4 * more.median
    assert "gender (at most" in PersonFormat().keeps
    assert "gender" not in PersonFormat(keep=()).keeps
    with pytest.raises(FormatError, match="language"):
        PersonFormat(keep=("size",))  # type: ignore[arg-type]


@pytest.mark.parametrize("keep", [(), ("gender",), ("gender", "fame")])
def test_an_address_keeps_of_a_name_what_the_name_keeps(keep: tuple[Attribute, ...]) -> None:
    policy = POLICY.with_rule("PERSON", Encipher(PersonFormat(keep=keep)))
    policy = policy.with_rule("EMAIL_ADDRESS", Encipher(EmailFormat(keep=keep)))
    engine = Engine(Key.from_bytes(bytes(range(32))), policy, DETECTOR)
    for given_name, surname in (("Anna", "Koch"), ("Mary", "Baker"), ("Otis", "Soze")):
        name = _under(engine, "PERSON", f"{given_name} {surname}")
        address = _under(engine, "EMAIL_ADDRESS", f"{given_name}.{surname}@gmail.com".lower())
        assert address == f"{name.lower().replace(' ', '.')}@gmail.com"


def test_policies_of_names_that_keep_different_things_have_fingerprints_of_their_own() -> None:
    key = Key.from_bytes(bytes(range(32)))
    formats: list[Format] = [PersonFormat(), PersonFormat(keep=()), PersonFormat(keep=("gender", "language"))]
    policies = [POLICY.with_rule("PERSON", Encipher(one)) for one in formats]
    policies += [
        POLICY.with_rule("EMAIL_ADDRESS", Encipher(one))
        for one in (EmailFormat(keep_providers=False), EmailFormat(keep=()))
    ]
    found = {Sanitizer(key, policy=policy, detector=DETECTOR).fingerprint for policy in policies}
    assert len(found) == len(policies)


def _under(engine: Engine, kind: str, value: str) -> str:
    rule = engine.policy.rules[kind]
    assert isinstance(rule, Encipher)
    return engine.encipher(kind, rule, value, "a")[0]


def _surrogate(kind: str, value: str) -> str:
    rule = POLICY.rules[kind]
    assert isinstance(rule, Encipher)
    found, _ = ENGINE.encipher(kind, rule, value, "a")
    assert ENGINE.decipher(kind, rule, found, "a") == value
    return found


@settings(max_examples=50, deadline=None)
@given(NAMED)
def test_an_unlisted_word_has_one_surrogate_in_every_type_of_name(word: str) -> None:
    name = word.title()
    assume(not is_listed(name))  # a town
    one = _surrogate("PERSON", name)
    assert _surrogate("ORGANIZATION", name) == _surrogate("LOCATION", name) == one
    assert _surrogate("ORGANIZATION", f"{name} Inc.") == f"{one} Inc."
    assert _surrogate("PERSON", f"{name}'s") == f"{one}'s"


LISTED = [
    word
    for name, words in lexicon().classes.items()
    if name.startswith(("given", "surname")) and ".word" not in name
    for word in words
    if word.isascii() and word not in LANGUAGE
]


def test_a_listed_name_has_one_surrogate_in_every_type_of_name() -> None:
    drawn = Random(3).sample(LISTED, 400)
    people = [_surrogate("PERSON", word.title()) for word in drawn]
    firms = [_surrogate("ORGANIZATION", word.title()) for word in drawn]
    differ = [(one, other) for one, other in zip(people, firms, strict=True) if one != other]
    # Where a word of the language is what people get, firms get the next name of the same walk.
    assert all(one.lower() in LANGUAGE for one, _ in differ)
    assert len(differ) < 0.03 * len(drawn)


@settings(max_examples=50, deadline=None)
@given(given_name=st.sampled_from(["John", "Mary", "Alice"]), surname=NAMED)
def test_an_address_follows_the_name(given_name: str, surname: str) -> None:
    name = _surrogate("PERSON", f"{given_name} {surname.title()}").lower()
    address = _surrogate("EMAIL_ADDRESS", f"{given_name.lower()}.{surname}@gmail.com")
    assert address == f"{name.replace(' ', '.')}@gmail.com"


@pytest.mark.parametrize(("word", "rest"), [("Harbour", "Fund"), ("Maple", "Partners"), ("Falcon", "Group")])
def test_words_of_the_language_stay_words(word: str, rest: str) -> None:
    found, kept = _surrogate("ORGANIZATION", f"{word} {rest}").split()
    assert found.lower() in LANGUAGE
    assert kept == rest


def test_a_place_and_a_firm_of_one_name_agree_in_a_text() -> None:
    text = "She flew to Novabrix on Monday. Novabrix pays well."
    prompt = Sanitizer(Key.from_bytes(bytes(range(32)))).sanitize(text)
    assert len({prompt.text[span.start : span.end] for span in prompt.spans[0]}) == 1
    assert prompt.reader.text(prompt.text) == text
