from __future__ import annotations

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from privacy_chains.lazy import lazily


def test_a_lazy_pattern_is_that_pattern() -> None:
    lazy, eager = lazily("(?P<letter>a)b?", re.IGNORECASE), re.compile("(?P<letter>a)b?", re.IGNORECASE)
    text = "xAB a"
    assert [found.span() for found in lazy.finditer(text)] == [found.span() for found in eager.finditer(text)]
    assert lazy.sub("-", text) == eager.sub("-", text)
    assert lazy.match(text, 1).lastgroup == "letter"  # type: ignore[union-attr]
    assert (lazy.pattern, lazy.groups) == (eager.pattern, eager.groups)


def test_threads_may_come_first_together() -> None:
    lazy, barrier = lazily("b+"), Barrier(8)

    def find(_: int) -> list[str]:
        barrier.wait()
        return lazy.findall("abba")

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(find, range(8))) == [["bb"]] * 8


def test_a_wrong_pattern_fails_at_first_use() -> None:
    with pytest.raises(re.error):
        lazily("(").match("x")


def test_importing_the_package_compiles_no_detectors_expression() -> None:
    code = (
        "import sys, privacy_chains\n"
        "from privacy_chains.lazy import _Lazy\n"
        "modules = [module for name, module in sys.modules.items() if name.startswith('privacy_chains.detect.')]\n"
        "found = [each for module in modules for each in vars(module).values() if isinstance(each, _Lazy)]\n"
        "print(len(found), ['match' in vars(each) for each in found].count(True))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    patterns, compiled = map(int, done.stdout.split())
    assert patterns > 40
    assert compiled == 0
