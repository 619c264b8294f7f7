"""``serve`` looks for values as its policy file says."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cli.invoked import invoke

from privacy_chains import Key
from privacy_chains.cli import serving
from privacy_chains.cli.app import app

STAFF = r"""
recognizers:
  - supported_entity: STAFF_ID
    patterns: [{name: sure, regex: '\bST-\d{5}\b', score: 0.8}]
"""


def test_recognizers_of_the_policy_hold_in_the_gateway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "staff.yaml").write_text(STAFF, encoding="utf-8")
    policy, made = tmp_path / "policy.toml", list[Any]()
    policy.write_text('[detector]\nrecognizers = ["staff.yaml"]\n[rules]\nSTAFF_ID = "redact"\n', encoding="utf-8")
    gateways = SimpleNamespace(
        Limits=lambda **_: None,
        Upstream=lambda *_, **__: None,
        Record=lambda *_: None,
        OneClient=lambda *_: None,
        new_token=lambda: "token",
        Gateway=lambda _, __, opener, **___: made.append(opener),
        serve=lambda *_, **__: None,
    )
    monkeypatch.setattr(serving, "import_module", lambda _: gateways)
    done = invoke(app, ["serve", "--upstream", "http://127.0.0.1:1", "--policy", str(policy)])
    assert done.exit_code == 0
    (opener,) = made
    assert opener(Key.generate())("").sanitize("Ask ST-54321.").text == "Ask [STAFF_ID]."
