from __future__ import annotations

import copy
import os
import pickle
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from privacy_chains import lazy
from privacy_chains.lazy import lazily

EVERY_MODULE = (
    "import importlib, pkgutil, privacy_chains\n"
    "names = [each.name for each in pkgutil.walk_packages(privacy_chains.__path__, 'privacy_chains.')]\n"
    "ours = (name for name in names if not name.endswith('__main__') and '.testing' not in name)\n"
    "modules = [importlib.import_module(name) for name in ours]\n"
    "from privacy_chains.lazy import _Lazy\n"
    "found = {id(one): one for module in modules for one in vars(module).values() if isinstance(one, _Lazy)}.values()\n"
)


def said_by(code: str, **environment: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    return done.stdout


def test_a_lazy_pattern_is_that_pattern() -> None:
    lazy, eager = lazily("(?P<letter>a)b?", re.IGNORECASE), re.compile("(?P<letter>a)b?", re.IGNORECASE)
    text = "xAB a"
    assert [found.span() for found in lazy.finditer(text)] == [found.span() for found in eager.finditer(text)]
    assert lazy.sub("-", text) == eager.sub("-", text)
    assert lazy.match(text, 1).lastgroup == "letter"  # type: ignore[union-attr]
    assert (lazy.pattern, lazy.groups, lazy.flags) == (eager.pattern, eager.groups, eager.flags)


@pytest.mark.parametrize(
    "source", ["a", "(?i:ä|b)(?P<x>c)?(?P<y>d)", "[^\\W\\d_]{2,}(?<=x)", "(?x) a # b", "[\u0430-\u044f]|\\Z"]
)
def test_instructions_of_an_earlier_process_make_the_pattern_that_they_are_of(source: str) -> None:
    flags = re.IGNORECASE
    assert lazy._pattern(source, lazy._Instructions(*lazy._instructions(source, flags))) == re.compile(source, flags)


def test_instructions_of_another_python_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lazy, "precomputed", lambda *_: (b"\xff" * 8, 0, 0, {}))
    assert lazily("ab+").findall("abb") == ["abb"]


def test_a_pattern_can_be_copied_and_pickled() -> None:
    pattern = lazily("a+", re.IGNORECASE)
    assert pattern.findall("aAb") == ["aA"]
    for other in (copy.deepcopy(pattern), pickle.loads(pickle.dumps(pattern))):  # noqa: S301  # our own
        assert other.findall("aAb") == ["aA"]


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


def test_importing_every_module_compiles_few_expressions() -> None:
    many, compiled = map(
        int, said_by(EVERY_MODULE + "print(len(found), sum('match' in vars(one) for one in found))").split()
    )
    assert many > 400
    assert compiled < many / 40


def test_importing_every_module_leaves_no_eager_expression() -> None:
    code = (
        "import re\n"
        + EVERY_MODULE
        + (
            "eager = [f'{module.__name__}.{name}' for module in modules for name, one in vars(module).items()"
            " if isinstance(one, re.Pattern) and isinstance(one.pattern, str)]\n"
            "print(*eager)"
        )
    )
    assert said_by(code).split() == []


def test_expressions_are_the_same_in_every_process() -> None:
    code = EVERY_MODULE + "print(sorted(one.pattern for one in found))"
    assert said_by(code, PYTHONHASHSEED="1") == said_by(code, PYTHONHASHSEED="2")


def test_no_expression_hangs_on_the_order_of_a_set() -> None:
    """One that did would be compiled, and kept, anew by every process."""
    text = "Ask Alice Barr, aged 28, 12 Elm St, Springfield, IL 62704, for $50 at (608) 555-0100."
    code = (
        "import sys; from privacy_chains import lazy, default_detector; seen, compiled = [], lazy._compiled\n"
        "lazy._compiled = lambda source, flags: (seen.append(source), compiled(source, flags))[1]\n"
        "default_detector(neural=False).detect(sys.argv[1]); print(sorted(seen))"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", code, text],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
