"""The embedded detector: a small encoder that tags every word piece, from the package itself, without torch."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from hashlib import blake2b
from itertools import groupby
from math import exp
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from privacy_chains.detect.births import asked_for
from privacy_chains.detect.findings import Finding
from privacy_chains.detect.looks import looks
from privacy_chains.detect.stretches import WINDOW, blocks, stretches, windows
from privacy_chains.detect.tidying import tidied
from privacy_chains.entities import ENTITY_TYPES
from privacy_chains.errors import DetectionError
from privacy_chains.spans import Span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["NEURAL", "NEURAL_TYPES", "NeuralDetector"]

NEURAL = "neural"
"""The source of its spans."""

NEURAL_TYPES = frozenset(
    {
        "AGE",
        "CREDIT_CARD",
        "DATE_OF_BIRTH",
        "DATE_TIME",
        "ID_NUMBER",
        "JOB_TITLE",
        "LOCATION",
        "MEASUREMENT",
        "MEDICAL_RECORD",
        "MONEY",
        "NRP",
        "ORDER_ID",
        "ORGANIZATION",
        "PASSWORD",
        "PERSON",
        "PHONE_NUMBER",
        "STREET_ADDRESS",
        "TIME",
        "TITLE",
        "US_BANK_NUMBER",
        "US_DRIVER_LICENSE",
        "US_PASSPORT",
        "US_SSN",
        "US_ZIP_CODE",
        "USERNAME",
        "YEAR",
        "YEAR_OF_BIRTH",
    }
)
"""What the network was taught to find."""

_SURE = {"PASSWORD": 0.6, "USERNAME": 0.6} | dict.fromkeys(
    {"AGE", "CREDIT_CARD", "ID_NUMBER", "MEASUREMENT", "MEDICAL_RECORD", "MONEY", "ORDER_ID", "PHONE_NUMBER"}
    | {"US_BANK_NUMBER", "US_DRIVER_LICENSE", "US_PASSPORT"},
    0.85,
)
"""How likely findings of these types have to be: any word or number of a program could be one."""
_LONE_SURROGATES = re.compile("[\ud800-\udfff]")  # no text of Unicode; tokenizers refuse them
_FOLDER = Path(__file__).parent / "data"
_REMEMBERED = 8_192  # stretches of text


class NeuralDetector:
    """Finds names, places, organizations, addresses and values in context by a network that ships in the package.

    English first; names, places, ages and amounts in German, French, Spanish, Italian, Dutch and Portuguese too, in
    any letter case. Long texts are read paragraph by paragraph, long paragraphs in parts that end with a line or a
    sentence, in time and memory linear in their length; offsets are exact. One network is loaded for a process, when
    it is first needed, and shared by all threads.

    The same text gives the same spans on the same kind of processor. Sums of 8-bit products may differ in their last
    digit between kinds, so that a value at the very edge of being found may be found on one and not on another.

    Args:
        sensitivity: 1 leans to finding; above, more is found and more is taken for private that is not, below less of
            both: what is subtracted from the score (a logit) of "nothing private".
        entity_types: The types to report. When None, those of :data:`NEURAL_TYPES` that are in the catalogue:
            ``NRP``, ``JOB_TITLE`` and ``TITLE`` are not, and need a rule of yours in the policy.
        folder: Where ``detector.onnx`` and ``tokenizer.json`` are; the package's own when None.

    Raises:
        DetectionError: A type is not one that it finds.
    """

    def __init__(
        self, sensitivity: float = 1.0, entity_types: Iterable[str] | None = None, *, folder: Path | None = None
    ) -> None:
        wanted = NEURAL_TYPES & frozenset(ENTITY_TYPES) if entity_types is None else frozenset(entity_types)
        if unknown := sorted(wanted - NEURAL_TYPES):
            msg = f"the neural detector does not find {', '.join(unknown)}; see NEURAL_TYPES"
            raise DetectionError(msg)
        self.sensitivity = sensitivity
        self.entity_types = wanted
        self._sure = {kind: 1 / (1 + exp(sensitivity - 1) * (1 / least - 1)) for kind, least in _SURE.items()}
        self._folder = folder or _FOLDER

    def __repr__(self) -> str:
        return f"NeuralDetector(sensitivity={self.sensitivity})"

    def detect(self, text: str) -> list[Span]:
        """The private values in ``text``, disjoint and in reading order.

        Raises:
            DetectionError: onnxruntime or tokenizers is not installed, or a file of the network is missing.
        """
        network = _network(self._folder, os.getpid())
        findings: list[Finding] = []
        for start, end in blocks(text):
            found = network.find(text[start:end], self.sensitivity)
            findings += [Finding(one.start + start, one.end + start, one.entity_type, one.score) for one in found]
        return [
            Span(found.start, found.end, kind, found.score, NEURAL)
            for found in tidied(text, findings)
            if (kind := asked_for(found.entity_type, self.entity_types)) in self.entity_types
            and found.score >= self._sure.get(kind, 0.0)
        ]


class _Network:
    """The graph and its tokenizer."""

    def __init__(self, folder: Path) -> None:
        runtime, tokenizers = _libraries()
        options = runtime.SessionOptions()
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        try:
            self._session = runtime.InferenceSession(
                str(folder / "detector.onnx"),
                options,
                providers=["CPUExecutionProvider"],
                disabled_optimizers=["SkipLayerNormFusion"],  # what it makes takes many times as long
            )
            self._tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        except Exception as error:  # noqa: BLE001  # each library has errors of its own
            msg = f"the network of the neural detector cannot be read ({type(error).__name__})"
            raise DetectionError(msg) from None
        tags: list[str] = json.loads(self._session.get_modelmeta().custom_metadata_map["tags"])
        self.types = tuple(tag[2:] for tag in tags[1::2])
        self._recent = _Recent()
        self._first = self._tokenizer.token_to_id("[CLS]")
        self._last = self._tokenizer.token_to_id("[SEP]")

    def find(self, text: str, sensitivity: float) -> tuple[Finding, ...]:
        """The findings in a text, remembered for when it comes again, as the history of a conversation does."""
        return self._remembered(text, sensitivity, partial(self._stretch_by_stretch, text, sensitivity))

    def _remembered(self, text: str, sensitivity: float, find: Callable[[], Iterable[Finding]]) -> tuple[Finding, ...]:
        name = self._recent.name(text, sensitivity)
        found = self._recent.get(name)
        if found is None:
            found = tuple(find())
            self._recent.put(name, found)
        return found

    def _stretch_by_stretch(self, text: str, sensitivity: float) -> Iterator[Finding]:
        """The findings of stretches, each read by itself: the same stretch gives the same wherever it stands."""
        encoding = self._tokenizer.encode(_LONE_SURROGATES.sub("\ufffd", text), add_special_tokens=False)
        ids: list[int] = encoding.ids
        offsets: list[tuple[int, int]] = encoding.offsets
        for first, last in stretches(text, offsets):
            start, end = offsets[first][0], offsets[last - 1][1]
            places = [(one - start, other - start) for one, other in offsets[first:last]]
            stretch = text[start:end]
            read = partial(self._read, stretch, ids[first:last], places, sensitivity)
            for one in self._remembered(stretch, sensitivity, read):
                yield Finding(one.start + start, one.end + start, one.entity_type, one.score)

    def _read(
        self, text: str, ids: Sequence[int], offsets: Sequence[tuple[int, int]], sensitivity: float
    ) -> Iterator[Finding]:
        """The findings in one stretch, from its pieces."""
        import numpy as np  # noqa: PLC0415  # loaded with the network

        pieces = np.array([ids, looks(text, offsets)], np.int64)
        scores = np.empty((len(ids), 1 + 2 * len(self.types)), np.float32)
        for start, edge in windows(len(ids)):
            window = self._run(pieces[:, start : start + WINDOW])
            scores[start + edge : start + len(window)] = window[edge:]
        return _findings(text, offsets, scores, self.types, sensitivity)

    def _run(self, pieces: NDArray[np.int64]) -> NDArray[np.float32]:
        """The scores of the pieces of one window, which come as two rows: their numbers and their looks."""
        import numpy as np  # noqa: PLC0415  # loaded with the network

        rows = np.pad(pieces, ((0, 0), (1, 1)))
        rows[0, 0], rows[0, -1] = self._first, self._last
        scores: NDArray[np.float32] = self._session.run(["scores"], {"pieces": rows[:1], "looks": rows[1:]})[0]
        return scores[0, 1:-1]


class _Recent:
    """The findings of texts seen lately, under names that only this process can work out; no text is kept."""

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(32)
        self._found: OrderedDict[bytes, tuple[Finding, ...]] = OrderedDict()
        self._lock = Lock()

    def name(self, text: str, sensitivity: float) -> bytes:
        message = f"{sensitivity!r} {text}".encode("utf-8", "surrogatepass")
        return blake2b(message, key=self._secret, digest_size=32).digest()

    def get(self, name: bytes) -> tuple[Finding, ...] | None:
        with self._lock:
            found = self._found.get(name)
            if found is not None:
                self._found.move_to_end(name)
            return found

    def put(self, name: bytes, found: tuple[Finding, ...]) -> None:
        with self._lock:
            self._found[name] = found
            while len(self._found) > _REMEMBERED:
                self._found.popitem(last=False)


class _Word(NamedTuple):
    """A run of pieces without a gap between letters and digits."""

    start: int
    end: int
    entity_type: str
    score: float
    begins: bool


def _findings(
    text: str,
    offsets: Sequence[tuple[int, int]],
    scores: NDArray[np.float32],
    types: Sequence[str],
    sensitivity: float,
) -> Iterator[Finding]:
    """Neighbouring words of one type, unless a word begins anew."""
    current: list[_Word] = []
    for word in _words(text, offsets, scores, types, sensitivity):
        if current and (word.entity_type != current[-1].entity_type or word.begins):
            yield _finding(current)
            current = []
        if word.entity_type:
            current.append(word)
    if current:
        yield _finding(current)


def _finding(words: Sequence[_Word]) -> Finding:
    score = sum(word.score for word in words) / len(words)
    return Finding(words[0].start, words[-1].end, words[0].entity_type, score)


def _words(
    text: str,
    offsets: Sequence[tuple[int, int]],
    scores: NDArray[np.float32],
    types: Sequence[str],
    sensitivity: float,
) -> Iterator[_Word]:
    """The words of a text with their types: what their pieces together speak for."""
    import numpy as np  # noqa: PLC0415  # loaded with the network

    if not offsets:
        return
    scores[:, 0] -= sensitivity
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    begins = chances[:, 1::2] > chances[:, 2::2]
    chances = np.concatenate([chances[:, :1], chances[:, 1::2] + chances[:, 2::2]], axis=1)
    chances = np.log(np.maximum(chances, 1e-6))
    numbers = _word_numbers(text, offsets)
    heads = [next(group)[0] for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1])]
    sizes = np.diff([*heads, len(numbers)])
    means = np.add.reduceat(chances, heads, axis=0) / sizes[:, None]
    best = means.argmax(axis=1)
    begun = begins[heads, best - 1].tolist()
    chance = np.exp(means.max(axis=1)).tolist()
    for head, size, kind, score, begin in zip(heads, sizes.tolist(), best.tolist(), chance, begun, strict=True):
        name = types[kind - 1] if kind else ""
        yield _Word(offsets[head][0], offsets[head + size - 1][1], name, score, bool(kind and begin))


def _word_numbers(text: str, offsets: Sequence[tuple[int, int]]) -> list[int]:
    """For each piece the number of its word."""
    numbers: list[int] = []
    number, before = -1, -1
    for start, end in offsets:
        if start != before or not (text[start - 1 : start].isalnum() and text[start : start + 1].isalnum()):
            number += 1
        numbers.append(number)
        before = end
    return numbers


@lru_cache(maxsize=4)
def _network(folder: Path, process: int) -> _Network:  # noqa: ARG001  # told apart in the cache
    """The network in a folder, loaded once for a process: its threads do not survive a fork."""
    return _Network(folder)


def _libraries() -> tuple[Any, Any]:
    try:
        import onnxruntime  # noqa: PLC0415  # heavy
        import tokenizers  # noqa: PLC0415  # heavy
    except ImportError as error:
        msg = f"the neural detector needs {error.name}: pip install onnxruntime tokenizers"
        raise DetectionError(msg) from None
    return onnxruntime, tokenizers
