"""Texts without private values: code, JSON, logs, instructions, and everyday sentences in six languages."""

from __future__ import annotations

import ast
import csv
import difflib
import heapq
import inspect
import json
import random
import re
import statistics
import struct
import threading
import tokenize
import zipfile
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import ModuleType

__all__ = ["harmless", "tokens"]

_MODULES = (ast, csv, difflib, heapq, inspect, json.decoder, statistics, struct, threading, tokenize, zipfile)
_ORDINARY = Path(__file__).parent / "ordinary.txt"
_TOKEN = re.compile(r"\w+|[^\w\s]")
_WORDS = "cache index worker queue buffer shard retry batch bucket stream cursor schema replica socket handler".split()  # noqa: SIM905 - one line
_STEPS = (
    "Open the settings and choose {word} from the list.",
    "Repeat step {n} until the {word} is empty, at most {m} times.",
    "Summarise the text below in {n} sentences and {m} bullet points.",
    "Rewrite the {word} so that it fits on {n} pages; keep the headings.",
    "Return a table of {n} columns and {m} rows, sorted by {word}.",
    "Mix {n} parts of water with {m} parts of flour and wait {m} minutes.",
    "If the {word} fails, set its timeout to {m} seconds and try again.",
    "Explain in plain words how a {word} works, with {n} examples.",
)


_CREDIT = re.compile(
    r"@|[Aa]uthor|[Cc]opyright|[Cc]redits|[Tt]hanks|[Cc]ontributed|\b(?:by|to) [A-Z]\w+(?:-[A-Z]\w+)? [A-Z]|\bESR\b"
)


def _code(module: ModuleType) -> str:
    """The module's source without comments and lines that name its authors."""
    lines = inspect.getsource(module).splitlines(keepends=True)
    for token in tokenize.generate_tokens(StringIO("".join(lines)).readline):
        if token.type == tokenize.COMMENT:
            row, start = token.start
            lines[row - 1] = lines[row - 1][:start] + "\n"
    return "".join(line for line in lines if not _CREDIT.search(line))


def _json(chance: random.Random) -> str:
    def value(depth: int) -> object:
        kinds: list[Callable[[], object]] = [
            lambda: chance.randint(0, 10**6),
            lambda: round(chance.random() * 100, 3),
            lambda: f"{chance.getrandbits(64):016x}",
            lambda: f"v{chance.randint(0, 9)}.{chance.randint(0, 20)}.{chance.randint(0, 9)}",
            lambda: chance.choice(_WORDS),
            lambda: chance.choice([True, False, None]),
            lambda: 1_700_000_000 + chance.randint(0, 10**7),
            lambda: [chance.randint(0, 500) for _ in range(4)],
        ]
        if depth:
            kinds += [lambda: {chance.choice(_WORDS): value(depth - 1) for _ in range(5)}] * 4
        return chance.choice(kinds)()

    return json.dumps({f"{word}_{chance.choice(_WORDS)}": value(3) for word in _WORDS}, indent=2)


def _log_line(chance: random.Random) -> str:
    number, word = chance.randint, chance.choice
    day = f"2024-{number(1, 12):02}-{number(1, 28):02}"
    hour = f"{number(0, 23):02}:{number(0, 59):02}:07.{number(0, 999):03}"
    return (
        f"{day}T{hour}Z {word(['INFO', 'WARN'])} [{word(_WORDS)}-{number(1, 32)}] {word(_WORDS)}"
        f" took {number(1, 9000)} ms, {number(0, 10**6)} bytes, status={word([200, 404, 500])}"
        f" id={chance.getrandbits(48):012x} attempt {number(1, 5)}/5 ({number(0, 100)}%)"
    )


def _log(chance: random.Random) -> str:
    return "\n".join(_log_line(chance) for _ in range(40))


def _instructions(chance: random.Random) -> str:
    steps = (
        chance.choice(_STEPS).format(word=chance.choice(_WORDS), n=chance.randint(2, 9), m=chance.randint(10, 60))
        for _ in range(40)
    )
    return "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))


def harmless() -> dict[str, list[str]]:
    """Texts by kind, the same each time."""
    makers = {"JSON": _json, "logs": _log, "instructions": _instructions}
    drawn = {kind: [make(random.Random(seed)) for seed in range(20)] for kind, make in makers.items()}
    return {"code": [_code(module) for module in _MODULES], **drawn, **_ordinary()}


def _ordinary() -> dict[str, list[str]]:
    """Everyday sentences, by language."""
    _, *sections = _ORDINARY.read_text("utf-8").split("\n[")
    return {f"sentences ({section[:2]})": section[4:].splitlines() for section in sections}


def tokens(text: str) -> int:
    """How many words and signs a text has."""
    return len(_TOKEN.findall(text))
