"""Methods one under the other: what the first settles is closed to the next."""

from privacy_chains.methods.layers.method import Layers
from privacy_chains.methods.layers.prompt import LayeredPrompt
from privacy_chains.methods.layers.reader import LayeredReader

__all__ = ["LayeredPrompt", "LayeredReader", "Layers"]
