"""The plan by which workers make their sanitizers: it travels, and no key is in it."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from privacy_chains import Key, KeyMaterialError, Policy, PolicyError, SanitizerSpec
from privacy_chains.keys import KeyReference

KEY = Key.from_bytes(bytes.fromhex("b1" * 31 + "07"))


@pytest.fixture
def place(tmp_path: Path) -> str:
    KEY.to_file(tmp_path / "user.key")
    return f"file:{tmp_path / 'user.key'}"


def fetch() -> bytes:
    """A key management service."""
    return KEY.to_bytes()


def test_three_kinds_of_reference_find_the_key(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORPUS_KEY", KEY.to_bytes().hex())
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    named = f"call:{Path(__file__).stem}:fetch"
    assert [KeyReference(text).read() for text in (place, "env:CORPUS_KEY", named)] == [KEY] * 3


@pytest.mark.parametrize(
    "given",
    [
        KEY,
        KEY.to_bytes(),
        KEY.to_bytes().hex(),
        f"env:{KEY.to_bytes().hex()}",
        "user.key",
        "env:",
        "call:module",
        None,
        "call:module:<lambda>",
    ],
)
def test_a_key_or_what_names_none_is_refused_without_quoting_it(given: object) -> None:
    with pytest.raises(KeyMaterialError) as caught:
        SanitizerSpec(given)  # type: ignore[arg-type]
    assert KEY.to_bytes().hex() not in str(caught.value)


def test_a_function_that_is_not_there_is_named() -> None:
    with pytest.raises(KeyMaterialError, match="no function json:nothing"):
        KeyReference("call:json:nothing").read()


def test_what_is_pickled_holds_no_key(place: str) -> None:
    spec = SanitizerSpec(place, policy={"epsilon": "1/2"}).pinned()
    pickled = pickle.dumps(spec)
    assert KEY.to_bytes() not in pickled
    assert KEY.to_bytes().hex().encode() not in pickled
    copy = pickle.loads(pickled)  # noqa: S301
    assert copy == spec
    assert hash(copy) == hash(spec)


def test_a_worker_that_finds_another_key_refuses(place: str) -> None:
    spec = SanitizerSpec(place).pinned()
    assert spec.key_id == KEY.id
    with pytest.raises(KeyMaterialError, match="this worker finds the key"):
        replace(spec, key_id="0" * 16).read_key()


@pytest.mark.parametrize("form", ["path", "text", "data"])
def test_a_policy_travels_as_what_it_says(tmp_path: Path, form: str) -> None:
    path = tmp_path / "policy.toml"
    path.write_text('profile = "finance"\nepsilon = 0.3\n[noise.AGE]\nunit = 2.5\n', encoding="utf-8")
    data = {"profile": "finance", "epsilon": 0.3, "noise": {"AGE": {"unit": 2.5}}}
    given = {"path": path, "text": str(path), "data": data}[form]
    spec = SanitizerSpec("env:X", policy=given)  # type: ignore[arg-type]
    path.unlink()
    copy: SanitizerSpec = pickle.loads(pickle.dumps(spec))  # noqa: S301
    made, loaded = copy.made_policy(), Policy.of(json.loads(json.dumps(data)))
    assert made.epsilon == loaded.epsilon == Fraction(3, 10)
    assert made.rules.keys() == loaded.rules.keys()
    assert repr(made.rules["AGE"]) == repr(loaded.rules["AGE"])
    assert replace(spec, session="other").policy == spec.policy


def test_an_epsilon_of_its_own_counts() -> None:
    assert SanitizerSpec("env:X", epsilon="1/3").made_policy().epsilon == Fraction(1, 3)


@pytest.mark.parametrize("policy", [Policy.default(), 3, {"epsilon": -1}, {"what": 1}])
def test_a_policy_that_cannot_travel_or_makes_no_sense_is_refused(policy: object) -> None:
    with pytest.raises(PolicyError):
        SanitizerSpec("env:X", policy=policy)  # type: ignore[arg-type]


def test_a_policy_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="cannot be read"):
        SanitizerSpec("env:X", policy=tmp_path / "none.toml")


def test_a_session_is_per_corpus_document_or_person() -> None:
    with pytest.raises(PolicyError, match="corpus, document, person"):
        SanitizerSpec("env:X", per="row")  # type: ignore[arg-type]
    assert SanitizerSpec("env:X", session="s").session_name() == "s"
    assert SanitizerSpec("env:X", session="s", per="person").session_name("7") == "s/7"
    with pytest.raises(PolicyError, match="takes its id"):
        SanitizerSpec("env:X", per="person").session_name()
    with pytest.raises(PolicyError, match="takes no ids"):
        SanitizerSpec("env:X").session_name("7")


def test_the_fingerprint_tells_what_changes_the_bytes_and_not_where_the_key_is() -> None:
    spec = SanitizerSpec("env:X", session="s")
    assert spec.fingerprint == replace(spec, key="env:Y").fingerprint
    others = [replace(spec, **change) for change in ({"session": "t"}, {"epsilon": "2"}, {"neural": False})]
    assert len({spec.fingerprint, *(other.fingerprint for other in others)}) == 4
