"""The example with noise on words runs, and what the model saw is not the dialogue."""

from __future__ import annotations

from langchain_stand_in import StandIn
from summarise_dialogue import DIALOGUE, answer, run

from privacy_chains import Key


def test_summary_is_read_back() -> None:
    hosted = StandIn(answer=answer)
    summary = run(hosted, Key.from_bytes(bytes(range(32))))
    assert not any(word in hosted.saw for word in ("Zielinska", "propranolol"))
    assert "propranolol" in summary
    assert len(hosted.saw.splitlines()) == len(DIALOGUE.splitlines())
