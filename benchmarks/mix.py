"""A thousand texts of nine kinds, about a megabyte, that anybody with the data sets can build again.

Letters, e-mails, chats, code, logs, tables, summaries, contracts and other languages: from the product's own texts and
generators, and from the sets in ``PRIVACY_CHAINS_DATA``. The draws follow a fixed seed, so a second run gives the same
texts. A set that is not there is left out, and its kind is made of the product's own texts alone.
"""

from __future__ import annotations

import csv
import json
import os
import random
import re
import string
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from uuid import UUID

from letters import RECORDS, TICKET, prompt_of

__all__ = ["DATA", "LENGTH", "TEXTS", "absent", "kinds", "others"]

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("PRIVACY_CHAINS_DATA", ROOT.parent / "shared" / "data"))
LENGTH, TEXTS = 1_200, 112
"""About how many characters a text has, and how many texts a kind."""

_MARK = re.compile(r"\[([^\[\]]+)\]\([A-Z_]+\)")
_SLOT = re.compile(r"\{(\w+)\}")
_SETS = ("train/mts_dialog", "test/tatqa", "test/uner_ewt", "train/redocred", "train/sec_filings", "train/wnut17")


def absent() -> list[str]:
    """The data sets that are not there."""
    return [name for name in _SETS if not DATA.joinpath(name).is_dir()]


def _own(*names: str) -> list[str]:
    """Texts that were written for the product, without their marks."""
    paths = [ROOT / "training" / "texts" / f"{name}.txt" for name in names]
    return [_MARK.sub(r"\1", text) for path in paths for text in path.read_text("utf-8").strip().split("\n---\n")]


def _stored(pattern: str) -> Iterator[str]:
    return (path.read_text("utf-8", errors="replace") for path in sorted(DATA.glob(pattern)))


def _sentences(pattern: str) -> list[str]:
    """Sentences of files that have a word and its label in each line."""
    parts = (part.splitlines() for text in _stored(pattern) for part in text.split("\n\n"))
    rows = ([line.split() for line in part if line[:1] != "#" and line.strip()] for part in parts)
    return [" ".join(words[words[0].isdigit() and len(words) > 2] for words in row) for row in rows if row]


@cache
def _dialogues() -> list[dict[str, str]]:
    return [
        row
        for text in _stored("train/mts_dialog/*Valid*.csv")
        for row in csv.DictReader(text.splitlines(keepends=True))
    ]


def _letters() -> list[str]:
    made = prompt_of(LENGTH * TEXTS)
    return [*(made[start : start + LENGTH] for start in range(0, len(made), LENGTH)), *_personal()]


def _personal() -> list[str]:
    return [TICKET, *_own("requests", "office", "customers", "personal")]


def _emails() -> list[str]:
    return [*_own("email", "threads"), *_sentences("test/uner_ewt/*.iob2")[::3]]


def _chats() -> list[str]:
    spoken = [row["dialogue"] for row in _dialogues()]
    return [*spoken, *_own("chat", "prompts", "questions"), *_sentences("train/wnut17/dev.conll")]


