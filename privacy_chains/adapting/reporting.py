"""The report beside an answer: what was found, restored, left and computed, in counts by type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Literal, get_args

from privacy_chains.contract.conversation import Leaf
from privacy_chains.contract.decision import DecidedPrompt, Decision
from privacy_chains.contract.method import Method
from privacy_chains.contract.prompt import Prompt, SpannedPrompt
from privacy_chains.contract.report import Restored, Sighting
from privacy_chains.contract.roles import Noticing, ReportingReader
from privacy_chains.errors import InventedValue, PrivacyError

__all__ = ["REPORT", "Invented", "Report", "check_invented", "report_of"]

REPORT = "privacy"
"""Where an answer has its report."""

Invented = Literal["keep", "mark", "raise"]
"""What becomes of values in an answer that look like true ones and that the model made up.

They are counted, or the report also says where they stand, or the call raises.
"""


@dataclass(frozen=True, slots=True)
class Report:
    """What happened to an answer: types, counts and places, never a value.

    Attributes:
        found: Private values in what was sent, by type.
        restored: Surrogates in the answer's texts that were read back, by type; None where the method's reader gives
            no account, as for the next three.
        left: Surrogates that stay, since they stand in an address that is not to be trusted.
        doubtful: What looks like a surrogate and stays, by type.
        computed: How many numbers the model worked out; they are not exact where the numbers behind them were noisy.
        invented: Values that the model made up, by type; None where nobody looked for them.
        marks: Where these stand, if they are to be marked: the number of the text, start, end and type.
        decision: What was decided for the message, by a method that decides.
    """

    found: Mapping[str, int]
    restored: Mapping[str, int] | None = None
    left: Mapping[str, int] | None = None
    doubtful: Mapping[str, int] | None = None
    computed: int | None = None
    invented: Mapping[str, int] | None = None
    marks: Sequence[tuple[int, int, int, str]] = field(default=())
    decision: Decision | None = None

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON-ready data, without what nobody looked for."""
        told: dict[str, Any] = {"found": dict(self.found)}
        for name in ("restored", "left", "doubtful", "invented"):
            counts = getattr(self, name)
            if counts is not None:
                told[name] = dict(counts)
        if self.decision is not None:
            told["decision"] = self.decision.as_dict()
        if self.computed is not None:
            told["computed"] = self.computed
        if self.marks:
            told["marks"] = [
                {"text": text, "start": start, "end": end, "type": entity_type}
                for text, start, end, entity_type in self.marks
            ]
        return told


def report_of(method: Method, prompt: Prompt, wrote: Sequence[Leaf], invented: Invented | None = None) -> Report:
    """The report of an answer.

    Args:
        method: What sanitized the prompt.
        prompt: What was answered.
        wrote: The leaves of the answer, as the model wrote them.
        invented: What becomes of invented values; nothing where nobody looks for them.

    Raises:
        InventedValue: There is one, and that is to raise.
        PrivacyError: The method does not tell invented values.
    """
    found = Counter(span.entity_type for span in _spans(prompt))
    decision = prompt.decision if isinstance(prompt, DecidedPrompt) else None
    reader = method.reader(prompt)
    texts = [leaf for leaf in wrote if isinstance(leaf, str) and leaf]
    made_up = _made_up(method, prompt, texts, invented)
    counted = None if made_up is None else _by_type(chain.from_iterable(made_up))
    if not isinstance(reader, ReportingReader):
        return Report(found, invented=counted, decision=decision)
    read = [reader.restore(text) for text in texts]
    return Report(
        found,
        restored=_by_type(one for each in read for one in each.restored),
        left=_by_type(one for each in read for one in each.held),
        doubtful=_by_type(one for each in read for one in each.left),
        computed=sum(len(each.computed) for each in read),
        invented=counted,
        marks=_marks(read, made_up) if made_up and invented == "mark" else (),
        decision=decision,
    )


def _spans(prompt: Prompt) -> Iterable[Any]:
    return chain.from_iterable(prompt.spans) if isinstance(prompt, SpannedPrompt) else ()


def _made_up(
    method: Method, prompt: Prompt, texts: Sequence[str], invented: Invented | None
) -> list[tuple[Sighting, ...]] | None:
    """The invented values of each text; None where nobody looks for them."""
    if invented is None or not isinstance(method, Noticing):
        check_invented(method, invented)
        return None
    found = [method.invented(text, prompt) for text in texts]
    types = sorted({one.entity_type for each in found for one in each})
    if types and invented == "raise":
        msg = (
            f"the answer holds values that the model made up ({', '.join(types)}), and invented='raise'; "
            "invented='mark' says where they stand"
        )
        raise InventedValue(msg)
    return found


def check_invented(method: object, invented: object) -> None:
    """Refuse what cannot be done about invented values, before a call.

    Raises:
        PrivacyError: It is none of the three, or the method does not tell such values.
    """
    if invented is not None and invented not in get_args(Invented):
        msg = "invented is 'keep', 'mark' or 'raise'"
        raise PrivacyError(msg)
    if invented is not None and not isinstance(method, Noticing):
        msg = f"{type(method).__name__} does not tell which values a model made up; leave out invented="
        raise PrivacyError(msg)


def _by_type(sightings: Iterable[Sighting]) -> Counter[str]:
    return Counter(one.entity_type for one in sightings)


def _marks(read: Sequence[Restored], made_up: Sequence[Sequence[Sighting]]) -> list[tuple[int, int, int, str]]:
    """Where invented values stand in the clear texts."""
    return [
        (number, one.start + moved, one.end + moved, one.entity_type)
        for number, (restored, sightings) in enumerate(zip(read, made_up, strict=True))
        for one in sightings
        for moved in [_moved(restored, one.start)]
    ]


def _moved(restored: Restored, position: int) -> int:
    """How far a place behind some restored surrogates moved."""
    pairs = zip(restored.restored, restored.places, strict=True)
    return sum((end - start) - (one.end - one.start) for one, (start, end) in pairs if one.end <= position)
