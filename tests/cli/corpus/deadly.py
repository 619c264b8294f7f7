"""A method that kills the process it runs in, on one text."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from privacy_chains.ledger import Ledger


@dataclass(frozen=True)
class Deadly:
    """How workers make it."""

    def opener(self) -> Callable[[str], Any]:
        return lambda _: SimpleNamespace(sanitize=_sanitize)


def _sanitize(texts: Sequence[str]) -> SimpleNamespace:
    if "die" in texts:
        os.kill(os.getpid(), signal.SIGKILL)
    return SimpleNamespace(texts=tuple(texts), ledger=Ledger())
