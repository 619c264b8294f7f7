"""The commands ``corpus sanitize`` and ``corpus desanitize``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, cast, get_args

from privacy_chains.cli.arguments import Argument, Option
from privacy_chains.cli.corpus.columns import EVERY, Columns
from privacy_chains.cli.corpus.formats import formats_of
from privacy_chains.cli.corpus.run import CorpusPlan
from privacy_chains.cli.corpus.running import Running, check_out, start
from privacy_chains.cli.corpus.sources import paired, sources
from privacy_chains.cli.options import DEFAULT_KEY_ENV, Epsilon, Name, PolicyFile
from privacy_chains.errors import KeyMaterialError, PolicyError
from privacy_chains.preempt.spec import Per, SanitizerSpec

__all__ = ["desanitize_corpus", "sanitize_corpus"]

In = Annotated[Path, Argument("A file or a folder: .jsonl, .csv, .tsv, .parquet; any other file is text.")]
Out = Annotated[Path, Argument("The file or folder to write; of a run that stopped, to go on with it.")]
Column = Annotated[list[str] | None, Option("Column of text to rewrite; repeat for several.", "--column")]
Kept = Annotated[list[str] | None, Option("Column to write in clear; '*' for all others.", "--keep")]
Dropped = Annotated[list[str] | None, Option("Column to leave out; '*' for all others.", "--drop")]
Delimiter = Annotated[str, Option("What stands between the cells of .csv files.")]
PerWhat = Annotated[str, Option("What has a session of its own: corpus, document or person.", "--per")]
IdColumn = Annotated[str, Option("Column with the id of the document or person; of files it is the path.")]
KeyEnv = Annotated[str | None, Option(f"Environment variable that holds the key [{DEFAULT_KEY_ENV}].")]
KeyFile = Annotated[Path | None, Option("File that holds the key, readable by you alone.")]
KeyCall = Annotated[str | None, Option("module:function that returns the key's 32 bytes, as from a KMS.")]
PatternsOnly = Annotated[bool, Option("Do without the network: faster, and finds less.")]
Workers = Annotated[int | None, Option("How many processes; one for each processor if left out.", least=1)]
Report = Annotated[Path | None, Option("File for the summary as JSON, with all failures.")]


def sanitize_corpus(
    given: In,
    out: Out,
    *,
    column: Column = None,
    keep: Kept = None,
    drop: Dropped = None,
    delimiter: Delimiter = ",",
    per: PerWhat = "corpus",
    id_column: IdColumn = "",
    key_env: KeyEnv = None,
    key_file: KeyFile = None,
    key_call: KeyCall = None,
    session: Name = "",
    epsilon: Epsilon = None,
    policy: PolicyFile = None,
    patterns_only: PatternsOnly = False,
    workers: Workers = None,
    report: Report = None,
) -> None:
    """Write a corpus as it may leave: every row or file is a document of its own.

    The same command again goes on where a run was stopped, however it was. A row that cannot be sanitized keeps its
    place without its texts, and a file of text is not written. Exit code 3: some failed; the rest is complete.
    """
    place = _reference(key_env, key_file, key_call)
    spec = SanitizerSpec(place, policy, epsilon, session, _per(per), neural=not patterns_only).pinned()
    own = spec.per != "corpus"
    columns = Columns(tuple(column or ()), frozenset(keep or ()), frozenset(drop or ()), id_column if own else "")
    _check_ids(columns, own=own)
    formats = formats_of(columns, delimiter, given, own_sessions=own)
    plan = CorpusPlan(tuple(sources(given, out, formats)), None, own, spec.per == "person")
    start(Running(plan, spec, check_out(out, given), ("sanitize", repr(columns.told), delimiter), workers, report))


def desanitize_corpus(
    given: In,
    out: Out,
    *,
    prompts: Annotated[
        Path | None,
        Option("The corpus as it was before; if left out, --prompt-column is beside the answer."),
    ] = None,
    column: Column = None,
    prompt_column: Annotated[
        list[str] | None, Option("Column that was sanitized; repeat in the order of --column then.")
    ] = None,
    drop: Dropped = None,
    delimiter: Delimiter = ",",
    per: PerWhat = "corpus",
    id_column: IdColumn = "",
    answer_id_column: Annotated[str, Option("Column of answers that must hold the prompt's id.")] = "",
    key_env: KeyEnv = None,
    key_file: KeyFile = None,
    key_call: KeyCall = None,
    session: Name = "",
    epsilon: Epsilon = None,
    policy: PolicyFile = None,
    patterns_only: PatternsOnly = False,
    workers: Workers = None,
    report: Report = None,
) -> None:
    """Read a batch of answers back, each against the document that it answers: row by row, or file by file.

    Give the key, session, policy and epsilon that the documents were sanitized with. Exit code 3: some failed.
    """
    place = _reference(key_env, key_file, key_call)
    spec = SanitizerSpec(place, policy, epsilon, session, _per(per), neural=not patterns_only).pinned()
    own = spec.per != "corpus"
    answers = Columns(tuple(column or ()), frozenset({EVERY}), frozenset(drop or ()), answer_id_column)
    asked = Columns(tuple(prompt_column or ()), frozenset({EVERY}), frozenset(), id_column)
    _check_ids(asked, own=own)
    files = tuple(sources(given, out, formats_of(answers, delimiter, given, in_pieces=False)))
    root = given if prompts is None else prompts
    formats = formats_of(asked, delimiter, root, own_sessions=own, in_pieces=False)
    plan = CorpusPlan(files, paired(files, given, root, formats), own)
    told = ("desanitize", repr(answers.told), repr(asked.told), delimiter)
    start(Running(plan, spec, check_out(out, given), told, workers, report))


def _reference(env: str | None, file: Path | None, call: str | None) -> str:
    """Where workers read the key.

    Raises:
        KeyMaterialError: Several places are given.
    """
    given = [
        f"{kind}:{place}"
        for kind, place in (("env", env), ("file", file.resolve() if file else None), ("call", call))
        if place is not None
    ]
    if len(given) > 1:
        msg = "give one of --key-env, --key-file and --key-call"
        raise KeyMaterialError(msg)
    return given[0] if given else f"env:{DEFAULT_KEY_ENV}"


def _per(per: str) -> Per:
    for one in get_args(Per):
        if per == one:
            return cast("Per", one)
    msg = f"--per is {', '.join(get_args(Per))}, not {per!r}"
    raise PolicyError(msg)


def _check_ids(columns: Columns, *, own: bool) -> None:
    """Refuse sessions of rows that nothing names: the number of a row changes with its place.

    Raises:
        PolicyError: There are columns, and none of them holds ids.
    """
    if own and columns.rewritten and not columns.whose:
        msg = "--per document or person needs --id-column for tables: a row's number is no name that lasts"
        raise PolicyError(msg)
