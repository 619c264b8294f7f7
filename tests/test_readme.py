"""The README's code runs as it is printed, and its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli.invoked import invoke

from privacy_chains import Policy
from privacy_chains.cli.app import app
from privacy_chains.preempt.policy import AddNoise

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")
SITE = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
DOCS = {
    name: (ROOT / "docs" / name).read_text(encoding="utf-8")
    for name in (
        "policy.md",
        "dependencies.md",
        "reading.md",
        "start.md",
        "keys.md",
        "inspect.md",
        "audit-log.md",
        "from-presidio-anonymizer.md",
    )
}


def blocks(language: str, page: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page, re.DOTALL | re.MULTILINE)


PYTHON, SHELL = blocks("python", README), blocks("sh", README)
STANDING_ALONE = [(name, code) for name, page in DOCS.items() for code in blocks("python", page)]


def shell_lines(prefix: str) -> list[str]:
    return [line.split("#")[0].strip() for block in SHELL for line in block.splitlines() if line.startswith(prefix)]


@pytest.mark.parametrize("code", PYTHON, ids=[f"block {number}" for number, _ in enumerate(PYTHON, 1)])
def test_python_blocks_run(code: str) -> None:
    exec(compile(code, "README.md", "exec"), {"__name__": "readme"})  # noqa: S102  (our own text)


@pytest.mark.parametrize(("page", "code"), STANDING_ALONE, ids=[page for page, _ in STANDING_ALONE])
def test_python_blocks_of_the_other_pages_run_one_by_one(
    page: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if page == "policy.md":
        example, *_ = blocks("toml", DOCS[page])
        Path("policy.toml").write_text(example, encoding="utf-8")
    exec(compile(code, page, "exec"), {"__name__": "page"})  # noqa: S102  (our own text)


@pytest.mark.parametrize("text", blocks("toml", DOCS["policy.md"]))
def test_policies_in_the_docs_are_policies(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Policy.read(text) != Policy.default()


def test_there_are_python_blocks_for_each_way_to_use_it() -> None:
    wanted = ("langchain_privacy_chains", "llama_index_privacy_chains", "sanitizer.desanitize(")
    assert [word for word in wanted if not any(word in code for code in PYTHON)] == []


def test_the_command_lines_run_in_the_order_they_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("letter.txt").write_text("Name: Alice Barr, SSN 182-69-2573\n", encoding="utf-8")
    Path("notes").mkdir()
    Path("notes/1.jsonl").write_text('{"id": "1", "text": "Alice Barr called."}\n', encoding="utf-8")
    for line in shell_lines("privacy-chains "):
        command, _, target = line.partition(" > ")
        if "answer.txt" in command:
            Path("answer.txt").write_bytes(Path("outgoing.txt").read_bytes())
        done = invoke(app, command.split()[1:])
        assert done.exit_code == 0, f"{line}: {done.output}"
        if target:
            Path(target).write_bytes(done.stdout_bytes)
        if "answer.txt" in command:
            assert done.stdout_bytes == Path("letter.txt").read_bytes()


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z]+):", makefile, re.MULTILINE)
    assert {line.split()[1] for line in shell_lines("make ")} <= set(targets)


def test_the_types_in_the_table_have_rules() -> None:
    rules = Policy.default().rules
    rows = re.findall(r"^\| `([A-Z_]+)` \| (\w+)", README, re.MULTILINE)
    assert len(rows) >= 9
    assert [name for name, word in rows if isinstance(rules[name], AddNoise) != (word == "noise")] == []


def leads_somewhere(page: Path, target: str) -> bool:
    """A file of the repository, or a page of the site that is made from the code."""
    made = page.parent == ROOT / "docs" and target.startswith("reference/") and f": {target}\n" in SITE
    return made or (page.parent / target).exists()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_files_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not leads_somewhere(page, target)] == []


def test_the_demo_has_as_many_records_as_the_readme_says() -> None:
    records = len(list((ROOT / "examples" / "data" / "customers").glob("*.md")))
    assert f"{records} customer records" in README
    assert records >= 30
