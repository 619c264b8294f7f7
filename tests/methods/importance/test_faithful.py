"""The paper's equations, worked out once more from tiny random models' logits."""

from __future__ import annotations

from functools import cache
from math import exp, log, log2
from typing import Any

import numpy as np
import pytest
from model_support import tiny
from model_support.tiny import torch

from privacy_chains.methods.importance.equations import min_max
from privacy_chains.methods.importance.faithful import Faithfully, chosen_words
from privacy_chains.methods.importance.recipe import CODE, FORMULA, PaperRecipe
from privacy_chains.methods.importance.scores import WordScores, papers_scores
from privacy_chains.methods.importance.similarity import default_hypernyms
from privacy_chains.models import LocalModel, TokenTag, require_part

TEXT = "My name is Alice Barr, and I live in Oslo with Bob. Alice is a nurse of 42."
WORDS = [(at, at + len(word)) for word, at in (
    ("My", 0), ("name", 3), ("is", 8), ("Alice", 11), ("Barr", 17), ("and", 23), ("I", 27), ("live", 29), ("in", 34),
    ("Oslo", 37), ("with", 42), ("Bob", 47), ("Alice", 52), ("is", 58), ("a", 61), ("nurse", 63), ("of", 69),
    ("42", 72),
)]  # fmt: skip
RECIPES = pytest.mark.parametrize("recipe", [FORMULA, CODE], ids=lambda one: one.name)
KEY = bytes(range(32))


@cache
def models(*, double: bool = False) -> tuple[LocalModel, Any, Any, Any, Any]:
    causal, tokenizer = tiny.llama(positions=512)
    masked, other = tiny.roberta(positions=130)
    if double:
        causal = tiny.in_double(causal)
    both = LocalModel.transformers(causal, tokenizer).beside(LocalModel.transformers(masked, other))
    return both, causal, tokenizer, masked, other


def losses(model: Any, embedded: Any, answer: list[int]) -> Any:
    """The mean bits of an answer that stands at the end, for each of many prompts."""
    with torch.no_grad():
        chances = torch.log_softmax(model(inputs_embeds=embedded).logits, -1)
    first = embedded.shape[1] - len(answer)
    told = torch.stack([chances[:, first - 1 + n, one] for n, one in enumerate(answer)])
    return -told.mean(dim=0) / log(2)


@cache
def slopes() -> tuple[str, list[tuple[int, int]], np.ndarray[Any, Any]]:
    """The likeliest answer, where the prompt's tokens stand, and the gradient at each, by finite differences."""
    _, model, tokenizer, *_ = models(double=True)
    encoding = tokenizer(TEXT, add_special_tokens=False, return_offsets_mapping=True)
    prompt = encoding["input_ids"]
    wrote = model.generate(torch.tensor([[1, *prompt]]), max_new_tokens=100, do_sample=False)[0, 1 + len(prompt) :]
    answer = tokenizer.decode(wrote, skip_special_tokens=True)
    told = tokenizer(answer, add_special_tokens=False)["input_ids"]
    embedded = model.get_input_embeddings()(torch.tensor([[1, *prompt, *told]])).detach()
    found = np.zeros((len(prompt), size := embedded.shape[-1]))
    for token in range(len(prompt)):
        moved = embedded.repeat(2 * size, 1, 1)
        moved[:, 1 + token] += 1e-4 * torch.cat([torch.eye(size), -torch.eye(size)])
        ends = losses(model, moved, told)
        found[token] = (ends[:size] - ends[size:]) / 2e-4
    return answer, encoding["offset_mapping"], found


def inside(offsets: list[tuple[int, int]], word: tuple[int, int]) -> list[int]:
    return [place for place, (start, end) in enumerate(offsets) if max(start, word[0]) < min(end, word[1])]


def test_importance_is_the_norm_of_the_mean_gradient() -> None:
    both, *_ = models(double=True)
    answer, offsets, gradients = slopes()
    wanted = [np.linalg.norm(gradients[inside(offsets, word)].mean(axis=0)) for word in WORDS]
    found = papers_scores(both, TEXT, WORDS, FORMULA, 0).importance
    assert found == pytest.approx(wanted, rel=1e-5)
    least, most = min(wanted), max(wanted)
    assert min_max(found) == pytest.approx([(one - least) / (most - least) for one in wanted], abs=1e-5)
    assert require_part(both, "generate", needed_by="test")(TEXT, 100) == answer


def test_in_the_code_it_is_the_mean_of_the_norms_and_the_most_of_all_occurrences() -> None:
    both, *_ = models(double=True)
    answer, offsets, gradients = slopes()
    fixed = LocalModel(name="fixed", generate=lambda *_, **__: answer).beside(both)
    wanted = [np.linalg.norm(gradients[inside(offsets, word)], axis=1).mean() for word in WORDS]
    for one, two in ((3, 12), (2, 13)):  # Alice, is
        wanted[one] = wanted[two] = max(wanted[one], wanted[two])
    assert papers_scores(fixed, TEXT, WORDS, CODE, 0).importance == pytest.approx(wanted, rel=1e-5)


