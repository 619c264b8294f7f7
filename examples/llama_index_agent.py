"""An agent: a local tool gets true values, a remote one surrogates."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms.types import ChatMessage, MessageRole, ToolCallBlock
from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.tools import FunctionTool
from llama_index_stand_in import StandIn

from llama_index_privacy_chains import protect
from privacy_chains import Key, Sanitizer

CUSTOMERS = {"Alice Johnson": "alice.johnson@corp-mail.com"}
SEARCHED: list[str] = []


def look_up(name: str) -> str:
    """The e-mail address of a customer, from our own database."""
    return f"{name}: {CUSTOMERS[name]}"


def search_web(question: str) -> str:
    """Search the web, at a hosted service."""
    SEARCHED.append(question)
    return f"Nothing bad is known about {question}."


def answer(messages: Sequence[ChatMessage]) -> ChatMessage:
    """What the stand-in says: it looks up, searches, and reports."""
    asked = next(message.content or "" for message in messages if message.role == MessageRole.USER)
    name = re.findall(r"about ([\w' -]+)\?", asked)[0]
    done = [message.content for message in messages if message.role == MessageRole.TOOL]
    calls: list[tuple[str, dict[str, Any]]] = [("look_up", {"name": name}), ("search_web", {"question": name})]
    if len(done) == len(calls):
        return ChatMessage(role="assistant", content=f"{done[0]}. {done[1]}")
    tool_name, kwargs = calls[len(done)]
    call = ToolCallBlock(tool_call_id=str(len(done)), tool_name=tool_name, tool_kwargs=kwargs)
    return ChatMessage(role="assistant", blocks=[call])


async def run(llm: FunctionCallingLLM, key: Key) -> str:
    session = Sanitizer(key).session("customers")
    remote = protect(FunctionTool.from_defaults(search_web), session, trust="remote")
    agent = FunctionAgent(tools=[FunctionTool.from_defaults(look_up), remote], llm=protect(llm, session))
    return str(await agent.run("What do we know about Alice Johnson?"))


if __name__ == "__main__":
    print("You see:               ", asyncio.run(run(StandIn(answer), Key.generate())))
    print("The search service saw:", *SEARCHED)
