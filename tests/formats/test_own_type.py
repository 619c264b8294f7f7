"""A type of one's own: what docs/formats.md shows, from a pattern to a private prompt and back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from privacy_chains import Encipher, Key, Policy, Sanitizer
from privacy_chains.detect import CompositeDetector, RegexDetector, default_detector
from privacy_chains.errors import PolicyError
from privacy_chains.formats import RegexFormat

PATTERN = r"[A-Z]{2}\d{6}[A-D]"
FMT = RegexFormat(PATTERN)
KEY = Key.from_bytes(bytes(range(1, 33)))
DETECTOR = CompositeDetector(default_detector(neural=False), RegexDetector("EMPLOYEE_ID", rf"\b{PATTERN}\b"))
POLICY = Policy.default().with_rule("EMPLOYEE_ID", Encipher(FMT))
SANITIZER = Sanitizer(KEY, policy=POLICY, detector=DETECTOR)


@pytest.mark.parametrize("employee", ["QX204417B", "AA000000A", "ZZ999999D"])
def test_an_own_type_is_hidden_stays_of_its_type_and_comes_back(employee: str) -> None:
    text = f"Employee {employee} asks for leave; {employee} has 12 days left."
    prompt = SANITIZER.sanitize(text)
    (sent,) = prompt.texts
    assert employee not in sent
    surrogates = re.findall(rf"\b{PATTERN}\b", sent)
    assert len(surrogates) == 2
    assert len(set(surrogates)) == 1
    answer = f"Leave is granted to {surrogates[0]}."
    assert SANITIZER.desanitize(answer, prompt) == f"Leave is granted to {employee}."
    assert SANITIZER.desanitize(answer) == f"Leave is granted to {employee}."


def test_the_same_type_is_found_in_what_is_sent() -> None:
    text = "Card 4111 1111 1111 1111 of QX204417B, mail maria.lopez@acme-corp.com"
    (sent,) = SANITIZER.sanitize(text).texts
    assert [span.entity_type for span in DETECTOR.detect(sent)] == [span.entity_type for span in DETECTOR.detect(text)]


def test_a_detected_type_without_a_rule_is_refused() -> None:
    with pytest.raises(PolicyError, match="EMPLOYEE_ID") as caught:
        Sanitizer(KEY, detector=DETECTOR).sanitize("Employee QX204417B asks for leave.")
    assert "QX204417B" not in str(caught.value)


def test_the_documentation_runs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page.partition("## Your own types")[2], re.DOTALL)
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "docs/formats.md", "exec"), names)  # noqa: S102 - the project's own page
    assert len(blocks) == 3
    assert names["answer"] == "Yes: QX204417B has 12 days."
