"""Batch inference over a table with Ray: sanitize, let a hosted model answer each row, read the answers back.

Needs the extra ``ray``. The stand-in for the model may be ``ray.data.llm``'s processor, or a UDF that calls a service.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ray
import ray.data

from privacy_chains import Key, SanitizerSpec
from ray_privacy_chains import desanitize, sanitize

NOTES = (
    "Alice Johnson, SSN 536-22-8154, called about a stolen card.",
    "Peter Miller, SSN 219-09-9998, wants to move to Madison.",
)


def stand_in(row: dict[str, Any]) -> dict[str, Any]:
    """What a hosted model might write; it sees surrogates only."""
    return row | {"answer": f"Filed under {row['sent'].split(',')[0]}."}


def run(dataset: ray.data.Dataset, spec: SanitizerSpec, infer: Callable[[dict[str, Any]], dict[str, Any]]) -> list[str]:
    """Answers in clear. The column ``note`` stays with you: the model gets ``sent``, and nothing else."""
    sent = sanitize(dataset.map(lambda row: row | {"sent": row["note"]}), "sent", sanitizer=spec)
    answered = sent.map(lambda row: row | {"answer": infer({"sent": row["sent"]})["answer"]})
    return [row["answer"] for row in desanitize(answered, "answer", "note", sanitizer=spec).take_all()]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        key_file = Path(folder) / "user.key"  # on a cluster: a file that each node has, or a function that asks a KMS
        Key.generate().to_file(key_file)
        plan = SanitizerSpec(f"file:{key_file}", session="notes 2026").pinned()
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        for text in run(ray.data.from_items([{"note": note} for note in NOTES]), plan, stand_in):
            print(text)
