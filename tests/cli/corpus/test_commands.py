"""``corpus sanitize`` and ``corpus desanitize``, as a user types them."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.corpus.conftest import CLEAR, TEXTS, UNREADABLE, read_lines, write_lines
from cli.invoked import Invoked

from privacy_chains import PrivacyError, SanitizerSpec

Corpus = Callable[..., Invoked]


def expected(session: str = "s") -> list[str]:
    """What one process without any of the machinery makes of the texts."""
    sanitizer = SanitizerSpec("env:PRIVACY_CHAINS_KEY", neural=False).make()
    return [sanitizer.session(session).sanitize(text).text for text in TEXTS]


def folder(root: Path) -> Path:
    """The texts in four kinds of files."""
    write_lines(root / "a.jsonl", TEXTS)
    (root / "deep").mkdir()
    for name, delimiter in (("b.csv", ","), ("deep/c.tsv", "\t")):
        with (root / name).open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, delimiter=delimiter)
            writer.writerows([("id", "text"), *((str(number), text) for number, text in enumerate(TEXTS))])
    for number, text in enumerate(TEXTS):
        (root / "deep" / f"{number}.txt").write_bytes(text.encode())
    return root


def cells(path: Path, delimiter: str = ",") -> list[str]:
    with path.open(newline="", encoding="utf-8") as file:
        return [row["text"] for row in csv.DictReader(file, delimiter=delimiter)]


@pytest.mark.parametrize("workers", [1, 2])
def test_every_kind_of_file_holds_the_bytes_of_one_process(corpus: Corpus, tmp_path: Path, workers: int) -> None:
    out = tmp_path / "out"
    done = corpus(
        "sanitize", folder(tmp_path / "in"), out, "--column", "text", "--keep", "id", "--session", "s", workers=workers
    )
    assert done.exit_code == 0, done.output
    wanted = expected()
    assert read_lines(out / "a.jsonl") == wanted
    assert read_lines(out / "a.jsonl", "id") == [f"row {number}" for number in range(len(TEXTS))]
    assert cells(out / "b.csv") == cells(out / "deep/c.tsv", "\t") == wanted
    assert [(out / "deep" / f"{n}.txt").read_bytes().decode() for n in range(len(TEXTS))] == wanted
    content = b"".join(path.read_bytes() for path in out.rglob("*") if path.is_file())
    assert [value for value in CLEAR if value.encode() in content] == []


def test_a_batch_of_answers_is_read_back_against_its_prompts(corpus: Corpus, tmp_path: Path) -> None:
    prompts = write_lines(tmp_path / "prompts.jsonl", TEXTS)
    options = ("--column", "text", "--session", "s")
    assert corpus("sanitize", prompts, tmp_path / "sent.jsonl", *options, "--keep", "id").exit_code == 0
    answers = write_lines(tmp_path / "answers.jsonl", [f"I read: {t}" for t in read_lines(tmp_path / "sent.jsonl")])
    told = ("--prompts", prompts, "--prompt-column", "text", "--id-column", "id", "--answer-id-column", "id")
    done = corpus("desanitize", answers, tmp_path / "back.jsonl", *options, *told)
    assert done.exit_code == 0, done.output
    assert read_lines(tmp_path / "back.jsonl") == [f"I read: {text}" for text in TEXTS]


def test_an_answer_beside_another_prompt_fails_and_is_not_read(corpus: Corpus, tmp_path: Path) -> None:
    prompts = write_lines(tmp_path / "prompts.jsonl", TEXTS[:2])
    lines = prompts.read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "answers.jsonl").write_text("".join(reversed(lines)) + lines[0], encoding="utf-8")
    told = ("--prompts", prompts, "--prompt-column", "text", "--id-column", "id", "--answer-id-column", "id")
    done = corpus("desanitize", tmp_path / "answers.jsonl", tmp_path / "back.jsonl", "--column", "text", *told)
    assert done.exit_code == 3
    assert read_lines(tmp_path / "back.jsonl") == [None, None, None]
    assert "another id than the prompt" in " ".join(done.stderr.split())
    assert "no prompt in its row" in " ".join(done.stderr.split())


def test_text_files_and_prompts_in_the_same_row_are_read_back_too(corpus: Corpus, tmp_path: Path) -> None:
    given = folder(tmp_path / "in")
    options = ("--column", "text", "--session", "s")
    corpus("sanitize", given / "deep", tmp_path / "sent", *options, "--keep", "id")
    done = corpus(
        "desanitize",
        tmp_path / "sent",
        tmp_path / "back",
        *options,
        "--prompts",
        given / "deep",
        "--prompt-column",
        "text",
    )
    assert done.exit_code == 0, done.output  # the journal of the first run is no answer
    assert [(tmp_path / "back" / f"{n}.txt").read_text(encoding="utf-8") for n in range(5)] == list(TEXTS)
    rows = [{"asked": text, "answer": sent} for text, sent in zip(TEXTS, expected(), strict=True)]
    path = tmp_path / "both.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    corpus(
        "desanitize", path, tmp_path / "read.jsonl", "--column", "answer", "--prompt-column", "asked", "--session", "s"
    )
    assert read_lines(tmp_path / "read.jsonl", "answer") == list(TEXTS)


def test_what_fails_is_told_by_its_place_and_keeps_it(corpus: Corpus, tmp_path: Path) -> None:
    given = write_lines(tmp_path / "in" / "a.jsonl", [TEXTS[0], UNREADABLE, TEXTS[1], None]).parent
    with (given / "a.jsonl").open("a", encoding="utf-8") as file:
        file.write('no json\n{"text": 54, "id": "5"}\n')
    (given / "bytes.txt").write_bytes(b"\xff\xfe")
    (given / "broken.csv").write_text('id,text\n1,"never ends\n', encoding="utf-8")
    report = tmp_path / "report.json"
    done = corpus(
        "sanitize", given, tmp_path / "out", "--column", "text", "--keep", "id", "--report", report, "--session", "s"
    )
    assert done.exit_code == 3, done.output
    told = json.loads(report.read_text(encoding="utf-8"))
    assert [one["id"] for one in told["failures"]] == [
        "a.jsonl:2",
        "a.jsonl:5",
        "a.jsonl:6",
        "broken.csv",
        "bytes.txt:1",
    ]
    assert "王" not in report.read_text(encoding="utf-8") + done.output
    assert read_lines(tmp_path / "out" / "a.jsonl") == [expected()[0], None, expected()[1], None, None, None]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [".privacy-chains.journal", "a.jsonl"]
    assert told["documents"] == 7
    assert ["PERSON", "enciphered", 1] not in told["found"]
    assert told["epsilon_per_document"]["2"] == 1


def test_the_report_composes_over_people_only_where_that_is_declared(corpus: Corpus, tmp_path: Path) -> None:
    given = write_lines(tmp_path / "in.jsonl", ["Bob Haller is 28 years old."] * 3)
    spent = {}
    for per in ("document", "person"):
        report = tmp_path / f"{per}.json"
        options = ("--column", "text", "--drop", "*", "--per", per, "--id-column", "id", "--report", report)
        done = corpus("sanitize", given, tmp_path / f"{per}.jsonl", *options)
        assert done.exit_code == 0, done.output
        spent[per] = json.loads(report.read_text(encoding="utf-8"))["epsilon"]
        assert len(set(read_lines(tmp_path / f"{per}.jsonl"))) == 3  # sessions of their own
    assert spent == {"document": "3", "person": "1"}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--column", "text"), "nobody said anything of"),
        (("--column", "other", "--keep", "*"), "no column 'other'"),
        (("--keep", "*"), "say by --column"),
        (("--column", "text", "--keep", "*", "--per", "document"), "--id-column"),
        (("--column", "text", "--keep", "*", "--per", "row"), "corpus, document, person"),
        (("--column", "text", "--keep", "*", "--key-env", "A", "--key-file", "b"), "one of --key-env"),
        (("--column", "text", "--keep", "*", "--delimiter", "ab"), "one character"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_written(
    corpus: Corpus, tmp_path: Path, options: tuple[str, ...], reason: str
) -> None:
    given = tmp_path / "in.csv"
    given.write_text("id,text\n1,Bob Haller\n", encoding="utf-8")
    done = corpus("sanitize", given, tmp_path / "out.csv", *options)
    assert isinstance(done.exception, PrivacyError)
    assert reason in str(done.exception)
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


def test_nothing_is_written_over(corpus: Corpus, tmp_path: Path) -> None:
    given = write_lines(tmp_path / "in" / "a.jsonl", TEXTS).parent
    for out in (given, given / "out", tmp_path):
        done = corpus("sanitize", given, out, "--column", "text", "--keep", "*")
        assert "a place of its own" in str(done.exception)
    (tmp_path / "there.jsonl").write_text("mine", encoding="utf-8")
    done = corpus("sanitize", given / "a.jsonl", tmp_path / "there.jsonl", "--column", "text", "--keep", "*")
    assert "exists already" in str(done.exception)


def test_a_field_that_nobody_named_fails_its_row(corpus: Corpus, tmp_path: Path) -> None:
    given = write_lines(tmp_path / "in.jsonl", TEXTS[:1], email="bob@example.net")
    done = corpus("sanitize", given, tmp_path / "out.jsonl", "--column", "text", "--keep", "id")
    assert done.exit_code == 3
    assert json.loads((tmp_path / "out.jsonl").read_text(encoding="utf-8")) == {"id": "row 0", "text": None}
    assert "bob" not in done.output
