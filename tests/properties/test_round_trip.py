"""What goes out comes back: exactly, whatever stands around it."""

from __future__ import annotations

import os

import pytest
from detect_support import LISTED_AGAIN
from hypothesis import HealthCheck, assume, example, given, settings
from properties.prompts import anything, category_i, category_ii, prompts

from privacy_chains import AddNoise, Keep, Key, SanitizedPrompt, Sanitizer, default_detector
from privacy_chains.contract.spans import Span
from privacy_chains.detect import CompositeDetector
from privacy_chains.detect.network.detector import NEURAL
from privacy_chains.detect.network.graph import Places
from privacy_chains.detect.network.in_context import InContext
from privacy_chains.detect.quantities.detector import QUANTITIES
from privacy_chains.detect.scripts import SCRIPTS
from privacy_chains.preempt.sweep import SOURCE as SWEEP

KEY = Key.from_bytes(bytes(range(32)))
EXAMPLES = settings(
    max_examples=10_000 if os.environ.get("HYPOTHESIS_PROFILE") == "ci" else 300,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


@pytest.fixture(scope="module")
def by_default() -> Sanitizer:
    return Sanitizer(KEY, policy=LISTED_AGAIN)


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    """What the network finds depends on the words of the values: the laws of the types hold without it.

    A postal code beside a currency sign is an amount (``10001 ¢``), to which noise may give a digit less, so that the
    town before it is no address any more: not under this key.
    """
    return Sanitizer(Key.from_bytes(bytes(range(2, 34))), policy=LISTED_AGAIN, detector=default_detector(neural=False))


@pytest.fixture(scope="module")
def without_noise(sanitizer: Sanitizer) -> Sanitizer:
    """Arbitrary text around an identifier may make it an amount ("62701 $"), and noise needs the prompt."""
    policy = sanitizer.policy
    numbers = [name for name, rule in policy.rules.items() if isinstance(rule, AddNoise)]
    for name in numbers:
        policy = policy.with_rule(name, Keep())
    return Sanitizer(KEY, policy=policy, detector=default_detector(neural=False))


@EXAMPLES
@given(text=anything)
def test_the_prompt_reads_its_own_text_back(sanitizer: Sanitizer, text: str) -> None:
    prompt = sanitizer.sanitize(text)
    assert sanitizer.desanitize(prompt.text, prompt) == text


@settings(EXAMPLES, max_examples=1_000)
@given(text=anything)
def test_the_prompt_reads_back_what_the_network_found_too(by_default: Sanitizer, text: str) -> None:
    prompt = by_default.sanitize(text)
    assert by_default.desanitize(prompt.text, prompt) == text


@EXAMPLES
@given(text=prompts(category_i))
def test_the_key_alone_reads_enciphered_types_back(without_noise: Sanitizer, text: str) -> None:
    """Exactly, where detection finds the surrogates again; docs/names.md says how often it does not find a name's."""
    prompt = without_noise.sanitize(text)
    found = [(span.start, span.end, span.entity_type) for span in without_noise._engine.find(prompt.text)]
    assume(found == [(span.start, span.end, span.entity_type) for span in prompt.spans[0]])
    assert without_noise.desanitize(prompt.text) == text


@settings(EXAMPLES, max_examples=1_000)
@given(text=anything)
def test_the_detector_finds_the_same_types_in_the_same_order(sanitizer: Sanitizer, text: str) -> None:
    find = sanitizer._engine.find
    assert [s.entity_type for s in find(sanitizer.sanitize(text).text)] == [s.entity_type for s in find(text)]


class Reads:
    """What the network is given to read."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Places]] = []

    def detect_beside(self, text: str, settled: Places) -> list[Span]:
        self.asked.append((text, settled))
        return []


def _swept_nothing(prompt: SanitizedPrompt) -> bool:
    """Whether detectors found all that was replaced: what only the sweep finds, or no script of theirs, they read."""
    return all(span.source not in {SWEEP, SCRIPTS} for span in prompt.spans[0])


@settings(EXAMPLES, max_examples=1_000)
@example(text="VATID 0.0.1.0")  # an address, of few digits or many, behind a label
@example(text=" $\u1040 Springfield, IL 62701")  # digits of other scripts, which detectors see as ASCII's
@given(text=anything)
def test_the_network_reads_the_same_once_what_others_found_is_replaced(sanitizer: Sanitizer, text: str) -> None:
    prompt = sanitizer.sanitize(text)
    assume(_swept_nothing(prompt))
    patterns = default_detector(neural=False)
    both = [Reads(), Reads()]
    for reads, one in zip(both, (text, prompt.text), strict=True):
        list(CompositeDetector(InContext(patterns.detectors, reads, countries=False)).detect(one))
    assert both[0].asked[:1] == both[1].asked[:1]  # behind it what some digits happen to encode, in one text alone


@settings(EXAMPLES, max_examples=1_000)
@given(text=anything)
def test_what_the_network_finds_nothing_in_keeps_its_types(by_default: Sanitizer, text: str) -> None:
    find = by_default._engine.find
    before = find(text)
    prompt = by_default.sanitize(text)
    by_others = all(span.source not in {NEURAL, QUANTITIES} and span.entity_type != "ENCODED_TEXT" for span in before)
    if by_others and _swept_nothing(prompt):
        # what the judge of public names let go beside one name it may keep beside another
        after = [span for span in find(prompt.text) if span.source != NEURAL]
        assert [span.entity_type for span in after] == [span.entity_type for span in before]


@settings(EXAMPLES, max_examples=500)
@given(text=prompts(category_ii))
def test_the_same_call_gives_the_same_prompt(sanitizer: Sanitizer, text: str) -> None:
    assert sanitizer.sanitize(text).texts == sanitizer.sanitize(text).texts
