"""The command ``attack``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from privacy_chains.cli.arguments import Argument, Option
from privacy_chains.cli.inputs import STDIN, read_texts, refuse_to_read_twice
from privacy_chains.cli.methods import MethodName, MethodOption, chosen_method
from privacy_chains.cli.options import Epsilon, KeyEnv, KeyFile, PolicyFile, chosen_keys, chosen_policy
from privacy_chains.cli.output import screen
from privacy_chains.cli.texts import pieces
from privacy_chains.errors import PrivacyError

if TYPE_CHECKING:
    from privacy_chains.attacks.result import Result
    from privacy_chains.contract.method import Method
    from privacy_chains.keys import KeyRing
    from privacy_chains.models import LocalModel

__all__ = ["attack"]

_BEYOND = 1
"""The exit code where an attack learned more than the method allows."""


def attack(
    names: Annotated[
        list[str] | None,
        Argument("Attacks by name, as docs/attacks.md lists them, all if none; or text files of your own."),
    ] = None,
    *,
    people: Annotated[
        int | None, Option("How many people, texts or keys are attacked; small if left out.", least=1)
    ] = None,
    method: MethodOption = MethodName.SANITIZER,
    given: Annotated[Path | None, Option("With files: values of yours that are to stay private, one a line.")] = None,
    model: Annotated[
        Path | None, Option("With files: folder of a local model that attacks noised characters, too.")
    ] = None,
    key_env: KeyEnv = None,
    key_file: KeyFile = None,
    policy: PolicyFile = None,
    epsilon: Epsilon = None,
) -> None:
    """Attack what would be sent, under fresh keys or the one given, and show what is learned beside guessing.

    Given files, it attacks these: of each type of value what the worst attacker reads, and never a value.
    Exit code 1: an attack learned more than guessing gives, and the method does not allow it (docs/attacks.md).
    """
    from privacy_chains.attacks.registry import ATTACKS  # noqa: PLC0415  # no other command needs these
    from privacy_chains.attacks.registry import attack as run_attacks  # noqa: PLC0415
    from privacy_chains.attacks.setting import Setting  # noqa: PLC0415

    key = chosen_keys(key_env, key_file) if key_env or key_file else None
    files = _files(names or (), ATTACKS)
    if files:
        _show(_of_texts(files, method, key, policy, epsilon, given=given, model=model))
        return
    if given or model or method != MethodName.SANITIZER:
        msg = "--method, --given and --model are for texts: give files"
        raise PrivacyError(msg)
    setting = Setting(chosen_policy(policy, epsilon), key=key)
    _show(result for _, result in run_attacks(setting, names or (), people=people))


def _files(names: Sequence[str], attacks: Iterable[str]) -> list[Path]:
    """The arguments that are files and no attacks.

    Raises:
        PrivacyError: Some are the one, and some the other.
    """
    known = set(attacks)
    files = [Path(name) for name in names if name not in known and (name == str(STDIN) or Path(name).exists())]
    if files and len(files) < len(names):
        msg = "give attacks or files, not both; a file that is called like an attack is given as ./NAME"
        raise PrivacyError(msg)
    return files


def _of_texts(
    files: Sequence[Path],
    name: MethodName,
    key: KeyRing | None,
    policy: Path | None,
    epsilon: str | None,
    *,
    given: Path | None,
    model: Path | None,
) -> list[Result]:
    from privacy_chains.attacks.texts import attack_texts  # noqa: PLC0415
    from privacy_chains.keys import Key, KeyRing  # noqa: PLC0415

    refuse_to_read_twice([*files, *([given] if given else [])])
    ring = key or KeyRing(Key.generate())
    values = [line.strip() for text in read_texts([given]) for line in text.splitlines()] if given else []
    return attack_texts(
        [piece for text in read_texts(files) for piece in pieces(text)],
        _method(name, ring, policy, epsilon),
        policy=chosen_policy(policy, epsilon) if name in _OF_POLICY else None,
        given=values,
        model=_model(model) if model else None,
    )


_OF_POLICY = (MethodName.SANITIZER, MethodName.LAYERS)


def _method(name: MethodName, ring: KeyRing, policy: Path | None, epsilon: str | None) -> Method:
    if name != MethodName.SANITIZER:
        return chosen_method(name, ring, "attacked", policy, epsilon)
    from privacy_chains.preempt.sanitizer import Sanitizer  # noqa: PLC0415

    return Sanitizer(ring, policy=chosen_policy(policy, epsilon)).session("attacked")


def _model(folder: Path) -> LocalModel:
    from privacy_chains.models import LocalModel  # noqa: PLC0415

    return LocalModel.transformers(str(folder))


def _show(results: Iterable[Result]) -> None:
    """Print results as a table.

    Raises:
        SystemExit: One is beyond what the method allows.
    """
    from rich.table import Table  # noqa: PLC0415

    table, beyond = Table("attack", "learned", "success, 95 %", "guessing", "note"), False
    for result in results:
        low, high = result.interval
        verdict = ("stated" if result.stated else "beyond guessing") if result.beyond else ""
        beyond |= result.beyond and not result.stated
        share = f"{result.success:.0%} ({low:.0%} to {high:.0%})"
        told = ", ".join(filter(None, (verdict, result.note)))
        table.add_row(result.name, f"{result.learned} of {result.of}", share, f"{result.guessing:.4g}", told)
    screen().print(table)
    if beyond:
        raise SystemExit(_BEYOND)
