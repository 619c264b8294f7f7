"""A private conversation over a folder of customer records.

    python examples/rag.py [--method layers]

The records are searched here, in clear. One call, ``protect(model, session)``, does the rest: what goes to the chat
model (question, records, history) is sanitized on the way out and read back on the way in. (A witness around the
session and a recorder around the model count, at the end, what the model saw.)

A hosted model is used where there is one: ``OPENAI_API_KEY`` or ``ANTHROPIC_API_KEY`` is set, or Ollama answers on
this machine. ``PRIVACY_CHAINS_DEMO_MODEL`` names another (``openai:gpt-5``), or ``offline`` for the small reading
model beside this file. The exit code is 1 if an identifier reached the model in clear or an answer is wrong.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessageChunk, BaseMessage, HumanMessage, message_chunk_to_message
from langchain_core.messages.ai import add_ai_message_chunks
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.vectorstores import InMemoryVectorStore
from rag_models import Recorder, Witness, WordEmbeddings, chat_model
from rag_view import View
from reading_model import parse_records

from langchain_privacy_chains import protect
from privacy_chains import Key, PrivacyError, Sanitizer, Session
from privacy_chains.methods.layers import Layers

CUSTOMERS = Path(__file__).parent / "data" / "customers"
IDENTIFIERS = ("Name", "SSN", "Phone", "E-mail", "Card", "Last sign-in")
LONG_NUMBER = 9  # digits: such a number also counts as clear when it is grouped in another way

PROMPT = ChatPromptTemplate.from_messages(
    [
        ("system", "Answer questions about customers from the records given, in one short sentence, answer first."),
        MessagesPlaceholder("history"),
        ("human", "Records:\n\n{records}\n\nQuestion: {question}"),
    ]
)


@dataclass(frozen=True)
class Question:
    """What the person asks, and what a right answer says, first thing first."""

    text: str
    expected: tuple[str, ...]
    streamed: bool = False


QUESTIONS = (
    Question("Which card does Alice Barr pay with?", ("4574 2472 0401 3705",)),
    Question("And what is her phone number?", ("(608) 555-0196",)),
    Question("What is Mr. Russo's social security number?", ("375-64-9063",)),
    Question("Who placed order ORD-56067?", ("Caitlyn Diaz",)),
    Question("Who has the higher balance, Rose Mccullough or Phillip Haley?", ("Phillip Haley", "Rose Mccullough")),
    Question(
        "Who has the lower yearly salary, Gloria Osborn or Felicia Maynard?", ("Felicia Maynard", "Gloria Osborn")
    ),
    Question("Which e-mail address do we have for Juan Vasquez?", ("j.vasquez@example.net",), streamed=True),
)


class Conversation:
    """The application: search, prompt, model. All it knows of privacy is that its model is protected."""

    def __init__(self, model: BaseChatModel, records: Sequence[str]) -> None:
        store = InMemoryVectorStore.from_texts(list(records), WordEmbeddings(records))
        self.retriever = store.as_retriever(search_kwargs={"k": 4})
        self.chain = PROMPT | model
        self.history: list[BaseMessage] = []
        self.records = ""

    def ask(self, question: Question, view: View) -> str:
        """The answer, as the person sees it."""
        earlier = self.history[-2].text if self.history else ""
        found = self.retriever.invoke(f"{earlier} {question.text}")
        self.records = "\n\n".join(document.page_content for document in found)
        values = {"history": self.history, "records": self.records, "question": question.text}
        reply = self._stream(values, view) if question.streamed else self.chain.invoke(values)
        self.history += [HumanMessage(question.text), reply]
        return reply.text

    def _stream(self, values: Mapping[str, object], view: View) -> BaseMessage:
        """The reply, shown piece by piece as it arrives."""
        view.title("streamed")
        pieces: list[AIMessageChunk] = []
        for piece in self.chain.stream(dict(values)):
            if isinstance(piece, AIMessageChunk):
                view.piece(piece.text)
                pieces.append(piece)
        view.piece("\n")
        return message_chunk_to_message(add_ai_message_chunks(*pieces))


def is_right(question: Question, answer: str) -> bool:
    """Whether the answer says what it should, in this order, whatever the spacing and punctuation."""
    said = re.sub(r"\W", "", answer).lower()
    places = [said.find(re.sub(r"\W", "", value).lower()) for value in question.expected]
    return places[0] >= 0 and all(first < second or second < 0 for first, second in pairwise(places))


def identifiers(records: Sequence[str]) -> list[str]:
    """Every value of the records that tells who somebody is, and every word of their names."""
    values: list[str] = []
    for record in (record for text in records for record in parse_records(text)):
        values += [record.fields[label] for label in IDENTIFIERS]
        values += [record.fields["Order"].split(",")[0], record.fields["City"].split()[-1], *record.name.split()]
    return sorted(set(values))


def sent_in_clear(recorder: Recorder, witness: Witness) -> list[str]:
    """Everything the model was sent, without the surrogates and without its own messages."""
    messages = [message for request in recorder.requests for message in request]
    extras = [message.model_dump_json(exclude={"content"}) for message in messages]
    texts = [message.text for message in messages if not (message.type == "ai" and message.text in recorder.replies)]
    return [*extras, *(witness.outside_surrogates(text) for text in texts)]


def found_in(texts: Sequence[str], values: Sequence[str]) -> list[str]:
    """The values that stand in any of the texts."""
    everything = "\n".join(texts)
    return [value for value in values if _pattern(value).search(everything)]


def _pattern(value: str) -> re.Pattern[str]:
    digits = re.sub(r"\D", "", value)
    regrouped = r"[\W_]{0,3}".join(digits) if len(digits) >= LONG_NUMBER else re.escape(value)
    case = re.NOFLAG if value.isalpha() else re.IGNORECASE  # "Rose" is a name, "rose" is a word
    return re.compile(rf"(?<!\w)(?:{re.escape(value)}|{regrouped})(?!\w)", case)


def rows(question: Question, answer: str, conversation: Conversation, recorder: Recorder) -> list[tuple[str, str, str]]:
    """What the person has beside what the model had: question, first record found, answer."""
    sent = recorder.requests[-1][-1].text
    records, asked = sent.removeprefix("Records:\n\n").rsplit("\n\nQuestion: ", 1)
    clear_records, sent_records = (re.split(r"\n\n(?=#)", text)[0].strip() for text in (conversation.records, records))
    return [
        ("question", question.text, asked),
        ("first record", clear_records, sent_records),
        ("answer", answer, recorder.replies[-1]),
    ]


def method_of(name: str, key: Key) -> Session | Layers:
    """The sanitizer, or with noise under it on what no detector finds."""
    return (Layers.of_policy(key) if name == "layers" else Sanitizer(key)).session("customer-service")


def main(arguments: Sequence[str] = ()) -> int:
    """Hold the conversation; 0 if nothing leaked and everything was right."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--method", choices=("sanitizer", "layers"), default="sanitizer")
    chosen = options.parse_args(arguments).method
    os.environ["LANGSMITH_TRACING"] = "false"  # a tracer sees the chain around the model, in clear
    records = [path.read_text(encoding="utf-8") for path in sorted(CUSTOMERS.glob("*.md"))]
    model, name = chat_model()
    recorder = Recorder(inner=model)
    key = Key.from_env("PRIVACY_CHAINS_KEY") if "PRIVACY_CHAINS_KEY" in os.environ else Key.generate()
    session = method_of(chosen, key)
    witness = Witness(session)
    conversation = Conversation(protect(recorder, witness), records)

    view = View()
    view.title(f"{len(records)} customer records, {len(QUESTIONS)} questions, answered by {name}")
    wrong = 0
    for number, question in enumerate(QUESTIONS):
        answer = conversation.ask(question, view)
        shown = rows(question, answer, conversation, recorder)
        view.turn(shown if number == 0 else [shown[0], shown[2]])
        wrong += not is_right(question, answer)
    view.ledger(session.ledger)

    values = identifiers(records)
    leaked = found_in(sent_in_clear(recorder, witness), values)
    view.title("The result")
    view.verdict(f"Right answers: {len(QUESTIONS) - wrong} of {len(QUESTIONS)}", good=not wrong)
    view.verdict(f"Identifiers that reached the model in clear: {len(leaked)} of {len(values)}", good=not leaked)
    return 1 if leaked or wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except PrivacyError as error:
        sys.exit(f"{type(error).__name__}: {error}")
