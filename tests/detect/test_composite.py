from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator

import pytest

from privacy_chains.contract.spans import Span
from privacy_chains.detect import AllowList, CompositeDetector, DenyList, Detector, RegexDetector
from privacy_chains.errors import DetectionError

CLEAR = "Tr0ub4dor"


class Fixed:
    def __init__(self, *spans: Span) -> None:
        self.spans = spans

    def detect(self, text: str) -> Iterator[Span]:
        yield from self.spans


class Failing:
    def detect(self, text: str) -> list[Span]:
        raise ValueError(text)


class FailingLate:
    def detect(self, text: str) -> Iterator[Span]:
        yield Span(0, 1, "A")
        raise RuntimeError(text)


def test_overlaps_are_settled_by_the_one_rule() -> None:
    detector = CompositeDetector(Fixed(Span(0, 4, "A"), Span(6, 8, "B")), Fixed(Span(2, 8, "C")))
    assert [(s.start, s.end, s.entity_type) for s in detector.detect("0123456789")] == [(0, 2, "A"), (2, 8, "C")]


@pytest.mark.parametrize("broken", [Failing(), FailingLate()])
def test_a_failing_detector_stops_the_request_and_quotes_nothing(
    broken: Detector, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG), pytest.raises(DetectionError) as caught:
        CompositeDetector(broken).detect(f"the password {CLEAR}")
    assert CLEAR not in "".join(traceback.format_exception(caught.value))
    assert caught.value.__context__ is None
    assert type(broken).__name__ in str(caught.value)
    assert CLEAR not in caplog.text


def test_spans_outside_the_text_are_refused() -> None:
    with pytest.raises(DetectionError, match=r"\[3, 99\)"):
        CompositeDetector(Fixed(Span(3, 99, "A"))).detect("short")


def test_an_error_of_our_own_passes_through() -> None:
    class Refusing:
        def detect(self, text: str) -> list[Span]:
            msg = "no model"
            raise DetectionError(msg)

    with pytest.raises(DetectionError, match="no model"):
        CompositeDetector(Refusing()).detect("x")


def test_it_needs_detectors() -> None:
    with pytest.raises(DetectionError, match="at least one"):
        CompositeDetector()
    with pytest.raises(DetectionError, match="str is not a detector"):
        CompositeDetector("regex")  # type: ignore[arg-type]


def test_a_deny_list_finds_whole_words_longest_first() -> None:
    detector = DenyList("PROJECT", ["Ann", "Ann Arbor", "C++"])
    text = "Ann Arbor, Ann, Annotation, Hannah, C++!"
    assert [text[s.start : s.end] for s in detector.detect(text)] == ["Ann Arbor", "Ann", "C++"]


def test_a_deny_list_may_ignore_case() -> None:
    assert len(list(DenyList("X", ["acme"], ignore_case=True).detect("ACME Acme acme"))) == 3
    assert len(list(DenyList("X", ["acme"]).detect("ACME Acme acme"))) == 1


@pytest.mark.parametrize("values", [[], [""], ["a", " "]])
def test_a_list_without_values_is_refused(values: list[str]) -> None:
    with pytest.raises(DetectionError, match="at least one value"):
        DenyList("X", values)


def test_an_allow_list_drops_exact_findings_alone() -> None:
    names = RegexDetector("NAME", r"[A-Z]\w+(?: [A-Z]\w+)?")
    text = "Acme hired Acme Smith"
    kept = AllowList(names, ["Acme"]).detect(text)
    assert [text[s.start : s.end] for s in kept] == ["Acme Smith"]


def test_lists_do_not_show_their_values() -> None:
    assert CLEAR not in repr(DenyList("X", [CLEAR]))
    assert CLEAR not in repr(AllowList(DenyList("X", [CLEAR]), [CLEAR]))
    assert CLEAR not in repr(CompositeDetector(DenyList("X", [CLEAR])))


def test_a_regex_gives_the_group_that_is_the_value() -> None:
    text = "emp E123, dept E999"
    spans = list(RegexDetector("EMPLOYEE_ID", r"emp (?P<id>E\d+)", group="id", score=0.5).detect(text))
    assert [(text[s.start : s.end], s.score, s.source) for s in spans] == [("E123", 0.5, "regex")]


def test_a_regex_may_ask_for_context() -> None:
    detector = RegexDetector("BADGE", r"\b\d{5}\b", context=["Badge"], reach=3)
    text = "badge number 12345; the number of cells here is 54321; badge a b c 11111"
    assert [text[s.start : s.end] for s in detector.detect(text)] == ["12345"]


@pytest.mark.parametrize(("pattern", "group"), [("(", 0), ("a", 1), ("(?P<x>a)", "y")])
def test_a_regex_that_cannot_work_is_refused(pattern: str, group: int | str) -> None:
    with pytest.raises(DetectionError):
        RegexDetector("X", pattern, group=group)


def test_an_empty_match_is_no_value() -> None:
    assert list(RegexDetector("X", "a*").detect("bbb")) == []
