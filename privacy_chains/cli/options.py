"""The options that several commands have, and what they stand for: files, keys and policies."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from privacy_chains.errors import KeyMaterialError
from privacy_chains.keys import Key, KeyRing
from privacy_chains.preempt.policy import Policy

__all__ = [
    "DEFAULT_KEY_ENV",
    "Epsilon",
    "Files",
    "KeyEnv",
    "KeyFile",
    "KeyId",
    "Name",
    "PolicyFile",
    "Quiet",
    "Verbose",
    "chosen_keys",
    "chosen_policy",
]

DEFAULT_KEY_ENV = "PRIVACY_CHAINS_KEY"

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
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Print what each surrogate and number still tells.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Do not print the ledger.")]


def chosen_keys(env: str | None, files: Sequence[Path] | None) -> KeyRing:
    """The keys of ``--key-env`` or ``--key-file``.

    Raises:
        KeyMaterialError: Both are given, none is, or what is given holds no key.
    """
    if env is not None and files:
        msg = "give --key-env or --key-file, not both"
        raise KeyMaterialError(msg)
    if files:
        return KeyRing(*map(Key.from_file, files))
    if env is None and DEFAULT_KEY_ENV not in os.environ:
        msg = f"no key: give --key-file or --key-env, or set {DEFAULT_KEY_ENV}; 'privacy-chains keys new' makes one"
        raise KeyMaterialError(msg)
    return KeyRing(Key.from_env(env or DEFAULT_KEY_ENV))


def chosen_policy(path: Path | None, epsilon: str | None) -> Policy:
    """The policy of ``--policy`` with the epsilon of ``--epsilon``.

    Raises:
        PolicyError: One of them makes no sense.
    """
    policy = Policy.load(path) if path is not None else Policy.default()
    return policy if epsilon is None else policy.with_epsilon(epsilon)
