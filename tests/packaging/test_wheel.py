"""What a user installs: the wheel's content."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {
    "privacy_chains": ROOT / "privacy_chains",
    "gateway_privacy_chains": ROOT / "adapters" / "gateway" / "gateway_privacy_chains",
    "langchain_privacy_chains": ROOT / "adapters" / "langchain" / "langchain_privacy_chains",
    "llama_index_privacy_chains": ROOT / "adapters" / "llama_index" / "llama_index_privacy_chains",
    "ray_privacy_chains": ROOT / "adapters" / "ray" / "ray_privacy_chains",
    "spark_privacy_chains": ROOT / "adapters" / "spark" / "spark_privacy_chains",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel, built offline with the backend that is installed."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


@pytest.fixture
def metadata(wheel: zipfile.ZipFile) -> Message:
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return message_from_bytes(wheel.read(name))


def test_it_holds_the_packages_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_nothing_in_it_is_called_adapters(wheel: zipfile.ZipFile) -> None:
    assert [name for name in wheel.namelist() if "adapters" in name.split("/")] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_file_of_a_package_is_in_it(wheel: zipfile.ZipFile, package: str) -> None:
    folder = PACKAGES[package]
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    wanted = {f"{package}/{path.as_posix()}" for path in paths if "__pycache__" not in path.parts}
    assert f"{package}/py.typed" in wanted
    assert {name for name in wheel.namelist() if name.startswith(f"{package}/")} == wanted


def test_it_carries_the_license(wheel: zipfile.ZipFile) -> None:
    (name,) = (name for name in wheel.namelist() if name.endswith("/LICENSE"))
    assert b"Apache License" in wheel.read(name)
    carried = {name.rpartition("/licenses/")[2] for name in wheel.namelist() if "/licenses/" in name}
    assert {"NOTICE", "LICENSES/CC-BY-SA-4.0.txt"} <= carried


def test_its_metadata_names_the_extras(metadata: Message) -> None:
    assert metadata["Name"] == "privacy-chains"
    extras = metadata.get_all("Provides-Extra") or []
    frameworks = ["langchain", "llama-index", "ray", "spark", "transformers"]
    assert sorted(extras) == sorted(
        ["all", "assess", "ff3", "inspect", "keyring", "parquet", "pyfpe-ff3", "serve", *frameworks]
    )


def test_a_plain_install_pulls_in_no_framework(metadata: Message) -> None:
    required = [line for line in metadata.get_all("Requires-Dist") or [] if "extra ==" not in line]
    assert [
        line
        for line in required
        if line.startswith(("langchain", "llama", "pyarrow", "pyspark", "ray", "torch", "transformers"))
    ] == []
