"""States and logits of encoders, by torch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from transformers import PreTrainedModel

__all__ = ["Encoder"]


class Encoder:
    """What a model makes of tokens that it reads from both sides, or a causal one from the left.

    Args:
        model: The model.
    """

    def __init__(self, model: PreTrainedModel) -> None:
        self._model = model

    def states(self, ids: NDArray[np.int64], mask: NDArray[np.int64], /) -> NDArray[np.float32]:
        """The last states of a batch of windows: shape (windows, tokens, dimensions)."""
        import torch  # noqa: PLC0415  # heavy

        with torch.inference_mode():
            given = (torch.from_numpy(one).to(self._model.device) for one in (ids, mask))
            read, seen = given
            states = self._model.base_model(input_ids=read, attention_mask=seen).last_hidden_state
            found: NDArray[np.float32] = states.float().cpu().numpy()
            return found

    def logits(self, ids: Sequence[int], places: Sequence[int], /) -> NDArray[np.float32]:
        """The logits at some places of one window: shape (places, vocabulary)."""
        import torch  # noqa: PLC0415  # heavy

        with torch.inference_mode():
            row = torch.tensor([list(ids)], device=self._model.device)
            logits = self._model(input_ids=row, attention_mask=torch.ones_like(row)).logits[0, list(places)]
            found: NDArray[np.float32] = logits.float().cpu().numpy()
            return found
