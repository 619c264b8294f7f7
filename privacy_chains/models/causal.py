"""Models that predict the next token: surprisal, gradients and answers, with torch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from privacy_chains.errors import ModelError
from privacy_chains.models.frames import Frame
from privacy_chains.models.losses import AnswerGradients, bits, gradients_at
from privacy_chains.models.parts import TokenSurprisal, check_sampling
from privacy_chains.models.tokens import TokenReader, windows
from privacy_chains.models.writing import chooser, written

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import PreTrainedModel

__all__ = ["CausalModel"]


class CausalModel(AnswerGradients):
    """A causal model and its tokenizer.

    Args:
        model: The model, set to evaluation.
        reader: Reads texts.
        start: The token that a text begins with.
        stops: The tokens that end an answer.
        frame: The tokens around a prompt.
        window: How many tokens are read at once for surprisal.
        most: How many tokens the model can read at all.
    """

    def __init__(  # noqa: PLR0913  # each is one part of the model
        self,
        model: PreTrainedModel,
        reader: TokenReader,
        *,
        start: int,
        stops: frozenset[int],
        frame: Frame,
        window: int,
        most: int,
    ) -> None:
        self._model = model
        self._reader = reader
        self._start = start
        self._stops = stops
        self._frame = frame
        self._window = window
        self._most = most

    def surprisal(self, text: str, /) -> list[TokenSurprisal]:
        """The surprisal of every token: the part ``surprisal``."""
        ids, offsets = self._reader.read(text)
        found: list[float] = []
        for start, end in windows(len(ids), self._window):
            found += self._bits(ids[start:end])[len(found) - start :]
        return [TokenSurprisal(start, end, one) for (start, end), one in zip(offsets, found, strict=True)]

    def _gradients(self, prompt: str, answer: str) -> tuple[list[tuple[int, int]], Tensor]:
        """Where the tokens of a prompt stand, and the gradient of an answer's loss at each."""
        ids, offsets = self._reader.read(prompt)
        answered = self._reader.read(answer).ids
        if not answered:
            msg = "gradients are those of an answer's loss: the answer is empty"
            raise ModelError(msg)
        framed = self._frame.around(ids)
        read = self._row([*framed, *answered[:-1]])
        self._check(read.shape[1])
        wanted = self._row(answered)[0]

        def loss(embedded: Tensor) -> Tensor:
            logits = self._model(inputs_embeds=embedded, use_cache=False).logits[0, len(framed) - 1 :]
            return bits(logits, wanted).mean()

        first = len(self._frame.before)
        places = slice(first, first + len(ids))
        return offsets, gradients_at(self._model.get_input_embeddings()(read), loss, places)

    def generate(
        self, prompt: str, /, max_tokens: int = 256, *, temperature: float = 0.0, top_p: float = 1.0, seed: int = 0
    ) -> str:
        """The answer to a prompt: the part ``generate``."""
        import torch  # noqa: PLC0415  # heavy

        check_sampling(max_tokens, temperature, top_p)
        choose = chooser(temperature=temperature, top_p=top_p, seed=seed)
        first = self._row(self._frame.around(self._reader.read(prompt).ids))
        self._check(first.shape[1] + max_tokens)
        with torch.inference_mode():
            ids = written(
                self._model, {"input_ids": first}, "input_ids", choose=choose, stops=self._stops, count=max_tokens
            )
        return self._reader.write(ids)

    def _bits(self, ids: Sequence[int]) -> list[float]:
        """The surprisal of the tokens of one window."""
        import torch  # noqa: PLC0415  # heavy

        with torch.inference_mode():
            logits = self._model(input_ids=self._row([self._start, *ids[:-1]]), use_cache=False).logits[0]
            found: list[float] = bits(logits, self._row(ids)[0]).tolist()
        return found

    def _row(self, ids: Sequence[int]) -> Tensor:
        import torch  # noqa: PLC0415  # heavy

        return torch.tensor([list(ids)], device=self._model.device)

    def _check(self, count: int) -> None:
        if count > self._most:
            msg = f"prompt and answer have {count} tokens, and the model reads at most {self._most} at once"
            raise ModelError(msg)
