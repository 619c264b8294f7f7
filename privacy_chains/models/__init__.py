"""Models that run on the user's side, and what methods may ask of them. Nothing is loaded before it is needed."""

from privacy_chains.models.embedded import writer
from privacy_chains.models.local import GIVEN_BY, PARTS, LocalModel, require_part
from privacy_chains.models.parts import (
    Embed,
    Fill,
    Generate,
    Gradients,
    Importance,
    Part,
    Replacement,
    SpanGradients,
    Surprisal,
    Tag,
    Tags,
    TokenGradient,
    TokenImportance,
    TokenSurprisal,
    TokenTag,
)

__all__ = [
    "GIVEN_BY",
    "PARTS",
    "Embed",
    "Fill",
    "Generate",
    "Gradients",
    "Importance",
    "LocalModel",
    "Part",
    "Replacement",
    "SpanGradients",
    "Surprisal",
    "Tag",
    "Tags",
    "TokenGradient",
    "TokenImportance",
    "TokenSurprisal",
    "TokenTag",
    "require_part",
    "writer",
]
