"""ProSan's protocol on data at hand: private statements in requests, and how many of them the output still shows.

    python scripts/eval_importance.py --mts FOLDER --tatqa FILE [--texts 25] [--model FOLDER] [--vectors FILE]

Twelve attributes, a statement of one in each request: in dialogues of doctors and patients (MTS-Dialog), in reports
with a question (TAT-QA), and in instructions for code (docstrings of Python's standard library). Statements come from
``scripts/insertions.toml``, whose writer knew no code of the method. Read off the output, for each value:

- ``hidden``: every word of content of it is gone from the output; of rare attributes (occupation, orientation, race,
  system configuration), what stands in the word's place is alike by less than .9 (WordNet's path similarity) as well.
- ``in part``: at least one of them is.
- ``kept``: of the request itself, words of the reference that stand in it and still do: content words of the summary,
  words of the answer, words of the first line of the docstring.
- ``told``: of the replaced words of the statements, those that an attacker names: by a masked model that reads the rest
  of the output, and by the nearest other word of the word tree; beside what the most frequent word would tell.
"""

from __future__ import annotations

import argparse
import csv
import inspect
import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from random import Random
from time import perf_counter

from privacy_chains import Key, Sanitizer
from privacy_chains.contract.prompt import SpannedPrompt
from privacy_chains.methods.importance import ImportanceSanitizer, default_hypernyms
from privacy_chains.methods.importance.calibration import calibrated
from privacy_chains.methods.importance.choice import Weighed, WordChooser
from privacy_chains.methods.importance.fitting import Fitter
from privacy_chains.methods.importance.rewriting import Corrected
from privacy_chains.methods.importance.session import ImportanceSettings, WordRewriter
from privacy_chains.methods.words import Vectors, WordNoise, default_lexicon
from privacy_chains.methods.words.spelling import canonical, cut
from privacy_chains.models import LocalModel, writer

HERE = Path(__file__).resolve().parent
RARE = {"occupation", "orientation", "race", "system_configuration"}
KEY = Key.from_bytes(bytes(range(32)))
_ALIKE = 0.9
_MODULES = (
    "textwrap",
    "statistics",
    "shutil",
    "calendar",
    "difflib",
    "heapq",
    "bisect",
    "fnmatch",
    "json",
    "csv",
    "glob",
)

Sanitize = Callable[[str], SpannedPrompt]


@dataclass(frozen=True)
class Case:
    """A request with a statement in it.

    Attributes:
        attribute: What the statement tells.
        value: The private value.
        text: The request.
        wanted: The words of the reference that stand in the request.
    """

    attribute: str
    value: str
    text: str
    wanted: frozenset[str]


# --- the requests ----------------------------------------------------------------------------------------------------


def content(text: str) -> frozenset[str]:
    """The words of a text that are no words of grammar, in small letters."""
    lexicon = default_lexicon()
    words = (canonical(word) for word in cut(text).words if word)
    return frozenset(word for word in words if not lexicon.is_function(word) and (len(word) > 1 or word.isdigit()))


def dialogues(folder: Path, coins: Random) -> Iterator[tuple[str, str]]:
    """Requests to summarize a dialogue, and what the reference summary says."""
    rows = [row for path in sorted(folder.glob("*.csv")) for row in csv.DictReader(path.open(encoding="utf-8"))]
    coins.shuffle(rows)
    for row in rows:
        if 200 < len(row["dialogue"]) < 1500:
            yield f"Summarize this dialogue.\n{row['dialogue']}", row["section_text"]


