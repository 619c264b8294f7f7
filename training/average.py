"""Averages the weights of several runs: ``python -m training.average a.pt b.pt --shares 0.3 0.7``.

Runs that share their beginning end in one valley of the loss; the mean of their weights lies lower than either
(Wortsman et al., "Model soups: averaging weights of multiple fine-tuned models", 2022).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch

__all__ = ["average", "main"]

Weights = dict[str, torch.Tensor]


def average(runs: Sequence[Weights], shares: Sequence[float]) -> Weights:
    """The mean of each weight; what is no fraction is that of the first run.

    Args:
        runs: Weights of one network, by the same names and of the same shapes.
        shares: How much each run counts; they need not add up to 1.
    """
    parts = [share / sum(shares) for share in shares]
    return {
        name: torch.stack([part * run[name] for part, run in zip(parts, runs, strict=True)]).sum(0)
        if weight.is_floating_point()
        else weight
        for name, weight in runs[0].items()
    }


def main() -> None:
    """Read the weights, average them, and keep the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("weights", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, default=Path("build/detector.pt"))
    parser.add_argument("--shares", type=float, nargs="+", help="how much each counts; the same if left out")
    options = parser.parse_args()
    shares = options.shares or [1.0] * len(options.weights)
    torch.save(average([torch.load(path, weights_only=True) for path in options.weights], shares), options.out)


if __name__ == "__main__":
    main()
