"""Methods one under the other: what the first settles is closed to the next."""

from privacy_chains.methods.layers.method import UNDETECTED_EPSILON, Layers
from privacy_chains.methods.layers.prompt import LayeredPrompt
from privacy_chains.methods.layers.reader import LayeredReader

__all__ = ["UNDETECTED_EPSILON", "LayeredPrompt", "LayeredReader", "Layers"]
