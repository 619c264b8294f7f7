"""Metric differential privacy on numbers: mechanisms, their grids, and the noise for each entity type."""

from privacy_chains.mechanisms.base import Mechanism
from privacy_chains.mechanisms.defaults import DEFAULT_NOISE
from privacy_chains.mechanisms.exponential import BoundedExponential
from privacy_chains.mechanisms.geometric import BoundedGeometric
from privacy_chains.mechanisms.grids import Grid, LinearGrid, LogGrid, ScaleGrid
from privacy_chains.mechanisms.noise import Draw, Noise
from privacy_chains.mechanisms.permutation import PermutationMechanism
from privacy_chains.mechanisms.shift import ShiftMechanism

__all__ = [
    "DEFAULT_NOISE",
    "BoundedExponential",
    "BoundedGeometric",
    "Draw",
    "Grid",
    "LinearGrid",
    "LogGrid",
    "Mechanism",
    "Noise",
    "PermutationMechanism",
    "ScaleGrid",
    "ShiftMechanism",
]
