"""A chat engine with memory: every turn is streamed, remembered in clear and sent as before in surrogates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms.llm import LLM
from llama_index_stand_in import StandIn

from llama_index_privacy_chains import protect
from privacy_chains import Key, Sanitizer

TURNS = ("I am Alice Johnson, SSN 536-22-8154.", "Who am I?")


def answer(messages: Sequence[ChatMessage]) -> ChatMessage:
    """What the stand-in says: the first message of the conversation."""
    first = next(message.content for message in messages if message.role == "user")
    return ChatMessage(role="assistant", content=f"You told me: {first}")


def run(llm: LLM, key: Key) -> Iterator[str]:
    engine = protect(SimpleChatEngine.from_defaults(llm=llm), Sanitizer(key).session("chat"))
    for turn in TURNS:
        yield from engine.stream_chat(turn).response_gen
        yield "\n"


if __name__ == "__main__":
    for piece in run(StandIn(answer), Key.generate()):
        print(piece, end="", flush=True)
