"""Steps of a spec: they travel without a key, and no input of a batch depends on another."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from langchain_privacy_chains import Desanitize, Sanitize
from privacy_chains import Key, SanitizerSpec

TEXTS = ["Bob Haller is 28 years old.", "The name on the file was Zyxwert.", "Mr. Adam Zyxwert is 44 years old."]
KEY = bytes.fromhex("b1" * 31 + "07")


@pytest.fixture
def spec(tmp_path: Path) -> SanitizerSpec:
    Key.from_bytes(KEY).to_file(tmp_path / "user.key")
    return SanitizerSpec(f"file:{tmp_path / 'user.key'}", session="s", neural=False)


def test_a_batch_gives_the_bytes_of_one_text_at_a_time_in_any_order(spec: SanitizerSpec) -> None:
    step = Sanitize(spec)
    alone = [spec.make().session("s").sanitize(text).text for text in TEXTS]
    assert step.batch(TEXTS) == alone
    assert step.batch(TEXTS[::-1]) == alone[::-1]


def test_a_step_travels_and_reads_back(spec: SanitizerSpec) -> None:
    pickled = pickle.dumps(Sanitize(spec))
    assert KEY not in pickled
    step: Sanitize = pickle.loads(pickled)  # noqa: S301  (our own bytes)
    sent = step.batch(TEXTS[:1])
    assert sent != TEXTS[:1]
    assert Desanitize(spec).batch(sent)[0].startswith("Bob Haller is")
