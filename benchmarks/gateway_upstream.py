"""A provider for the benchmark of the gateway: streams its last message back, and counts what it must not be sent.

It runs by itself: ``python benchmarks/gateway_upstream.py VALUE ...`` prints its port. ``GET /report`` tells how many
requests it had, and how many of them held one of the values.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator

_PIECE = 8
"""Characters of a streamed piece."""
_HEAD = "HTTP/1.1 200 OK\r\ncontent-type: {}\r\nconnection: keep-alive\r\n"


class Provider:
    """Answers chat completions.

    Args:
        values: What no request should hold.
    """

    def __init__(self, values: list[str]) -> None:
        self._values = [value.encode() for value in values]
        self._requests = 0
        self._leaks = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection."""
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                await self._answered(head, reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _answered(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if head.startswith(b"GET /report"):
            await _whole(writer, {"requests": self._requests, "leaks": self._leaks})
            return
        length = next(
            int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
        )
        content = await reader.readexactly(length)
        self._requests += 1
        self._leaks += any(value in content for value in self._values)
        body = json.loads(content)
        text = str(body["messages"][-1]["content"])
        if not body.get("stream"):
            message = {"role": "assistant", "content": text}
            await _whole(writer, {"id": "c", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
            return
        writer.write(f"{_HEAD.format('text/event-stream')}transfer-encoding: chunked\r\n\r\n".encode())
        for event in _events(text):
            if writer.is_closing():
                raise ConnectionError
            writer.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")
            await writer.drain()
            await asyncio.sleep(float(body.get("temperature", 0)))
        writer.write(b"0\r\n\r\n")
        await writer.drain()


def _events(text: str) -> Iterator[bytes]:
    for start in range(0, len(text), _PIECE):
        yield _event({"content": text[start : start + _PIECE]}, None)
    yield _event({}, "stop")
    yield b"data: [DONE]\n\n"


def _event(delta: dict[str, str], reason: str | None) -> bytes:
    chunk = {"id": "c", "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}
    return f"data: {json.dumps(chunk)}\n\n".encode()


async def _whole(writer: asyncio.StreamWriter, answer: object) -> None:
    content = json.dumps(answer).encode()
    writer.write(f"{_HEAD.format('application/json')}content-length: {len(content)}\r\n\r\n".encode() + content)
    await writer.drain()


async def main() -> None:
    """Serve until the process is ended."""
    server = await asyncio.start_server(Provider(sys.argv[1:]).serve, "127.0.0.1", 0, backlog=512)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
