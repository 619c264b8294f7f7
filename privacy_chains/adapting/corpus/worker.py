"""A worker: the method of one process, which handles documents one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from privacy_chains.adapting.corpus.documents import Document, Read, Recipe
from privacy_chains.contract.method import AnswerReader, Method
from privacy_chains.contract.prompt import Prompt
from privacy_chains.contract.report import Restored
from privacy_chains.errors import PrivacyError
from privacy_chains.keys import Key, KeyRing
from privacy_chains.ledger import Treatment, treatment_of

__all__ = ["DocumentWorker", "OnFailure", "RewrittenRows", "check_recipe", "worker_of"]

OnFailure: TypeAlias = Literal["raise", "null"]
"""What happens to a document that cannot be sanitized: the work stops, or None takes its place."""

Columns: TypeAlias = Mapping[str, Sequence[object]]
"""The cells of columns by their names."""

_DONE: dict[Treatment, str] = {"noise": "noised", "computed": "free", "one way": "removed"}
"""How a summary calls treatments, where it has a word of its own."""


@runtime_checkable
class _Reports(Protocol):
    """A reader that reports what it restored."""

    def restore(self, text: str) -> Restored: ...


class RewrittenRows(NamedTuple):
    """The results for rows.

    Attributes:
        columns: The cells of each column.
        epsilons: What the numbers of each row spent.
        failures: For each row why it failed; empty where it did not.
    """

    columns: list[list[str | None]]
    epsilons: list[Fraction]
    failures: list[str]

    @classmethod
    def of(cls, read: Sequence[Read], columns: int, on_failure: OnFailure) -> RewrittenRows:
        """Rows as columns.

        Raises:
            PrivacyError: A row failed, and that is to stop the work; the message quotes nothing.
        """
        for row, one in enumerate(read, 1):
            if one.failure and on_failure == "raise":
                msg = f"row {row} of this batch: {one.failure}. on_failure='null' leaves nothing in its place instead"
                raise PrivacyError(msg)
        cells = [[None if one.failure else one.texts[place] for one in read] for place in range(columns)]
        return cls(cells, [one.epsilon for one in read], [one.failure for one in read])


class DocumentWorker:
    """Sanitizes documents and reads answers to them back, each by itself: no document depends on another.

    Args:
        recipe: How to make the method; here the key is read, and the network loaded.

    Raises:
        PrivacyError: The method cannot be made.
    """

    def __init__(self, recipe: Recipe) -> None:
        self._method_for = check_recipe(recipe).opener()

    def method(self, whose: str = "") -> Method:
        """A session that remembers nothing of others, by the id of what has its own session."""
        return self._method_for(whose)

    def sanitize(self, document: Document) -> Read:
        """A document as it may leave; nothing of it if any part cannot be sanitized."""
        return _guarded(lambda: self._sanitized(document), len(document.texts))

    def desanitize(self, answer: Document, prompt: Document) -> Read:
        """Answers to one document, read back.

        Args:
            answer: What the model wrote, in one or several texts.
            prompt: The document as it was before it was sanitized.
        """
        return _guarded(lambda: self._read_back(answer, prompt), len(answer.texts))

    def sanitize_columns(
        self,
        columns: Columns,
        whose: Sequence[object] | None = None,
        on_failure: OnFailure = "raise",
    ) -> RewrittenRows:
        """The rows of columns as they may leave; the texts of a row are sanitized jointly.

        Args:
            columns: By name the cells of each column: texts, or None. A name tells what ``54`` is; it may be empty.
            whose: For each row the id of what has its own session, if anything has.
            on_failure: What happens to a row that cannot be sanitized.

        Raises:
            PrivacyError: A row cannot be sanitized, and that is to stop the work.
        """
        read = [one if isinstance(one, Read) else self.sanitize(one) for one in _documents(columns, whose)]
        return RewrittenRows.of(read, len(columns), on_failure)

    def desanitize_columns(
        self,
        answers: Columns,
        prompts: Columns,
        whose: Sequence[object] | None = None,
        on_failure: OnFailure = "raise",
    ) -> RewrittenRows:
        """The rows of answers, read back against the rows of the columns that were sanitized.

        Args:
            answers: By name the cells of each column that a model wrote.
            prompts: By name the cells of each column that was sanitized, as they were before, in the same order.
            whose: As in ``sanitize_columns``.
            on_failure: What happens to a row that cannot be read back.

        Raises:
            PrivacyError: A row cannot be read back, and that is to stop the work.
        """
        said, asked = _documents(answers, whose), _documents(prompts, whose)
        read = [self._answered(answer, prompt) for answer, prompt in zip(said, asked, strict=True)]
        return RewrittenRows.of(read, len(answers), on_failure)

    def _answered(self, answer: Document | Read, prompt: Document | Read) -> Read:
        if isinstance(answer, Read):
            return answer
        if isinstance(prompt, Read):
            return Read((None,) * len(answer.texts), prompt.failure)
        return self.desanitize(answer, prompt)

    def _sanitized(self, document: Document) -> Read:
        prompt = self._prompt(document)
        counts = Counter[tuple[str, str]]()
        for event in prompt.ledger:
            kind = treatment_of(event)
            counts[event.entity_type, _DONE.get(kind, kind)] += event.count
        found = tuple((name, what, count) for (name, what), count in sorted(counts.items()))
        return Read(document.filled(prompt.texts), "", found, prompt.ledger.spent)

    def _read_back(self, answer: Document, prompt: Document) -> Read:
        reader = self._method_for(prompt.whose).reader(self._prompt(prompt))
        read = [_restored(reader, cell.told) for cell in answer.cells]
        sightings = [seen for one in read for seen in (*one.restored, *one.left)]
        restored = {id(seen) for one in read for seen in one.restored}
        counts = Counter((seen.entity_type, "restored" if id(seen) in restored else "left") for seen in sightings)
        found = tuple((name, what, count) for (name, what), count in sorted(counts.items()))
        return Read(answer.filled(one.text for one in read), "", found)

    def _prompt(self, document: Document) -> Prompt:
        method: Method = self._method_for(document.whose)
        return method.sanitize([cell.told for cell in document.cells])


def check_recipe(recipe: object) -> Recipe:
    """The recipe; refuse anything that holds a key, since plans are pickled, logged and shown.

    Raises:
        PrivacyError: It is no recipe.
    """
    if isinstance(recipe, Key | KeyRing) or not isinstance(recipe, Recipe):
        msg = (
            f"workers take a SanitizerSpec, not {type(recipe).__name__}: a plan is pickled and logged, and may hold no "
            "key. SanitizerSpec(key='env:NAME') says where each worker reads it"
        )
        raise PrivacyError(msg)
    return recipe


@lru_cache(maxsize=2)
def worker_of(recipe: Recipe) -> DocumentWorker:
    """This process's worker for a recipe: frameworks give one process many tasks, and the network is loaded once."""
    return DocumentWorker(recipe)


def _guarded(work: Callable[[], Read], texts: int) -> Read:
    """The result of work; of a failure only what may be shown, since a foreign error's message might quote a text."""
    try:
        return work()
    except PrivacyError as error:
        failure = str(error)
    except Exception as error:  # noqa: BLE001
        failure = f"{type(error).__name__} inside privacy-chains"
    return Read((None,) * texts, failure)


def _documents(columns: Columns, whose: Sequence[object] | None) -> Iterator[Document | Read]:
    """The rows of columns as documents, or why a row is none."""
    rows = list(zip(*columns.values(), strict=True))
    for cells, one in zip(rows, ("",) * len(rows) if whose is None else whose, strict=True):
        texts = tuple(cell if isinstance(cell, str) else None for cell in cells)
        if any(not isinstance(cell, str | None) for cell in cells):
            yield Read((None,) * len(texts), "a cell holds what is no text; write numbers as text first")
        elif not isinstance(one, str | int):
            yield Read((None,) * len(texts), "there is no id in its row")
        else:
            yield Document(texts, str(one), tuple(columns))


def _restored(reader: AnswerReader, text: str) -> Restored:
    return reader.restore(text) if isinstance(reader, _Reports) else Restored(reader.text(text))