@RECIPES
def test_self_information_is_the_sum_over_tokens(recipe: PaperRecipe) -> None:
    both, model, tokenizer, *_ = models()
    encoding = tokenizer(TEXT, add_special_tokens=False, return_offsets_mapping=True)
    with torch.no_grad():
        logits = model(torch.tensor([[1, *encoding["input_ids"]]])).logits[0].double()
    chances = torch.softmax(logits, -1)
    tell = log2 if recipe is FORMULA else log
    bits = [-tell(float(chances[n, one])) for n, one in enumerate(encoding["input_ids"])]
    wanted = [sum(bits[n] for n in inside(encoding["offset_mapping"], word)) for word in WORDS]
    assert papers_scores(both, TEXT, WORDS, recipe, 0).bits == pytest.approx(wanted, abs=1e-5)


def test_the_formula_takes_the_least_important_of_all_words_and_of_these_the_content() -> None:
    importance, bits = [5.0, 1, 2, 3, 4, 0, 7, 6], [2.0] * 8
    scores = WordScores(importance, bits, ["NOUN", "OTHER", "ADJ", "VERB", "NUM", "PROPN", "NOUN", "NOUN"])
    share = 0.62 / (1 + exp(-2))  # .546: four of eight words
    assert sorted(range(8), key=importance.__getitem__)[: int(8 * share)] == [5, 1, 2, 3]
    assert chosen_words(scores, FORMULA, 0.62) == [2, 5]


def test_the_code_takes_a_percentile_of_the_content_words() -> None:
    importance, bits = [5.0, 1, 2, 3, 4, 0, 7, 6], [2.0] * 8
    scores = WordScores(importance, bits, ["NOUN", "OTHER", "ADJ", "VERB", "NUM", "PROPN", "NOUN", "NOUN"])
    border = np.percentile([5, 4, 0, 7, 6], 100 * 0.62 / (1 + exp(-2)))
    assert chosen_words(scores, CODE, 0.62) == [n for n in (0, 4, 5, 6, 7) if importance[n] <= border] == [0, 4, 5]


@RECIPES
def test_candidates_and_their_chances(recipe: PaperRecipe) -> None:
    both, *_, model, tokenizer = models()
    method, (start, end) = Faithfully(both, recipe, 0.62), WORDS[3]
    text = TEXT[:start].rstrip() + "<mask>" + TEXT[end:]
    ids = tokenizer(text)["input_ids"]
    with torch.no_grad():
        logits = model(torch.tensor([ids])).logits[0, ids.index(tokenizer.mask_token_id)].double()
    chances = torch.softmax(logits, -1).tolist()
    found = method.candidates(TEXT, WORDS[3])
    words = [(tokenizer.decode([n]).strip(), chance) for n, chance in enumerate(chances)]
    whole = {word: max(chance for other, chance in words if other == word) for word, _ in words if word}
    assert [one.probability for one in found] == pytest.approx(
        sorted([whole[one.text] for one in found])[::-1], abs=1e-5
    )
    total = sum(one.probability for one in found)
    if recipe is FORMULA:
        others = {word for word in whole if word not in tokenizer.all_special_tokens and "\ufffd" not in word}
        assert {one.text for one in found} == others or total >= 0.9 > total - found[-1].probability
    else:
        assert "alice" not in {one.text.casefold() for one in found}
        assert len(found) <= 10
    weights = [
        exp(recipe.factor * (0.2 - 0.9) * default_hypernyms().similarity("alice", one.text.casefold())) for one in found
    ]
    wanted = [weight / sum(weights) for weight in weights]
    assert method.chances("Alice", found, 0.2, 0.9) == pytest.approx(wanted, abs=1e-5)


@RECIPES
def test_a_text_is_replaced_by_candidates_and_the_same_each_time(recipe: PaperRecipe) -> None:
    both, *_ = models()
    method = Faithfully(both, recipe, 1.0)
    found = method.replaced(TEXT, WORDS, KEY)
    assert found == method.replaced(TEXT, WORDS, KEY)
    scores = papers_scores(both, TEXT, WORDS, recipe, 0)
    assert set(found) <= {place for place, tag in enumerate(scores.tags) if tag in recipe.tags}
    for place, new in found.items():
        if recipe.digits and scores.tags[place] == "NUM":
            assert new.isdigit()
            assert len(new) == 2
        else:
            assert new in {one.text for one in method.candidates(TEXT, WORDS[place])}
    assert method.replaced("", [], KEY) == {}


def test_tags_of_the_model_come_before_those_of_the_lexicon() -> None:
    both, *_ = models()
    tagger = LocalModel(name="tagger", tags=lambda text: [TokenTag(0, len(text), "VERB")]).beside(both)
    tags = papers_scores(tagger, TEXT, WORDS, FORMULA, 0).tags
    assert tags[0] == "VERB"
    assert papers_scores(both, TEXT, WORDS, FORMULA, 0).tags[3] == "PROPN"


def test_each_text_has_coins_of_its_own() -> None:
    both, *_ = models()
    method = Faithfully(both, FORMULA, 1.0)
    drawn = [method.replaced(TEXT + " " * n, WORDS, KEY) for n in range(5)]
    assert len({tuple(sorted(one.items())) for one in drawn}) > 3
