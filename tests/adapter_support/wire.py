"""OpenAI's and Anthropic's wire formats, spoken by a transport that keeps every byte it is sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

SIZE = 3
"""How many characters are streamed at once."""


class Reply(NamedTuple):
    """An HTTP response."""

    content: bytes
    kind: str = "application/json"
    status: int = 200


@dataclass
class Provider:
    """Answers requests in one of the wire formats; the first ``failures`` of them with 429."""

    respond: Callable[[dict[str, Any]], Reply]
    failures: int = 0
    requests: list[bytes] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)

    def transport(self, library: Any) -> Any:
        """A transport for the clients of ``httpx``, or of a library made after it."""

        class Transport(library.BaseTransport, library.AsyncBaseTransport):  # type: ignore[misc]
            def handle_request(_, request: Any) -> Any:  # noqa: N805
                reply = self.reply(request.url.raw_path + str(request.headers).encode(), request.read())
                headers = {"content-type": reply.kind, "retry-after-ms": "1"}
                return library.Response(reply.status, content=reply.content, headers=headers)

            async def handle_async_request(transport, request: Any) -> Any:  # noqa: N805
                await request.aread()
                return transport.handle_request(request)

        return Transport()

    def said(self, value: str) -> bool:
        """Whether a value was sent, however JSON may have written it."""
        forms = {value, json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1]}
        return any(form.encode() in request for form in forms for request in self.requests)

    def reply(self, head: bytes, body: bytes) -> Reply:
        """Keep a request, and answer it."""
        self.requests.append(head + body)
        self.bodies.append(json.loads(body))
        if self.failures:
            self.failures -= 1
            return _json({"error": {"message": "slow down", "type": "rate_limit_error"}}, 429)
        return self.respond(self.bodies[-1])


def _json(value: Any, status: int = 200) -> Reply:
    return Reply(json.dumps(value).encode(), status=status)


def openai(body: dict[str, Any]) -> Reply:
    """Repeat the last message; call the first tool with it; or answer in the asked form."""
    last = body["messages"][-1]
    text = last["content"] if isinstance(last["content"], str) else last["content"][0]["text"]
    message: dict[str, Any] = {"role": "assistant", "content": f"I read: {text}"}
    if body.get("tools") and last["role"] != "tool":
        name = body["tools"][0]["function"]["name"]
        call = {"name": name, "arguments": json.dumps({"name": text})}
        message |= {"content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": call}]}
    elif "response_format" in body:
        message["content"] = json.dumps({"name": text})
    if body.get("stream"):
        return _events(f"data: {json.dumps(chunk)}" for chunk in _openai_chunks(message))
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return _json(_openai("chat.completion", [choice], usage=True))


def _openai(kind: str, choices: list[Any], *, usage: bool = False) -> dict[str, Any]:
    counts = {"prompt_tokens": 7, "completion_tokens": 5, "total_tokens": 12}
    head = {"id": "chatcmpl-1", "object": kind, "created": 1, "model": "gpt-local", "choices": choices}
    return {**head, "usage": counts if usage else None}


def _openai_chunks(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": piece} for piece in _pieces(message["content"] or "")]
    for index, call in enumerate(message.get("tool_calls", [])):
        head = {"index": index, **call, "function": {"name": call["function"]["name"], "arguments": ""}}
        deltas.append({"tool_calls": [head]})
        pieces = _pieces(call["function"]["arguments"])
        deltas += [{"tool_calls": [{"index": index, "function": {"arguments": piece}}]} for piece in pieces]
    for delta in deltas:
        yield _openai("chat.completion.chunk", [{"index": 0, "delta": delta, "finish_reason": None}])
    yield _openai("chat.completion.chunk", [{"index": 0, "delta": {}, "finish_reason": "stop"}])
    yield _openai("chat.completion.chunk", [], usage=True)


def anthropic(body: dict[str, Any]) -> Reply:
    """Think about the last message and repeat it, or call the first tool with it."""
    last = body["messages"][-1]["content"]
    block = {"type": "text", "text": last} if isinstance(last, str) else last[-1]
    answered = block["type"] == "tool_result"
    inner: Any = block.get("content") if answered else block["text"]
    text = inner if isinstance(inner, str) else inner[0]["text"]
    blocks: list[dict[str, Any]] = []
    if body.get("thinking"):
        blocks.append({"type": "thinking", "thinking": f"Hm, {text}", "signature": "c2lnbmF0dXJl"})
    if body.get("tools") and not answered:
        blocks.append({"type": "tool_use", "id": "tool_1", "name": body["tools"][0]["name"], "input": {"name": text}})
    else:
        blocks.append({"type": "text", "text": f"I read: {text}"})
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-local", "stop_sequence": None}
    counts = {"input_tokens": 7, "output_tokens": 5}
    if not body.get("stream"):
        whole = {**message, "content": blocks, "stop_reason": "end_turn", "usage": counts}
        return _json(whole)
    start: dict[str, Any] = {**message, "content": [], "stop_reason": None, "usage": counts}
    events = [{"type": "message_start", "message": start}, *_anthropic_events(blocks)]
    end = {"stop_reason": "end_turn", "stop_sequence": None}
    events += [{"type": "message_delta", "delta": end, "usage": {"output_tokens": 5}}, {"type": "message_stop"}]
    return _events(f"event: {event['type']}\ndata: {json.dumps(event)}" for event in events)


_EMPTY: dict[str, dict[str, Any]] = {
    "text": {"text": ""},
    "thinking": {"thinking": "", "signature": ""},
    "tool_use": {"input": {}},
}


def _anthropic_events(blocks: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for index, block in enumerate(blocks):
        kind = block["type"]
        yield {"type": "content_block_start", "index": index, "content_block": {**block, **_EMPTY[kind]}}
        deltas: list[dict[str, Any]] = []
        if kind == "tool_use":
            deltas = [
                {"type": "input_json_delta", "partial_json": piece} for piece in _pieces(json.dumps(block["input"]))
            ]
        else:
            deltas = [{"type": f"{kind}_delta", kind: piece} for piece in _pieces(block[kind])]
        if kind == "thinking":
            deltas.append({"type": "signature_delta", "signature": block["signature"]})
        yield from ({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas)
        yield {"type": "content_block_stop", "index": index}


def _pieces(text: str) -> list[str]:
    return [text[start : start + SIZE] for start in range(0, len(text), SIZE)]


def _events(events: Iterator[str]) -> Reply:
    lines = "".join(f"{event}\n\n" for event in events)
    content = (lines + "data: [DONE]\n\n").encode() if not lines.startswith("event") else lines.encode()
    return Reply(content, "text/event-stream")
