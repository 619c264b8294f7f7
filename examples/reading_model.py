"""A small chat model that runs anywhere: it reads the records in its prompt and answers from nothing else.

It stands in for a hosted model if there is none. It knows how "Label: value" records look and a little
English; it has never seen the data, so a right answer shows that the prompt still holds what the question needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

_FIELD = re.compile(r"(?P<label>[A-Z][\w -]{0,30}): (?P<value>\S.*)")
_WORD = re.compile(r"[\w]+(?:['\u2019-]\w+)*")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_UNKNOWN = "The records I was given do not say."
_PIECE = 5  # characters in a streamed piece: it cuts words apart, as a tokenizer does
_QUOTABLE = 6  # characters: a shorter value in a question is not taken for a quotation

_SYNONYMS = {
    "call": "phone",
    "telephone": "phone",
    "social": "ssn",
    "mail": "email",
    "earn": "salary",
    "earns": "salary",
    "old": "age",
    "older": "age",
    "younger": "age",
    "live": "city",
    "lives": "city",
    "ordered": "order",
    "bought": "order",
    "who": "name",
    "whose": "name",
}
_MOST = {"more", "most", "higher", "highest", "larger", "largest", "greater", "older", "richer"}
_LEAST = {"less", "least", "lower", "lowest", "smaller", "smallest", "fewer", "younger"}


@dataclass(frozen=True)
class Record:
    """Consecutive "Label: value" lines; the first one, or the one labelled Name, names it."""

    fields: dict[str, str]

    @property
    def name(self) -> str:
        return self.fields.get("Name", next(iter(self.fields.values())))

    def named_at(self, question: str) -> int:
        """Where the question names this record, in full or by its last word; -1 if it does not."""
        for name in (self.name, self.name.split()[-1]):
            if found := re.search(rf"(?<!\w){re.escape(name)}(?!\w)", question, re.IGNORECASE):
                return found.start()
        return -1

    def quoted_in(self, question: str) -> set[str]:
        """The fields whose value the question quotes: an order number, say, but no plain word."""
        return {label for label, value in self.fields.items() if any(piece in question for piece in _pieces(value))}

    def label_for(self, question: str) -> str | None:
        """The field the question asks for: the one that shares most words with it, and is not quoted in it."""
        asked = set(_words(question)) - set(_words(self.name))
        open_labels = self.fields.keys() - self.quoted_in(question)
        scores = {label: len(asked.intersection(_words(label))) for label in self.fields if label in open_labels}
        if any(score for label, score in scores.items() if label != "Name"):
            scores.pop("Name", None)  # "who has the higher balance" asks for the balance
        best = max(scores, key=lambda label: scores[label], default=None)
        return best if best is not None and scores[best] else None


def _pieces(value: str) -> list[str]:
    """The parts of a value between commas that are long enough, and hold a digit, to be told from a plain word."""
    pieces = (piece.strip() for piece in value.split(","))
    return [piece for piece in pieces if len(piece) >= _QUOTABLE and _NUMBER.search(piece)]


def _words(text: str) -> list[str]:
    words = (word.lower().replace("-", "").removesuffix("'s") for word in _WORD.findall(text))
    return [_SYNONYMS.get(word, word) for word in words]


def parse_records(text: str) -> list[Record]:
    """Every run of at least two "Label: value" lines in the text."""
    records: list[Record] = []
    fields: dict[str, str] = {}
    for line in [*text.splitlines(), ""]:
        if found := _FIELD.fullmatch(line.strip()):
            fields[found["label"]] = found["value"]
            continue
        if len(fields) > 1:
            records.append(Record(fields))
        fields = {}
    return records


def _question(text: str) -> str:
    """The last line that asks something."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in reversed(lines) if line.endswith("?")), lines[-1] if lines else "")


def _subjects(records: Iterable[Record], question: str) -> list[Record]:
    """The records a question is about, in the order it names them."""
    placed = [(record.named_at(question), record) for record in records]
    named = sorted((pair for pair in placed if pair[0] >= 0), key=lambda pair: pair[0])
    return [record for _, record in named] or [record for _, record in placed if record.quoted_in(question)]


def _amount(value: str) -> float:
    found = _NUMBER.search(value)
    return float(found[0].replace(",", "")) if found else 0.0


def _compare(records: Sequence[Record], question: str) -> str | None:
    """The answer to a comparison, if the question asks for one."""
    words = {word.lower() for word in _WORD.findall(question)}
    asked = sorted(words & (_MOST | _LEAST))
    label = records[0].label_for(question)
    if not asked or label is None or any(label not in record.fields for record in records):
        return None
    order = sorted(records, key=lambda record: _amount(record.fields[label]), reverse=asked[0] in _MOST)
    first, second = order[:2]
    return f"{first.name}, with {first.fields[label]} against {second.fields[label]} for {second.name}."


def answer(messages: Sequence[BaseMessage]) -> str:
    """What the messages say about the last question in them, in one sentence."""
    records = parse_records("\n\n".join(message.text for message in messages))
    asked = [_question(message.text) for message in messages if message.type == "human"]
    if not records or not asked:
        return _UNKNOWN
    question = asked[-1]
    subjects = next((found for text in reversed(asked) if (found := _subjects(records, text))), [])
    if len(subjects) > 1 and (compared := _compare(subjects, question)):
        return compared
    label = subjects[0].label_for(question) if subjects else None
    if label is None:
        return _UNKNOWN
    subject = subjects[0]
    if label == "Name":
        return f"That is {subject.name}."
    shown = label if label.isupper() else label.lower()
    return f"The {shown} of {subject.name} is {subject.fields[label]}."


class ReadingModel(BaseChatModel):
    """A chat model that answers questions about the records in its prompt; deterministic, no network."""

    @property
    def _llm_type(self) -> str:
        return "reading-model"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=AIMessage(answer(messages)))])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        text = answer(messages)
        for start in range(0, len(text), _PIECE):
            last = start + _PIECE >= len(text)
            piece = AIMessageChunk(content=text[start : start + _PIECE], chunk_position="last" if last else None)
            yield ChatGenerationChunk(message=piece)
