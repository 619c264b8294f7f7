"""Two findings that are pieces of one value: of an abbreviation, or of the name of a firm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from privacy_chains.detect.network.findings import PROPER, NetworkFinding
from privacy_chains.detect.network.repairs.step import Change
from privacy_chains.formats.organizations import is_legal_form

__all__ = ["joined_abbreviations", "joined_firms"]

_BEFORE_FORM = (" ", ", ")


def _join(kind_of_both: Callable[[str, NetworkFinding, NetworkFinding], str]) -> Change:
    """A step that makes one finding of two neighbours where they have a type together."""

    def apply(text: str, findings: Sequence[NetworkFinding]) -> Iterator[NetworkFinding]:
        previous: NetworkFinding | None = None
        for finding in findings:
            if previous and (kind := kind_of_both(text, previous, finding)):
                previous = NetworkFinding(previous.start, finding.end, kind, min(previous.score, finding.score))
                continue
            if previous:
                yield previous
            previous = finding
        if previous:
            yield previous

    return apply


def _of_abbreviation(_text: str, one: NetworkFinding, other: NetworkFinding) -> str:
    """``U.K.``, piece by piece."""
    if not {one.entity_type, other.entity_type} <= PROPER or one.end != other.start:
        return ""
    return max(one, other, key=lambda finding: finding.score).entity_type


def _of_firm(text: str, one: NetworkFinding, other: NetworkFinding) -> str:
    """A firm and its legal form, or a firm and a place side by side: ``Boston Philharmonic``."""
    kinds, gap = {one.entity_type, other.entity_type}, text[one.end : other.start]
    if not kinds <= PROPER or "ORGANIZATION" not in kinds:
        return ""
    beside = gap == " " and text[one.start].isupper() and text[other.start].isupper()
    is_one = beside or (gap in _BEFORE_FORM and is_legal_form(text[other.start : other.end]))
    return "ORGANIZATION" if is_one else ""


joined_abbreviations = _join(_of_abbreviation)
joined_firms = _join(_of_firm)
