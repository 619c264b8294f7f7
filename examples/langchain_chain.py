"""Wrap a chain: nothing else in it changes."""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_stand_in import StandIn

from langchain_privacy_chains import protect
from privacy_chains import Key, Sanitizer

PROMPT = ChatPromptTemplate.from_messages([("human", "Write one friendly line to {name}, e-mail {email}.")])


def answer(messages: Sequence[BaseMessage]) -> AIMessage:
    """What the stand-in says: it repeats the name and the address it was given."""
    name, email = str(messages[-1].text).removeprefix("Write one friendly line to ").rstrip(".").split(", e-mail ")
    return AIMessage(f"Dear {name}, thank you! We will write to {email}.")


def run(model: BaseChatModel, key: Key) -> str:
    chain = protect(PROMPT | model | StrOutputParser(), Sanitizer(key).session("letters"))
    return str(chain.invoke({"name": "Alice Johnson", "email": "alice.johnson@corp-mail.com"}))


if __name__ == "__main__":
    hosted = StandIn(answer=answer)  # such as ChatOpenAI(model="gpt-5-mini")
    print("You see:       ", run(hosted, Key.generate()))  # keep the key: Key.from_env, Key.from_file
    print("The model saw: ", hosted.saw)
