"""The causal teacher: SmolLM2-135M, whose package ``scripts/smollm2.py`` unpacks, several prompts at a time."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

from privacy_chains.models.frames import chat_frame
from privacy_chains.models.tokens import TokenReader, Tokens
from training.writer.labels import TokenScores

__all__ = ["Teacher"]

_ANSWER = 24
"""The tokens of an answer, at most."""


class Teacher:
    """The model, in bfloat16.

    Args:
        folder: Where ``scripts/smollm2.py`` has written it.
    """

    def __init__(self, folder: Path) -> None:
        torch.set_num_threads(1)
        self._model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.bfloat16).eval()
        self._model.requires_grad_(requires_grad=False)
        tokenizer = AutoTokenizer.from_pretrained(folder)
        self._reader = TokenReader(tokenizer.backend_tokenizer)
        self._frame = chat_frame(tokenizer)
        self._start, self._end = int(tokenizer.bos_token_id), int(tokenizer.eos_token_id)

    def scored(self, prompts: Sequence[str], *, with_norms: bool) -> list[TokenScores]:
        """The scores of some prompts, of about one length."""
        read = [self._reader.read(prompt) for prompt in prompts]
        bits = self._bits(read)
        norms = self._norms(read, self._answers(read)) if with_norms else [[]] * len(read)
        return [TokenScores(one.offsets, *of) for one, *of in zip(read, bits, norms, strict=True)]

    def _bits(self, read: Sequence[Tokens]) -> list[list[float]]:
        rows = [[self._start, *one.ids[:-1]] for one in read]
        with torch.inference_mode():
            logits = self._model(input_ids=self._padded(rows), use_cache=False).logits
        return [
            (torch.nn.functional.cross_entropy(row[: len(one.ids)].float(), torch.tensor(one.ids), reduction="none"))
            .div(log(2))
            .tolist()
            for one, row in zip(read, logits, strict=True)
        ]

    def _answers(self, read: Sequence[Tokens]) -> list[list[int]]:
        """The greedy answer to each prompt, of one token at least."""
        rows = [self._frame.around(one.ids) for one in read]
        longest = max(map(len, rows))
        ids = torch.tensor([[self._end] * (longest - len(row)) + row for row in rows])
        mask = torch.tensor([[0] * (longest - len(row)) + [1] * len(row) for row in rows])
        with torch.inference_mode():
            written = self._model.generate(
                input_ids=ids,
                attention_mask=mask,
                max_new_tokens=_ANSWER,
                min_new_tokens=1,
                do_sample=False,
                pad_token_id=self._end,
                eos_token_id=[self._end],
            )[:, longest:].tolist()
        return [row[: row.index(self._end)] if self._end in row else row for row in written]

    def _norms(self, read: Sequence[Tokens], answers: Sequence[list[int]]) -> list[list[float]]:
        rows = [[*self._frame.around(one.ids), *answer[:-1]] for one, answer in zip(read, answers, strict=True)]
        table = self._model.get_input_embeddings()
        with torch.enable_grad():
            leaf = table(self._padded(rows)).detach().requires_grad_()
            states = self._model.model(inputs_embeds=leaf, use_cache=False).last_hidden_state
            losses = []
            for row, state, answer in zip(rows, states, answers, strict=True):
                logits = self._model.lm_head(state[len(row) - len(answer) : len(row)])
                losses.append(torch.nn.functional.cross_entropy(logits.float(), torch.tensor(answer)) / log(2))
            (gradient,) = torch.autograd.grad(torch.stack(losses).sum(), leaf)
        first = len(self._frame.before)
        norms = gradient.double().norm(dim=-1)
        return [row[first : first + len(one.ids)].tolist() for row, one in zip(norms, read, strict=True)]

    def _padded(self, rows: Sequence[Sequence[int]]) -> torch.Tensor:
        longest = max(map(len, rows))
        return torch.tensor([[*row, *[self._end] * (longest - len(row))] for row in rows])
