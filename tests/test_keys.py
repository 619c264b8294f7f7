from __future__ import annotations

import copy
import json
import logging
import os
import pickle
import sys
import traceback
from base64 import urlsafe_b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import KeyMaterialError
from privacy_chains.hazmat.kdf import derive
from privacy_chains.keys import Key, KeyRing, KeySource

MATERIAL = bytes(range(100, 132))
HEX = MATERIAL.hex()
BASE64 = urlsafe_b64encode(MATERIAL).decode()
KEY = Key.from_bytes(MATERIAL)

posix = pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")


def assert_silent(error: BaseException, *secrets: str) -> None:
    shown = "".join(traceback.format_exception(error, chain=True))
    messages = [str(error), str(error.__context__), str(error.__cause__)]
    for secret in (HEX, BASE64, HEX[:16], *secrets):
        assert all(secret not in message for message in messages)
        assert secret not in shown.replace(__file__, "")


class TestMaking:
    def test_generated_keys_differ(self) -> None:
        keys = {Key.generate() for _ in range(50)}
        assert len({key.id for key in keys}) == len(keys) == 50
        assert all(len(key.to_bytes()) == 32 for key in keys)

    @pytest.mark.parametrize("made_of", [bytes, bytearray, memoryview])
    def test_bytes_round_trip(self, made_of: Callable[[bytes], bytes | bytearray | memoryview]) -> None:
        assert Key.from_bytes(made_of(MATERIAL)).to_bytes() == MATERIAL

    def test_a_buffer_given_is_copied(self) -> None:
        buffer = bytearray(MATERIAL)
        key = Key.from_bytes(buffer)
        buffer[0] ^= 1
        assert key.to_bytes() == MATERIAL

    @pytest.mark.parametrize("length", [0, 1, 16, 31, 33, 64])
    def test_refuses_other_lengths(self, length: int) -> None:
        with pytest.raises(KeyMaterialError, match=f"32 bytes, not {length}"):
            Key.from_bytes(bytes(length))

    @pytest.mark.parametrize("material", ["x" * 32, 32, None, [1] * 32])
    def test_refuses_what_is_not_bytes(self, material: object) -> None:
        with pytest.raises(KeyMaterialError, match=f"not {type(material).__name__}"):
            Key.from_bytes(material)  # type: ignore[arg-type]

    def test_constructor_says_how_a_key_is_made(self) -> None:
        with pytest.raises(KeyMaterialError, match=r"Key\.generate\(\)"):
            Key()


