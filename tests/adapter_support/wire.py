"""The wire formats of OpenAI (both of its APIs) and of Anthropic, spoken by a provider that keeps every byte."""

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
    """Answers requests in one of the wire formats.

    Attributes:
        respond: The wire format.
        failures: How many requests are answered with 429 first.
        cut: After how many events the connection breaks while streaming; nothing for never.
        requests: Every byte that was received, request by request.
        bodies: What the requests said, parsed.
    """

    respond: Callable[[dict[str, Any]], Reply]
    failures: int = 0
    cut: int | None = None
    requests: list[bytes] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)

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


def responses(body: dict[str, Any]) -> Reply:
    """As ``openai``, by OpenAI's other API; reasons aloud where it is asked to, and seals what it thought."""
    given = body["input"]
    last = {"content": given} if isinstance(given, str) else given[-1]
    answered = last.get("type") == "function_call_output"
    inner = last["output"] if answered else last["content"]
    text = inner if isinstance(inner, str) else inner[0]["text"]
    items: list[dict[str, Any]] = []
    if body.get("reasoning"):
        summary = [{"type": "summary_text", "text": f"Hm, {text}"}]
        items.append({"type": "reasoning", "id": "rs_1", "summary": summary, "encrypted_content": "c2VhbGVk"})
    if body.get("tools") and not answered:
        call = {"name": body["tools"][0]["name"], "arguments": json.dumps({"name": text}), "status": "completed"}
        items.append({"type": "function_call", "id": "fc_1", "call_id": "call_1", **call})
    else:
        asked = body.get("text", {}).get("format", {}).get("type", "text")
        written = f"I read: {text}" if asked == "text" else json.dumps({"name": text})
        content = [{"type": "output_text", "text": written, "annotations": []}]
        items.append({"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content})
    if not body.get("stream"):
        return _json(_response(body, items))
    events = enumerate(_response_events(body, items))
    numbered = [{"sequence_number": number, **event} for number, event in events]
    return _events(f"event: {event['type']}\ndata: {json.dumps(event)}" for event in numbered)


def _response(body: dict[str, Any], items: list[dict[str, Any]], status: str = "completed") -> dict[str, Any]:
    """A response as a whole; it repeats some of what it was asked."""
    details = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    usage = {"input_tokens": 7, "output_tokens": 5, "total_tokens": 12, **details}
    repeated = {name: body[name] for name in ("metadata", "user", "instructions", "tools") if name in body}
    head = {"id": "resp_1", "object": "response", "created_at": 1, "model": "gpt-local", "status": status}
    text = {"text": body.get("text", {"format": {"type": "text"}})}
    settings = {"parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    return {**head, **settings, **text, **repeated, "output": items, "usage": usage}


def _response_events(body: dict[str, Any], items: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    yield {"type": "response.created", "response": _response(body, [], "in_progress")}
    for index, item in enumerate(items):
        where = {"item_id": item["id"], "output_index": index}
        empty = {"message": {"content": []}, "reasoning": {"summary": []}, "function_call": {"arguments": ""}}
        begun = {**item, **empty[item["type"]], "status": "in_progress"}
        yield {"type": "response.output_item.added", "output_index": index, "item": begun}
        yield from ({**event, **where} for event in _ITEM_EVENTS[item["type"]](item))
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    yield {"type": "response.completed", "response": _response(body, items)}


def _message_events(item: dict[str, Any]) -> Iterator[dict[str, Any]]:
    (part,) = item["content"]
    place = {"content_index": 0}
    yield {"type": "response.content_part.added", **place, "part": {**part, "text": ""}}
    for piece in _pieces(part["text"]):
        yield {"type": "response.output_text.delta", **place, "delta": piece, "logprobs": []}
    yield {"type": "response.output_text.done", **place, "text": part["text"], "logprobs": []}
    yield {"type": "response.content_part.done", **place, "part": part}


def _reasoning_events(item: dict[str, Any]) -> Iterator[dict[str, Any]]:
    (part,) = item["summary"]
    place = {"summary_index": 0}
    yield {"type": "response.reasoning_summary_part.added", **place, "part": {**part, "text": ""}}
    for piece in _pieces(part["text"]):
        yield {"type": "response.reasoning_summary_text.delta", **place, "delta": piece}
    yield {"type": "response.reasoning_summary_text.done", **place, "text": part["text"]}
    yield {"type": "response.reasoning_summary_part.done", **place, "part": part}


def _function_events(item: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for piece in _pieces(item["arguments"]):
        yield {"type": "response.function_call_arguments.delta", "delta": piece}
    yield {"type": "response.function_call_arguments.done", "name": item["name"], "arguments": item["arguments"]}


_ITEM_EVENTS: dict[str, Callable[[dict[str, Any]], Iterator[dict[str, Any]]]] = {
    "message": _message_events,
    "reasoning": _reasoning_events,
    "function_call": _function_events,
}


def anthropic(body: dict[str, Any]) -> Reply:
    """Think about the last message and repeat it; call the first tool with it; answer in the asked form; or count."""
    if "max_tokens" not in body:
        return _json({"input_tokens": len(body["messages"])})
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
        form = body.get("output_config", {}).get("format")
        blocks.append({"type": "text", "text": json.dumps({"name": text}) if form else f"I read: {text}"})
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