def _code() -> list[str]:
    """This project's own modules, in pieces of one length."""
    files = sorted((ROOT / "privacy_chains").glob("*/*.py"))
    text = "\n".join(path.read_text("utf-8") for path in files)
    return [text[start : start + LENGTH] for start in range(0, len(text), len(text) // TEXTS)]


def _logs() -> list[str]:
    """Lines of logs, made of the frames that the network learns from, and of accesses."""
    draw = random.Random(31)
    frames = (ROOT / "training" / "frames" / "logs.txt").read_text("utf-8").splitlines()
    frames = [line for line in frames if line and not line.startswith("# ")]
    frames += ['{ip} - {snake} [{isotime}] "GET /{snake}/{int} HTTP/1.1" 200 {int}', "user {snake} signed in from {ip}"]
    return ["\n".join(_filled(draw.choice(frames), draw) for _ in range(14)) for _ in range(TEXTS)]


def _filled(frame: str, draw: random.Random) -> str:
    return _SLOT.sub(lambda slot: _value(slot[1], draw), frame)


def _value(kind: str, draw: random.Random) -> str:
    """What stands in a slot of a line of a log."""
    word = "".join(draw.choices(string.ascii_lowercase, k=draw.randrange(4, 9)))
    values = {
        "isotime": f"2026-{draw.randrange(1, 13):02}-{draw.randrange(1, 29):02}T{draw.randrange(24):02}:17:05Z",
        "int": str(draw.randrange(100_000)),
        "smallint": str(draw.randrange(20)),
        "float": f"{draw.uniform(0, 900):.3f}",
        "ip": ".".join(str(draw.randrange(1, 255)) for _ in range(4)),
        "hash": f"{draw.getrandbits(64):016x}",
        "uuid": str(UUID(int=draw.getrandbits(128), version=4)),
        "upper": word.upper(),
        "camel": word.capitalize(),
    }
    return values.get(kind, word)


def _tables() -> list[str]:
    """Tables of reports as Markdown, and tables of people."""
    reports = [one["table"]["table"] for text in _stored("test/tatqa/*dev.json") for one in json.loads(text)]
    return [*("\n".join("| " + " | ".join(row) + " |" for row in rows) for rows in reports), *_people()]


def _people() -> list[str]:
    """Tables of customers, from the records of the examples."""
    rows = [re.findall(r"[^:\n]+: ([^\n]+)", path.read_text("utf-8")) for path in sorted(RECORDS.glob("*.md"))]
    return [
        "\n".join("| " + " | ".join(row) + " |" for row in rows[start : start + 4]) for start in range(0, 36, 4)
    ] * 8


def _summaries() -> list[str]:
    """Summaries of visits, and articles of an encyclopaedia."""
    visits = [row["section_text"] for row in _dialogues()]
    articles = [one for text in _stored("train/redocred/dev*.json") for one in json.loads(text)]
    written = [" ".join(word for sentence in one["sents"] for word in sentence) for one in articles]
    return [*visits, *written[::4], *_own("reports", "visits", "lives")]


def _contracts() -> list[str]:
    return [*_own("long", "corporate", "filings", "rulings"), *_sentences("train/sec_filings/*.conll")]


def _languages() -> list[str]:
    return _own("languages", "languages-letters", "languages-daily", "tongues", "plain-de", "plain-fr", "plain-es")


def _texts(sources: Sequence[str], count: int, draw: random.Random) -> list[str]:
    """Texts of one length, each of as many sources as that takes; what is too long is cut."""
    shuffled = list(sources)
    draw.shuffle(shuffled)
    endless, texts = cycle(shuffled), list[str]()
    while len(texts) < count:
        text = next(endless)
        while len(text) < LENGTH * 0.7:
            text += "\n\n" + next(endless)
        texts.append(text[:LENGTH])
    return texts


def kinds(count: int = TEXTS) -> dict[str, list[str]]:
    """Texts of each kind, ``count`` of them, spread over all that there are of it."""
    return {
        name: list(islice(texts[:TEXTS], 0, None, max(1, TEXTS // count)))[:count] for name, texts in _all().items()
    }


def others() -> list[str]:
    """A text of each kind that is none of those: what is read first in a process costs more."""
    return [texts[TEXTS] for texts in _all().values()]


@cache
def _all() -> dict[str, list[str]]:
    makers = {
        "letters": _letters,
        "e-mails": _emails,
        "chats": _chats,
        "code": _code,
        "logs": _logs,
        "tables": _tables,
        "summaries": _summaries,
        "contracts": _contracts,
        "other languages": _languages,
    }
    return {name: _texts(make(), TEXTS + 1, random.Random(name)) for name, make in makers.items()}
