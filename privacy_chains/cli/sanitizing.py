"""The commands ``sanitize`` and ``desanitize``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from privacy_chains.cli.inputs import STDIN, read_texts, refuse_to_read_twice
from privacy_chains.cli.methods import MethodName, MethodOption, chosen_method, joined
from privacy_chains.cli.options import (
    Epsilon,
    Files,
    KeyEnv,
    KeyFile,
    KeyId,
    Name,
    PolicyFile,
    Quiet,
    Verbose,
    chosen_keys,
    chosen_policy,
)
from privacy_chains.cli.output import note, on_terminal, write
from privacy_chains.cli.texts import doubts, on_lines_of_their_own, pieces, reader_of
from privacy_chains.contract.method import Method
from privacy_chains.errors import DesanitizeError
from privacy_chains.ledger import Ledger
from privacy_chains.preempt.policy import KNOWN_TYPES, Policy
from privacy_chains.preempt.prompt import SanitizedPrompt
from privacy_chains.preempt.sanitizer import Sanitizer
from privacy_chains.preempt.session import Session

__all__ = ["desanitize", "sanitize"]


def sanitize(
    files: Files = None,
    *,
    key_env: KeyEnv = None,
    key_file: KeyFile = None,
    method: MethodOption = MethodName.SANITIZER,
    session: Name = "",
    epsilon: Epsilon = None,
    policy: PolicyFile = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Write texts as they may leave: sanitized text to standard output, the ledger to standard error.

    Each file is one message; one of more than a million characters is several, cut at line ends. What follows a
    message begins a line.
    """
    refuse_to_read_twice(files or [STDIN])
    ring = chosen_keys(key_env, key_file)
    if method != MethodName.SANITIZER:
        made, text = joined(chosen_method(method, ring, session, policy, epsilon), files)
        write(text)
        if not quiet:
            _show_ledger(made.ledger, verbose=verbose)
            note(f"made by {method.value} under the key {ring.id}{_in_session(session)}; it is read back by the same")
        return
    chosen = chosen_policy(policy, epsilon)
    conversation = Sanitizer(ring, policy=chosen).session(session)
    for text in on_lines_of_their_own(prompt.texts[0] for prompt in _sanitized(conversation, files)):
        write(text)
    if not quiet:
        _show_ledger(conversation.ledger, verbose=verbose)
        note(f"made under the key {ring.id}{_in_session(session)}; it is read back under the same")
        _tell_of_idle_rules(chosen)


def desanitize(
    files: Files = None,
    *,
    prompt: Annotated[
        list[Path] | None, typer.Option(help="Original text that was sanitized; repeat in order.")
    ] = None,
    key_env: KeyEnv = None,
    key_file: KeyFile = None,
    key_id: KeyId = None,
    method: MethodOption = MethodName.SANITIZER,
    session: Name = "",
    epsilon: Epsilon = None,
    policy: PolicyFile = None,
) -> None:
    """Read answers back to standard output.

    With the original texts (--prompt) everything is read back, however the model respelled it; give the same
    session, epsilon and policy as before. With the key alone, enciphered values are; numbers stay as they are.
    The key and the session have to be those that made the text: under others it reads as somebody else.
    What was not read back, and leaves a doubt, is counted on standard error.
    """
    refuse_to_read_twice(files or [STDIN], prompt or ())
    ring = chosen_keys(key_env, key_file)
    used = ring if key_id is None or not prompt else ring.get(key_id)  # what made a prompt makes it again
    if method != MethodName.SANITIZER:
        _read_with_prompt(chosen_method(method, ring, session, policy, epsilon), prompt, files)
        return
    conversation = Sanitizer(used, policy=chosen_policy(policy, epsilon)).session(session)
    if not prompt:
        read = partial(conversation.desanitize, key_id=key_id)
        for text in on_lines_of_their_own("".join(map(read, pieces(t))) for t in read_texts(files)):
            write(text)
        return
    issued, reader = reader_of(_sanitized(conversation, prompt))
    answers = [reader.restore(text) for text in read_texts(files)]
    for text in on_lines_of_their_own(answer.text for answer in answers):
        write(text)
    for doubt in doubts(issued, answers):
        note(doubt, style="yellow")


def _read_with_prompt(method: Method, prompt: Sequence[Path] | None, files: Sequence[Path] | None) -> None:
    """Read answers to original texts back that another method than the sanitizer sanitized.

    Raises:
        DesanitizeError: There are no original texts.
    """
    if not prompt:
        msg = f"{type(method).__name__} reads nothing back without the original text: give it with --prompt"
        raise DesanitizeError(msg)
    reader = method.reader(joined(method, prompt)[0])
    for text in on_lines_of_their_own(map(reader.text, read_texts(files))):
        write(text)


def _sanitized(session: Session, files: Sequence[Path] | None) -> Iterator[SanitizedPrompt]:
    """Sanitize every piece of every text as one message of the session, with a progress bar for long input."""
    messages = [piece for text in read_texts(files) for piece in pieces(text)]
    if len(messages) < 2:
        yield from map(session.sanitize, messages)
    else:
        yield from _with_progress(session, messages)


def _with_progress(session: Session, messages: Sequence[str]) -> Iterator[SanitizedPrompt]:
    from rich.console import Console  # noqa: PLC0415  # a letter needs none of it
    from rich.progress import BarColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

    console = Console(stderr=True)
    hidden = not console.is_terminal
    with Progress("sanitizing", BarColumn(), TimeRemainingColumn(), console=console, disable=hidden) as progress:
        task = progress.add_task("", total=sum(map(len, messages)))
        for message in messages:
            yield session.sanitize(message)
            progress.advance(task, len(message))


def _show_ledger(ledger: Ledger, *, verbose: bool) -> None:
    if not verbose:
        note(f"privacy ledger (--verbose says what each still tells)\n{ledger.summary()}")
        return
    if not on_terminal():
        note(f"privacy ledger\n{ledger.explain()}")
        return
    from rich.console import Console  # noqa: PLC0415  # not where it is quiet

    Console(stderr=True, highlight=False).print(ledger)


def _in_session(session: str) -> str:
    return f", in the session {session!r}" if session else ""


def _tell_of_idle_rules(policy: Policy) -> None:
    """Rules for types of one's own need a detector of one's own, and here is none."""
    idle = sorted(policy.rules.keys() - KNOWN_TYPES - policy.detection.own_types)
    if idle:
        note(f"no detector here finds {', '.join(idle)}: these rules of the policy do nothing", style="yellow")
