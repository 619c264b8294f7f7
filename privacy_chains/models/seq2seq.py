"""Models that read a prompt and then write: gradients and answers, by torch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from privacy_chains.errors import ModelError
from privacy_chains.models.frames import Frame
from privacy_chains.models.losses import AnswerGradients, bits, gradients_at
from privacy_chains.models.parts import check_sampling
from privacy_chains.models.tokens import TokenReader
from privacy_chains.models.writing import chooser, written

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import PreTrainedModel

__all__ = ["Seq2SeqModel"]


class Seq2SeqModel(AnswerGradients):
    """A seq2seq model and its tokenizer.

    Args:
        model: The model, set to evaluation.
        reader: Reads texts.
        start: The token that an answer begins with.
        stops: The tokens that end an answer.
        frame: What stands around a prompt.
        most: How many tokens of a prompt, or of an answer, the model can read.
    """

    def __init__(  # noqa: PLR0913  # each is one part of the model
        self,
        model: PreTrainedModel,
        reader: TokenReader,
        *,
        start: int,
        stops: frozenset[int],
        frame: Frame,
        most: int,
    ) -> None:
        self._model = model
        self._reader = reader
        self._start = start
        self._stops = stops
        self._frame = frame
        self._most = most

    def _gradients(self, prompt: str, answer: str) -> tuple[list[tuple[int, int]], Tensor]:
        """Where the tokens of a prompt stand, and the gradient of an answer's loss at each."""
        ids, offsets = self._reader.read(prompt)
        answered = self._reader.read(answer).ids
        if not answered:
            msg = "gradients are those of an answer's loss: the answer is empty"
            raise ModelError(msg)
        read = self._row(self._frame.around(ids))
        self._check(max(read.shape[1], len(answered)))
        begun, wanted = self._row([self._start, *answered[:-1]]), self._row(answered)[0]

        def loss(embedded: Tensor) -> Tensor:
            output = self._model(inputs_embeds=embedded, decoder_input_ids=begun, use_cache=False)
            return bits(output.logits[0], wanted).mean()

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
        read = self._row(self._frame.around(self._reader.read(prompt).ids))
        self._check(max(read.shape[1], max_tokens))
        with torch.inference_mode():
            states = self._model.get_encoder()(input_ids=read)
            first = {"decoder_input_ids": self._row([self._start])}
            ids = written(
                self._model,
                first,
                "decoder_input_ids",
                choose=choose,
                stops=self._stops,
                count=max_tokens,
                encoder_outputs=states,
            )
        return self._reader.write(ids)

    def _row(self, ids: Sequence[int]) -> Tensor:
        import torch  # noqa: PLC0415  # heavy

        return torch.tensor([list(ids)], device=self._model.device)

    def _check(self, count: int) -> None:
        if count > self._most:
            msg = f"a prompt or an answer has {count} tokens, and the model reads at most {self._most}"
            raise ModelError(msg)
