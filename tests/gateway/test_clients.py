"""Who may ask: folders of clients, and functions that know keys."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gateway_privacy_chains import clients as asked
from gateway_privacy_chains.clients import AskedKeys, KeyDirectory, OneClient, add_client, digest_of, new_token
from privacy_chains import Key, KeyMaterialError

KEY = Key.from_bytes(bytes(range(1, 33)))


def test_each_client_has_a_key_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "clients"
    tokens = {name: add_client(folder, name) for name in ("alice", "bob")}
    known = KeyDirectory(folder)
    found = {name: known.of(token) for name, token in tokens.items()}
    assert {name: client.id for name, client in found.items() if client} == {
        name: Key.from_file(folder / f"{name}.key").id for name in tokens
    }
    assert found["alice"] != found["bob"]
    for token in ("", "x", new_token(), tokens["bob"][:-1], tokens["bob"] + "x", digest_of(tokens["bob"])):
        assert known.of(token) is None


def test_no_token_is_stored(tmp_path: Path) -> None:
    token = add_client(tmp_path / "clients", "alice")
    for file in (tmp_path / "clients").iterdir():
        assert token not in file.read_text(encoding="ascii")
        assert file.stat().st_mode & 0o077 == 0
    assert token not in repr(KeyDirectory(tmp_path / "clients"))


def test_clients_come_and_go_without_a_restart(tmp_path: Path) -> None:
    alice = add_client(tmp_path, "alice")
    known = KeyDirectory(tmp_path)
    bob = add_client(tmp_path, "bob")
    assert known.of(bob) is not None
    (tmp_path / "alice.token").unlink()
    assert known.of(alice) is None
    assert known.of(bob) is not None


def test_older_keys_only_read(tmp_path: Path) -> None:
    token = add_client(tmp_path, "alice")
    old = Key.from_file(tmp_path / "alice.key")
    (tmp_path / "alice.key").rename(tmp_path / "alice.key.1")
    Key.generate().to_file(tmp_path / "alice.key")
    client = KeyDirectory(tmp_path).of(token)
    assert client is not None
    assert client.id == Key.from_file(tmp_path / "alice.key").id
    assert old.id in getattr(client.key, "ids", ())


def test_every_digest_is_compared_in_constant_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    token, *_ = [add_client(tmp_path, name) for name in ("a", "b", "c")]
    compared = list[tuple[str, str]]()

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return one == other

    monkeypatch.setattr(asked, "compare_digest", compare)
    assert KeyDirectory(tmp_path).of(token) is not None
    assert len(compared) == 3


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_folder_that_others_may_write_to_is_refused(tmp_path: Path) -> None:
    add_client(tmp_path / "clients", "alice")
    (tmp_path / "clients").chmod(0o777)
    with pytest.raises(KeyMaterialError, match="chmod 700"):
        KeyDirectory(tmp_path / "clients")


@pytest.mark.parametrize("content", ["", "x", "sha256:xyz", "a-token-in-clear"])
def test_a_file_that_holds_no_digest_is_refused_and_not_quoted(tmp_path: Path, content: str) -> None:
    add_client(tmp_path, "alice")
    (tmp_path / "bob.token").write_text(content, encoding="ascii")
    with pytest.raises(KeyMaterialError) as caught:
        KeyDirectory(tmp_path)
    assert "a-token-in-clear" not in str(caught.value)


def test_a_client_without_a_key_is_refused(tmp_path: Path) -> None:
    add_client(tmp_path, "alice")
    (tmp_path / "alice.key").unlink()
    with pytest.raises(KeyMaterialError):
        KeyDirectory(tmp_path)


@pytest.mark.parametrize("name", ["", "../x", "a/b", "A", ".x", "x" * 65])
def test_a_name_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(KeyMaterialError):
        add_client(tmp_path / "clients", name)


def test_a_client_is_not_overwritten(tmp_path: Path) -> None:
    add_client(tmp_path, "alice")
    with pytest.raises(KeyMaterialError):
        add_client(tmp_path, "alice")


def test_one_client_has_one_token() -> None:
    known = OneClient("its token", KEY)
    assert known.of("its token") is not None
    assert known.of("another") is None
    assert known.of("") is None


def test_a_function_is_asked_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now, tokens = [0.0], list[str]()
    monkeypatch.setattr(asked, "monotonic", lambda: now[0])

    def key_of(token: str) -> bytes | None:
        tokens.append(token)
        return KEY.to_bytes() if token == "known" else None  # noqa: S105

    known = AskedKeys(key_of)
    for _ in range(3):
        client = known.of("known")
        assert client is not None
        assert client.id == KEY.id
        assert known.of("unknown") is None
    assert tokens == ["known", "unknown"]
    now[0] = 61.0
    known.of("known")
    assert tokens == ["known", "unknown", "known"]


def test_what_a_function_raises_is_not_told() -> None:
    def key_of(_: str) -> bytes:
        raise RuntimeError(KEY.to_bytes().hex())

    with pytest.raises(KeyMaterialError, match="RuntimeError") as caught:
        AskedKeys(key_of).of("x")
    assert KEY.to_bytes().hex() not in str(caught.value)
    assert caught.value.__context__ is None


def test_a_function_is_named_by_its_place() -> None:
    assert AskedKeys.named("gateway_support.keys:key_of").of("x") is None
    for place in (
        "",
        "no_such_module:f",
        "gateway_support.keys:nothing",
        "gateway_support.keys:NAME",
        "gateway_support",
    ):
        with pytest.raises(KeyMaterialError):
            AskedKeys.named(place)
