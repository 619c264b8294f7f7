"""Texts without private values: the default detector finds next to nothing in them."""

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
from types import ModuleType

import pytest

from privacy_chains.detect import default_detector

DETECTOR = default_detector(neural=False)
MODULES = (ast, csv, difflib, heapq, inspect, json.decoder, statistics, struct, threading, tokenize, zipfile)
TOKEN = re.compile(r"\w+|[^\w\s]")
MOST = 1 / 1000
WORDS = "cache index worker queue buffer shard retry batch bucket stream cursor schema replica socket handler".split()  # noqa: SIM905 - one line
STEPS = (
    "Open the settings and choose {word} from the list.",
    "Repeat step {n} until the {word} is empty, at most {m} times.",
    "Summarise the text below in {n} sentences and {m} bullet points.",
    "Rewrite the {word} so that it fits on {n} pages; keep the headings.",
    "Return a table of {n} columns and {m} rows, sorted by {word}.",
    "Mix {n} parts of water with {m} parts of flour and wait {m} minutes.",
    "If the {word} fails, set its timeout to {m} seconds and try again.",
    "Explain in plain words how a {word} works, with {n} examples.",
)


def code(module: ModuleType) -> str:
    """The module's source without comments, which name their authors."""
    lines = inspect.getsource(module).splitlines(keepends=True)
    for token in tokenize.generate_tokens(StringIO("".join(lines)).readline):
        if token.type == tokenize.COMMENT:
            row, start = token.start
            lines[row - 1] = lines[row - 1][:start] + "\n"
    return "".join(lines)


def json_text(chance: random.Random) -> str:
    def value(depth: int) -> object:
        kinds: list[Callable[[], object]] = [
            lambda: chance.randint(0, 10**6),
            lambda: round(chance.random() * 100, 3),
            lambda: f"{chance.getrandbits(64):016x}",
            lambda: f"v{chance.randint(0, 9)}.{chance.randint(0, 20)}.{chance.randint(0, 9)}",
            lambda: chance.choice(WORDS),
            lambda: chance.choice([True, False, None]),
            lambda: 1_700_000_000 + chance.randint(0, 10**7),
            lambda: [chance.randint(0, 500) for _ in range(4)],
        ]
        if depth:
            kinds += [lambda: {chance.choice(WORDS): value(depth - 1) for _ in range(5)}] * 4
        return chance.choice(kinds)()

    return json.dumps({f"{word}_{chance.choice(WORDS)}": value(3) for word in WORDS}, indent=2)


def log_line(chance: random.Random) -> str:
    number, word = chance.randint, chance.choice
    day = f"2024-{number(1, 12):02}-{number(1, 28):02}"
    hour = f"{number(0, 23):02}:{number(0, 59):02}:07.{number(0, 999):03}"
    return (
        f"{day}T{hour}Z {word(['INFO', 'WARN'])} [{word(WORDS)}-{number(1, 32)}] {word(WORDS)}"
        f" took {number(1, 9000)} ms, {number(0, 10**6)} bytes, status={word([200, 404, 500])}"
        f" id={chance.getrandbits(48):012x} attempt {number(1, 5)}/5 ({number(0, 100)}%)"
    )


def log_text(chance: random.Random) -> str:
    return "\n".join(log_line(chance) for _ in range(40))


def instructions(chance: random.Random) -> str:
    steps = (
        chance.choice(STEPS).format(word=chance.choice(WORDS), n=chance.randint(2, 9), m=chance.randint(10, 60))
        for _ in range(40)
    )
    return "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))


def rate(texts: list[str]) -> float:
    found = sum(len(list(DETECTOR.detect(text))) for text in texts)
    return found / sum(len(TOKEN.findall(text)) for text in texts)


def test_code_is_left_alone() -> None:
    assert rate([code(module) for module in MODULES]) < MOST


@pytest.mark.parametrize("make", [json_text, log_text, instructions])
def test_data_logs_and_instructions_are_left_alone(make: Callable[[random.Random], str]) -> None:
    assert rate([make(random.Random(seed)) for seed in range(20)]) < MOST
