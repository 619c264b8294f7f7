"""What a gateway counts, in Prometheus' text format: no value, no name of a session or client, nothing of a text."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from threading import Lock

__all__ = ["KIND", "Metrics"]

KIND = "text/plain; version=0.0.4; charset=utf-8"
"""The content type of the format."""

_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_STAGES = ("sanitize", "first_event", "call")


class Metrics:
    """Counts calls. Every label has values that are fixed here or in the routes: none comes from a request."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._calls = Counter[tuple[str, int]]()
        self._refused = Counter[str]()
        self._broken = 0
        self._running = 0
        self._times = {stage: [0] * (len(_BOUNDS) + 1) for stage in _STAGES}
        self._sums = dict.fromkeys(_STAGES, 0.0)

    def answered(self, route: str, status: int) -> None:
        """A call was answered, or has begun to be."""
        with self._lock:
            self._calls[route, status] += 1

    def refused(self, kind: str) -> None:
        """A request was not sent; ``kind`` is the class of the error."""
        with self._lock:
            self._refused[kind] += 1

    def broke(self) -> None:
        """An answer broke off while it streamed."""
        with self._lock:
            self._broken += 1

    def runs(self, by: int) -> None:
        """So many more calls run."""
        with self._lock:
            self._running += by

    def took(self, stage: str, seconds: float) -> None:
        """How long a stage of a call took."""
        with self._lock:
            self._times[stage][bisect_left(_BOUNDS, seconds)] += 1
            self._sums[stage] += seconds

    def text(self) -> str:
        """Everything that was counted."""
        with self._lock:
            return "\n".join([*self._lines(), ""])

    def _lines(self) -> Iterator[str]:
        yield from _head("calls_total", "counter", "Calls by route and status.")
        for (route, status), count in sorted(self._calls.items()):
            yield f'privacy_chains_calls_total{{route="{route}",status="{status}"}} {count}'
        yield from _head("refused_total", "counter", "Requests that were not sent, by the class of the error.")
        for kind, count in sorted(self._refused.items()):
            yield f'privacy_chains_refused_total{{error="{kind}"}} {count}'
        yield from _head("broken_streams_total", "counter", "Answers that broke off while they streamed.")
        yield f"privacy_chains_broken_streams_total {self._broken}"
        yield from _head("running_calls", "gauge", "Calls that run now.")
        yield f"privacy_chains_running_calls {self._running}"
        yield from _head("seconds", "histogram", "How long the stages of calls took.")
        for stage in _STAGES:
            yield from self._histogram(stage)

    def _histogram(self, stage: str) -> Iterator[str]:
        total = 0
        for bound, count in zip((*_BOUNDS, "+Inf"), self._times[stage], strict=True):
            total += count
            yield f'privacy_chains_seconds_bucket{{stage="{stage}",le="{bound}"}} {total}'
        yield f'privacy_chains_seconds_sum{{stage="{stage}"}} {self._sums[stage]}'
        yield f'privacy_chains_seconds_count{{stage="{stage}"}} {total}'


def _head(name: str, kind: str, told: str) -> tuple[str, str]:
    return f"# HELP privacy_chains_{name} {told}", f"# TYPE privacy_chains_{name} {kind}"
