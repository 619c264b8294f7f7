"""Tiny random models of ``transformers``, made from a config; the calling test is skipped where torch is absent."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from model_support import tokenizing

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerFast

WHERE = "needs the extra [transformers]: pip install torch transformers"
torch = pytest.importorskip("torch", reason=WHERE)
transformers = pytest.importorskip("transformers", reason=WHERE)

Made = tuple["PreTrainedModel", "PreTrainedTokenizerFast"]

_CHAT = (
    "{% for message in messages %}<s>{{ message['role'] }}: {{ message['content'] }}</s>{% endfor %}"
    "{% if add_generation_prompt %}<s>assistant:{% endif %}"
)


def llama(*, chat: bool = False, positions: int = 64) -> Made:
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizing.byte_level(), pad_token="<pad>", bos_token="<s>", eos_token="</s>"
    )
    tokenizer.chat_template = _CHAT if chat else None
    config = transformers.LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=positions,
        bos_token_id=1,
        eos_token_id=2,
        pad_token_id=0,
        initializer_range=0.5,
    )
    return _made(transformers.LlamaForCausalLM, config), tokenizer


def roberta(*, positions: int = 34) -> Made:
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizing.roberta(),
        bos_token="<s>",
        cls_token="<s>",
        pad_token="<pad>",
        eos_token="</s>",
        sep_token="</s>",
        mask_token="<mask>",
    )
    config = transformers.RobertaConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        max_position_embeddings=positions,
        pad_token_id=1,
        type_vocab_size=1,
        initializer_range=0.5,
    )
    return _made(transformers.RobertaForMaskedLM, config), tokenizer


def t5() -> Made:
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizing.unigram(), pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
    )
    config = transformers.T5Config(
        vocab_size=len(tokenizer),
        d_model=16,
        d_kv=4,
        d_ff=32,
        num_layers=2,
        num_heads=4,
        pad_token_id=0,
        eos_token_id=1,
        decoder_start_token_id=0,
        feed_forward_proj="gated-gelu",
    )
    return _made(transformers.T5ForConditionalGeneration, config), tokenizer


def in_double(model: PreTrainedModel) -> PreTrainedModel:
    """The model in double precision, its norms too, which the library takes in single precision."""
    for layer in model.modules():
        if hasattr(layer, "variance_epsilon"):
            layer.forward = partial(
                torch.nn.functional.rms_norm,
                normalized_shape=layer.weight.shape,
                weight=layer.weight,
                eps=layer.variance_epsilon,
            )
    return model.double()


def _made(kind: Any, config: Any) -> PreTrainedModel:
    with torch.random.fork_rng():
        torch.manual_seed(7)
        model: PreTrainedModel = kind(config)
    return model.eval()
