"""The command line: ``privacy-chains sanitize | desanitize | keys new | types | attack | demo``.

Texts go to standard output, everything about them to standard error. A failure is one line and exit code 2; a
traceback, whose messages might quote a text, is never shown.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.metadata import version
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, NoReturn, TextIO

import typer
from rich.console import Console
from rich.panel import Panel
from rich.progress import BarColumn, Progress, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from privacy_chains.attacks import ATTACKS, Setting
from privacy_chains.attacks import attack as run_attacks
from privacy_chains.cli.texts import doubts, on_lines_of_their_own, pieces, reader_of
from privacy_chains.contract.entities import ENTITY_TYPES
from privacy_chains.errors import KeyMaterialError, PrivacyError, UnsupportedContent
from privacy_chains.keys import Key, KeyRing
from privacy_chains.ledger import Ledger
from privacy_chains.preempt.policy import KNOWN_TYPES, AddNoise, Encipher, Keep, Policy, Treatment
from privacy_chains.preempt.prompt import SanitizedPrompt
from privacy_chains.preempt.sanitizer import Sanitizer
from privacy_chains.preempt.session import Session

__all__ = ["app", "main"]

DEFAULT_KEY_ENV = "PRIVACY_CHAINS_KEY"
_STDIN = _STDOUT = Path("-")
_FAILED, _BROKEN = 2, 1


class _ReaderGoneError(Exception):
    """Whoever read standard output wants no more of it."""


class _Screen(Console):
    """A console that leaves it to ``main`` what becomes of the program where nobody reads on."""

    def on_broken_pipe(self) -> None:
        raise _ReaderGoneError


app = typer.Typer(
    name="privacy-chains",
    help="Make prompts private before they leave, and read the answers back.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
keys = typer.Typer(help="Make keys.", no_args_is_help=True)
app.add_typer(keys, name="keys")

Files = Annotated[list[Path] | None, typer.Argument(help="Text files in UTF-8; standard input if none, or '-'.")]
KeyEnv = Annotated[str | None, typer.Option(help=f"Environment variable that holds the key [{DEFAULT_KEY_ENV}].")]
KeyFile = Annotated[
    list[Path] | None,
    typer.Option(help="File that holds the key, readable by you alone; repeat for older keys, the one in use first."),
]
KeyId = Annotated[str | None, typer.Option(help="Id of the key that made the text; needed where several are given.")]
Name = Annotated[str, typer.Option("--session", help="Name of the conversation; the same name gives the same noise.")]
Epsilon = Annotated[str | None, typer.Option(help="Budget of one message for ages, births and amounts [1.0].")]
PolicyFile = Annotated[Path | None, typer.Option("--policy", help="TOML file; docs/policy.md describes it.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Do not print the ledger.")]


def main() -> None:
    """Run the command line; every failure is one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # tables hold what a terminal may not have; texts go out as bytes
    try:
        app()
    except _ReaderGoneError:
        _give_up_output()
    except PrivacyError as error:
        _fail(str(error), _FAILED)
    except OSError as error:
        _give_up_output()
        _fail(f"{error.filename or 'standard output'}: {error.strerror or type(error).__name__}", _FAILED)
    except Exception as error:  # noqa: BLE001  (its message and traceback might quote a text)
        _fail(f"{type(error).__name__} inside privacy-chains; nothing further was written", _BROKEN)


