"""Who may import whom, how long a module may be, and that one name is one thing."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES: Final = (ROOT, *(ROOT / "adapters" / name for name in ("gateway", "langchain", "llama_index", "ray", "spark")))
"""The folders that packages of the product stand in."""
PACKAGES: Final = frozenset(
    {"privacy_chains", *(f"{name}_privacy_chains" for name in ("gateway", "langchain", "llama_index", "ray", "spark"))}
)
MOST_LINES: Final = 350


SHARED: Final[frozenset[str]] = frozenset()
"""Names that several public classes still have. Take a name out once one class has it; add none."""


def modules() -> Iterator[tuple[str, Path]]:
    """Every module of the product, with the package that it stands in."""
    for source in SOURCES:
        for path in sorted(source.glob("*_chains/**/*.py")):
            yield ".".join(path.parent.relative_to(source).parts), path


def imports(tree: ast.AST) -> Iterator[tuple[str, ...]]:
    """What a module imports, part by part: ``from a.b import c`` is ``a``, ``b``, ``c``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (tuple(f"{node.module}.{name.name}".split(".")) for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (tuple(name.name.split(".")) for name in node.names)


def is_private(part: str) -> bool:
    return part.startswith("_") and not part.startswith("__")


def private_imports(source: str, package: str) -> list[str]:
    """What a module of a package imports although it is private to another: to the package or module it stands in."""
    found = []
    for parts in imports(ast.parse(source)):
        place = next((at for at, part in enumerate(parts) if is_private(part)), None)
        if place is not None and parts[0] in PACKAGES and tuple(package.split("."))[:place] != parts[:place]:
            found.append(".".join(parts))
    return found


def test_the_layer_order_holds() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as main; main()", "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_core_names_no_framework_anywhere() -> None:
    frameworks = ("langchain", "llama_index", "pandas", "pyspark", "ray")
    words = [f"{how} {name}" for how in ("import", "from") for name in frameworks]
    core = (ROOT / "privacy_chains").rglob("*.py")
    assert [path.name for path in core if any(word in path.read_text(encoding="utf-8") for word in words)] == []


def test_every_package_of_the_product_is_looked_at() -> None:
    assert {package.split(".")[0] for package, _ in modules()} == PACKAGES


def test_no_module_is_too_long() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for _, path in modules()
    }
    assert {name for name, lines in lengths.items() if lines > MOST_LINES} == set()


def test_nothing_private_is_imported_from_another_package() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): names
        for package, path in modules()
        if (names := private_imports(path.read_text(encoding="utf-8"), package))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("source", "package", "found"),
    [
        ("from privacy_chains.formats._plans import KINDS", "privacy_chains.detect", 1),
        ("from privacy_chains.formats import _plans", "privacy_chains.detect", 1),
        ("import privacy_chains.formats._plans", "privacy_chains", 1),
        ("from privacy_chains.formats.codes import _KEPT", "privacy_chains.formats", 1),
        ("from privacy_chains.formats._plans import KINDS", "privacy_chains.formats", 0),
        ("from privacy_chains.formats._plans import KINDS", "privacy_chains.formats.data", 0),
        ("from privacy_chains import __version__", "langchain_privacy_chains", 0),
    ],
)
def test_an_import_of_something_private_is_seen(source: str, package: str, found: int) -> None:
    assert len(private_imports(source, package)) == found


def test_no_two_public_classes_have_one_name_but_those_that_are_listed() -> None:
    trees = [
        ast.parse(path.read_text(encoding="utf-8")) for package, path in modules() if package.startswith("privacy")
    ]
    names = Counter(node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    assert {name for name, count in names.items() if count > 1 and not is_private(name)} == SHARED
