"""Models that run on the user's side, and the parts that methods may use. Nothing is loaded before it is needed."""

from privacy_chains.models.local import GIVEN_BY, PARTS, LocalModel, require_part
from privacy_chains.models.parts import (
    Embed,
    Fill,
    Generate,
    Gradients,
    Part,
    Replacement,
    Surprisal,
    TokenGradient,
    TokenSurprisal,
)

__all__ = [
    "GIVEN_BY",
    "PARTS",
    "Embed",
    "Fill",
    "Generate",
    "Gradients",
    "LocalModel",
    "Part",
    "Replacement",
    "Surprisal",
    "TokenGradient",
    "TokenSurprisal",
    "require_part",
]
