"""Run every benchmark and sum up: ``python benchmarks/run.py [name ...]``.

A benchmark is a script ``bench_*.py`` that prints what it measured, and exits with 1 if a bound that the project
states does not hold. Each runs in an interpreter of its own, one after the other, so that none disturbs another.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent


def main() -> int:
    """Run the benchmarks named, or all; 1 if one failed."""
    chosen = [path for path in sorted(HERE.glob("bench_*.py")) if not sys.argv[1:] or path.stem[6:] in sys.argv[1:]]
    console = Console(highlight=False)
    summary = Table("benchmark", "seconds", "bounds", title="Summary")
    failed = not chosen
    for path in chosen:
        console.rule(path.stem)
        started = time.perf_counter()
        code = subprocess.run([sys.executable, str(path)], check=False).returncode
        failed |= code != 0
        summary.add_row(path.stem, f"{time.perf_counter() - started:.1f}", "[red]missed" if code else "[green]met")
    console.print(summary)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
