from __future__ import annotations

import json
import pickle
import socket
from typing import Any

import numpy as np
import pytest
from model_support.serving import HOST, Answer, serving

from privacy_chains.errors import ModelError
from privacy_chains.models import LocalModel

pytestmark = pytest.mark.allow_hosts([HOST])
PRIVATE = "Alice Barr has Marfan syndrome"


def body(**content: Any) -> tuple[int, bytes]:
    return 200, json.dumps(content).encode()


def answering(asked: list[tuple[str, dict[str, Any]]], **replies: tuple[int, bytes]) -> Answer:
    """Keeps what was asked; answers what it was told for each path, else as a server does."""
    standard = {
        "show": body(details={}),
        "generate": body(response="Oslo."),
        "embed": body(embeddings=[[3, 4], [0, 2]]),
    }

    def answer(path: str, posted: dict[str, Any]) -> tuple[int, bytes]:
        asked.append((path, posted))
        return (standard | replies)[path.removeprefix("/api/")]

    return answer


def test_it_generates_with_the_settings_it_was_given() -> None:
    asked: list[tuple[str, dict[str, Any]]] = []
    with serving(answering(asked)) as host:
        model = LocalModel.ollama("qwen2.5:1.5b", host=host, context=2048)
        assert model.parts == ("generate", "embed")
        assert model.generate is not None
        assert model.generate(PRIVATE, 7, temperature=0.5, top_p=0.9, seed=3) == "Oslo."
    assert asked[0] == ("/api/show", {"model": "qwen2.5:1.5b"})
    path, posted = asked[1]
    options = {"num_predict": 7, "temperature": 0.5, "top_p": 0.9, "seed": 3, "num_ctx": 2048}
    assert path == "/api/generate"
    assert posted["prompt"] == PRIVATE
    assert posted["options"] == options
    assert (posted["stream"], posted["truncate"]) == (False, False)


def test_it_embeds() -> None:
    asked: list[tuple[str, dict[str, Any]]] = []
    with serving(answering(asked)) as host:
        embed = LocalModel.ollama("points", host=host).embed
        assert embed is not None
        rows = embed(["one", "two"])
        assert rows.dtype == np.float32
        assert rows == pytest.approx(np.array([[0.6, 0.8], [0, 1]]))
        assert embed([]).shape == (0, 0)
    assert asked[1][1]["input"] == ["one", "two"]


@pytest.mark.parametrize(
    "host",
    [
        "http://192.0.2.7:11434",
        "https://127.0.0.1",
        "127.0.0.1:11434",
        "http://",
        "http://127.0.0.1:port",
        "http://[::",
    ],
)
def test_another_machine_is_refused(host: str) -> None:
    with pytest.raises(ModelError, match="address of this machine"):
        LocalModel.ollama("mine", host=host)


def test_a_name_with_one_address_elsewhere_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = [("127.0.0.1", 1), ("192.0.2.7", 1)]
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", address) for address in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(ModelError, match="address of this machine"):
        LocalModel.ollama("mine", host="http://models.example")


def test_the_address_that_was_checked_is_the_one_that_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, dict[str, Any]]] = []
    with serving(answering(asked)) as host:
        real = socket.getaddrinfo
        with monkeypatch.context() as patched:
            patched.setattr(socket, "getaddrinfo", lambda _, *rest, **more: real(HOST, *rest, **more))
            model = LocalModel.ollama("mine", host=host.replace(HOST, "models.example"))
        assert model.generate is not None
        assert model.generate("x") == "Oslo."


@pytest.mark.parametrize("name", ["gpt-oss:120b-cloud", "gemma4:cloud"])
def test_a_model_of_the_cloud_is_refused_by_its_name(name: str) -> None:
    with pytest.raises(ModelError, match="not local"):
        LocalModel.ollama(name)


@pytest.mark.parametrize("told", [{"remote_host": "https://ollama.com:443"}, {"remote_model": "gpt-oss:120b"}])
def test_nothing_is_sent_to_a_model_that_runs_elsewhere(told: dict[str, str]) -> None:
    asked: list[tuple[str, dict[str, Any]]] = []
    with serving(answering(asked, show=body(**told))) as host:
        model = LocalModel.ollama("my-own-name", host=host)
        assert model.generate is not None
        assert model.embed is not None
        for call in (lambda: model.generate(PRIVATE), lambda: model.embed([PRIVATE])):  # type: ignore[misc]
            with pytest.raises(ModelError, match="another machine"):
                call()
    assert PRIVATE not in json.dumps(asked)


def test_proxies_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://192.0.2.7:3128")
    asked: list[tuple[str, dict[str, Any]]] = []
    with serving(answering(asked)) as host:
        generate = LocalModel.ollama("mine", host=host).generate
        assert generate is not None
        assert generate("x") == "Oslo."


def test_redirects_are_not_followed() -> None:
    reached: list[tuple[str, dict[str, Any]]] = []
    with serving(answering(reached)) as other:
        elsewhere = 302, f"{other}/api/generate".encode()
        with serving(answering([], generate=elsewhere)) as host:
            generate = LocalModel.ollama("mine", host=host).generate
            assert generate is not None
            with pytest.raises(ModelError, match="status 302"):
                generate(PRIVATE)
    assert reached == []


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ((404, PRIVATE.encode()), "status 404"),
        ((200, PRIVATE.encode()), "no JSON object"),
        ((200, json.dumps([PRIVATE]).encode()), "no JSON object"),
        (body(thinking=PRIVATE), "no text"),
    ],
)
def test_an_error_holds_no_text(reply: tuple[int, bytes], said: str) -> None:
    with serving(answering([], generate=reply)) as host:
        generate = LocalModel.ollama("mine", host=host).generate
        assert generate is not None
        with pytest.raises(ModelError, match=said) as caught:
            generate(PRIVATE)
    assert PRIVATE not in repr(caught.value)
    assert caught.value.__context__ is None


@pytest.mark.parametrize("rows", [[[1, 2]], [[1], [1, 2]], [1, 2], None, [["a"], ["b"]], [[0, 0], [1, 1]]])
def test_embeddings_that_are_none_are_refused(rows: object) -> None:
    with serving(answering([], embed=body(embeddings=rows))) as host:
        embed = LocalModel.ollama("mine", host=host).embed
        assert embed is not None
        with pytest.raises(ModelError, match="no embedding"):
            embed(["one", "two"])


def test_a_server_that_is_not_there_is_an_error() -> None:
    with serving(answering([])) as host:
        pass
    generate = LocalModel.ollama("mine", host=host).generate
    assert generate is not None
    with pytest.raises(ModelError, match=r"not reached \(ConnectionRefusedError\)"):
        generate(PRIVATE)


@pytest.mark.parametrize("setting", [{"temperature": -1.0}, {"top_p": 0.0}, {"top_p": 1.1}, {"max_tokens": 0}])
def test_settings_out_of_range_are_refused(setting: dict[str, Any]) -> None:
    generate = LocalModel.ollama("mine").generate
    assert generate is not None
    with pytest.raises(ModelError, match="max_tokens"):
        generate("x", **setting)


def test_it_shows_its_name_and_can_be_pickled() -> None:
    model = LocalModel.ollama("mine")
    assert repr(model) == "LocalModel('mine': generate, embed)"
    copy = pickle.loads(pickle.dumps(model))  # noqa: S301  (our own bytes)
    assert copy.generate.__self__ == model.generate.__self__  # type: ignore[union-attr]
