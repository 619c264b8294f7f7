"""Extraction: a model of this machine rewrites the remote answer beside the true prompt.

Tong and others, "InferDPT: Privacy-preserving inference for black-box large language model" (2023): what the remote
model wrote of other words helps a weak local one to write of the true ones.
"""

from __future__ import annotations

from typing import Protocol

__all__ = ["Writes", "extracted"]

_ASKED = """\
Below are a task and a draft that was written for a similar task with other words. Write the answer to the task. Keep
what the draft says where it fits the task, and put the task's own names and words in the place of others.

Task:
{task}

Draft:
{draft}

Answer:
"""


class Writes(Protocol):
    """A model that goes on with a text, on this machine: it is given clear values."""

    def generate(self, prompt: str, /) -> str:
        """What it writes behind a prompt."""
        ...


def extracted(task: str, answer: str, model: Writes) -> str:
    """The answer to a task as a local model writes it from the remote answer to the sanitized task.

    **Warning**: the model sees the clear task, so it must be one of this machine. What it writes is its own: unlike
    reading back, it may be wrong.

    Args:
        task: The clear prompt.
        answer: The remote answer, read back or not.
        model: A local model.
    """
    return model.generate(_ASKED.format(task=task, draft=answer)).strip()
