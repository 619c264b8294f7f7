"""A provider behind a socket of this machine: real clients reach it over HTTP, and every byte they send is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from adapter_support.wire import Provider

HOST = "127.0.0.1"


class _Kept:
    """Reads a socket's file, and keeps every byte that was read."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._bytes = bytearray()

    def read(self, size: int) -> bytes:
        return self._keep(self._file.read(size))

    def readline(self, size: int = -1) -> bytes:
        return self._keep(self._file.readline(size))

    def close(self) -> None:
        self._file.close()

    def taken(self) -> bytes:
        """What was read since this was last asked."""
        taken = bytes(self._bytes)
        self._bytes.clear()
        return taken

    def _keep(self, read: bytes) -> bytes:
        self._bytes += read
        return read


@contextmanager
def serving(provider: Provider) -> Iterator[str]:
    """Answer requests while in use, and yield the address to send them to. Events go out one at a time."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            super().setup()
            self.kept = _Kept(self.rfile)
            self.rfile = self.kept  # type: ignore[assignment]

        def do_POST(self) -> None:
            head = self.kept.taken()
            reply = provider.reply(head, self.rfile.read(int(self.headers["content-length"])))
            self.kept.taken()
            self.send_response(reply.status)
            self.send_header("content-type", reply.kind)
            self.send_header("retry-after-ms", "1")
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            events = [piece + b"\n\n" for piece in reply.content.split(b"\n\n") if piece]
            for sent in events[: provider.cut]:
                self.wfile.write(f"{len(sent):x}\r\n".encode() + sent + b"\r\n")
            if provider.cut is None:
                self.wfile.write(b"0\r\n\r\n")
            else:  # the client is left waiting for more
                self.close_connection = True

        def log_message(self, *args: object) -> None:
            return

    server = ThreadingHTTPServer((HOST, 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://{HOST}:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
