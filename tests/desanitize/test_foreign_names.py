"""One word of a surrogate beside a name that was not issued is somebody else."""

from __future__ import annotations

import pytest
from desanitize.requests import person, streamed

from privacy_chains.desanitize import Reader

READER = Reader(person("Alice Johnson", "Norma Wilson"))


@pytest.mark.parametrize("answer", ["Norma Attenborough came.", "See Norma Harrison", "for Harold Wilson, who"])
def test_it_is_left(answer: str) -> None:
    assert READER.restore(answer).text == answer
    assert streamed(READER, answer, range(1, len(answer))) == answer


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        ("Norma Wilson came.", "Alice Johnson came."),
        ("Norma came. Mr. Wilson left", "Alice came. Mr. Johnson left"),
        ("Dear Norma\nDear Wilson", "Dear Alice\nDear Johnson"),
        ("On Monday Norma met Harold. Wilson left", "On Monday Alice met Harold. Johnson left"),
    ],
)
def test_others_are_read(answer: str, read: str) -> None:
    assert READER.restore(answer).text == read
    assert streamed(READER, answer, range(1, len(answer))) == read