@app.callback(invoke_without_command=True)
def _root(*, show_version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    if show_version:
        _write(version("privacy-chains") + "\n")
        raise typer.Exit


@app.command()
def sanitize(
    files: Files = None,
    *,
    key_env: KeyEnv = None,
    key_file: KeyFile = None,
    session: Name = "",
    epsilon: Epsilon = None,
    policy: PolicyFile = None,
    quiet: Quiet = False,
) -> None:
    """Write texts as they may leave: sanitized text to standard output, the ledger to standard error.

    Each file is one message; one of more than a million characters is several, cut at line ends. What follows a
    message begins a line.
    """
    _refuse_to_read_twice(files or [_STDIN])
    chosen = _policy(policy, epsilon)
    ring = _key(key_env, key_file)
    conversation = Sanitizer(ring, policy=chosen).session(session)
    for text in on_lines_of_their_own(prompt.texts[0] for prompt in _sanitized(conversation, files)):
        _write(text)
    if not quiet:
        _show_ledger(conversation.ledger)
        _note(f"made under the key {ring.id}, in the session {session!r}; it is read back under both")
        _tell_of_idle_rules(chosen)


@app.command()
def desanitize(
    files: Files = None,
    *,
    prompt: Annotated[
        list[Path] | None, typer.Option(help="Original text that was sanitized; repeat in order.")
    ] = None,
    key_env: KeyEnv = None,
    key_file: KeyFile = None,
    key_id: KeyId = None,
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
    _refuse_to_read_twice(files or [_STDIN], prompt or ())
    ring = _key(key_env, key_file)
    used = ring if key_id is None or not prompt else ring.get(key_id)  # what made a prompt makes it again
    conversation = Sanitizer(used, policy=_policy(policy, epsilon)).session(session)
    if not prompt:
        read = partial(conversation.desanitize, key_id=key_id)
        for text in on_lines_of_their_own("".join(map(read, pieces(t))) for t in _texts(files)):
            _write(text)
        return
    issued, reader = reader_of(_sanitized(conversation, prompt))
    answers = [reader.restore(text) for text in _texts(files)]
    for text in on_lines_of_their_own(answer.text for answer in answers):
        _write(text)
    for note in doubts(issued, answers):
        _note(note, style="yellow")


@keys.command("new")
def new_key(
    out: Annotated[
        Path | None, typer.Option(help="New file to write the key to, for you alone; '-' is standard output.")
    ] = None,
) -> None:
    """Make a key: into a file that only you can read, or onto the terminal."""
    key = Key.generate()
    if out not in {None, _STDOUT}:
        key.to_file(out)
        _note(f"key {key.id} written to {out}; whoever has this file can read every surrogate made with it")
        return
    _write(key.to_bytes().hex() + "\n")
    _note("keep this key secret: whoever has it can read every surrogate made with it", style="yellow")


@app.command()
def types(*, policy: PolicyFile = None, epsilon: Epsilon = None) -> None:
    """List the entity types: how each is treated, and what a surrogate keeps."""
    chosen = _policy(policy, epsilon)
    table = Table("entity type", "what it is", "treatment", "what a surrogate keeps", show_lines=True)
    for name in (
        *(known for known in ENTITY_TYPES if known in chosen.rules),
        *sorted(chosen.rules.keys() - ENTITY_TYPES),
    ):
        described = ENTITY_TYPES[name].description if name in ENTITY_TYPES else ""
        table.add_row(Text(name, style="bold"), described, *_treatment(chosen.rules[name]))
    console = _screen()
    console.print(table)
    console.print(f"Any other entity type is refused. Epsilon: {float(chosen.epsilon):g} for each message.")


@app.command()
def attack(
    names: Annotated[list[str] | None, typer.Argument(help=f"Of {', '.join(ATTACKS)}; all if none.")] = None,
    *,
    people: Annotated[
        int | None, typer.Option(min=1, help="How many people, texts or keys; small if left out.")
    ] = None,
    key_env: KeyEnv = None,
    key_file: KeyFile = None,
    policy: PolicyFile = None,
    epsilon: Epsilon = None,
) -> None:
    """Attack what would be sent, under fresh keys or the one given, and show what is learned beside guessing.

    Exit code 1: an attack learned more than guessing gives, and the method does not allow it (docs/attacks.md).
    """
    key = _key(key_env, key_file) if key_env or key_file else None
    setting = Setting(_policy(policy, epsilon), key=key)
    table, beyond = Table("attack", "learned", "success, 95 %", "guessing", "note"), False
    for _, result in run_attacks(setting, names or (), people=people):
        low, high = result.interval
        verdict = ("stated" if result.stated else "beyond guessing") if result.beyond else ""
        beyond |= result.beyond and not result.stated
        share = f"{result.success:.0%} ({low:.0%} to {high:.0%})"
        told = ", ".join(filter(None, (verdict, result.note)))
        table.add_row(result.name, f"{result.learned} of {result.of}", share, f"{result.guessing:.4g}", told)
    _screen().print(table)
    if beyond:
        raise typer.Exit(_BROKEN)


@app.command()
def demo() -> None:
    """Show on one text what leaves and what comes back; needs no key, no model and no network."""
    conversation = Sanitizer(Key.generate()).session("demo")
    prompt = conversation.sanitize(_DEMO)
    sent = _marked(prompt)
    written = _demo_answer(prompt)
    console = _screen()
    for title, body in (
        ("you write", Text(_DEMO)),
        ("the model gets", sent),
        ("the model writes", Text(written)),
        ("you read", Text(conversation.desanitize(written, prompt), style="green")),
    ):
        console.print(Panel(body, title=title, title_align="left"))
    console.print(prompt.ledger)


_DEMO = (
    "Kaiser Soze is 50 years old and earns $500,000 per year. His card is 4574 2472 0401 3705. "
    "What is his ideal retirement plan?"
)


def _demo_answer(prompt: SanitizedPrompt) -> str:
    """What a model might write, from nothing but the sanitized text."""
    (text,), (spans,) = prompt.texts, prompt.spans
    seen = {span.entity_type: text[span.start : span.end] for span in reversed(spans)}
    surname, age, money, card = (
        seen.get(kind, "?").split()[-1 if kind == "PERSON" else 0 : None]
        for kind in ("PERSON", "AGE", "MONEY", "CREDIT_CARD")
    )
    return (
        f"At age {age[0]}, Mr. {surname[-1]} can set aside a fifth of his {money[0]} a year. "
        f"Nothing should be charged to {'-'.join(card)} until he agrees."
    )


def _marked(prompt: SanitizedPrompt) -> Text:
    """The sanitized text, with its surrogates coloured."""
    marked = Text(prompt.texts[0])
    for span in prompt.spans[0]:
        marked.stylize("bold magenta", span.start, span.end)
    return marked


def _key(env: str | None, files: Sequence[Path] | None) -> KeyRing:
    if env is not None and files:
        msg = "give --key-env or --key-file, not both"
        raise KeyMaterialError(msg)
    if files:
        return KeyRing(*map(Key.from_file, files))
    if env is None and DEFAULT_KEY_ENV not in os.environ:
        msg = f"no key: give --key-file or --key-env, or set {DEFAULT_KEY_ENV}; 'privacy-chains keys new' makes one"
        raise KeyMaterialError(msg)
    return KeyRing(Key.from_env(env or DEFAULT_KEY_ENV))


def _policy(path: Path | None, epsilon: str | None) -> Policy:
    policy = Policy.load(path) if path is not None else Policy.default()
    return policy if epsilon is None else policy.with_epsilon(epsilon)


def _sanitized(session: Session, files: Sequence[Path] | None) -> Iterator[SanitizedPrompt]:
    """Sanitize every piece of every text as one message of the session, with a progress bar for long input."""
    messages = [piece for text in _texts(files) for piece in pieces(text)]
    console = Console(stderr=True)
    hidden = not console.is_terminal or len(messages) < 2
    with Progress("sanitizing", BarColumn(), TimeRemainingColumn(), console=console, disable=hidden) as progress:
        task = progress.add_task("", total=sum(map(len, messages)))
        for message in messages:
            yield session.sanitize(message)
            progress.advance(task, len(message))


def _refuse_to_read_twice(texts: Sequence[Path], prompts: Sequence[Path] = ()) -> None:
    """Standard input is read once: whoever is second would get an empty text."""
    if [*texts, *prompts].count(_STDIN) < 2:
        return
    both = _STDIN in texts and _STDIN in prompts
    msg = f"standard input cannot be {'both the prompt and the answer' if both else 'two texts'}; give a file for one"
    raise PrivacyError(msg)


def _texts(files: Sequence[Path] | None) -> Iterator[str]:
    for path in files or [_STDIN]:
        content = _standard_input() if path == _STDIN else path.read_bytes()
        try:
            yield content.decode("utf-8")
        except UnicodeDecodeError as error:
            name = "standard input" if path == _STDIN else path
            msg = f"{name} is not UTF-8 text (at byte {error.start})"
            raise UnsupportedContent(msg) from None


def _standard_output() -> TextIO:
    if sys.stdout is None:
        raise OSError(errno.EBADF, "it is closed", "standard output")
    return sys.stdout


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise OSError(errno.EBADF, "it is closed", "standard input")
    return sys.stdin.buffer.read()


def _give_up_output() -> None:
    """Let what could not be written go nowhere, so that nothing fails on the way out."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _screen() -> Console:
    """A console for what is not a text, on standard output."""
    return _Screen(file=_standard_output(), highlight=False)


def _write(text: str) -> None:
    """Text to standard output, byte for byte: no newline is added or translated."""
    output = _standard_output().buffer
    try:
        output.write(text.encode("utf-8"))
        output.flush()
    except BrokenPipeError:
        raise _ReaderGoneError from None


def _treatment(rule: Treatment) -> tuple[str, str]:
    """How a rule treats a value, and what its surrogate keeps."""
    if isinstance(rule, Encipher):
        scopes = {"session": ", anew in every session", "user": "", "index": f", for the index {rule.index}"}
        scope = scopes[rule.scope]
        return f"enciphered{scope}", rule.format.keeps
    if isinstance(rule, AddNoise):
        return f"metric-DP noise ({rule.noise.mechanism})", f"{rule.format.keeps}; {rule.noise.leaks}"
    return ("kept in clear", "everything") if isinstance(rule, Keep) else ("refused", "nothing leaves")


def _show_ledger(ledger: Ledger) -> None:
    Console(stderr=True, highlight=False).print(ledger)


def _tell_of_idle_rules(policy: Policy) -> None:
    """Rules for types of one's own need a detector of one's own, and here is none."""
    idle = sorted(policy.rules.keys() - KNOWN_TYPES)
    if idle:
        _note(
            f"rules that hold for nothing here: {', '.join(idle)}; only built-in types are looked for", style="yellow"
        )


def _note(text: str, style: str = "") -> None:
    Console(stderr=True, highlight=False, soft_wrap=True).print(Text(text, style=style))


def _fail(reason: str, code: int) -> NoReturn:
    _note(f"privacy-chains: {reason}", style="red")
    sys.exit(code)
