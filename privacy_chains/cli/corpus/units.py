"""Units of work: records of one file, as many as a worker does in a second or two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from privacy_chains.adapting import Document, Read
from privacy_chains.cli.corpus.pool import Job
from privacy_chains.cli.corpus.records import FileRecord

__all__ = ["Paired", "Unit", "answered", "cut", "job_of", "merged"]

_CHARACTERS = 1 << 16
_RECORDS = 512


@dataclass(frozen=True, slots=True)
class Paired:
    """A record, and where its prompt's file goes on, if it is an answer.

    Attributes:
        record: The record that is written.
        prompt: What it answers.
        prompt_end: Where the file of the prompts goes on.
    """

    record: FileRecord
    prompt: Document | None = None
    prompt_end: int = 0

    @property
    def document(self) -> Document:
        """What goes to a worker."""
        return Document(self.record.texts, self.record.whose, self.record.names)

    @property
    def size(self) -> int:
        """How many characters a worker reads."""
        texts = (*self.record.texts, *(self.prompt.texts if self.prompt else ()))
        return sum(len(text) for text in texts if text is not None)


@dataclass(frozen=True, slots=True)
class Unit:
    """Records that are sanitized, written and noted together.

    Attributes:
        first: The number of the first record in its file, from 1.
        records: The records.
    """

    first: int
    records: tuple[Paired, ...]


def cut(records: Iterable[Paired], done: int = 0) -> Iterator[Unit]:
    """Cut records into units, one after the other.

    Args:
        records: The records.
        done: How many records of the file came before.
    """
    unit, size = list[Paired](), 0
    for record in records:
        unit.append(record)
        size += record.size
        if size >= _CHARACTERS or len(unit) >= _RECORDS:
            yield Unit(done + 1, tuple(unit))
            done += len(unit)
            unit, size = [], 0
    if unit:
        yield Unit(done + 1, tuple(unit))


def answered(
    answers: Iterable[FileRecord], prompts: Iterable[FileRecord], *, own_sessions: bool = False
) -> Iterator[Paired]:
    """Answers with their prompts, row by row. What does not fit together fails; nothing is guessed.

    Args:
        answers: The answers.
        prompts: What they answer.
        own_sessions: Whether the prompts' ids name sessions; otherwise ids only tell that a row fits.
    """
    for answer, prompt in zip_longest(answers, prompts):
        if answer is None:
            return  # a prompt without an answer: there is nothing to be read
        if prompt is None:
            yield Paired(answer._replace(failure=answer.failure or "has no prompt in its row"))
            continue
        failure = answer.failure or (prompt.failure and f"its prompt {prompt.failure}")
        if not failure and answer.whose and answer.whose != prompt.whose:
            failure = "has another id than the prompt in its row; bring answers into the order of their prompts"
        whose = prompt.whose if own_sessions else ""
        yield Paired(answer._replace(failure=failure), Document(prompt.texts, whose, prompt.names), prompt.end)


def job_of(unit: Unit) -> Job[Unit]:
    """The job of a unit: those of its records that could be read."""
    return Job([(one.document, one.prompt) for one in unit.records if not one.record.failure], unit)


def merged(unit: Unit, read: Iterable[Read]) -> list[Read]:
    """What each record of a unit became: what workers read, and the failures of those that could not be read."""
    done = iter(read)
    return [
        Read((None,) * len(one.record.texts), one.record.failure) if one.record.failure else next(done)
        for one in unit.records
    ]