class TestEnvironment:
    @pytest.mark.parametrize("text", [HEX, HEX.upper(), f" {HEX}\n", BASE64, BASE64.rstrip("="), f"{BASE64}\n"])
    def test_reads_hexadecimal_and_base64url(self, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("A_KEY", text)
        assert Key.from_env("A_KEY") == KEY

    @given(material=st.binary(min_size=32, max_size=32).filter(lambda b: len(set(b)) > 1))
    def test_reads_every_key(self, material: bytes) -> None:
        with pytest.MonkeyPatch.context() as patch:
            for text in (material.hex(), urlsafe_b64encode(material).decode()):
                patch.setenv("A_KEY", text)
                assert Key.from_env("A_KEY").to_bytes() == material

    def test_not_set(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("A_KEY", raising=False)
        with pytest.raises(KeyMaterialError, match=r"A_KEY is not set; .*Key\.generate\(\)"):
            Key.from_env("A_KEY")

    @pytest.mark.parametrize("text", ["", "  ", "\n"])
    def test_empty(self, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("A_KEY", text)
        with pytest.raises(KeyMaterialError, match="A_KEY is empty"):
            Key.from_env("A_KEY")

    @pytest.mark.parametrize(
        "text", ["hunter2secret", HEX[:-1], HEX + "0", "z" * 64, BASE64[:-3], "é" * 64, "!" * 43, "+" * 43, HEX + HEX]
    )
    def test_not_a_key(self, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("A_KEY", text)
        with pytest.raises(KeyMaterialError, match="A_KEY does not hold a key: 64 hexadecimal digits") as caught:
            Key.from_env("A_KEY")
        assert_silent(caught.value, text)

    @pytest.mark.parametrize("name", [HEX, BASE64])
    def test_a_key_given_as_the_name_is_not_quoted(self, name: str) -> None:
        with pytest.raises(KeyMaterialError, match="pass the name") as caught:
            Key.from_env(name)
        assert_silent(caught.value)


class TestFiles:
    def test_round_trip(self, tmp_path: Path) -> None:
        KEY.to_file(tmp_path / "key")
        assert Key.from_file(tmp_path / "key") == KEY
        assert Key.from_file(str(tmp_path / "key")) == KEY
        assert (tmp_path / "key").read_text() == HEX + "\n"

    @posix
    def test_is_written_for_its_owner_alone_whatever_the_umask(self, tmp_path: Path) -> None:
        before = os.umask(0)
        try:
            KEY.to_file(tmp_path / "key")
        finally:
            os.umask(before)
        assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600

    def test_does_not_overwrite(self, tmp_path: Path) -> None:
        KEY.to_file(tmp_path / "key")
        with pytest.raises(KeyMaterialError, match="exists already"):
            Key.generate().to_file(tmp_path / "key")
        assert Key.from_file(tmp_path / "key") == KEY

    @posix
    def test_does_not_follow_a_link_when_writing(self, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
        with pytest.raises(KeyMaterialError):
            KEY.to_file(tmp_path / "link")
        assert not (tmp_path / "elsewhere").exists()

    def test_cannot_be_written(self, tmp_path: Path) -> None:
        with pytest.raises(KeyMaterialError, match="cannot be written: No such file") as caught:
            KEY.to_file(tmp_path / "no folder" / "key")
        assert_silent(caught.value)

    @posix
    @pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660, 0o620, 0o602, 0o777])
    def test_wrong_permissions(self, mode: int, tmp_path: Path) -> None:
        path = tmp_path / "key"
        KEY.to_file(path)
        path.chmod(mode)
        with pytest.raises(KeyMaterialError, match=rf"mode {mode:04o}.*chmod 600") as caught:
            Key.from_file(path)
        assert_silent(caught.value)

    @posix
    def test_stricter_permissions_are_fine(self, tmp_path: Path) -> None:
        KEY.to_file(tmp_path / "key")
        (tmp_path / "key").chmod(0o400)
        assert Key.from_file(tmp_path / "key") == KEY

    @pytest.mark.parametrize("content", [HEX, BASE64, f"{HEX}\r\n", bytes(range(120, 152))])
    def test_reads_text_and_raw_bytes(self, content: str | bytes, tmp_path: Path) -> None:
        path = tmp_path / "key"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        path.chmod(0o600)
        expected = MATERIAL if isinstance(content, str) else content
        assert Key.from_file(path).to_bytes() == expected

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"\n",
            HEX[:32].encode(),  # half of a key is as long as a raw key
            HEX[:63].encode(),
            HEX.encode() + b"0",
            HEX.replace("a", "g").encode() if "a" in HEX else b"g" * 64,
            b"\xff" * 64,
            b"\0" * 31,
            b"key=" + HEX.encode(),
            HEX.encode() * 1000,
        ],
    )
    def test_corrupted(self, content: bytes, tmp_path: Path) -> None:
        path = tmp_path / "key"
        path.write_bytes(content)
        path.chmod(0o600)
        with pytest.raises(KeyMaterialError, match=r"does not hold a key: .*, or 32 raw bytes;") as caught:
            Key.from_file(path)
        assert_silent(caught.value)

    def test_missing(self, tmp_path: Path) -> None:
        with pytest.raises(KeyMaterialError, match="cannot be read: No such file"):
            Key.from_file(tmp_path / "key")

    @posix
    def test_folders_and_pipes_are_no_key_files(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe", 0o600)
        for path in (tmp_path, tmp_path / "pipe"):
            with pytest.raises(KeyMaterialError, match="not a regular file"):
                Key.from_file(path)

    def test_a_key_given_as_the_path_is_not_quoted(self) -> None:
        for call in (Key.from_file, KEY.to_file):
            with pytest.raises(KeyMaterialError, match="pass the path") as caught:
                call(HEX)
            assert_silent(caught.value)


class TestOtherSources:
    def install(self, monkeypatch: pytest.MonkeyPatch, get_password: Callable[[str, str], str | None]) -> None:
        module = ModuleType("keyring")
        module.get_password = get_password  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "keyring", module)

    def test_keyring(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.install(monkeypatch, lambda *names: {("service", "ann"): HEX}.get(names))
        assert Key.from_keyring("service", "ann") == KEY
        with pytest.raises(KeyMaterialError, match=r"\(service, bob\) does not exist; .*keyring\.set_password"):
            Key.from_keyring("service", "bob")

    def test_keyring_holds_no_key(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.install(monkeypatch, lambda *_: "hunter2")
        with pytest.raises(KeyMaterialError, match="does not hold a key") as caught:
            Key.from_keyring("service", "ann")
        assert_silent(caught.value, "hunter2")

    def test_keyring_fails(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: str) -> str:
            raise OSError(HEX)

        self.install(monkeypatch, fail)
        with pytest.raises(KeyMaterialError, match="failed with OSError") as caught:
            Key.from_keyring("service", "ann")
        assert HEX not in str(caught.value)
        assert caught.value.__context__ is None

    def test_keyring_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "keyring", None)
        with pytest.raises(KeyMaterialError, match="pip install keyring"):
            Key.from_keyring("service", "ann")

    def test_callable_is_called_once(self) -> None:
        calls: list[int] = []

        def fetch() -> bytes:
            calls.append(1)
            return MATERIAL

        key = Key.from_callable(fetch)
        key.derive("a")
        assert key == KEY
        assert calls == [1]

    def test_callable_fails(self) -> None:
        def fetch() -> bytes:
            raise RuntimeError(HEX)

        with pytest.raises(KeyMaterialError, match="failed with RuntimeError") as caught:
            Key.from_callable(fetch)
        assert HEX not in str(caught.value)
        assert caught.value.__context__ is None

    @pytest.mark.parametrize("returned", [b"short", HEX, None])
    def test_callable_returns_no_key(self, returned: object) -> None:
        with pytest.raises(KeyMaterialError) as caught:
            Key.from_callable(lambda: returned)  # type: ignore[arg-type, return-value]
        assert_silent(caught.value)


class TestUse:
    def test_derives_by_hkdf(self) -> None:
        assert KEY.derive("p", "a", b"b") == derive(MATERIAL, "p", "a", b"b")
        assert len(KEY.derive("p", length=7)) == 7
        assert KEY.derive("p") != KEY.derive("q") != Key.generate().derive("q")

    def test_id_is_short_public_and_stable(self) -> None:
        assert KEY.id == derive(MATERIAL, "key id", length=8).hex() == Key.from_bytes(MATERIAL).id
        assert len(KEY.id) == 16
        assert KEY.id not in HEX

    def test_equality_and_hash(self) -> None:
        same, other = Key.from_bytes(MATERIAL), Key.generate()
        assert same == KEY
        assert hash(KEY) == hash(same)
        assert other != KEY
        assert KEY != MATERIAL
        assert {KEY: 1}[same] == 1

    def test_shows_its_id_alone(self, caplog: pytest.LogCaptureFixture) -> None:
        logging.getLogger("t").warning("%s %r %s", KEY, KEY, {"key": KEY})
        shown = f"{KEY} {KEY!r} {KEY!s} {caplog.text}"
        assert KEY.id in shown
        for secret in (HEX, BASE64, repr(MATERIAL)[2:-1], str(list(MATERIAL))):
            assert secret not in shown

    @pytest.mark.parametrize("held", [KEY, KeyRing(KEY)], ids=["key", "ring"])
    def test_is_not_pickled_or_copied(self, held: object) -> None:
        for copier in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(KeyMaterialError, match=r"cannot be pickled or copied; .*Key\.from_env"):
                copier(held)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            with pytest.raises(KeyMaterialError):
                pickle.dumps({"a": [held]}, protocol)

    @pytest.mark.parametrize("held", [KEY, KeyRing(KEY)], ids=["key", "ring"])
    def test_is_not_written_as_json(self, held: object) -> None:
        with pytest.raises(TypeError, match="not JSON serializable"):
            json.dumps(held)
        assert HEX not in json.dumps(held, default=repr)
        assert not hasattr(held, "__dict__")

    def test_destroyed_key_refuses_every_use(self, tmp_path: Path) -> None:
        key = Key.from_bytes(MATERIAL)
        material = key._material
        assert not key.destroyed
        key.destroy()
        key.destroy()
        assert key.destroyed
        assert not any(material)
        for use in (key.to_bytes, lambda: key.derive("p"), lambda: key.to_file(tmp_path / "key"), lambda: KeyRing(key)):
            with pytest.raises(KeyMaterialError, match=f"{key.id} was destroyed"):
                use()
        assert not (tmp_path / "key").exists()
        assert key.id == KEY.id
        assert key != KEY
        assert key == key  # noqa: PLR0124  # it stays itself
        assert repr(key) == f"<Key {key.id} destroyed>"

    def test_destroying_beside_other_threads_never_gives_a_wrong_sub_key(self) -> None:
        right = KEY.derive("p")

        def use(key: Key) -> bool:
            try:
                while True:
                    if key.derive("p") != right:
                        return False
            except KeyMaterialError:
                return True

        with ThreadPoolExecutor(4) as pool:
            for _ in range(20):
                key = Key.from_bytes(MATERIAL)
                results = [pool.submit(use, key) for _ in range(4)]
                key.destroy()
                assert all(result.result() for result in results)


class TestKeyRing:
    def test_primary_serves_for_new_material(self) -> None:
        old, new = Key.generate(), Key.generate()
        ring = KeyRing(old).rotate(new)
        source: KeySource = ring
        assert source.id == new.id
        assert source.derive("p", "c") == new.derive("p", "c")
        assert source.derive("p", length=5) == new.derive("p", length=5)
        assert ring.primary == new

    def test_a_key_is_a_key_source_too(self) -> None:
        source: KeySource = KEY
        assert source.derive("p") == KEY.derive("p")

    def test_old_keys_stay_readable_after_rotation(self) -> None:
        keys = [Key.generate() for _ in range(4)]
        ring = KeyRing(keys[0])
        for key in keys[1:]:
            ring = ring.rotate(key)
        assert ring.ids == tuple(key.id for key in reversed(keys))
        assert all(ring.get(key.id) == key for key in keys)
        assert list(ring) == keys[::-1]
        assert len(ring) == 4
        assert keys[0].id in ring
        assert "nobody" not in ring

    def test_rotation_leaves_the_ring_as_it_was(self) -> None:
        old = Key.generate()
        ring = KeyRing(old)
        ring.rotate(Key.generate())
        assert ring.ids == (old.id,)

    def test_rotating_back_makes_an_old_key_primary(self) -> None:
        old, new = Key.generate(), Key.generate()
        ring = KeyRing(old).rotate(new).rotate(old)
        assert ring.ids == (old.id, new.id)

    def test_the_same_key_twice_counts_once(self) -> None:
        assert len(KeyRing(KEY, Key.from_bytes(MATERIAL))) == 1

    def test_two_keys_with_one_id_are_refused(self) -> None:
        twin = Key.generate()
        twin._id = KEY.id  # 64 bits of a fingerprint do not collide by chance
        with pytest.raises(KeyMaterialError, match=f"two different keys have the id {KEY.id}") as caught:
            KeyRing(KEY, twin)
        assert_silent(caught.value, twin.to_bytes().hex())
        with pytest.raises(KeyMaterialError, match="two different keys"):
            KeyRing(KEY).rotate(twin)

    def test_unknown_id(self) -> None:
        with pytest.raises(KeyMaterialError, match=f"no key of that id; it has {KEY.id}") as caught:
            KeyRing(KEY).get(HEX)
        assert_silent(caught.value)
        with pytest.raises(KeyMaterialError, match="no key of that id"):
            KeyRing(KEY).destroy("0" * 16)

    def test_destroying_an_old_key(self) -> None:
        old, new = Key.generate(), Key.generate()
        ring = KeyRing(new, old)
        ring.destroy(old.id)
        with pytest.raises(KeyMaterialError, match=f"{old.id} was destroyed"):
            ring.get(old.id)
        with pytest.raises(KeyMaterialError, match="was destroyed"):
            ring.destroy(old.id)
        assert ring.derive("p") == new.derive("p")
        assert "destroyed" in repr(ring)
        assert ring.rotate(Key.generate()).ids[1:] == (new.id,)

    def test_destroying_the_primary(self) -> None:
        old, new = Key.generate(), Key.generate()
        ring = KeyRing(new, old)
        ring.destroy(new.id)
        with pytest.raises(KeyMaterialError, match="was destroyed"):
            ring.derive("p")
        assert ring.get(old.id) == old

    def test_shows_ids_alone(self) -> None:
        assert repr(KeyRing(KEY)) == f"<KeyRing <Key {KEY.id}>>"
