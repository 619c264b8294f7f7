"""What is counted, in Prometheus' text format."""

from __future__ import annotations

import re

import pytest

from gateway_privacy_chains.metrics import Metrics

LINE = re.compile(r'[a-z_]+(?:\{[a-z_]+="[^"\\\n]*"(?:,[a-z_]+="[^"\\\n]*")*\})? [0-9.e+-]+')
"""A sample as Prometheus' exposition format 0.0.4 writes it."""


def counted() -> Metrics:
    metrics = Metrics()
    for status in (200, 200, 429):
        metrics.answered("/v1/messages", status)
    metrics.refused("UnsupportedContent")
    metrics.broke()
    metrics.runs(2)
    metrics.runs(-1)
    for seconds in (0.004, 0.005, 0.2, 60.0):
        metrics.took("sanitize", seconds)
    return metrics


def samples(text: str) -> dict[str, float]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(LINE.fullmatch(line) for line in lines)
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_calls_are_counted_by_route_and_status() -> None:
    told = samples(counted().text())
    assert told['privacy_chains_calls_total{route="/v1/messages",status="200"}'] == 2
    assert told['privacy_chains_calls_total{route="/v1/messages",status="429"}'] == 1
    assert told['privacy_chains_refused_total{error="UnsupportedContent"}'] == 1
    assert told["privacy_chains_broken_streams_total"] == 1
    assert told["privacy_chains_running_calls"] == 1


def test_times_are_counted_up_to_each_bound() -> None:
    told = samples(counted().text())
    stage = 'privacy_chains_seconds_bucket{stage="sanitize",le="%s"}'
    assert [told[stage % bound] for bound in ("0.005", "0.1", "0.25", "10.0", "+Inf")] == [2, 2, 3, 3, 4]
    assert told['privacy_chains_seconds_count{stage="sanitize"}'] == 4
    assert told['privacy_chains_seconds_sum{stage="sanitize"}'] == pytest.approx(60.209)


def test_every_family_says_what_it_is_once() -> None:
    text = counted().text()
    families = re.findall(r"^# TYPE ([a-z_]+) (?:counter|gauge|histogram)$", text, re.MULTILINE)
    assert len(families) == len(set(families)) == 5
    assert [name for name in families if f"# HELP {name} " not in text] == []
    assert text.endswith("\n")


def test_the_official_parser_reads_it() -> None:
    parser = pytest.importorskip("prometheus_client.parser")
    families = list(parser.text_string_to_metric_families(counted().text()))
    assert {family.type for family in families} == {"counter", "gauge", "histogram"}
