"""A pool of worker processes, each with one network; a worker that dies is replaced, and its unit is done again."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from privacy_chains.adapting import Document, DocumentWorker, Read, Recipe
from privacy_chains.errors import PrivacyError

__all__ = ["Done", "Job", "Pool"]

_ATTEMPTS = 3
"""How many workers may die on one unit, or before they take one, until it is given up."""

_AHEAD = 3
"""How many units for each worker are read and not written yet, at most."""

_T = TypeVar("_T")

Pair: TypeAlias = tuple[Document, Document | None]
"""A document, or an answer with the document that it answers."""


@dataclass
class Job(Generic[_T]):
    """A unit of work.

    Attributes:
        pairs: Its documents.
        about: What the caller knows of it; it stays in this process.
        deaths: How many workers died on it.
    """

    pairs: Sequence[Pair]
    about: _T
    deaths: int = 0


class Done(NamedTuple):
    """What a worker did: what the documents became, and the most memory that it ever had, in bytes."""

    read: list[Read]
    memory: int = 0


@dataclass(eq=False)
class _Worker(Generic[_T]):
    process: BaseProcess
    connection: Connection
    job: Job[_T] | None = None
    ready: bool = field(default=False)


class Pool(Generic[_T]):
    """Processes that work on units side by side; what they did comes back in the units' order.

    Args:
        recipe: How each worker makes its method.
        workers: How many there are.
    """

    def __init__(self, recipe: Recipe, workers: int) -> None:
        self._recipe = recipe
        self._context = get_context("spawn")
        self._workers = [self._started(number) for number in range(workers)]
        self._waiting = deque[Job[_T]]()
        self._done = dict[int, Done]()
        self._early_deaths = 0

    @property
    def processes(self) -> list[int]:
        """The ids of the workers' processes."""
        return [worker.process.pid or 0 for worker in self._workers]

    def run(self, jobs: Iterable[Job[_T]]) -> Iterator[tuple[Job[_T], Done]]:
        """Do the jobs, and return them in their order. Few of them are in memory at a time.

        Raises:
            PrivacyError: Workers cannot be made, as where none finds the key.
        """
        following, order = iter(jobs), deque[Job[_T]]()
        while True:
            while len(order) < _AHEAD * len(self._workers) and (job := next(following, None)) is not None:
                order.append(job)
                self._waiting.append(job)
            if not order:
                return
            self._give()
            while order and id(order[0]) in self._done:
                job = order.popleft()
                yield job, self._done.pop(id(job))
            if order and id(order[0]) not in self._done:
                self._listen()

    def close(self) -> None:
        """End all workers, whatever they are at."""
        for worker in self._workers:
            worker.connection.close()
            worker.process.kill()
            worker.process.join()

    def _give(self) -> None:
        for worker in self._workers:
            if worker.ready and worker.job is None and self._waiting:
                worker.job = self._waiting.popleft()
                with suppress(OSError):  # it died; that is seen by whoever listens
                    worker.connection.send(worker.job.pairs)

    def _listen(self) -> None:
        heard = wait([one.connection for one in self._workers])
        for number, worker in enumerate(self._workers):
            if worker.connection in heard:
                try:
                    message = worker.connection.recv()
                except (EOFError, OSError):
                    self._bury(number, worker)
                else:
                    self._take(worker, message)

    def _take(self, worker: _Worker[_T], message: object) -> None:
        if isinstance(message, str):
            raise PrivacyError(message)
        worker.ready = True
        self._early_deaths = 0
        if isinstance(message, Done) and worker.job is not None:
            self._done[id(worker.job)] = message
            worker.job = None

    def _bury(self, number: int, dead: _Worker[_T]) -> None:
        """Replace a worker that died, and give its unit to another."""
        dead.connection.close()
        dead.process.kill()
        dead.process.join()
        self._early_deaths += not dead.ready
        if self._early_deaths >= _ATTEMPTS * len(self._workers):
            msg = "workers die before they are ready; is there memory for the network in each of them? See --workers"
            raise PrivacyError(msg)
        if dead.job is not None:
            self._again(dead.job)
        self._workers[number] = self._started(number)

    def _again(self, job: Job[_T]) -> None:
        job.deaths += 1
        if job.deaths < _ATTEMPTS:
            self._waiting.appendleft(job)
            return
        reason = f"{_ATTEMPTS} workers died on its unit"
        self._done[id(job)] = Done([Read((None,) * len(document.texts), reason) for document, _ in job.pairs])

    def _started(self, number: int) -> _Worker[_T]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._recipe, number), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours)


def _work(connection: Connection, recipe: Recipe, number: int) -> None:
    """What a worker does until nobody gives it work any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    _take_one_processor(number)
    try:
        worker = DocumentWorker(recipe)
    except PrivacyError as error:
        connection.send(str(error))
        return
    connection.send(Done([]))
    with suppress(EOFError, OSError):
        while True:
            connection.send(Done([_each(worker, *pair) for pair in connection.recv()], _memory()))


def _each(worker: DocumentWorker, document: Document, prompt: Document | None) -> Read:
    return worker.sanitize(document) if prompt is None else worker.desanitize(document, prompt)


def _take_one_processor(number: int) -> None:
    """Keep to one processor, where the system can: the network's threads would take all of them in every worker."""
    if hasattr(os, "sched_setaffinity"):
        allowed = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {allowed[number % len(allowed)]})


def _memory() -> int:
    """The most memory that this process ever had, in bytes; 0 where the system does not tell."""
    try:
        import resource  # noqa: PLC0415  (only some systems have it)
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
