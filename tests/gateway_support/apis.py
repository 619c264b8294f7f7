"""The three APIs of models, each as what a test needs of it: requests, and what their answers say."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
from adapter_support import wire
from adapter_support.wire import Reply

from gateway_support.running import TOKEN

__all__ = ["APIS", "Api", "Message", "called", "events_of", "said"]

Message = tuple[str, str]
"""A role, and a text."""

TOOL = {"type": "object", "properties": {"name": {"type": "string"}}}


@dataclass(frozen=True)
class Api:
    """One of the APIs.

    Attributes:
        name: What it is called.
        path: Where it is asked.
        respond: A provider of it.
        body: A request of messages.
        texts: The texts that the model wrote, of a whole answer.
        streamed: The same, of the events of a streamed one, each text put together.
        tools: How a tool is described.
    """

    name: str
    path: str
    respond: Callable[[dict[str, Any]], Reply]
    body: Callable[[list[Message]], dict[str, Any]]
    texts: Callable[[dict[str, Any]], list[str]]
    streamed: Callable[[list[dict[str, Any]]], list[str]]
    tools: tuple[dict[str, Any], ...]

    def ask(self, url: str, body: dict[str, Any], token: str = TOKEN, **headers: str) -> httpx.Response:
        """Ask a gateway."""
        given = {"authorization": f"Bearer {token}", **{name.replace("_", "-"): one for name, one in headers.items()}}
        return httpx.post(f"{url}{self.path}", json=body, headers=given, timeout=60, trust_env=False)

    def __repr__(self) -> str:
        return self.name


def events_of(content: str) -> list[dict[str, Any]]:
    """The events of a stream, but for the mark at its end."""
    lines = [line.removeprefix("data: ") for line in content.split("\n") if line.startswith("data: ")]
    return [json.loads(line) for line in lines if line != "[DONE]"]


def said(api: Api, response: httpx.Response) -> list[str]:
    """The texts that the model wrote, whole or streamed."""
    assert response.status_code == 200, response.text
    if response.headers["content-type"].startswith("text/event-stream"):
        return api.streamed(events_of(response.text))
    return api.texts(response.json())


def called(text: str) -> dict[str, Any]:
    """The arguments of a call."""
    arguments: dict[str, Any] = json.loads(text)
    return arguments


def _roles(messages: list[Message]) -> list[dict[str, Any]]:
    return [{"role": role, "content": text} for role, text in messages]


def _chat_texts(answer: dict[str, Any]) -> list[str]:
    message = answer["choices"][0]["message"]
    return [message["content"] or "", *(call["function"]["arguments"] for call in message.get("tool_calls") or ())]


def _chat_streamed(events: list[dict[str, Any]]) -> list[str]:
    deltas = [choice["delta"] for event in events for choice in event["choices"]]
    calls = [call for delta in deltas for call in delta.get("tool_calls") or ()]
    texts = ["".join(delta.get("content") or "" for delta in deltas)]
    written: dict[int, str] = {}
    for call in calls:
        written[call["index"]] = written.get(call["index"], "") + call["function"].get("arguments", "")
    return [*texts, *written.values()]


def _items(answer: dict[str, Any]) -> Iterator[str]:
    for item in answer["output"]:
        if item["type"] == "function_call":
            yield item["arguments"]
        for part in item.get("content") or item.get("summary") or ():
            yield part["text"]


def _response_streamed(events: list[dict[str, Any]]) -> list[str]:
    numbers = [event["sequence_number"] for event in events]
    assert numbers == list(range(len(events)))
    texts: dict[int, str] = {}
    for event in events:
        if event["type"].endswith(".delta"):
            texts[event["output_index"]] = texts.get(event["output_index"], "") + event["delta"]
    whole = list(_items(events[-1]["response"]))
    assert list(texts.values()) == whole
    return whole


def _block_text(block: dict[str, Any]) -> str:
    return json.dumps(block["input"]) if block["type"] == "tool_use" else str(block[block["type"]])


def _message_streamed(events: list[dict[str, Any]]) -> list[str]:
    texts: dict[int, str] = {}
    for event in events:
        if event["type"] == "content_block_delta":
            delta = event["delta"]
            text = next((delta[name] for name in ("text", "thinking", "partial_json") if name in delta), "")
            texts[event["index"]] = texts.get(event["index"], "") + text
    return list(texts.values())


APIS = (
    Api(
        name="chat completions",
        path="/v1/chat/completions",
        respond=wire.openai,
        body=lambda messages: {"model": "m", "messages": _roles(messages)},
        texts=_chat_texts,
        streamed=_chat_streamed,
        tools=({"type": "function", "function": {"name": "pay", "parameters": TOOL}},),
    ),
    Api(
        name="responses",
        path="/v1/responses",
        respond=wire.responses,
        body=lambda messages: {"model": "m", "input": _roles(messages)},
        texts=lambda answer: list(_items(answer)),
        streamed=_response_streamed,
        tools=({"type": "function", "name": "pay", "parameters": TOOL},),
    ),
    Api(
        name="messages",
        path="/v1/messages",
        respond=wire.anthropic,
        body=lambda messages: {"model": "m", "max_tokens": 100, "messages": _roles(messages)},
        texts=lambda answer: [_block_text(block) for block in answer["content"]],
        streamed=_message_streamed,
        tools=({"name": "pay", "input_schema": TOOL},),
    ),
)
