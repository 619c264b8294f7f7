"""Stream to a terminal: what may still become a surrogate is held back, everything else is shown as it comes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_stand_in import StandIn

from langchain_privacy_chains import protect
from privacy_chains import Key, Sanitizer

LETTER = "Please summarize: Alice Johnson, SSN 536-22-8154, asks for a new card, as hers was stolen in Madison."


def answer(messages: Sequence[BaseMessage]) -> AIMessage:
    """What the stand-in says: it repeats the letter, and the name in capitals."""
    letter = str(messages[-1].text).removeprefix("Please summarize: ")
    return AIMessage(f"{letter} In short: {letter.partition(',')[0].upper()} needs a card.")


def run(model: BaseChatModel, key: Key) -> Iterator[str]:
    private = protect(model, Sanitizer(key).session("letters"))
    for chunk in private.stream(LETTER):
        yield str(chunk.text)


if __name__ == "__main__":
    for piece in run(StandIn(answer=answer), Key.generate()):
        print(piece, end="", flush=True)
    print()
