"""Under every region's detector, surrogates of every identifier are found as what they stand for."""

from __future__ import annotations

import random
import sys
from functools import cache
from pathlib import Path

import pytest
from detect_support import LISTED_AGAIN
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from privacy_chains import Key, Sanitizer
from privacy_chains.detect import REGIONS, Detector, default_detector
from privacy_chains.detect.network.detector import NEURAL
from privacy_chains.formats import built_in_formats

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from format_samples import SAMPLES, members

KEYS = [Key.from_bytes(bytes([number, 255]) * 16) for number in range(8)]
NOT_FOUND_AGAIN = {"ENCODED_TEXT"}
"""Its surrogate decodes to no text: whoever decodes it must find nothing. Its format says so."""
VALUES = [
    (name, value) for name, values in SAMPLES.items() if name not in NOT_FOUND_AGAIN for value in values.split("|")
]
SENTENCES = (
    "The {words} is {value} today.",
    "{value}",
    "{words}: {value}\n",
    '{{"{field}": "{value}"}}',
    "({value}) ok",
)


@cache
def detector(region: str, *, neural: bool = False) -> Detector:
    return default_detector(region, neural=neural)


def types(region: str, text: str) -> list[str]:
    return [span.entity_type for span in detector(region).detect(text)]


def sentence(form: str, name: str, value: str) -> str:
    field = name.lower()
    return form.format(words=field.replace("_", " "), field=field, value=value)


def test_every_type_has_a_sample() -> None:
    assert set(SAMPLES) == set(built_in_formats())


@pytest.mark.parametrize("region", sorted(REGIONS))
def test_every_identifier_keeps_its_type(region: str) -> None:
    sanitizers = [Sanitizer(key, policy=LISTED_AGAIN, detector=detector(region)) for key in KEYS]
    found = 0
    for name, value in VALUES:
        text = sentence(SENTENCES[0], name, value)
        before = types(region, text)
        found += bool(before)
        for sanitizer in sanitizers if before else ():
            sanitized = sanitizer.sanitize(text).text
            assert types(region, sanitized) == before, sanitized
    assert found > len(VALUES) / 2


@pytest.mark.parametrize("region", sorted(REGIONS))
def test_beside_the_network_too_what_it_finds_nothing_in_keeps_its_type(region: str) -> None:
    both = detector(region, neural=True)
    sanitizer = Sanitizer(KEYS[0], policy=LISTED_AGAIN, detector=both)
    kept = 0
    for name, value in VALUES:
        text = sentence(SENTENCES[2], name, value)
        before = list(both.detect(text))
        if before and all(span.source != NEURAL for span in before):
            kept += 1
            sanitized = sanitizer.sanitize(text).text
            assert [span.entity_type for span in both.detect(sanitized)] == [span.entity_type for span in before]
    assert kept > len(VALUES) / 4


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from(sorted(REGIONS)),
    st.sampled_from(VALUES),
    st.sampled_from((SENTENCES[0], *SENTENCES[2:4])),
    st.binary(min_size=32, max_size=32).filter(lambda secret: len(set(secret)) > 1),
)
def test_with_the_network_every_type_that_words_announce_is_kept(
    region: str, sample: tuple[str, str], form: str, secret: bytes
) -> None:
    name, value = sample
    whole = detector(region, neural=True)
    text = sentence(form, name.removeprefix("AU_"), value)  # Au is a surname, too
    sanitized = Sanitizer(Key.from_bytes(secret), policy=LISTED_AGAIN, detector=whole).sanitize(text).text
    assume(sanitized.startswith(text[: text.index(value)]))  # words that were taken for a name announce nothing
    before, after = ([span.entity_type for span in whole.detect(one)] for one in (text, sanitized))
    assert after == before, sanitized


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from(sorted(REGIONS)),
    st.sampled_from(VALUES),
    st.sampled_from(SENTENCES),
    st.integers(0, 2**32),
    st.sampled_from(KEYS),
)
def test_every_member_keeps_its_type(region: str, sample: tuple[str, str], form: str, seed: int, key: Key) -> None:
    name, value = sample
    member = next(members(built_in_formats()[name], [value], random.Random(seed)))
    text = sentence(form, name, member)
    sanitized = Sanitizer(key, policy=LISTED_AGAIN, detector=detector(region)).sanitize(text).text
    assert types(region, sanitized) == types(region, text), sanitized
