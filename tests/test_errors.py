"""Errors say what is wrong in a sentence, and in attributes for programs that show it."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from privacy_chains import Key, Policy, Refuse, Sanitizer, errors
from privacy_chains.errors import KeyMaterialError, PolicyError, PrivacyError

ALL = [error for name in errors.__all__ if isinstance(error := getattr(errors, name), type)]


@pytest.mark.parametrize("error", ALL)
def test_every_error_has_the_attributes(error: type[PrivacyError]) -> None:
    bare = error("it failed")
    assert (str(bare), bare.entity_type, bare.path, bare.hint) == ("it failed", "", "", "")
    full = error("it failed", entity_type="US_SSN", path="rules.US_SSN", hint="say how")
    assert (str(full), full.entity_type, full.path, full.hint) == (
        "it failed; say how",
        "US_SSN",
        "rules.US_SSN",
        "say how",
    )
    again = pickle.loads(pickle.dumps(full))  # noqa: S301  (of this test)
    assert (type(again), str(again), vars(again)) == (error, str(full), vars(full))


def test_every_error_is_in_the_tree() -> None:
    assert set(ALL) >= {PolicyError, KeyMaterialError}
    assert not any(issubclass(error, (ValueError, TypeError)) for error in ALL)


def test_a_type_without_a_rule_is_named() -> None:
    with pytest.raises(PolicyError) as caught:
        Policy.default().treatment("SHOE_SIZE")
    assert caught.value.entity_type == "SHOE_SIZE"
    assert caught.value.hint.startswith("add one with policy.with_rule('SHOE_SIZE'")
    assert str(caught.value).endswith(caught.value.hint)


def test_a_refused_type_is_named_and_no_value_is() -> None:
    policy = Policy.default().with_rule("US_SSN", Refuse())
    with pytest.raises(PolicyError) as caught:
        Sanitizer(Key.generate(), policy=policy).sanitize("SSN 536-90-4399")
    assert caught.value.entity_type == "US_SSN"
    assert "536" not in str(vars(caught.value))


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("epsylon = 1", "epsylon"),
        ("[rules]\nUS_SSN = 'hide'", "rules.US_SSN"),
        ("[noise.AGE]\nepsilon = 'x'", "noise.AGE.epsilon"),
    ],
)
def test_the_key_of_a_policy_is_named(text: str, path: str) -> None:
    with pytest.raises(PolicyError) as caught:
        Policy.read(text)
    assert caught.value.path == path


def test_the_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(PolicyError) as caught:
        Policy.load(tmp_path / "none.toml")
    assert caught.value.path == str(tmp_path / "none.toml")
    (tmp_path / "open.key").write_bytes(bytes(range(32)))
    (tmp_path / "open.key").chmod(0o644)
    with pytest.raises(KeyMaterialError) as failed:
        Key.from_file(tmp_path / "open.key")
    assert (failed.value.path, failed.value.hint) == (
        str(tmp_path / "open.key"),
        "make it yours alone by chmod 600",
    )
