"""Extraction by a local model."""

from __future__ import annotations

from privacy_chains.methods.words import extracted


class Echo:
    """Writes what it was asked."""

    def generate(self, prompt: str, /) -> str:
        return f"  {prompt}\n"


def test_the_model_is_given_task_and_draft() -> None:
    written = extracted("Summarize {berlin}.", "A summary of dresden.", Echo())
    assert "Summarize {berlin}." in written
    assert written.index("Summarize") < written.index("A summary of dresden.")
    assert written == written.strip()
