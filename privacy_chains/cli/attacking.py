"""The command ``attack``."""

from __future__ import annotations

from typing import Annotated

from privacy_chains.cli.arguments import Argument, Option
from privacy_chains.cli.options import Epsilon, KeyEnv, KeyFile, PolicyFile, chosen_keys, chosen_policy
from privacy_chains.cli.output import screen

__all__ = ["attack"]

_BEYOND = 1
"""The exit code where an attack learned more than the method allows."""


def attack(
    names: Annotated[list[str] | None, Argument("Their names, as docs/attacks.md lists them; all if none.")] = None,
    *,
    people: Annotated[int | None, Option("How many people, texts or keys; small if left out.", least=1)] = None,
    key_env: KeyEnv = None,
    key_file: KeyFile = None,
    policy: PolicyFile = None,
    epsilon: Epsilon = None,
) -> None:
    """Attack what would be sent, under fresh keys or the one given, and show what is learned beside guessing.

    Exit code 1: an attack learned more than guessing gives, and the method does not allow it (docs/attacks.md).
    """
    from rich.table import Table  # noqa: PLC0415  # no other command needs these

    from privacy_chains.attacks.registry import attack as run_attacks  # noqa: PLC0415
    from privacy_chains.attacks.setting import Setting  # noqa: PLC0415

    key = chosen_keys(key_env, key_file) if key_env or key_file else None
    setting = Setting(chosen_policy(policy, epsilon), key=key)
    table, beyond = Table("attack", "learned", "success, 95 %", "guessing", "note"), False
    for _, result in run_attacks(setting, names or (), people=people):
        low, high = result.interval
        verdict = ("stated" if result.stated else "beyond guessing") if result.beyond else ""
        beyond |= result.beyond and not result.stated
        share = f"{result.success:.0%} ({low:.0%} to {high:.0%})"
        told = ", ".join(filter(None, (verdict, result.note)))
        table.add_row(result.name, f"{result.learned} of {result.of}", share, f"{result.guessing:.4g}", told)
    screen().print(table)
    if beyond:
        raise SystemExit(_BEYOND)
