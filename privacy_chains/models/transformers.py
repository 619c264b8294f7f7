"""Models of the library ``transformers``: from a folder on this machine, or as objects."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from privacy_chains.errors import ModelError
from privacy_chains.models.causal import CausalModel
from privacy_chains.models.encoders import Encoder
from privacy_chains.models.filling import Filler
from privacy_chains.models.frames import chat_frame, plain_frame
from privacy_chains.models.local import LocalModel
from privacy_chains.models.pooling import Embedder
from privacy_chains.models.seq2seq import Seq2SeqModel
from privacy_chains.models.tokens import TokenReader

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerFast

__all__ = ["Kind", "transformers_model"]

Kind = Literal["causal", "masked", "seq2seq", "encoder"]

_AUTO: dict[Kind, str] = {
    "causal": "AutoModelForCausalLM",
    "masked": "AutoModelForMaskedLM",
    "seq2seq": "AutoModelForSeq2SeqLM",
    "encoder": "AutoModel",
}
"""The class that loads each kind from a folder."""
_WINDOWS: dict[Kind, int] = {"causal": 1024, "masked": 512, "seq2seq": 512, "encoder": 512}
"""How many tokens each kind reads at once, where it can."""


def transformers_model(  # noqa: PLR0913  # each is one setting of the model
    model: object,
    tokenizer: object,
    *,
    kind: Kind | None,
    chat: bool | None,
    window: int | None,
    device: str | None,
) -> LocalModel:
    """The parts that a model gives; see :meth:`LocalModel.transformers`.

    Raises:
        ModelError: The libraries are not installed, the folder holds no model, or the tokenizer is not fast.
    """
    if isinstance(model, str | os.PathLike):
        loaded, found = _from_folder(Path(model), kind, device)
        name, tokenizer = Path(model).name, tokenizer or found
    else:
        loaded, name = _as_model(model), type(model).__name__
    fast = _fast(tokenizer)
    kind = kind or _kind(type(loaded).__name__, seq2seq=bool(loaded.config.is_encoder_decoder))
    loaded.train(mode=False)
    size = min(window or _WINDOWS[kind], _most_tokens(loaded, fast))
    if kind == "causal":
        return _causal(name, loaded, fast, size, chat=chat)
    if kind == "seq2seq":
        return _seq2seq(name, loaded, fast, size, chat=chat)
    return _encoder(name, loaded, fast, size, masked=kind == "masked")


# --- the parts of each kind ------------------------------------------------------------------------------------------


def _causal(
    name: str, model: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, window: int, *, chat: bool | None
) -> LocalModel:
    reader = TokenReader(tokenizer.backend_tokenizer)
    start = tokenizer.bos_token_id if tokenizer.bos_token_id is not None else tokenizer.eos_token_id
    if start is None:
        msg = "the tokenizer has no token with which a text begins, so that nothing tells its first token"
        raise ModelError(msg)
    templated = _templated(tokenizer, chat=chat)
    frame = chat_frame(tokenizer) if templated else plain_frame([start])
    most = _most_tokens(model, tokenizer)
    causal = CausalModel(
        model, reader, start=start, stops=_stops(model, tokenizer), frame=frame, window=window, most=most
    )
    embedder = Embedder(reader, window, Encoder(model).states, start=start, pad=_pad(tokenizer))
    return LocalModel(
        name=name,
        surprisal=causal.surprisal,
        gradients=causal.gradients,
        span_gradients=causal.span_gradients,
        generate=causal.generate,
        embed=embedder.embed,
    )


def _seq2seq(
    name: str, model: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, window: int, *, chat: bool | None
) -> LocalModel:
    reader = TokenReader(tokenizer.backend_tokenizer)
    templated = _templated(tokenizer, chat=chat)
    frame = chat_frame(tokenizer) if templated else plain_frame(reader.before, reader.after)
    start, most = int(model.config.decoder_start_token_id), _most_tokens(model, tokenizer)
    seq2seq = Seq2SeqModel(model, reader, start=start, stops=_stops(model, tokenizer), frame=frame, most=most)
    embedder = Embedder(reader, window, Encoder(model.get_encoder()).states, pad=_pad(tokenizer))
    return LocalModel(
        name=name,
        gradients=seq2seq.gradients,
        span_gradients=seq2seq.span_gradients,
        generate=seq2seq.generate,
        embed=embedder.embed,
    )


def _encoder(
    name: str, model: PreTrainedModel, tokenizer: PreTrainedTokenizerFast, window: int, *, masked: bool
) -> LocalModel:
    reader = TokenReader(tokenizer.backend_tokenizer)
    encoder = Encoder(model)
    embedder = Embedder(reader, window, encoder.states, pad=_pad(tokenizer))
    mask = tokenizer.mask_token_id if masked else None
    if masked and mask is None:
        msg = "the tokenizer of the masked model has no mask token"
        raise ModelError(msg)
    fill = None if mask is None else Filler(reader, mask, window, encoder.logits).fill
    return LocalModel(name=name, fill=fill, embed=embedder.embed)


# --- what models and tokenizers say of themselves --------------------------------------------------------------------


def _from_folder(folder: Path, kind: Kind | None, device: str | None) -> tuple[PreTrainedModel, object]:
    library = _library()
    if not folder.is_dir():
        msg = "there is no such folder of a model; models are read from this machine and never downloaded"
        raise ModelError(msg)
    try:
        config = library.AutoConfig.from_pretrained(folder, local_files_only=True)
        named = (config.architectures or [""])[0]
        auto = getattr(library, _AUTO[kind or _kind(named, seq2seq=bool(config.is_encoder_decoder))])
        model: Any = auto.from_pretrained(folder, local_files_only=True)
        tokenizer: object = library.AutoTokenizer.from_pretrained(folder, local_files_only=True)
        return model if device is None else model.to(device), tokenizer
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        msg = f"the folder's model cannot be loaded ({type(error).__name__})"
        raise ModelError(msg) from error


def _library() -> Any:
    try:
        import torch  # noqa: F401, PLC0415  # heavy; transformers alone gives no models
        import transformers  # noqa: PLC0415  # heavy
    except ImportError:
        msg = "LocalModel.transformers needs the extra: pip install 'privacy-chains[transformers]'"
        raise ModelError(msg) from None
    return transformers


def _as_model(model: object) -> PreTrainedModel:
    found: type[PreTrainedModel] = _library().PreTrainedModel
    if not isinstance(model, found):
        msg = f"a {type(model).__name__} is neither a folder nor a model of transformers"
        raise ModelError(msg)
    return model


def _fast(tokenizer: object) -> PreTrainedTokenizerFast:
    fast: type[PreTrainedTokenizerFast] = _library().PreTrainedTokenizerFast
    if not isinstance(tokenizer, fast):
        msg = f"the model needs its fast tokenizer, which tells where tokens stand, not a {type(tokenizer).__name__}"
        raise ModelError(msg)
    return tokenizer


def _kind(name: str, *, seq2seq: bool) -> Kind:
    """The kind of a model's class, by the library's own lists."""
    from transformers.models.auto import modeling_auto as lists  # noqa: PLC0415  # heavy

    if seq2seq:
        return "seq2seq"
    if name in lists.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES.values():
        return "causal"
    return "masked" if name in lists.MODEL_FOR_MASKED_LM_MAPPING_NAMES.values() else "encoder"


def _templated(tokenizer: PreTrainedTokenizerFast, *, chat: bool | None) -> bool:
    """Whether prompts go into a chat template.

    Raises:
        ModelError: They should, and there is none.
    """
    has_template = bool(tokenizer.chat_template)
    if chat and not has_template:
        msg = "the tokenizer has no chat template: chat=False gives the model the prompt as it is"
        raise ModelError(msg)
    return has_template if chat is None else chat


def _pad(tokenizer: PreTrainedTokenizerFast) -> int:
    return 0 if tokenizer.pad_token_id is None else int(tokenizer.pad_token_id)


def _stops(model: PreTrainedModel, tokenizer: PreTrainedTokenizerFast) -> frozenset[int]:
    """The tokens with which an answer ends."""
    named = getattr(model.generation_config, "eos_token_id", None)
    ends = named if isinstance(named, list) else [named]
    return frozenset(int(end) for end in [*ends, tokenizer.eos_token_id] if end is not None)


def _most_tokens(model: PreTrainedModel, tokenizer: PreTrainedTokenizerFast) -> int:
    """How many tokens a model can read; positions before the first real one, as RoBERTa has, are none."""
    positions = getattr(model.config, "max_position_embeddings", None)
    learned = getattr(getattr(model.base_model, "embeddings", None), "position_embeddings", None)
    padding = getattr(learned, "padding_idx", None)
    most = int(tokenizer.model_max_length)
    return most if positions is None else min(most, int(positions) - (0 if padding is None else padding + 1))
