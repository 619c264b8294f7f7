"""A chat model that runs here: deterministic, able to call tools, and it records everything it is sent."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.language_models.base import LangSmithParams
from langchain_core.load import dumps
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field

Respond = Callable[[list[BaseMessage], dict[str, Any]], AIMessage]


class LocalChat(BaseChatModel):
    """Repeats what it read, or fills a bound tool's arguments from it."""

    model_name: str = "local"
    temperature: float | None = None
    max_tokens: int | None = None
    timeout: float | None = None
    max_retries: int | None = None
    stop: list[str] | None = None
    size: int = 3
    respond: Respond | None = Field(default=None, exclude=True)
    seen: list[tuple[list[BaseMessage], dict[str, Any]]] = Field(default_factory=list, exclude=True, repr=False)

    @property
    def _llm_type(self) -> str:
        return "local-chat"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model_name": self.model_name}

    def _get_ls_params(self, stop: list[str] | None = None, **kwargs: Any) -> LangSmithParams:
        return LangSmithParams(
            ls_provider="local",
            ls_model_name=kwargs.get("model", self.model_name),
            ls_model_type="chat",
            ls_temperature=self.temperature,
            ls_max_tokens=self.max_tokens,
            ls_stop=stop or self.stop,
        )

    @property
    def wire(self) -> str:
        """Everything this model was ever sent, as text."""
        return "\n".join(dumps(messages, ensure_ascii=False) + repr(arguments) for messages, arguments in self.seen)

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        choice = {} if tool_choice is None else {"tool_choice": tool_choice}
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools], **choice, **kwargs)

    def _answer(self, messages: list[BaseMessage], stop: list[str] | None, arguments: dict[str, Any]) -> AIMessage:
        self.seen.append((messages, {**arguments, "stop": stop}))
        respond = self.respond or _respond
        message = respond(messages, arguments)
        if isinstance(message.content, str):
            for sequence in stop or []:
                message.content = message.content.split(sequence)[0]
        message.response_metadata = {"model_name": arguments.get("model", self.model_name), "model_provider": "local"}
        message.usage_metadata = {"input_tokens": 7, "output_tokens": 5, "total_tokens": 12}
        return message

    def _generate(
        self, messages: list[BaseMessage], stop: list[str] | None = None, run_manager: Any = None, **kwargs: Any
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self._answer(messages, stop, kwargs))])

    def _stream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, run_manager: Any = None, **kwargs: Any
    ) -> Iterator[ChatGenerationChunk]:
        for chunk in split_message(self._answer(messages, stop, kwargs), self.size):
            generation = ChatGenerationChunk(message=chunk)
            if run_manager:
                run_manager.on_llm_new_token(generation.text, chunk=generation)
            yield generation

    async def _astream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, run_manager: Any = None, **kwargs: Any
    ) -> AsyncIterator[ChatGenerationChunk]:
        for chunk in self._stream(messages, stop, **kwargs):
            yield chunk


def split_message(message: AIMessage, size: int) -> Iterator[AIMessageChunk]:
    """A message as the chunks in which a provider would stream it."""
    if isinstance(message.content, str):
        for piece in _pieces(message.content, size):
            yield AIMessageChunk(content=piece)
    else:
        yield from _split_blocks(message.content, size)
    for index, call in enumerate(message.tool_calls):
        head: Any = {"name": call["name"], "id": call["id"], "index": index, "args": "", "type": "tool_call_chunk"}
        yield AIMessageChunk(content="", tool_call_chunks=[head])
        for piece in _pieces(json.dumps(call["args"]), size):
            rest: Any = {"name": None, "id": None, "index": index, "args": piece, "type": "tool_call_chunk"}
            yield AIMessageChunk(content="", tool_call_chunks=[rest])
    yield AIMessageChunk(
        content="",
        response_metadata=message.response_metadata,
        usage_metadata=message.usage_metadata,
        chunk_position="last",
    )


def _split_blocks(blocks: Sequence[Any], size: int) -> Iterator[AIMessageChunk]:
    for index, block in enumerate(blocks):
        field = next((name for name in ("text", "thinking", "reasoning") if name in block), None)
        if field is None:
            yield AIMessageChunk(content=[{**block, "index": index}])
            continue
        for piece in _pieces(block[field], size):
            yield AIMessageChunk(content=[{"type": block["type"], field: piece, "index": index}])
        rest = {name: value for name, value in block.items() if name not in {field, "type"}}
        if rest:
            yield AIMessageChunk(content=[{"type": block["type"], **rest, "index": index}])


def _pieces(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)] or [""]


def _respond(messages: list[BaseMessage], arguments: dict[str, Any]) -> AIMessage:
    tools = arguments.get("tools") or []
    chosen = arguments.get("tool_choice")
    if tools and (chosen or not isinstance(messages[-1], ToolMessage)):
        calls = [tool["function"] for tool in tools if chosen in {None, "any", "required", tool["function"]["name"]}]
        text = next((str(m.text) for m in reversed(messages) if isinstance(m, HumanMessage)), "")
        return AIMessage(
            content="",
            tool_calls=[
                {"name": call["name"], "args": _fill(call["parameters"], text), "id": f"call_{place}"}
                for place, call in enumerate(calls)
            ],
        )
    return AIMessage(content="I read: " + " | ".join(str(message.text) for message in messages))


def _fill(schema: dict[str, Any], text: str) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return {name: _fill(item, text) for name, item in schema.get("properties", {}).items()}
        case "array":
            return [_fill(schema.get("items", {}), text)]
        case "integer" | "number":
            found = re.search(r"\d+", text)
            return int(found[0]) if found else 1
        case "boolean":
            return True
        case _:
            return text
