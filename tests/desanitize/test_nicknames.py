"""Nicknames in quotes, in literals within literals."""

from __future__ import annotations

import json

import pytest
from desanitize.requests import reader, streamed

from privacy_chains.desanitize import Issued

PAIRS = [
    ('Alice "Lizzy" Pemberton', 'Robert "Bobby" Gardner'),
    ("Ann \u201cNan\u201d Fenwick", "Carol \u201cCass\u201d Holloway"),
]


@pytest.mark.parametrize("depth", range(4))
@pytest.mark.parametrize(("original", "surrogate"), PAIRS)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_a_quoted_nickname_is_read_whole_at_every_depth(
    original: str, surrogate: str, depth: int, ascii_only: bool
) -> None:
    parts = zip(original.split(), surrogate.split(), strict=True)
    words = [Issued("PERSON", o.strip('"\u201c\u201d'), s.strip('"\u201c\u201d'), "words") for o, s in parts]
    reads = reader({"p": Issued("PERSON", original, surrogate, "words")}, "Ask <<p>> now", aliases=words)

    def nested(name: str) -> str:
        text = f"{name} pays."
        for _ in range(depth):
            text = json.dumps({"who": text}, ensure_ascii=ascii_only)
        return text

    answer = nested(surrogate)
    assert reads.restore(answer).text == nested(original)
    assert streamed(reads, answer, range(len(answer))) == nested(original)
