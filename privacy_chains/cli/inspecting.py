"""The command ``inspect``."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from privacy_chains.cli.arguments import Option
from privacy_chains.cli.options import (
    DEFAULT_KEY_ENV,
    Epsilon,
    KeyEnv,
    KeyFile,
    Name,
    PolicyFile,
    chosen_keys,
    chosen_policy,
)
from privacy_chains.cli.output import note, screen, write

if TYPE_CHECKING:
    from privacy_chains.contract.method import Method
    from privacy_chains.inspect.desk import Desk
    from privacy_chains.keys import Key, KeyRing
    from privacy_chains.preempt.policy import Policy

__all__ = ["inspect"]


def inspect(
    *,
    text: Annotated[
        Path | None, Option("Show this text in the terminal instead; '-': standard input.", "--text")
    ] = None,
    key_env: KeyEnv = None,
    key_file: KeyFile = None,
    session: Name = "",
    epsilon: Epsilon = None,
    policy: PolicyFile = None,
    port: Annotated[int, Option("Port of the page; any free one for 0.", least=0, most=65535)] = 0,
) -> None:
    """See what leaves: a page on this machine, or with --text a difference in the terminal. Both show clear text.

    Without a key a fresh one is used: other surrogates, the same places. What is clicked on the page is saved to the
    file of --policy, which is made if it is not there.
    """
    key = _key(key_env, key_file)
    chosen = chosen_policy(policy if policy is not None and policy.exists() else None, epsilon)
    if text is None:
        _serve(_desk(key, session, chosen, epsilon, policy), port)
        return
    from privacy_chains.cli.inputs import read_texts  # noqa: PLC0415  # the page is given its texts otherwise
    from privacy_chains.inspect.terminal import as_difference  # noqa: PLC0415
    from privacy_chains.inspect.view import inspected  # noqa: PLC0415

    (content,) = read_texts([text])
    screen().print(as_difference(inspected(content, _opener(key, chosen, session)())))


def _desk(key: Key | KeyRing, session: str, policy: Policy, epsilon: str | None, path: Path | None) -> Desk:
    """What answers the page, which changes the policy."""
    from privacy_chains.inspect.desk import Desk  # noqa: PLC0415  # a difference in the terminal needs no page

    def adjusted(read: Policy) -> Policy:
        return read if epsilon is None else read.with_epsilon(epsilon)

    return Desk(lambda given: _opener(key, given, session), policy, path, adjusted)


def _serve(desk: Desk, port: int) -> None:
    from privacy_chains.inspect.server import serve  # noqa: PLC0415  # as above

    def told(url: str) -> None:
        write(f"{url}\n")
        note("open this address in a browser; whoever has it sees what the page shows. Ctrl-C ends it")

    serve(desk, told, port)


def _key(env: str | None, files: Sequence[Path] | None) -> Key | KeyRing:
    """The key that is given; a fresh one where none is."""
    from privacy_chains.keys import Key  # noqa: PLC0415

    if env is None and not files and DEFAULT_KEY_ENV not in os.environ:
        note("no key is given: surrogates are made under a fresh one, and are others each time")
        return Key.generate()
    return chosen_keys(env, files)


def _opener(key: Key | KeyRing, policy: Policy, session: str) -> Callable[[], Method]:
    """What opens a session of a name that has seen nothing, under a policy."""
    if policy.undetected != "keep":
        from privacy_chains.methods.layers import Layers  # noqa: PLC0415  # few policies ask for it

        return lambda: Layers.of_policy(key, policy).session(session)
    from privacy_chains.preempt.sanitizer import Sanitizer  # noqa: PLC0415

    sanitizer = Sanitizer(key, policy=policy, remember=0)
    return lambda: sanitizer.session(session)
