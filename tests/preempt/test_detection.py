"""The table ``[detector]`` of a policy file."""

from __future__ import annotations

from pathlib import Path

import pytest

from privacy_chains import Key, Policy, PolicyError, Sanitizer, SanitizerSpec, UnsupportedLanguage
from privacy_chains.inspect.policy_file import changed_text
from privacy_chains.preempt.detection import Detection

KEY = Key.from_bytes(bytes(range(32)))
RECOGNIZERS = r"""
recognizers:
  - name: Staff
    supported_entity: STAFF_ID
    patterns: [{name: sure, regex: '\bST-\d{5}\b', score: 0.8}]
"""
POLICY = """
[detector]
recognizers = ["staff.yaml"]
[rules]
STAFF_ID = "redact"
"""
LETTER = "Alice Barr has the badge ST-54321."


@pytest.fixture
def policy_file(tmp_path: Path) -> Path:
    (tmp_path / "staff.yaml").write_text(RECOGNIZERS, encoding="utf-8")
    path = tmp_path / "policy.toml"
    path.write_text(POLICY, encoding="utf-8")
    return path


def test_recognizers_are_read_beside_the_policy_and_heeded(policy_file: Path) -> None:
    prompt = Sanitizer(KEY, policy=Policy.load(policy_file)).sanitize(LETTER)
    assert prompt.text.endswith("has the badge [STAFF_ID].")
    assert "Alice" not in prompt.text


def test_lists_and_recognizers_work_together(policy_file: Path) -> None:
    text = POLICY.replace("[detector]", 'allow = ["ST-54321"]\n[detector]')
    policy_file.write_text(text, encoding="utf-8")
    assert "ST-54321" in Sanitizer(KEY, policy=Policy.load(policy_file)).sanitize(LETTER).text


def test_a_recognizer_without_a_rule_is_refused_when_the_policy_is_read(policy_file: Path) -> None:
    policy_file.write_text('[detector]\nrecognizers = ["staff.yaml"]\n', encoding="utf-8")
    with pytest.raises(PolicyError, match="no rule for STAFF_ID"):
        Policy.load(policy_file)


def test_the_default_detector_is_told_how_to_look() -> None:
    table = {"region": "DE", "neural": False, "countries": True, "scripts": ["CJK"]}
    assert Policy.of({"detector": table}).detection == Detection(
        "DE", neural=False, countries=True, scripts=frozenset({"CJK"})
    )
    text = "王小明写了一封很长的信给他的朋友。"
    with pytest.raises(UnsupportedLanguage):
        Sanitizer(KEY).sanitize(text)
    assert Sanitizer(KEY, policy=Policy.of({"detector": table})).sanitize(text).text == text


@pytest.mark.parametrize(
    "table",
    [
        *({"region": "XX"}, {"region": 3}, {"neural": "no"}, {"scripts": "CJK"}, {"recognizers": ["missing.yaml"]}),
        *({"recognizers": [3]}, {"regions": "DE"}),
    ],
)
def test_what_makes_no_sense_is_refused_and_named(table: dict[str, object]) -> None:
    with pytest.raises(PolicyError, match="detector"):
        Policy.of({"detector": table})


def test_a_rule_for_a_slip_of_the_pen_is_refused() -> None:
    with pytest.raises(PolicyError, match="is it US_SSN"):
        Policy.of({"rules": {"US_SNN": "keep"}})


def test_policies_that_look_otherwise_have_fingerprints_of_their_own(policy_file: Path) -> None:
    plain = Sanitizer(KEY, policy=Policy.of({"rules": {"STAFF_ID": "redact"}})).fingerprint
    assert Sanitizer(KEY, policy=Policy.load(policy_file)).fingerprint != plain


def test_the_inspector_changes_such_a_file(policy_file: Path) -> None:
    written = changed_text(POLICY, "allow", "Initech", folder=policy_file.parent)
    assert Policy.read(written, policy_file.parent).allow == {"Initech"}


def test_workers_look_as_the_policy_says_and_nobody_says_it_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPEC_KEY", KEY.to_bytes().hex())
    policy = {"detector": {"neural": False, "scripts": ["CJK"]}}
    made = SanitizerSpec("env:SPEC_KEY", policy=policy).make()
    text = "王小明写了一封很长的信给他的朋友。"
    assert made.sanitize(text).text == text
    with pytest.raises(PolicyError, match="looked for once"):
        SanitizerSpec("env:SPEC_KEY", policy=policy, region="DE").make()
