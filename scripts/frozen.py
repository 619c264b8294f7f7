"""Digest what the product makes of many texts and values, to see whether a change left every surrogate as it was.

    python scripts/frozen.py before.jsonl    # then change something
    python scripts/frozen.py after.jsonl --against before.jsonl

Three fixed keys. A line of the file is one text or one batch of values: where it is from, its number there, and digests
of what was found in it, of what is sent under each key, and of what is read back: from what was sent, from an answer in
other words, and with the key alone. Where only ``found`` differs and all that follows from it, detection changed; where
``found`` is the same and ``sent`` is not, the scheme did. The comparison is of texts and values that both files have:
those of the repository may have changed themselves. Sets that are not in ``PRIVACY_CHAINS_DATA`` are left out.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[1]
DATA = Path(os.environ.get("PRIVACY_CHAINS_DATA", ROOT.parent / "shared" / "data"))
sys.path.insert(0, str(ROOT / "benchmarks"))

from format_samples import SAMPLES, members  # noqa: E402

from privacy_chains import Key, Sanitizer, default_detector  # noqa: E402
from privacy_chains.contract.spans import Span  # noqa: E402
from privacy_chains.errors import PrivacyError  # noqa: E402
from privacy_chains.formats import Format, built_in_formats, decipher, encipher  # noqa: E402
from privacy_chains.hazmat.ciphers import DomainCipher  # noqa: E402

KEYS: Final = tuple(bytes(range(start, start + 32)) for start in (1, 77, 200))
BATCH: Final = 100
LENGTH: Final = 1_500
_MARK = re.compile(r"\[([^\[\]]+)\]\([A-Z_]+\)")
_WORD = re.compile(r"[^\W\d_]{3,}")
_TESTS = ("formats", "detect", "desanitize", "leaks", "properties")


def digest(*texts: str) -> str:
    """The first 64 bits of a hash: enough to tell texts apart, and nothing to read."""
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def evenly(texts: Sequence[str], characters: int) -> list[str]:
    """Texts of about so many characters together, spread over all of them; long ones are cut."""
    short = [text[:LENGTH] for text in texts]
    step = max(1, sum(map(len, short)) // characters)
    return short[::step]


def of_tests() -> list[str]:
    """The sentences in the tests of what finds, enciphers and reads back."""
    paths = sorted(path for folder in _TESTS for path in (ROOT / "tests" / folder).rglob("test_*.py"))
    nodes = (node for path in paths for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    texts = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return list(dict.fromkeys(text for text in texts if len(text) > 30 and " " in text))


def of_training(folder: str) -> list[str]:
    """The texts that were written for the product, without their marks."""
    paths = sorted((ROOT / "training" / folder).glob("*.txt"))
    return [_MARK.sub(r"\1", text) for path in paths for text in path.read_text("utf-8").strip().split("\n---\n")]


def of_files(*patterns: str) -> list[str]:
    """The paragraphs of files of the repository."""
    paths = sorted(path for pattern in patterns for path in ROOT.glob(pattern))
    return [part for path in paths for part in path.read_text("utf-8").split("\n\n") if part.strip()]


def of_data(pattern: str, read: Callable[[str], list[str]]) -> list[str]:
    """The texts of a data set; none where it is not there."""
    return [text for path in sorted(DATA.glob(pattern)) for text in read(path.read_text("utf-8", errors="replace"))]


def _columns(text: str) -> list[str]:
    parts = [[line.split() for line in part.splitlines() if line[:1] != "#"] for part in text.split("\n\n")]
    return [" ".join(words[words[0].isdigit() and len(words) > 2] for words in part if words) for part in parts]


def _tables(text: str) -> list[str]:
    return ["\n".join(" | ".join(row) for row in one["table"]["table"]) for one in json.loads(text)]


def _templates(text: str) -> list[str]:
    return [one["full_text"] for one in json.loads(text)]


def sources() -> dict[str, list[str]]:
    """Texts of many kinds, by where they are from."""
    return {
        "tests": evenly(of_tests(), 40_000),
        "training/texts": evenly(of_training("texts"), 80_000),
        "training/texts/development": evenly(of_training("texts/development"), 25_000),
        "examples": of_files("examples/data/customers/*.md", "tests/ordinary.txt"),
        "code": evenly(of_files("examples/*.py", "privacy_chains/formats/*.py"), 20_000),
        "test/presidio_research": evenly(of_data("test/presidio_research/*.json", _templates), 30_000),
        "test/tatqa": evenly(of_data("test/tatqa/*dev.json", _tables), 20_000),
        "test/wikigold": evenly(of_data("test/wikigold/*.txt", _columns), 20_000),
        "train/wnut17": evenly(of_data("train/wnut17/dev.conll", _columns), 10_000),
        "train/mts_dialog": evenly(of_data("train/mts_dialog/*Valid*.csv", lambda text: text.split("\n")), 20_000),
        "text/us_speeches": evenly(of_data("text/us_speeches/*.txt", lambda text: [text[3000:]]), 20_000),
    }


def of_texts(name: str, texts: Sequence[str]) -> Iterator[dict[str, str | int]]:
    """What becomes of each text, under each key."""
    detector = default_detector()
    sanitizers = [Sanitizer(Key.from_bytes(key), detector=detector, remember=0) for key in KEYS]
    for number, text in enumerate(texts):
        spans = [f"{span.start} {span.end} {span.entity_type}" for span in _found(detector.detect, text)]
        line: dict[str, str | int] = {"from": name, "number": number, "text": digest(text), "found": digest(*spans)}
        line.update(_both_ways(sanitizers, text))
        yield line


def _found(detect: Callable[[str], Sequence[Span]], text: str) -> Sequence[Span]:
    try:
        return detect(text)
    except PrivacyError:
        return ()


def _both_ways(sanitizers: Sequence[Sanitizer], text: str) -> dict[str, str]:
    sent: list[str] = []
    read: list[str] = []
    for sanitizer in sanitizers:
        try:
            prompt = sanitizer.sanitize(text)
            sent.append(prompt.text)
            answers = (prompt.text, f"In short, then: {prompt.text.replace(',', ' and')}")
            read += [sanitizer.desanitize(answer, prompt) for answer in answers]
            read.append(sanitizer.desanitize(prompt.text))
        except PrivacyError as error:
            read.append(type(error).__name__)
    return {"sent": digest(*sent), "read": digest(*read)}


def of_values(name: str, fmt: Format, values: Sequence[str]) -> Iterator[dict[str, str | int]]:
    """What becomes of values of a format, under each key."""
    for number, start in enumerate(range(0, len(values), BATCH)):
        batch = values[start : start + BATCH]
        written, read = [], []
        for key in KEYS:
            cipher = DomainCipher(key)
            for value in batch:
                surrogate, back = _in_and_out(fmt, value, cipher)
                written.append(surrogate)
                read.append(back)
        yield {"from": name, "number": number, "text": digest(*batch), "sent": digest(*written), "read": digest(*read)}


def _in_and_out(fmt: Format, value: str, cipher: DomainCipher) -> tuple[str, str]:
    try:
        surrogate = encipher(fmt, value, cipher)
        return surrogate, decipher(fmt, surrogate, cipher)
    except PrivacyError as error:
        return type(error).__name__, ""


def words() -> list[str]:
    """Words of many languages and kinds, most of which no list of names holds, as names are written."""
    text = "\n".join(of_training("texts")[::9])
    rare = of_data("train/us_census_1990_names/dist.all.last", lambda text: text.split("\n")[3_000::40])
    found = {*_WORD.findall(text), *(line.split()[0] for line in rare if line.split())}
    return [word.capitalize() for word in sorted(found)][::8]


def lines() -> Iterator[dict[str, str | int]]:
    """All that is digested."""
    formats = built_in_formats()
    for name in sorted(SAMPLES.keys() & formats.keys()):
        samples = SAMPLES[name].split("|")
        values = [*samples, *islice(members(formats[name], samples, random.Random(5)), BATCH - len(samples))]
        yield from of_values(name, formats[name], values)
    yield from of_values("words", formats["PERSON"], words())
    for name, texts in sources().items():
        yield from of_texts(name, texts)


def compared(before: Path, after: Path) -> int:
    """How many of the texts that both files have came out otherwise; each is told."""
    old, new = ({(line["from"], line["text"]): line for line in _read(path)} for path in (before, after))
    shared = [place for place in old if place in new]
    changed = 0
    for place in shared:
        differing = [name for name in ("found", "sent", "read") if old[place].get(name) != new[place].get(name)]
        if differing:
            changed += 1
            print(f"{place[0]} {new[place]['number']}: {', '.join(differing)}")
    print(f"{changed} of {len(shared):,} differ; {len(new) - len(shared):,} are only in {after}")
    return changed


def _read(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def main() -> int:
    """Write the digests; 1 if they differ from those that they are compared with."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="where the digests go, a line each")
    parser.add_argument("--against", type=Path, help="digests of before, to compare with")
    options = parser.parse_args()
    with options.out.open("w", encoding="utf-8") as out:
        for line in lines():
            out.write(json.dumps(line) + "\n")
    return int(options.against is not None and compared(options.against, options.out) > 0)


if __name__ == "__main__":
    sys.exit(main())
