"""A provider that stops in the middle of a stream, and notices whether anybody still listens."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

__all__ = ["HOST", "Pausing", "answering"]

HOST = "127.0.0.1"
_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"


class Pausing:
    """Sends the first part of a stream, and waits until its client has gone or it is told to go on."""

    def __init__(self, first: bytes, rest: bytes = b"") -> None:
        self.first, self.rest = first, rest
        self.sent = Event()
        self.go_on = Event()
        self.left = Event()

    def answer(self, connection: socket.socket) -> None:
        """Answer one request."""
        connection.settimeout(30)
        received = b""
        while b"\r\n\r\n" not in received:
            more = connection.recv(65536)
            if not more:  # gone before it asked
                self.left.set()
                return
            received += more
        connection.sendall(_HEAD + self.first)
        self.sent.set()
        connection.settimeout(0.02)
        while not self.go_on.is_set():
            try:
                if not connection.recv(65536):
                    self.left.set()
                    return
            except TimeoutError:
                continue
            except OSError:
                self.left.set()
                return
        connection.sendall(self.rest)


@contextmanager
def answering(provider: Pausing) -> Iterator[str]:
    """Let it answer one request while in use; yields its address."""
    with socket.create_server((HOST, 0)) as listening:

        def serve() -> None:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                provider.answer(connection)

        thread = Thread(target=serve)
        thread.start()
        yield f"http://{HOST}:{listening.getsockname()[1]}"
        provider.go_on.set()
        with suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)  # nobody may have called
        thread.join()
