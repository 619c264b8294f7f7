"""An agent: a local tool gets true values, a remote one surrogates, and a person approves what is irreversible."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.tools import tool
from langchain_stand_in import StandIn
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from langchain_privacy_chains import protect
from privacy_chains import Key, Sanitizer

CUSTOMERS = {"Alice Johnson": "alice.johnson@corp-mail.com"}
SEARCHED: list[str] = []
SENT: list[str] = []


@tool
def look_up(name: str) -> str:
    """The e-mail address of a customer, from our own database."""
    return f"{name}: {CUSTOMERS[name]}"


@tool
def search_web(question: str) -> str:
    """Search the web, at a hosted service."""
    SEARCHED.append(question)
    return f"Nothing bad is known about {question}."


@tool
def send_mail(address: str) -> str:
    """Send the contract to somebody."""
    SENT.append(address)
    return f"sent to {address}"


def answer(messages: Sequence[BaseMessage]) -> AIMessage:
    """What the stand-in says: it looks up, searches, sends, and reports."""
    name = re.findall(r"contract to ([\w' -]+)\.", str(messages[0].text))[0]
    done = [message for message in messages if isinstance(message, ToolMessage)]
    calls: list[tuple[str, dict[str, Any]]] = [("look_up", {"name": name}), ("search_web", {"question": name})]
    if len(done) < len(calls):
        tool_name, args = calls[len(done)]
    elif len(done) == len(calls):
        tool_name, args = "send_mail", {"address": str(done[0].text).partition(": ")[2]}
    else:
        return AIMessage(f"Done for {name}: {done[-1].text}.")
    return AIMessage("", tool_calls=[{"name": tool_name, "args": args, "id": str(len(done))}])


def run(model: BaseChatModel, key: Key, approve: Callable[[dict[str, Any]], bool]) -> str:
    session = Sanitizer(key).session("contracts")
    agent: Any = create_agent(
        protect(model, session),
        [look_up, protect(search_web, session, trust="remote"), send_mail],
        middleware=[HumanInTheLoopMiddleware(interrupt_on={"send_mail": True})],
        checkpointer=InMemorySaver(),
    )
    config = {"configurable": {"thread_id": "1"}}
    state = agent.invoke({"messages": [("human", "Send the contract to Alice Johnson.")]}, config)
    (request,) = state["__interrupt__"][0].value["action_requests"]
    decision = {"type": "approve"} if approve(request["args"]) else {"type": "reject", "message": "not allowed"}
    state = agent.invoke(Command(resume={"decisions": [decision]}), config)
    return str(state["messages"][-1].text)


def ask(args: dict[str, Any]) -> bool:
    """Ask the person at the terminal, who sees true values."""
    return input(f"Send the contract to {args['address']}? [y/n] ") == "y"


if __name__ == "__main__":
    print("You see:               ", run(StandIn(answer=answer), Key.generate(), ask))
    print("The search service saw:", *SEARCHED)
