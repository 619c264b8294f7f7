"""Run every measurement and sum up: ``python scripts/eval.py [name ...]``.

A measurement is a script ``eval_*.py`` that prints what it measured and writes it into its page of the docs. One whose
data set is not there says so and exits with 3: it is skipped, not failed.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent
NO_DATA = 3


def main() -> int:
    """Run the measurements named, or all; 1 if one failed."""
    chosen = [path for path in sorted(HERE.glob("eval_*.py")) if not sys.argv[1:] or path.stem[5:] in sys.argv[1:]]
    console = Console(highlight=False)
    summary = Table("measurement", "seconds", "outcome", title="Summary")
    failed = not chosen
    for path in chosen:
        console.rule(path.stem)
        started = time.perf_counter()
        code = subprocess.run([sys.executable, str(path)], check=False).returncode  # noqa: S603  (our own scripts)
        failed |= code not in (0, NO_DATA)
        outcome = {0: "[green]measured", NO_DATA: "[yellow]skipped: its data set is not there"}.get(code, "[red]failed")
        summary.add_row(path.stem, f"{time.perf_counter() - started:.1f}", outcome)
    console.print(summary)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
