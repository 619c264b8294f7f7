"""Surprisal and gradients of tokens, by torch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["bits", "gradient_norms"]


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


def gradient_norms(embedded: Tensor, loss: Callable[[Tensor], Tensor], places: slice) -> Sequence[float]:
    """How steep a loss is at the embeddings of tokens.

    The model's weights get no gradient, so that threads do not meet there.

    Args:
        embedded: The embeddings: shape (1, tokens, dimensions).
        loss: From embeddings to the loss, a number.
        places: The tokens that are asked for.

    Returns:
        The L2 norm for each token that was asked for.
    """
    import torch  # noqa: PLC0415  # heavy

    with torch.enable_grad():
        leaf = embedded.detach().requires_grad_()
        (gradient,) = torch.autograd.grad(loss(leaf), leaf)
    norms: list[float] = gradient[0, places].to(torch.float64).norm(dim=-1).tolist()
    return norms
