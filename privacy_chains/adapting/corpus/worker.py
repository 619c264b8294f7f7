"""A worker: one process's method, through which documents go one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from privacy_chains.adapting.corpus.documents import Document, Read, Recipe
from privacy_chains.contract.method import AnswerReader, Method
from privacy_chains.contract.prompt import Prompt
from privacy_chains.contract.report import Restored
from privacy_chains.errors import PrivacyError
from privacy_chains.keys import Key, KeyRing
from privacy_chains.ledger import Enciphered, Event, Kept, MetricDP, PostProcessed

__all__ = ["DocumentWorker", "OnFailure", "check_recipe", "worker_of"]

OnFailure: TypeAlias = Literal["raise", "null"]
"""What becomes of a document that cannot be sanitized: the work stops, or nothing stands in its place."""

_DONE: dict[type[Event], str] = {
    Enciphered: "enciphered",
    MetricDP: "noised",
    PostProcessed: "free",
    Kept: "in clear",
}


@runtime_checkable
class _Reports(Protocol):
    """A reader that tells what it restored."""

    def restore(self, text: str) -> Restored: ...


class DocumentWorker:
    """Sanitizes documents and reads answers to them back, each by itself: no document depends on another.

    Args:
        recipe: How to make the method; here the key is read, and the network loaded.

    Raises:
        PrivacyError: The method cannot be made.
    """

    def __init__(self, recipe: Recipe) -> None:
        self._method_for = check_recipe(recipe).open()

    def sanitize(self, document: Document) -> Read:
        """What may leave of a document; nothing of it where any of it cannot be sanitized."""
        return _guarded(lambda: self._sanitized(document), len(document.texts))

    def desanitize(self, answer: Document, prompt: Document) -> Read:
        """Answers to one document, read back.

        Args:
            answer: What the model wrote, in one or several texts.
            prompt: The document as it was before it was sanitized.
        """
        return _guarded(lambda: self._read_back(answer, prompt), len(answer.texts))

    def sanitize_texts(self, texts: Iterable[str | None], whose: Sequence[str], on_failure: OnFailure) -> list[Read]:
        """Sanitize documents of one text.

        Raises:
            PrivacyError: A document cannot be sanitized, and that is to stop the work.
        """
        documents = [Document((text,), one) for text, one in zip(texts, whose, strict=True)]
        return passed(map(self.sanitize, documents), on_failure)

    def _sanitized(self, document: Document) -> Read:
        prompt = self._prompt(document)
        counts = Counter[tuple[str, str]]()
        for event in prompt.ledger:
            counts[event.entity_type, _DONE.get(type(event), "noised")] += event.count
        written = iter(prompt.texts)
        texts = tuple(None if text is None else next(written) for text in document.texts)
        found = tuple((name, what, count) for (name, what), count in sorted(counts.items()))
        return Read(texts, "", found, prompt.ledger.spent)

    def _read_back(self, answer: Document, prompt: Document) -> Read:
        reader = self._method_for(prompt.whose).reader(self._prompt(prompt))
        read = [None if text is None else _restored(reader, text) for text in answer.texts]
        sightings = [seen for one in read if one is not None for seen in (*one.restored, *one.left)]
        restored = {id(seen) for one in read if one is not None for seen in one.restored}
        counts = Counter((seen.entity_type, "restored" if id(seen) in restored else "left") for seen in sightings)
        found = tuple((name, what, count) for (name, what), count in sorted(counts.items()))
        return Read(tuple(None if one is None else one.text for one in read), "", found)

    def _prompt(self, document: Document) -> Prompt:
        method: Method = self._method_for(document.whose)
        return method.sanitize([text for text in document.texts if text is not None])


def passed(read: Iterable[Read], on_failure: OnFailure) -> list[Read]:
    """What documents became, unless one failed and that is to stop the work.

    Raises:
        PrivacyError: One failed. The message tells its place and why, and quotes nothing.
    """
    done = []
    for place, one in enumerate(read, 1):
        if one.failure and on_failure == "raise":
            msg = (
                f"document {place} of this batch: {one.failure}. on_failure='null' leaves nothing in its place instead"
            )
            raise PrivacyError(msg)
        done.append(one)
    return done


def check_recipe(recipe: object) -> Recipe:
    """A recipe, and nothing that holds a key: plans are pickled, logged and shown.

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
    """What work gives; of a failure only what may be told: a foreign error's message might quote a text."""
    try:
        return work()
    except PrivacyError as error:
        failure = str(error)
    except Exception as error:  # noqa: BLE001
        failure = f"{type(error).__name__} inside privacy-chains"
    return Read((None,) * texts, failure)


def _restored(reader: AnswerReader, text: str) -> Restored:
    return reader.restore(text) if isinstance(reader, _Reports) else Restored(reader.text(text))
