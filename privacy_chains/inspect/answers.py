"""An answer read back: what the model wrote beside what its reader sees, and the evidence for each place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NoReturn, Protocol, runtime_checkable

from privacy_chains.contract.method import AnswerReader
from privacy_chains.contract.pieces import TextPiece, cut
from privacy_chains.contract.report import Restored, Sighting
from privacy_chains.errors import PrivacyError

__all__ = ["Evidence", "Outcome", "ReadBack", "read_back"]

Outcome = Literal["restored", "held", "left", "computed"]
"""What became of a place in an answer; all but the first stay as the model wrote them."""


@runtime_checkable
class _Reporting(Protocol):
    """A reader that gives an account of what it did."""

    def restore(self, text: str) -> Restored: ...


@dataclass(frozen=True, slots=True)
class Evidence:
    """One place of an answer. It holds no value: its pieces do.

    Attributes:
        number: Its number; places are counted in reading order.
        outcome: What was done.
        entity_type: Of what; empty for a number that no type explains.
        reason: Why, in a few words.
        written: Start and end in the answer as the model wrote it.
        read: Start and end in the answer as its reader sees it.
    """

    number: int
    outcome: Outcome
    entity_type: str
    reason: str
    written: tuple[int, int]
    read: tuple[int, int]


@dataclass(frozen=True, slots=True, repr=False)
class ReadBack:
    """An answer and what it was read as. Its repr shows counts only, and it is not pickled.

    Attributes:
        written: The answer as the model wrote it, in pieces.
        read: The answer as its reader sees it, in pieces.
        evidence: What there is to say, in reading order; a piece names its place here.
        reports: Whether the method's reader gives an account; of one that does not there is no evidence.
    """

    written: tuple[TextPiece, ...]
    read: tuple[TextPiece, ...]
    evidence: tuple[Evidence, ...]
    reports: bool = True

    def __repr__(self) -> str:
        return f"ReadBack(evidence={len(self.evidence)})"

    def __reduce__(self) -> NoReturn:
        msg = "an answer that was read back holds clear values and is not pickled; read it again where it is needed"
        raise PrivacyError(msg)


def read_back(answer: str, reader: AnswerReader) -> ReadBack:
    """What an answer is read as, with the evidence.

    Args:
        answer: What the model wrote.
        reader: The reader of the prompt that it answers.
    """
    if not isinstance(reader, _Reporting):
        return ReadBack(cut(answer, ()), cut(reader.text(answer), ()), (), reports=False)
    restored = reader.restore(answer)
    evidence = tuple(_evidence(restored))
    return ReadBack(
        cut(answer, ((*one.written, one.number) for one in evidence)),
        cut(restored.text, ((*one.read, one.number) for one in evidence)),
        evidence,
    )


def _evidence(restored: Restored) -> Iterator[Evidence]:
    """Every place once: where several sightings overlap, the first outcome of the order above."""
    ends = {(one.start, one.end): place for one, place in zip(restored.restored, restored.places, strict=True)}
    moved = 0
    for number, (outcome, one) in enumerate(_disjoint(restored)):
        shifted = (one.start + moved, one.end + moved)
        start, end = ends.get((one.start, one.end), shifted) if outcome == "restored" else shifted
        yield Evidence(number, outcome, one.entity_type, one.reason, (one.start, one.end), (start, end))
        moved = end - one.end


def _disjoint(restored: Restored) -> Sequence[tuple[Outcome, Sighting]]:
    chosen: list[tuple[Outcome, Sighting]] = []
    sides: tuple[tuple[Outcome, Sequence[Sighting]], ...] = (
        ("restored", restored.restored),
        ("held", restored.held),
        ("left", restored.left),
        ("computed", restored.computed),
    )
    for outcome, sightings in sides:
        for one in sightings:
            if not any(one.start < other.end and other.start < one.end for _, other in chosen):
                chosen.append((outcome, one))
    return sorted(chosen, key=lambda pair: pair[1].start)
