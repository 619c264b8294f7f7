"""A model that an Ollama server on this machine runs; the text leaves the process, and not the machine."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import urlsplit

from privacy_chains.errors import ModelError
from privacy_chains.models.local import LocalModel
from privacy_chains.models.parts import check_sampling
from privacy_chains.models.pooling import normalized

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Ollama", "ollama_model"]

_PORT = 11434
_ELSEWHERE = ("remote_host", "remote_model")
"""What the server says of models that it passes on to another machine."""


def ollama_model(model: str, *, host: str, timeout: float, context: int | None) -> LocalModel:
    """The parts that the server gives; see :meth:`LocalModel.ollama`.

    Raises:
        ModelError: The host is no loopback address, or the model runs elsewhere by its name.
    """
    if model.endswith(("-cloud", ":cloud")):
        msg = "a model of Ollama's cloud is not local: choose one that the server runs itself"
        raise ModelError(msg)
    address, port = _loopback(host)
    server = Ollama(model, address, port, timeout, context)
    return LocalModel(name=model, generate=server.generate, embed=server.embed)


@dataclass(frozen=True)
class Ollama:
    """One model of a server; every call has a connection of its own.

    ``http.client`` follows neither proxies nor redirects, so that what is sent to the address reaches only it.

    Attributes:
        model: The model's name.
        address: The server's address, an IP address of loopback.
        port: Its port.
        timeout: Seconds to wait for it.
        context: How many tokens prompt and answer may have together; the server's default when None.
    """

    model: str
    address: str
    port: int
    timeout: float
    context: int | None

    def generate(
        self, prompt: str, /, max_tokens: int = 256, *, temperature: float = 0.0, top_p: float = 1.0, seed: int = 0
    ) -> str:
        """The answer to a prompt: the part ``generate``. The same one each time as far as the server keeps to a seed.

        Raises:
            ModelError: The server is not reached, refuses, answers what is no answer, or runs the model elsewhere.
        """
        check_sampling(max_tokens, temperature, top_p)
        options: dict[str, float] = {
            "num_predict": max_tokens,
            "temperature": temperature,
            "top_p": top_p,
            "seed": seed,
        }
        if self.context is not None:
            options["num_ctx"] = self.context
        asked = {"prompt": prompt, "stream": False, "truncate": False, "shift": False, "options": options}
        answer = self._ask("generate", asked).get("response")
        if not isinstance(answer, str):
            self._fail("gave no text")
        return answer

    def embed(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        """The embeddings of texts: the part ``embed``. A text that is longer than the model reads is refused.

        Raises:
            ModelError: The server is not reached, refuses, answers what is no embedding, or runs the model elsewhere.
        """
        import numpy as np  # noqa: PLC0415  # heavy

        if not texts:
            return np.zeros((0, 0), np.float32)
        answer = self._ask("embed", {"input": list(texts), "truncate": False}).get("embeddings")
        try:
            rows = np.array(answer, np.float64)
        except (TypeError, ValueError):
            rows = np.zeros(0)
        if rows.ndim != 2 or len(rows) != len(texts):
            self._fail("gave no embedding for each text")
        return normalized(rows)

    def _ask(self, what: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        """An answer, asked for only after the server has said that it runs the model itself."""
        self._refuse_remote(self._post("show", {}))
        answer = self._post(what, asked)
        self._refuse_remote(answer)
        return answer

    def _refuse_remote(self, answer: Mapping[str, Any]) -> None:
        if any(answer.get(name) for name in _ELSEWHERE):
            self._fail("passes this model's prompts on to another machine: choose a model that it runs itself")

    def _post(self, what: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        body = json.dumps({"model": self.model, **asked}).encode()
        connection = HTTPConnection(self.address, self.port, timeout=self.timeout)
        try:
            connection.request("POST", f"/api/{what}", body, {"Content-Type": "application/json"})
            reply = connection.getresponse()
            status, content = reply.status, reply.read()
        except (OSError, HTTPException) as error:
            self._fail(f"is not reached ({type(error).__name__})")
        finally:
            connection.close()
        if status != HTTPStatus.OK:
            self._fail(f"refused {what} with status {status}")
        return self._read(content)

    def _read(self, content: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(content)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            self._fail("answered what is no JSON object")
        return answer

    def _fail(self, what: str) -> NoReturn:
        msg = f"the Ollama server at {self.address}, port {self.port}, {what}"
        raise ModelError(msg) from None


def _loopback(host: str) -> tuple[str, int]:
    """The address and port of a server on this machine; all addresses of its name have to be loopback.

    Raises:
        ModelError: It is elsewhere, unknown, or not an ``http`` address.
    """
    try:
        parts = urlsplit(host)
        name, port = parts.hostname, parts.port or _PORT
        found = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM) if name and parts.scheme == "http" else []
    except (OSError, ValueError):
        found = []
    addresses = [str(address[0]) for *_, address in found]
    if not addresses or not all(ip_address(address.partition("%")[0]).is_loopback for address in addresses):
        msg = "a local model's host is an address of this machine, such as http://127.0.0.1:11434, and no other"
        raise ModelError(msg)
    return addresses[0], port
