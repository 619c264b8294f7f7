"""The commands ``assess fit`` and ``assess report``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from privacy_chains.cli.output import note, screen

if TYPE_CHECKING:
    from privacy_chains.methods.router.flow_log import FlowEntry
    from privacy_chains.methods.router.scores import FitScores

__all__ = ["fit", "report"]

Log = Annotated[Path, typer.Argument(help="A flow log, as Router(..., log=FILE) writes it.")]


def fit(
    log: Log,
    out: Annotated[Path, typer.Option(help="Where the assessor goes; Assessor.read takes it.")] = Path("assessor.npz"),
    *,
    alone: Annotated[bool, typer.Option("--alone", help="Do not start from the package's prior.")] = False,
) -> None:
    """Fit an assessor to what was observed; needs 200 answers, and the extra [assess]."""
    from privacy_chains.methods.router.assessor import Assessor  # noqa: PLC0415  # no other command needs these
    from privacy_chains.methods.router.features import smallest_set  # noqa: PLC0415
    from privacy_chains.methods.router.fitting import FEWEST, fit, held_out  # noqa: PLC0415
    from privacy_chains.methods.router.flow_log import read_log, rows_of  # noqa: PLC0415
    from privacy_chains.methods.router.scores import scores_of  # noqa: PLC0415

    rows = rows_of(read_log(log))
    prior = None if alone else Assessor.prior(smallest_set(name for row in rows for name in row.features))
    made = fit(rows, prior=prior, source=f"fitted on {len(rows)} answers" + ("" if alone else ", from the prior"))
    made.write(out)
    note(f"privacy-chains: wrote {out}: {len(rows)} answers, {len(made.features)} features")
    if len(rows) * 4 // 5 >= FEWEST:
        screen().print(_table([("on answers that it was not fitted on", scores_of(held_out(rows, prior=prior), rows))]))


def report(
    log: Log,
    *,
    svg: Annotated[Path | None, typer.Option(help="Where the calibration plot goes, as SVG.")] = None,
) -> None:
    """How good the predictions were, which calls were wasted and saved, and a calibration plot."""
    import numpy as np  # noqa: PLC0415  # no other command needs these

    from privacy_chains.methods.router.flow_log import read_log, rows_of  # noqa: PLC0415
    from privacy_chains.methods.router.plot import as_svg, as_text  # noqa: PLC0415
    from privacy_chains.methods.router.scores import calibration, scores_of  # noqa: PLC0415

    entries = read_log(log)
    sent = [one for one in entries if one.quality is not None]
    told, rows = np.array([one.told for one in sent]).reshape(-1, 3), rows_of(sent)
    points = calibration(told, np.array([row.quality for row in rows]))
    screen().print(_table([("as predicted", scores_of(told, rows))]))
    screen().print(_saved(entries))
    screen().print(as_text(points))
    if svg is not None:
        svg.write_text(as_svg(points), encoding="utf-8")


def _table(rows: Sequence[tuple[str, FitScores]]) -> object:
    from rich.table import Table  # noqa: PLC0415

    table = Table("", "answers", "R\u00b2", "RMSE", "wasted", "failed", "in the interval of 80 %")
    for name, one in rows:
        shares = (f"{share:.1%}" for share in (one.wasted, one.failed, one.covered))
        table.add_row(name, str(one.rows), f"{one.r2:.2f}", f"{one.rmse:.3f}", *shares)
    return table


def _saved(entries: Sequence[FlowEntry]) -> str:
    """The calls that were not made."""
    saved = sum(one.quality is None for one in entries)
    return f"calls saved: {saved} of {len(entries)} ({saved / len(entries):.1%})" if entries else "no call was observed"
