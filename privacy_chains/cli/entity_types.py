"""The command ``types``."""

from __future__ import annotations

from privacy_chains.cli.options import Epsilon, PolicyFile, chosen_policy
from privacy_chains.cli.output import screen
from privacy_chains.contract.entities import ENTITY_TYPES
from privacy_chains.preempt.treatments import AddNoise, Encipher, Hash, Keep, OneWay, Redact, Suppress, Treatment

__all__ = ["types"]

_LEFT = 26
"""How wide the column of names is: most fit in it, and 50 columns of a terminal of 80 are left for sentences."""


def types(*, policy: PolicyFile = None, epsilon: Epsilon = None) -> None:
    """List the entity types: how each is treated, and what a surrogate keeps."""
    from rich.table import Table  # noqa: PLC0415  # a command that sanitizes does not need it
    from rich.text import Text  # noqa: PLC0415

    chosen = chosen_policy(policy, epsilon)
    table = Table(show_lines=True, title="entity types")
    table.add_column("type, treatment", width=_LEFT)
    table.add_column("what it is, and what a surrogate keeps")
    for name in (
        *(known for known in ENTITY_TYPES if known in chosen.rules),
        *sorted(chosen.rules.keys() - ENTITY_TYPES),
    ):
        described = ENTITY_TYPES[name].description if name in ENTITY_TYPES else ""
        treatment, keeps = _treatment(chosen.rules[name])
        table.add_row(Text.assemble((name, "bold"), f"\n{treatment}"), _told(described, keeps))
    console = screen()
    console.print(table)
    console.print(f"Any other entity type is refused. Epsilon: {float(chosen.epsilon):g} for each message.")


def _told(described: str, keeps: str) -> str:
    return "\n".join(filter(None, (described, f"keeps: {keeps}" if keeps else "")))


def _treatment(rule: Treatment) -> tuple[str, str]:
    """How a rule treats a value, and what its surrogate keeps."""
    if isinstance(rule, Encipher):
        scopes = {"session": ", anew in every session", "user": "", "index": f", for the index {rule.index}"}
        scope = scopes[rule.scope]
        return f"enciphered{scope}", rule.format.keeps
    if isinstance(rule, AddNoise):
        return f"metric-DP noise ({rule.noise.mechanism})", f"{rule.format.keeps}; {rule.noise.leaks}"
    if isinstance(rule, OneWay):
        how = {Redact: "redacted, one way", Hash: "hashed, one way", Suppress: "left out, one way"}[type(rule)]
        return how, rule.tells
    return ("kept in clear", "everything") if isinstance(rule, Keep) else ("refused", "nothing leaves")
