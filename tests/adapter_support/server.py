"""A provider behind a socket of this machine: real clients reach it over HTTP, and every byte they send is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from adapter_support.wire import Provider

HOST = "127.0.0.1"


@contextmanager
def serving(provider: Provider) -> Iterator[str]:
    """Answer requests while in use, and yield the address to send them to. Events go out one at a time."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            reply = provider.reply(self.raw_requestline + bytes(self.headers), body)
            self.send_response(reply.status)
            self.send_header("content-type", reply.kind)
            self.send_header("retry-after-ms", "1")
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            for piece in [*reply.content.split(b"\n\n"), b""]:
                sent = piece + b"\n\n" if piece else b""
                self.wfile.write(f"{len(sent):x}\r\n".encode() + sent + b"\r\n")
                if not piece:
                    return

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
