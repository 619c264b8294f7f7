"""What attacks learn, beside guessing, at the sizes of docs/attacks.md; and what histories without a proof tell."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

from privacy_chains.attacks import ATTACKS, Result, Setting, history
from privacy_chains.contract.unproven import Unproven

SECRET = bytes(range(32))
CASES: tuple[tuple[Unproven, bool], ...] = (("hide", False), ("caller", False))


def main() -> int:
    """Print what is learned; 1 if an attack learns what guessing does not give and the method does not allow."""
    missed = False
    for case, result in results(Setting(secret=SECRET)):
        missed |= result.beyond and not result.stated and case != "caller"
        verdict = ("stated" if result.stated else "BEYOND GUESSING") if result.beyond else ""
        print(f"{case:<12} {result} {verdict} {result.note}".rstrip(), flush=True)
    return int(missed)


def results(setting: Setting) -> Iterator[tuple[str, Result]]:
    """Every attack at its full size, then histories of which no proof is stored."""
    for name, attack in ATTACKS.items():
        if not sys.argv[1:] or name in sys.argv[1:]:
            yield from (("default", result) for result in attack.run(setting.of(attack.full)))
    for unproven, proof in CASES if not sys.argv[1:] else ():
        chosen = replace(setting, unproven=unproven, proof=proof, people=ATTACKS["history"].full)
        yield from ((unproven, result) for result in history(chosen))


if __name__ == "__main__":
    sys.exit(main())
