"""Learns ``privacy_chains/detect/quantities/data/judge.onnx``: whether a number is an amount, an age, an id, or none.

Run ``python -m training.numbers DATA ORGANIZATIONS`` (DATA: the folder that holds ``train/``; ORGANIZATIONS: that of
``oui.txt``). What was read is kept in ``build/numbers``; a run that was cut off goes on from there. With ``--check`` a
tenth of the frames is held out, and nothing is written. ``PYTHONHASHSEED=0`` draws the same texts again.

Texts are read as they are when the product runs: what patterns, lists and the network find in them is replaced by
stand-ins, and only the numbers and codes that are left are learned from.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple
from zlib import crc32

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from privacy_chains import default_detector
from privacy_chains.contract.entities import DEFAULT_TYPES
from privacy_chains.contract.spans import resolve_overlaps
from privacy_chains.detect.quantities.judge import FAR, KINDS, SIDES
from privacy_chains.detect.quantities.reading import windows_of
from privacy_chains.language.number_rules import rule_sets, spell
from training.codes import code
from training.example import Example, Piece, assembled
from training.generate import frames
from training.graphs import numbers_graph
from training.stored import write
from training.values import Values

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "privacy_chains" / "detect" / "quantities" / "data" / "judge.onnx"
FRAMES = Path(__file__).parent / "amounts"
BUILD = ROOT / "build" / "numbers"
SEED = 11
DRAWS = 22
OTHERS = {"en": 4, "de": 5, "fr": 5, "es": 5, "it": 5, "nl": 5, "pt": 5, "negatives": 12, "logs": 8}
"""How often each frame of ``frames/`` is drawn."""
ROUNDS, BATCH, RATE, DECAY = 8, 128, 3e-3, 0.01
WIDTH, NARROW, INNER, DROPPED, FORGOTTEN = 64, 32, 64, 0.3, 0.15
TABLES = 1_500
COLUMNS = (
    (
        "Pay|Salary|pay|salary|Wage|wages|Comp|Income|income|Bonus|Rent|rent|Amount|Balance|Debt|Owed|Paid|Cost|Price|Fee",
        "b|b|k|s",
    ),
    ("Gehalt|Lohn|Betrag|Saldo|Salaire|Montant|Solde|Salario|Importe|Stipendio|Importo|Loon|Bedrag|Valor", "b|b|s"),
    ("Age|age|AGE|Alter|Edad|Years old|age (y)|Leeftijd|Idade", "y|y|c"),
    (
        "Qty|qty|Units|Count|Items|Stock|Score|Points|Rank|Floor|Room|Level|Grade|Hours|Days|Shifts|Calls|Tickets",
        "n|n|n0",
    ),
    ("ID|id|No|#|Ref|Extension|Row|Seat|Bib|Lane|Menge|Note|Zimmer|Rang|Piso|Nota|Points", "n|n|n0"),
    ("Year|Since|Joined|year|Jahr|Desde", "Y"),
    ("Population|Views|Followers|Steps|Downloads|Words|Visitors|km|Miles|Attendance", "g|q|k2"),
    ("Temp|GPA|Rating|lat|lon|kg|cm|Weight|BMI|Loss|Acc", "d|n0"),
    ("Dept|Team|City|Town|Stadt|Ville", "city|org"),
)
IDS = frozenset({"CREDIT_CARD", "MEDICAL_RECORD", "ORDER_ID", "PHONE_NUMBER", "US_BANK_NUMBER", "US_DRIVER_LICENSE"})
IDS |= {"US_PASSPORT", "US_SSN"}
"""Types of other frames whose numbers are ids."""
HELD_OUT = 10
_CHUNK = 1_000
Share = Literal["all", "learned", "held out"]
"""Of which frames windows are taken."""
_SLOT, _CHOICE = re.compile(r"\{(\w+)\}"), re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")


class Numbers(Values):
    """Values with the slots of ``amounts/``: amounts without a currency, ages, and other numbers of the same looks."""

    def _slot_b(self, language: str) -> list[Piece]:
        return [(self._amount_alone(language), "MONEY")]

    def _slot_s(self, language: str) -> list[Piece]:
        cents = self.chance.choice(["", "", ".50", f".{self.chance.randint(1, 99):02}"])
        return [(f"{self.chance.randint(3, 990)}{cents if language == 'en' else cents.replace('.', ',')}", "MONEY")]

    def _slot_k(self, language: str) -> list[Piece]:
        return [(self._short(), "MONEY")]

    def _slot_k2(self, language: str) -> list[Piece]:
        return [(self._short(), None)]

    def _slot_y(self, language: str) -> list[Piece]:
        return [(str(self.chance.randint(18, 97)), "AGE")]

    def _slot_c(self, language: str) -> list[Piece]:
        return [(str(self.chance.randint(1, 17)), "AGE")]

    def _slot_n(self, language: str) -> list[Piece]:
        return [(str(self.chance.randint(1, 10 ** self.chance.choice([1, 2, 2, 2, 3, 4]))), None)]

    def _slot_n0(self, language: str) -> list[Piece]:
        return [(str(self.chance.randint(1, 99)), None)]

    def _slot_n2(self, language: str) -> list[Piece]:
        return [(f"{self.chance.randint(0, 59):02}", None)]

    def _slot_g(self, language: str) -> list[Piece]:
        return [(self._amount_alone(language), None)]

    def _slot_q(self, language: str) -> list[Piece]:
        return [(self._amount_alone(language), None)]

    def _slot_d(self, language: str) -> list[Piece]:
        number = f"{self.chance.uniform(0, 40):.{self.chance.randint(1, 2)}f}"
        return [(number if language == "en" else number.replace(".", ","), None)]

    def _slot_m(self, _: str) -> list[Piece]:
        return [(str(self.chance.randint(2, 23)), "AGE")]

    def _slot_yw(self, language: str) -> list[Piece]:
        return [(self._in_words(self.chance.randint(18, 97), language), "AGE")]

    def _slot_cw(self, language: str) -> list[Piece]:
        return [(self._in_words(self.chance.randint(3, 17), language), "AGE")]

    def _slot_nw(self, language: str) -> list[Piece]:
        number = self.chance.randint(3, 10 ** self.chance.choice([1, 1, 2]))
        return [(self._in_words(number, language), None)]

    def _slot_bw(self, language: str) -> list[Piece]:
        number = self.chance.randint(2, 99) * 10 ** self.chance.choice([1, 2, 3, 3, 3])
        return [(self._in_words(number, language), "MONEY")]

    def _slot_r(self, _: str) -> list[Piece]:
        first = self.chance.randint(2, 300)
        second = first + self.chance.randint(1, 90)
        return [(f"{first}{self._pick('-', '-', chr(0x2013), ' - ')}{second}{self._pick('k', 'k', 'K', 'M')}", "MONEY")]

    def _slot_i(self, _: str) -> list[Piece]:
        return [(code(self.chance), "ID_NUMBER")]

    def _slot_j(self, _: str) -> list[Piece]:
        return [(code(self.chance), None)]

    def _in_words(self, number: int, language: str) -> str:
        """A number in words, by one of the usual ways of a language."""
        usual = [
            (locale, rules)
            for locale, rules in rule_sets()
            if locale.startswith(language) and "cardinal" in rules and "verbose" not in rules
        ]
        return spell(*self.chance.choice(usual), number)

    def _slot_Y(self, language: str) -> list[Piece]:  # noqa: N802  (the slot's name)
        return [(str(self.chance.randint(1900, 2026)), None)]

    def _amount_alone(self, language: str) -> str:
        """A number of three to six digits before the decimals, as the language writes it."""
        number = round(10 ** self.chance.uniform(2.0, 5.6), 2)
        whole = round(number, -self.chance.choice([0, 0, 1, 1, 2])) or number
        text = self.chance.choice(
            [str(int(whole)), str(int(whole)), f"{int(whole):,}", f"{number:.2f}", f"{number:,.2f}"]
        )
        if language == "en":
            return text
        text = text.translate(str.maketrans(",.", ".,"))
        return text.replace(".", self._pick(" ", "\u202f", ".")) if language == "fr" else text

    def _short(self) -> str:
        number = self.chance.choice([self.chance.randint(1, 400), round(self.chance.uniform(0.5, 99), 1)])
        return f"{number:g}{self._pick('k', 'k', 'k', 'K', 'M', 'm', 'M')}"


class Drawn(NamedTuple):
    """A text to learn from, and the frame that it was made of."""

    example: Example
    frame: str


def texts(data: Path, organizations: Path) -> list[Drawn]:
    """All texts, the same ones each time."""
    values = Numbers(SEED, data / "train" / "us_census_1990_names", organizations)
    own = [(frame, language) for language, frame in _frames() for _ in range(DRAWS)]
    others = [(frame, language) for language in OTHERS for frame in frames(language) for _ in range(OTHERS[language])]
    found = [
        Drawn(filled(frame, language if len(language) == 2 else "en", values), frame)
        for frame, language in [*own, *others]
    ]
    found += [Drawn(_table(values), f"table {number}") for number in range(TABLES)]
    values.chance.shuffle(found)
    return _joined(found, values)


def _table(values: Numbers) -> Example:
    """A table of two to five columns below its heads, as people paste them."""
    chance = values.chance
    columns = [chance.choice(COLUMNS) for _ in range(chance.randint(1, 4))]
    columns.insert(
        chance.randint(0, 1), ("Name|name|Employee|Who|Person|First|Client|Nom|Nombre|Nome", "first|person|last")
    )
    between = chance.choice([",", ", ", ";", "; ", "\t", " | ", " |", "  ", " - "])
    pieces: list[Piece] = [(between.join(chance.choice(heads.split("|")) for heads, _ in columns), None)]
    for _ in range(chance.randint(1, 5)):
        pieces.append(("\n", None))
        for at, (_, slots) in enumerate(columns):
            pieces += [(between if at else "", None), *values.draw(chance.choice(slots.split("|")), "en")]
    return Example(*assembled(pieces), frozenset(KINDS))


def _frames() -> Iterator[tuple[str, str]]:
    for path in sorted(FRAMES.glob("*.txt")):
        for line in path.read_text("utf-8").splitlines():
            if line and not line.startswith("# "):
                yield path.stem, line.replace("\\n", "\n")


def filled(frame: str, language: str, values: Numbers) -> Example:
    """A frame with values in its slots."""
    chosen = frame
    while (choice := _CHOICE.search(chosen)) is not None:
        chosen = chosen[: choice.start()] + values.chance.choice(choice[1].split("|")) + chosen[choice.end() :]
    pieces: list[Piece] = []
    position = 0
    for slot in _SLOT.finditer(chosen):
        if slot[1] in values.slots:
            pieces += [(chosen[position : slot.start()], None), *values.draw(slot[1], language)]
            position = slot.end()
    pieces.append((chosen[position:], None))
    if values.chance.random() < 0.15:
        pieces = [(text.lower(), kind) for text, kind in pieces]
    return Example(*assembled(pieces), frozenset(KINDS))


def _joined(found: list[Drawn], values: Numbers) -> list[Drawn]:
    """Half of the texts alone, the others in twos and threes: what is said before and behind belongs to neither."""
    joined: list[Drawn] = []
    while found:
        some = [found.pop() for _ in range(min(len(found), values.chance.choice([1, 1, 2, 3])))]
        between = values.chance.choice(["\n", " ", "\n\n"])
        text, marks = "", []
        for one in some:
            text += between if text else ""
            marks += [(start + len(text), end + len(text), kind) for start, end, kind in one.example.marks]
            text += one.example.text
        joined.append(Drawn(Example(text, tuple(marks), frozenset(KINDS)), "\0".join(one.frame for one in some)))
    return joined


class Windows(NamedTuple):
    """What to learn from: windows behind each other, and the numbers of each.

    Attributes:
        states: Shape (pieces, width).
        borders: Shape (windows + 1,): where the pieces of each begin.
        rows: Shape (numbers, 4): window, first piece, the one behind the last, kind.
        traits: Of each number.
        held_out: Whether a window's frame is held out.
    """

    states: NDArray[np.float16]
    borders: NDArray[np.int64]
    rows: NDArray[np.int64]
    traits: Sequence[Sequence[str]]
    held_out: NDArray[np.bool_]


def read(drawn: Sequence[Drawn]) -> Windows:
    """The states of texts as the product reads them, and the numbers that it found no type for."""
    detector = default_detector(entity_types=DEFAULT_TYPES).detectors[0].detector.known  # without the judge itself
    states: list[NDArray[np.float16]] = []
    borders, rows, traits, held_out = [0], list[tuple[int, int, int, int]](), list[Sequence[str]](), list[bool]()
    for one in drawn:
        spans = resolve_overlaps(detector.detect(one.example.text))
        for window in windows_of(one.example.text, spans):
            for number in window.numbers:
                rows.append((len(borders) - 1, number.first, number.last, _kind(one.example, number.start, number.end)))
                traits.append(number.traits)
            states.append(window.states().astype(np.float16))
            borders.append(borders[-1] + window.pieces)
            held_out.append(any(crc32(frame.encode()) % 100 < HELD_OUT for frame in one.frame.split("\0")))
    return Windows(np.concatenate(states), np.array(borders), np.array(rows), traits, np.array(held_out))


def _kind(example: Example, start: int, end: int) -> int:
    found = {kind for begin, stop, kind in example.marks if begin < end and start < stop}
    kinds = {"ID_NUMBER" if kind in IDS else kind for kind in found}
    return next((number for number, kind in enumerate(KINDS) if kind in kinds), 0)


def stored(drawn: Sequence[Drawn], folder: Path, reads: Callable[[Sequence[Drawn]], Windows]) -> Iterator[Windows]:
    """The windows of all texts, in parts that are kept in a folder once they are read."""
    folder.mkdir(parents=True, exist_ok=True)
    for start in range(0, len(drawn), _CHUNK):
        path = folder / f"windows-{start:06}.npz"
        if not path.exists():
            part = reads(drawn[start : start + _CHUNK])
            arrays = (part.states, part.borders, part.rows, np.array(json.dumps(part.traits)), part.held_out)
            np.savez(path.with_suffix(".part.npz"), *arrays)
            path.with_suffix(".part.npz").rename(path)
            print(path.name, len(part.rows), np.bincount(part.rows[:, 3]), flush=True)
        with np.load(path) as arrays:
            states, borders, rows, joined, held_out = (arrays[f"arr_{at}"] for at in range(5))
        yield Windows(states, borders, rows, json.loads(str(joined)), held_out)


class Head(nn.Module):
    """What ``quantities/judge.py`` works out, for many numbers at once."""

    def __init__(self, width: int, traits: int, kinds: Sequence[str] = KINDS) -> None:
        super().__init__()
        self.kinds = kinds
        self.word, self.value = nn.Linear(width, WIDTH), nn.Linear(width, WIDTH)
        self.side = nn.Linear(width, 2 * SIDES * NARROW)
        self.key = nn.Linear(width, NARROW, bias=False)
        self.query = nn.Linear(WIDTH + NARROW, NARROW)
        self.traits = nn.EmbeddingBag(traits, NARROW, mode="sum")
        nn.init.normal_(self.traits.weight, 0, 0.05)
        self.distance = nn.Parameter(torch.zeros(2 * FAR + 1))
        self.inner = nn.Linear(2 * WIDTH + (2 * SIDES + 1) * NARROW, INNER)
        self.last = nn.Linear(INNER, len(kinds))
        self.dropout = nn.Dropout(DROPPED)

    def forward(self, batch: Batch) -> torch.Tensor:
        """The log-odds, shape (numbers, kinds)."""
        places = torch.arange(batch.states.shape[1])[None]
        first, last, of = batch.first[:, None], batch.last[:, None], batch.of
        own = ((places >= first) & (places < last)).float()
        word = torch.einsum("nt,ntd->nd", own / own.sum(1, keepdim=True), self.word(batch.states)[of])
        traits = self.traits(batch.traits, batch.offsets)
        asked = self.query(torch.cat([self.dropout(torch.relu(word)), traits], 1))
        scores = torch.einsum("nd,ntd->nt", asked, self.key(batch.states)[of]) / NARROW**0.5
        distance = (places - first).clamp(max=0) + (places - last + 1).clamp(min=0)
        scores = scores + self.distance[distance.clamp(-FAR, FAR) + FAR]
        shares = scores.masked_fill(~batch.mask[of], -1e4).softmax(1)
        attended = torch.einsum("nt,ntd->nd", shares, self.value(batch.states)[of])
        seen = torch.cat([word, attended, *self._sides(batch), traits], 1)
        odds: torch.Tensor = self.last(self.dropout(torch.relu(self.inner(self.dropout(torch.relu(seen))))))
        return odds

    def _sides(self, batch: Batch) -> Iterator[torch.Tensor]:
        """The pieces before and behind each number, in reading order; nothing beyond the ends of the window."""
        sides = self.side(batch.states) * batch.mask[:, :, None]
        sides = nn.functional.pad(sides, (0, 0, SIDES, SIDES))
        for at in range(2 * SIDES):
            place = batch.first + at if at < SIDES else batch.last + at
            yield sides[batch.of, place, at * NARROW : (at + 1) * NARROW]


class Batch(NamedTuple):
    """Some windows and their numbers, as tensors."""

    states: torch.Tensor
    mask: torch.Tensor
    of: torch.Tensor
    first: torch.Tensor
    last: torch.Tensor
    kind: torch.Tensor
    traits: torch.Tensor
    offsets: torch.Tensor


def batches(
    parts: Sequence[Windows], numbers: dict[str, int], part_of: Share, forgotten: float = 0.0
) -> Iterator[Batch]:
    """The numbers of a share of the windows, in batches of windows of about one length."""
    chance = np.random.default_rng()
    for at in chance.permutation(len(parts)):
        part = parts[at]
        wanted = np.ones(len(part.held_out), bool) if part_of == "all" else part.held_out == (part_of == "held out")
        lengths = np.diff(part.borders)
        order = [one for one in np.argsort(lengths + chance.random(len(lengths))) if wanted[one]]
        of_window: dict[int, list[int]] = {}
        for row, window in enumerate(part.rows[:, 0]):
            of_window.setdefault(int(window), []).append(row)
        groups = [order[start : start + BATCH] for start in range(0, len(order), BATCH)]
        for group in chance.permutation(len(groups)):
            some = [one for one in groups[group] if one in of_window]
            if some:
                yield _batch(part, some, of_window, numbers, chance, forgotten)


def _batch(  # noqa: PLR0913, PLR0917
    part: Windows,
    some: Sequence[int],
    of_window: dict[int, list[int]],
    numbers: dict[str, int],
    chance: np.random.Generator,
    forgotten: float,
) -> Batch:
    states = [
        torch.from_numpy(part.states[part.borders[one] : part.borders[one + 1]].astype(np.float32)) for one in some
    ]
    padded = nn.utils.rnn.pad_sequence(states, batch_first=True)
    rows = [(at, row) for at, one in enumerate(some) for row in of_window[one]]
    kept = [[numbers[t] for t in part.traits[row] if chance.random() >= forgotten] or [0] for _, row in rows]
    columns = part.rows[[row for _, row in rows]]
    offsets = np.cumsum([0, *map(len, kept)])[:-1]
    lengths = torch.tensor([len(one) for one in states])
    mask = torch.arange(padded.shape[1])[None] < lengths[:, None]
    tensors = (
        np.array([at for at, _ in rows]),
        columns[:, 1],
        columns[:, 2],
        columns[:, 3],
        np.concatenate(kept),
        offsets,
    )
    return Batch(padded, mask, *(torch.from_numpy(np.asarray(one, np.int64)) for one in tensors))


def learned(head: Head, parts: Sequence[Windows], numbers: dict[str, int], part_of: Share) -> None:
    """Learn in rounds, the last of them with small steps."""
    total = ROUNDS * sum(len(part.held_out) // BATCH + 2 for part in parts)
    optimizer = torch.optim.AdamW(head.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=total)
    for number in range(ROUNDS):
        head.train()
        losses = []
        for batch in batches(parts, numbers, part_of, FORGOTTEN):
            loss = nn.functional.cross_entropy(head(batch), batch.kind, label_smoothing=0.02)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
        print(number, sum(losses) / len(losses), flush=True)


def check(head: Head, parts: Sequence[Windows], numbers: dict[str, int]) -> None:
    """How many numbers of unseen frames are judged rightly, at some thresholds."""
    head.eval()
    with torch.no_grad():
        found = [(head(batch), batch.kind) for batch in batches(parts, numbers, "held out")]
    odds, kinds = (torch.cat(side) for side in zip(*found, strict=True))
    margin = odds - odds.logsumexp(1, keepdim=True)
    for least in (0.3, 0.5, 0.7, 0.9):
        said = torch.where(margin[:, 1:].exp().max(1).values >= least, margin[:, 1:].argmax(1) + 1, 0)
        for kind in range(1, len(head.kinds)):
            right = int(((said == kind) & (kinds == kind)).sum())
            of, taken = int((kinds == kind).sum()), int((said == kind).sum())
            print(f"{least} {head.kinds[kind]}: {right} of {of} found, {right} of {taken} right")


class Judge(NamedTuple):
    """A judge of numbers or of dates: what it is learned from, and where it is written.

    Attributes:
        told: What the command does.
        texts: The texts, from the folders of data and of organizations.
        reads: The windows of texts.
        build: The folder of what was read.
        out: The file that is written.
        kinds: What it tells apart.
        seed: Where the draws of its weights start.
    """

    told: str
    texts: Callable[[Path, Path], list[Drawn]]
    reads: Callable[[Sequence[Drawn]], Windows]
    build: Path
    out: Path
    kinds: Sequence[str]
    seed: int

    def main(self) -> None:
        """Learn and write, or check."""
        parser = argparse.ArgumentParser(description=self.told.splitlines()[0])
        parser.add_argument("folders", nargs=2, type=Path)
        parser.add_argument("--check", action="store_true")
        options = parser.parse_args()
        torch.set_num_threads(1)
        torch.manual_seed(self.seed)
        parts = list(stored(self.texts(*options.folders), self.build, self.reads))
        known = sorted({one for part in parts for traits in part.traits for one in traits})
        numbers = {trait: at for at, trait in enumerate(known)}
        head = Head(parts[0].states.shape[1], len(numbers), self.kinds)
        learned(head, parts, numbers, "learned" if options.check else "all")
        if options.check:
            check(head, parts, numbers)
        else:
            write(head, numbers, numbers_graph, self.out)


if __name__ == "__main__":
    Judge(__doc__ or "", texts, read, BUILD, OUT, KINDS, SEED).main()
