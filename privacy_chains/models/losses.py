"""Surprisal and gradients of tokens, by torch."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import log
from typing import TYPE_CHECKING

from privacy_chains.models.parts import TokenGradient
from privacy_chains.models.tokens import tokens_of

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["AnswerGradients", "bits", "gradients_at"]


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


def _norms(gradients: Tensor) -> Sequence[float]:
    """The L2 norm of each token's gradient."""
    norms: list[float] = gradients.norm(dim=-1).tolist()
    return norms


def _mean_norms(
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


class AnswerGradients(ABC):
    """The parts of a model that say how much the loss of an answer hangs on a prompt."""

    def gradients(self, prompt: str, answer: str, /) -> list[TokenGradient]:
        """The gradient norm of every token of the prompt: the part ``gradients``."""
        offsets, gradients = self._gradients(prompt, answer)
        norms = _norms(gradients)
        return [TokenGradient(start, end, norm) for (start, end), norm in zip(offsets, norms, strict=True)]

    def span_gradients(self, prompt: str, answer: str, spans: Sequence[tuple[int, int]], /) -> list[float]:
        """The norm of the mean gradient of each span of the prompt: the part ``span_gradients``."""
        offsets, gradients = self._gradients(prompt, answer)
        return list(_mean_norms(gradients, offsets, spans))

    @abstractmethod
    def _gradients(self, prompt: str, answer: str) -> tuple[list[tuple[int, int]], Tensor]:
        """Where the tokens of a prompt stand, and the gradient of an answer's loss at each."""
