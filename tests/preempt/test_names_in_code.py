"""A name that was found once is hidden in identifiers and paths, too, by the surrogate that it has, and read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from steps import grows_linearly

from privacy_chains import Key, Sanitizer
from privacy_chains.contract.spans import Span
from privacy_chains.detect import StructuredDetector
from privacy_chains.detect.composite import CompositeDetector
from privacy_chains.detect.lists import DenyList
from privacy_chains.preempt.clear import Clear
from privacy_chains.preempt.names_in_code import NamesInCode
from privacy_chains.preempt.needles import Needle

KEY = Key.from_bytes(bytes(range(32)))
FORMS = (
    "/files/{low}/lease_640.pdf", "{low}_age = 3", "get{cap}()", "const {up}_TOKEN = 1", "scan_{low}.pdf",
    'X = {{"{low}"}}', "{low}2024", "git push origin {low}/main", "kubectl -n {low}-dev get pods", "${low}", "#{low}",
    "@article{{{low}2024", "D:/{low}/tax.xlsx", "{low}.yaml", "self.{low}", "test{cap}Pays", "x['{low}']",
)  # fmt: skip
NAMES = ("Trethewey", "Ossian", "Brinkschulte", "Zubizarreta", "Oyelaran")


def sanitizer(*names: str) -> Sanitizer:
    """One that finds names where a list says so, written with a capital, and nothing in code."""
    return Sanitizer(KEY, detector=CompositeDetector(StructuredDetector({"US_SSN"}), DenyList("PERSON", names)))


@given(st.sampled_from(FORMS), st.sampled_from(NAMES))
def test_a_known_name_is_hidden_in_code_and_read_back(form: str, name: str) -> None:
    code = form.format(low=name.lower(), cap=name, up=name.upper())
    session = sanitizer(name).session(f"{form} {name}")
    prompt = session.sanitize([f"Our tenant {name} wrote.", code])
    assert name.casefold() not in prompt.texts[1].casefold()
    (issued,) = {pair.surrogate.casefold() for pair in prompt.issued if pair.original.casefold() == name.casefold()}
    assert issued in prompt.texts[1].casefold()
    assert session.reader(prompt).text(prompt.texts[1]) == code


@pytest.mark.parametrize("name", ["Rose", "Mark", "Summer", "Baker", "Lang"])
def test_a_name_that_is_a_word_stays_a_word_in_code(name: str) -> None:
    code = f"{name.lower()}_garden = get_{name.lower()}()  # /usr/{name.lower()}/x"
    assert sanitizer(name).sanitize([f"Our tenant {name} wrote.", code]).texts[1] == code


@pytest.mark.parametrize("text", ["he said trethewey came", "trethewey", "Trethewey's", "(trethewey)"])
def test_prose_is_left_to_the_sweep_of_words(text: str) -> None:
    names = NamesInCode()
    names.add(Needle("Trethewey", "PERSON", "words"), "Trethewey")
    assert not list(names.find_in(Clear(text), ()))


@given(st.text("abT_/.-\"'({ 12", max_size=60))
def test_spans_lie_within_the_gaps_and_do_not_overlap(text: str) -> None:
    names = NamesInCode()
    names.add(Needle("Abba", "PERSON", "words"), "Abba")
    covered = (Span(0, 3, "PERSON", 1.0, "x"),) if len(text) > 3 else ()
    found = list(names.find_in(Clear(text, covered), ()))
    places = [place for span in (*covered, *found) for place in range(span.start, span.end)]
    assert len(places) == len(set(places))


def test_it_is_linear() -> None:
    names = NamesInCode()
    names.add(Needle("Trethewey", "PERSON", "words"), "Trethewey")
    assert grows_linearly(lambda size: lambda: list(names.find_in(Clear("/x/aB_trethewey1 'y" * size), ())), 50)
