"""What a fresh interpreter costs: the import, the first finding, and the command line on a letter of one page.

Processor time and peak memory of the whole process, as the system counts them: what else runs on the machine does not
count. Each is the least of some rounds, after one that may write bytecode and what is kept beside it. Exits with 1 if
a bound that the project states does not hold.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from letters import prompt_of
from rich.console import Console
from rich.table import Table

from privacy_chains import Key

ROUNDS = 4
MEGABYTE = 1 << 20
UNIT = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss, in bytes
MOST_MEGABYTES = 150
FIND = "import sys; from privacy_chains import default_detector; default_detector().detect(open(sys.argv[1]).read())"
PATTERNS = FIND.replace("default_detector()", "default_detector(neural=False)")


def usage(arguments: Sequence[str]) -> tuple[float, float]:
    """Seconds of processor time and megabytes of peak memory of a Python process.

    Raises:
        SystemExit: It failed.
    """
    quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = os.posix_spawn(sys.executable, [sys.executable, *arguments], kept, file_actions=quiet)
    _, status, used = os.wait4(process, 0)
    if status:
        msg = f"python {' '.join(arguments)} failed"
        raise SystemExit(msg)
    return used.ru_utime + used.ru_stime, used.ru_maxrss * UNIT / MEGABYTE


def main() -> int:
    """Measure and print; 1 if a bound does not hold."""
    table, met = Table("from a fresh interpreter", "processor time", "at most", "peak memory", "at most"), True
    with tempfile.TemporaryDirectory() as folder:
        letter, key = Path(folder) / "letter.txt", Path(folder) / "key"
        letter.write_text(prompt_of(2_000), "utf-8")
        Key.generate().to_file(key)
        command = ("-m", "privacy_chains", "sanitize", "--key-file", str(key), str(letter))
        measured: tuple[tuple[str, tuple[str, ...], float, int | None], ...] = (
            ("import privacy_chains", ("-c", "import privacy_chains"), 0.1, None),
            ("the first finding, patterns and lists", ("-c", PATTERNS, str(letter)), 0.4, None),
            ("the first finding, with the network", ("-c", FIND, str(letter)), 0.4, None),
            ("the command line, a letter of one page", command, 0.6, MOST_MEGABYTES),
        )
        for name, arguments, seconds, megabytes in measured:
            usage(arguments)
            rounds = [usage(arguments) for _ in range(ROUNDS)]
            took, held = min(one for one, _ in rounds), max(one for _, one in rounds)
            met &= took <= seconds and (megabytes is None or held <= megabytes)
            bound = "" if megabytes is None else f"{megabytes} MB"
            table.add_row(name, f"{took:.2f} s", f"{seconds} s", f"{held:.0f} MB", bound)
    Console(highlight=False).print(table)
    return int(not met)


if __name__ == "__main__":
    sys.exit(main())
