"""The calibration plot: what was predicted, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["as_svg", "as_text"]

Point = tuple[float, float, int]
"""The mean prediction, the mean quality, and how many answers."""

_WIDTH, _SIDE, _MARGIN = 40, 320, 40


def as_text(points: Sequence[Point]) -> str:
    """A line for each point: ``|`` stands where the prediction is, ``o`` where the quality is."""
    lines = ["predicted  came     n"]
    for predicted, came, count in points:
        cells = [" "] * (_WIDTH + 1)
        cells[round(predicted * _WIDTH)] = "|"
        cells[round(came * _WIDTH)] = "o"
        lines.append(f"{predicted:9.2f}  {came:4.2f} {count:5d}  {''.join(cells).rstrip()}")
    return "\n".join(lines)


def as_svg(points: Sequence[Point]) -> str:
    """The points over the diagonal on which they would lie; a larger circle stands for more answers."""
    most = max((count for _, _, count in points), default=1)
    marks = [
        f'<circle cx="{_x(predicted)}" cy="{_y(came)}" r="{3 + 7 * (count / most) ** 0.5:.1f}" fill="#00796b"'
        f' fill-opacity="0.7"><title>{count} answers: {predicted:.2f} predicted, {came:.2f} came</title></circle>'
        for predicted, came, count in points
    ]
    ticks = [
        f'<text x="{_x(at)}" y="{_y(0) + 18}" text-anchor="middle">{at:.1f}</text>'
        f'<text x="{_x(0) - 8}" y="{_y(at) + 4}" text-anchor="end">{at:.1f}</text>'
        for at in (0.0, 0.5, 1.0)
    ]
    size = _SIDE + 2 * _MARGIN
    frame = f'<rect x="{_x(0)}" y="{_y(1)}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#888"/>'
    line = f'<line x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}" stroke="#888" stroke-dasharray="4 4"/>'
    names = (
        f'<text x="{_x(0.5)}" y="{size - 4}" text-anchor="middle">predicted quality</text>'
        f'<text x="12" y="{_y(0.5)}" text-anchor="middle" transform="rotate(-90 12 {_y(0.5)})">quality that came</text>'
    )
    style = 'font-family="sans-serif" font-size="12" fill="#444"'
    body = "\n".join([frame, line, *marks, f"<g {style}>", *ticks, names, "</g>"])
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" role="img">\n{body}\n</svg>\n'


def _x(share: float) -> float:
    return round(_MARGIN + share * _SIDE, 1)


def _y(share: float) -> float:
    return round(_MARGIN + (1 - share) * _SIDE, 1)
