from __future__ import annotations

from functools import cache
from itertools import product
from math import log
from typing import Any

import numpy as np
import pytest
from model_support import tiny
from model_support.tiny import Made, torch

from privacy_chains.errors import ModelError
from privacy_chains.models import LocalModel, require_part

PROMPT, ANSWER = "My name is Alice", "Bob lives in Paris"


@cache
def made() -> tuple[LocalModel, Made]:
    model, tokenizer = tiny.t5()
    return LocalModel.transformers(model, tokenizer), (model, tokenizer)


def loss(model: Any, embedded: Any, answer: list[int]) -> float:
    with torch.no_grad():
        output = model(inputs_embeds=embedded, decoder_input_ids=torch.tensor([[0, *answer[:-1]]]))
    chances = torch.log_softmax(output.logits[0], -1)
    return -sum(float(chances[index, token]) for index, token in enumerate(answer)) / log(2) / len(answer)


def test_it_has_the_parts_of_a_seq2seq_model() -> None:
    assert made()[0].parts == ("gradients", "span_gradients", "generate", "embed")


def test_gradients_are_finite_differences() -> None:
    model, tokenizer = tiny.t5()
    model = tiny.in_double(model)
    found = require_part(LocalModel.transformers(model, tokenizer), "gradients", needed_by="test")(PROMPT, ANSWER)
    prompt, answer = (tokenizer(text, add_special_tokens=False)["input_ids"] for text in (PROMPT, ANSWER))
    embedded = model.get_input_embeddings()(torch.tensor([[*prompt, 1]])).detach()
    slopes = np.zeros((len(prompt), embedded.shape[-1]))
    for token, dimension in product(*map(range, slopes.shape)):
        ends = []
        for step in (1e-4, -1e-4):
            moved = embedded.clone()
            moved[0, token, dimension] += step
            ends.append(loss(model, moved, answer))
        slopes[token, dimension] = (ends[0] - ends[1]) / 2e-4
    assert [one.norm for one in found] == pytest.approx(np.linalg.norm(slopes, axis=1), rel=1e-4)
    assert found[0].start == 0
    assert found[-1].end == len(PROMPT)


def test_generation_is_greedy_and_the_librarys() -> None:
    model, (weights, tokenizer) = made()
    ids = tokenizer(PROMPT, return_tensors="pt")["input_ids"]
    wanted = weights.generate(input_ids=ids, max_new_tokens=12, do_sample=False)[0, 1:]
    text = tokenizer.decode(wanted, skip_special_tokens=True)
    assert require_part(model, "generate", needed_by="test")(PROMPT, 12) == text


def test_embeddings_are_the_means_of_the_encoders_states() -> None:
    model, (weights, tokenizer) = made()
    with torch.no_grad():
        mean = weights.encoder(**tokenizer(PROMPT, return_tensors="pt")).last_hidden_state[0].mean(0)
    found = require_part(model, "embed", needed_by="test")([PROMPT])
    assert found[0] == pytest.approx((mean / mean.norm()).numpy(), abs=1e-5)


def test_an_empty_answer_has_no_loss() -> None:
    with pytest.raises(ModelError, match="empty"):
        require_part(made()[0], "gradients", needed_by="test")(PROMPT, "")