def questions(path: Path, coins: Random) -> Iterator[tuple[str, str]]:
    """Questions on a paragraph of a report whose answer stands there."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    coins.shuffle(rows)
    for row in rows:
        text = "\n".join(paragraph["text"] for paragraph in row["paragraphs"])
        for question in row["questions"]:
            if question["answer_type"] == "span" and question["answer_from"] == "text" and len(text) < 1500:
                yield f"{text}\n{question['question']}", " ".join(map(str, question["answer"]))
                break


def instructions(coins: Random) -> Iterator[tuple[str, str]]:
    """Requests to write functions as those of the standard library, and the first line of what they do."""
    found = []
    for name in _MODULES:
        for function, one in inspect.getmembers(import_module(name), inspect.isfunction):
            told = inspect.getdoc(one)
            if told and not function.startswith("_") and 60 < len(told) < 1200:
                shape = re.sub(r"\s+", " ", str(inspect.signature(one)))
                text = f"Write a Python function `{function}{shape}` that does this:\n{told}"
                found.append((text, told.splitlines()[0]))
    coins.shuffle(found)
    yield from found


def cases(statements: Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]], given: argparse.Namespace) -> list[Case]:
    """Requests of each group, each with a statement in it."""
    found: list[Case] = []
    for group, attributes in statements.items():
        for attribute, said in attributes.items():
            coins = Random(f"{group} {attribute}")
            source = {
                "dialogue": lambda coins=coins: dialogues(given.mts, coins),
                "medical_question": lambda coins=coins: questions(given.tatqa, coins),
                "code_instruction": lambda coins=coins: instructions(coins),
            }[group]()
            for (text, reference), _ in zip(source, range(given.texts), strict=False):
                value = coins.choice(said["values"])
                statement = coins.choice(said["templates"]).replace(f"{{{attribute}}}", value)
                found.append(
                    Case(attribute, value, _inserted(text, statement, coins), content(reference) & content(text))
                )
    return found


def _inserted(text: str, statement: str, coins: Random) -> str:
    """The text with the statement at the end of one of its lines; of a dialogue's, a patient's."""
    lines = text.splitlines()
    places = [n for n, line in enumerate(lines) if line.startswith("Patient")] or list(range(len(lines)))
    place = coins.choice(places)
    lines[place] = f"{lines[place].rstrip()} {statement}"
    return "\n".join(lines)


# --- what is measured ------------------------------------------------------------------------------------------------


@dataclass
class Told:
    """What a method came to."""

    hidden: Counter[str]
    part: Counter[str]
    count: Counter[str]
    kept: int = 0
    wanted: int = 0
    changed: int = 0
    words: int = 0
    seconds: float = 0.0
    masked: int = 0
    near: int = 0
    guessed: int = 0
    attacked: int = 0


def pairs_of(prompt: SpannedPrompt) -> dict[str, set[str]]:
    """What stands in the place of each word that was replaced."""
    found: dict[str, set[str]] = {}
    for text, spans, originals in zip(prompt.texts, prompt.spans, prompt.originals, strict=True):
        for span, original in zip(spans, originals, strict=True):
            new = {canonical(word) for word in cut(text[span.start : span.end]).words if word}
            for word in cut(original).words:
                found.setdefault(canonical(word), set()).update(new)
    return found


def measure(name: str, sanitize: Sanitize, given: Sequence[Case], attacker: LocalModel) -> Told:
    """Run a method over all requests."""
    told = Told(Counter(), Counter(), Counter())
    for case in given:
        start = perf_counter()
        prompt = sanitize(case.text)
        told.seconds += perf_counter() - start
        shown = {canonical(word) for word in cut(prompt.text).words if word}
        pairs, value = pairs_of(prompt), sorted(content(case.value))
        gone = [_gone(word, shown, pairs, rare=case.attribute in RARE) for word in value]
        told.count[case.attribute] += 1
        told.hidden[case.attribute] += all(gone)
        told.part[case.attribute] += any(gone)
        told.kept += len(case.wanted & shown)
        told.wanted += len(case.wanted)
        told.words += len(content(case.text))
        told.changed += len(content(case.text) - shown)
        _attack(told, prompt, frozenset(value), attacker)
    print(_line(name, told), flush=True)
    return told


def _gone(word: str, shown: set[str], pairs: Mapping[str, set[str]], *, rare: bool) -> bool:
    if word in shown:
        return False
    alike = max((default_hypernyms().similarity(word, new) for new in pairs.get(word, ())), default=0.0)
    return not rare or alike < _ALIKE


def _attack(told: Told, prompt: SpannedPrompt, value: frozenset[str], attacker: LocalModel) -> None:
    """What a masked model and the nearest word name of the words of a value that were replaced one by one."""
    lexicon = default_lexicon()
    for text, spans, originals in zip(prompt.texts, prompt.spans, prompt.originals, strict=True):
        for span, original in zip(spans, originals, strict=True):
            word, new = canonical(original), canonical(text[span.start : span.end])
            if word not in value or word == new:
                continue
            told.attacked += 1
            told.guessed += word == "one"
            if attacker.fill is not None:
                best = next(iter(attacker.fill(text, [(span.start, span.end)], 1)[0]), None)
                told.masked += best is not None and canonical(best.text) == word
            leaf = lexicon.places.get(new)
            if leaf is not None:
                told.near += canonical(lexicon.classes[leaf.kind].leaves[leaf.place ^ 1]) == word


def _line(name: str, told: Told) -> str:
    count = told.count.total()
    each = " ".join(f"{kind}={100 * told.hidden[kind] / told.count[kind]:.0f}" for kind in told.count)
    return (
        f"| {name} | {100 * told.hidden.total() / count:.1f} | {100 * told.part.total() / count:.1f} "
        f"| {100 * told.kept / max(1, told.wanted):.1f} | {100 * told.changed / max(1, told.words):.1f} "
        f"| {told.masked} + {told.near} of {told.attacked} | {1000 * told.seconds / count:.0f} ms | {each} |"
    )


# --- the methods -----------------------------------------------------------------------------------------------------


class RandomChooser(WordChooser):
    """Chooses as many words of a text as it would otherwise, at random."""

    def _weigh(self, text: str, closed: tuple[tuple[int, int], ...]) -> tuple[Weighed, ...]:
        weighed = super()._weigh(text, closed)
        chosen = Random(text).sample(range(len(weighed)), sum(one.chosen for one in weighed))
        return tuple(replace(one, chosen=place in chosen) for place, one in enumerate(weighed))


def methods(model: LocalModel, given: argparse.Namespace) -> Iterator[tuple[str, Sanitize]]:
    """What is compared."""
    strength = given.strength
    alone = ImportanceSanitizer(KEY, model=model, entities=None, strength=strength)
    chooser = RandomChooser(model, calibrated(model), strength)
    randomly = ImportanceSettings(KEY, "", Corrected(chooser, Fitter(model, bytes(32))))
    chooser = RandomChooser(model, calibrated(model), strength, adaptive=False)
    more = ImportanceSettings(KEY, "", Corrected(chooser, Fitter(model, bytes(32))))
    yield "as sent", WordNoise(KEY, words=lambda _: False).sanitize
    yield "words alone", alone.sanitize
    fixed = ImportanceSanitizer(KEY, model=model, entities=None, strength=strength, adaptive=False)
    yield "words alone, adaptive=False", fixed.sanitize
    yield "as many words at random", lambda text: WordRewriter(randomly).sanitize(text)
    yield "as many as adaptive=False, at random", lambda text: WordRewriter(more).sanitize(text)
    yield "Sanitizer", Sanitizer(KEY).sanitize
    yield "ImportanceSanitizer", ImportanceSanitizer(KEY, model=model, strength=strength).sanitize
    both = ImportanceSanitizer(KEY, model=model, strength=strength, adaptive=False)
    yield "ImportanceSanitizer, adaptive=False", both.sanitize
    for epsilon in ("1", "1/2"):
        yield f"WordNoise, tree, epsilon {epsilon}", WordNoise(KEY, epsilon=epsilon).sanitize
    if given.vectors:
        vectors = Vectors.read(given.vectors)
        noise = WordNoise(KEY, epsilon=15, mechanism="exponential", words="rare", vectors=vectors)
        yield "SanText+, epsilon 15", noise.sanitize
    if given.private:
        yield "private=True, epsilon 1", ImportanceSanitizer(KEY, model=model, entities=None, private=True).sanitize


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mts", type=Path, required=True, help="the folder of MTS-Dialog")
    parser.add_argument("--tatqa", type=Path, required=True, help="tatqa_dataset_dev.json")
    parser.add_argument("--statements", type=Path, default=HERE / "insertions.toml")
    parser.add_argument("--texts", type=int, default=25, help="requests of each attribute")
    parser.add_argument("--strength", type=float, default=0.62)
    parser.add_argument("--model", type=Path, help="a folder of a causal model, instead of the network of the package")
    parser.add_argument("--vectors", type=Path, help="vectors for SanText+")
    parser.add_argument("--private", action="store_true")
    parser.add_argument("--only", default="", help="methods whose name holds this")
    given = parser.parse_args()
    model = writer()
    if given.model:
        own = LocalModel.transformers(given.model)
        model = LocalModel(
            name="own",
            surprisal=own.surprisal,
            gradients=own.gradients,
            generate=own.generate,
            tags=model.tags,
            fill=model.fill,
        )
    requests = cases(tomllib.loads(given.statements.read_text(encoding="utf-8")), given)
    print("| method | hidden | in part | kept | words changed | told: by context + nearest | a request | each |")
    for name, sanitize in methods(model, given):
        if given.only in name:
            measure(name, sanitize, requests, writer())


if __name__ == "__main__":
    main()
