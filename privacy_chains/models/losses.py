"""Surprisal and gradients of tokens, by torch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log
from typing import TYPE_CHECKING

from privacy_chains.models.tokens import tokens_of

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["bits", "gradient_norms", "gradients_at", "mean_norms"]


def bits(logits: Tensor, ids: Tensor) -> Tensor:
    """The surprisal of tokens.

    Args:
        logits: What the model expects: shape (tokens, vocabulary).
        ids: What stands there: shape (tokens).

    Returns:
        -log2 of their probabilities: shape (tokens), in single precision or better.
    """
    import torch  # noqa: PLC0415  # heavy

    precise = logits.to(torch.promote_types(logits.dtype, torch.float32))
    return torch.nn.functional.cross_entropy(precise, ids, reduction="none") / log(2)


def gradients_at(embedded: Tensor, loss: Callable[[Tensor], Tensor], places: slice) -> Tensor:
    """The gradient of a loss with respect to the embeddings of tokens.

    The model's weights get no gradient, so that threads do not meet there.

    Args:
        embedded: The embeddings: shape (1, tokens, dimensions).
        loss: From embeddings to the loss, a number.
        places: The tokens that are asked for.

    Returns:
        Shape (tokens that were asked for, dimensions), in double precision.
    """
    import torch  # noqa: PLC0415  # heavy

    with torch.enable_grad():
        leaf = embedded.detach().requires_grad_()
        (gradient,) = torch.autograd.grad(loss(leaf), leaf)
    asked: Tensor = gradient[0, places].to(torch.float64)
    return asked


def gradient_norms(gradients: Tensor) -> Sequence[float]:
    """The L2 norm of each token's gradient."""
    norms: list[float] = gradients.norm(dim=-1).tolist()
    return norms


def mean_norms(
    gradients: Tensor, offsets: Sequence[tuple[int, int]], spans: Sequence[tuple[int, int]]
) -> Sequence[float]:
    """The L2 norm of the mean gradient of the tokens that stand in each span; 0 where none does.

    Args:
        gradients: Shape (tokens, dimensions).
        offsets: Start and end of each token.
        spans: Start and end of each span, disjoint and in reading order.
    """
    groups = tokens_of(spans, offsets)
    return [float(gradients[places].mean(dim=0).norm()) if places else 0.0 for places in groups]
