"""One run: files in, files out, the journal between; what was done before is not done again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from privacy_chains.adapting import Read
from privacy_chains.cli.corpus.journal import Journal, Progress
from privacy_chains.cli.corpus.pool import Job, Pool
from privacy_chains.cli.corpus.records import Record, Writer
from privacy_chains.cli.corpus.sources import Source
from privacy_chains.cli.corpus.units import Paired, Unit, answered, cut, job_of, merged
from privacy_chains.errors import UnsupportedContent

__all__ = ["Part", "Plan", "Step", "run"]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run does.

    Attributes:
        files: The files that are read.
        prompts: Where the prompts are, by the name of the file that holds the answers to them; nothing to sanitize.
        own_sessions: Whether ids name sessions.
        people: Whether an id is a person's, and no record tells of two.
    """

    files: tuple[Source, ...]
    prompts: Mapping[str, Source] | None = None
    own_sessions: bool = False
    people: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """How far a run has come.

    Attributes:
        size: How many more bytes of the files are done, those of rows that an earlier run did among them.
        documents: How many records are done.
        memory: The most memory that a worker ever had, in bytes.
    """

    size: float
    documents: int
    memory: int = 0


@dataclass(slots=True)
class File:
    """A file that is being worked on. Its writer is opened when its first unit is written."""

    source: Source
    name: bytes
    was: str
    progress: Progress
    writer: Writer | None = None
    unreadable: str = ""

    @property
    def bytes_left(self) -> float:
        """How many bytes are still to be read; of formats that count rows, about."""
        whole = max(1, self.source.format.size(self.source.path))
        return self.source.path.stat().st_size * (1 - min(1.0, self.progress.read / whole))


@dataclass(frozen=True, slots=True)
class Part:
    """What a job is about: a unit of a file, or its end, which comes behind its last unit."""

    file: File
    unit: Unit | None


def run(plan: Plan, journal: Journal, pool: Pool[Part]) -> Iterator[Step]:
    """Do what is left to do, and tell of every unit once it is written.

    Raises:
        PrivacyError: Nothing of this can be done, or a file was changed since the run began.
    """
    before, documents = sum(_reached(source, journal, plan) for source in plan.files), journal.account.documents
    yield Step(before, documents)
    for job, done in pool.run(_jobs(plan, journal)):
        part = job.about
        if part.unit is None:
            yield Step(part.file.bytes_left, documents, done.memory)
            _close(part.file, journal)
            continue
        read, left = merged(part.unit, done.read), part.file.bytes_left
        _write(part.file, part.unit, read, journal, people=plan.people)
        documents += len(read)
        yield Step(left - part.file.bytes_left, documents, done.memory)


def _reached(source: Source, journal: Journal, plan: Plan) -> float:
    """How many bytes of a file earlier runs did."""
    name, was = journal.digest("file", source.name), _was(source, plan)
    file = File(source, name, was, journal.progress(name, was))
    return source.path.stat().st_size - (0 if file.progress.done else file.bytes_left)


def _jobs(plan: Plan, journal: Journal) -> Iterator[Job[Part]]:
    for source in plan.files:
        name, was = journal.digest("file", source.name), _was(source, plan)
        file = File(source, name, was, journal.progress(name, was))
        if file.progress.done:
            continue
        try:
            for unit in cut(_records(plan, file), file.progress.records):
                job = job_of(unit)
                yield Job(job.pairs, Part(file, unit))
        except UnsupportedContent as error:
            file.unreadable = str(error)
        yield Job((), Part(file, None))


def _records(plan: Plan, file: File) -> Iterator[Paired]:
    """The records of a file that are left."""
    source, progress = file.source, file.progress
    records = source.format.records(source.path, progress.read)
    if plan.prompts is None:
        return (Paired(_named(record, plan)) for record in records)
    prompts = plan.prompts.get(source.name)
    if prompts is None:
        msg = "there is no file of that name among the prompts"
        raise UnsupportedContent(msg)
    asked = prompts.format.records(prompts.path, progress.prompt_read)
    return answered(records, asked, own_sessions=plan.own_sessions)


def _named(record: Record, plan: Plan) -> Record:
    return record if plan.own_sessions else record._replace(whose="")


def _was(source: Source, plan: Plan) -> str:
    """What tells whether a file was changed: sizes and times."""
    prompts = plan.prompts.get(source.name) if plan.prompts is not None else None
    stats = [one.path.stat() for one in (source, prompts) if one is not None]
    return " ".join(f"{stat.st_size} {stat.st_mtime_ns}" for stat in stats)


def _write(file: File, unit: Unit, read: list[Read], journal: Journal, *, people: bool) -> None:
    """Write a unit, then note it: what is noted is always there, and what is not noted is written anew."""
    writer = _writer(file)
    written = writer.append([one.record for one in unit.records], read)
    last = unit.records[-1]
    file.progress = Progress(last.record.end, last.prompt_end, written, unit.first - 1 + len(read))
    told = zip(unit.records, read, strict=True)
    spent: list[tuple[str, Fraction]] = [(one.record.whose, done.epsilon) for one, done in told if done.epsilon]
    journal.commit(file.name, file.was, file.progress, read, first=unit.first, people=spent if people else ())


def _writer(file: File) -> Writer:
    if file.writer is None:
        file.writer = file.source.format.writer(file.source.path, file.source.out, file.progress.written)
    return file.writer


def _close(file: File, journal: Journal) -> None:
    """Put a file in its place, unless it is a whole of which a part failed; then nothing of it is written."""
    done = file.progress._replace(done=True)
    if file.unreadable:
        if file.writer is not None or file.progress.written:
            _writer(file).discard()
        journal.fail(file.name, file.was, done, file.unreadable)
        return
    if file.source.format.whole and journal.has_failed(file.name):
        _writer(file).discard()
    elif file.writer is not None or not file.source.out.exists():
        _writer(file).finish()
    journal.commit(file.name, file.was, done)
