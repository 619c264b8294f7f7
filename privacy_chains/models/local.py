"""A model that runs on the user's side, as the parts that it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args, overload

from privacy_chains.errors import MissingPart
from privacy_chains.models.parts import (
    Embed,
    Fill,
    Generate,
    Gradients,
    Importance,
    Part,
    SpanGradients,
    Surprisal,
    Tags,
)

__all__ = ["GIVEN_BY", "PARTS", "LocalModel", "require_part"]

PARTS: tuple[Part, ...] = get_args(Part)
"""The names of all parts."""

GIVEN_BY: Mapping[Part, str] = MappingProxyType(
    {
        "surprisal": "LocalModel.transformers with a causal model, or privacy_chains.models.writer()",
        "gradients": "LocalModel.transformers with a causal or seq2seq model",
        "span_gradients": "LocalModel.transformers with a causal or seq2seq model",
        "importance": "privacy_chains.models.writer()",
        "tags": "privacy_chains.models.writer()",
        "fill": "LocalModel.transformers or LocalModel.onnx with a masked model, or privacy_chains.models.writer()",
        "generate": "LocalModel.transformers with a causal or seq2seq model, or LocalModel.ollama",
        "embed": "LocalModel.transformers, LocalModel.onnx or LocalModel.ollama",
    }
)
"""Which back ends give each part."""


@dataclass(frozen=True, kw_only=True, repr=False)
class LocalModel:
    """A model that reads clear text, and therefore runs on your side: what it can be asked for, and nothing else.

    Each part is a callable, or None where the model does not have it; nothing is imitated. Any callable that keeps
    the part's protocol will do, so that a model of your own needs no class: ``LocalModel(name="mine", embed=encode)``.
    Methods get a part through :func:`require_part`.

    **Warning**: whatever a part is given is clear text. The back ends of this package open no file and no address but
    the one they were given; a callable of yours may.

    Attributes:
        name: How errors call it.
        surprisal: The self-information of a text's tokens.
        gradients: The importance of a prompt's tokens for an answer.
        span_gradients: The importance of stretches of a prompt for an answer.
        importance: The importance of a prompt's tokens, without an answer.
        tags: The parts of speech of a text's tokens.
        fill: Words for gaps.
        generate: Text that follows a prompt.
        embed: Texts as points.
    """

    name: str
    surprisal: Surprisal | None = None
    gradients: Gradients | None = None
    span_gradients: SpanGradients | None = None
    importance: Importance | None = None
    tags: Tags | None = None
    fill: Fill | None = None
    generate: Generate | None = None
    embed: Embed | None = None

    def __repr__(self) -> str:
        return f"LocalModel({self.name!r}: {', '.join(self.parts) or 'no part'})"

    @property
    def parts(self) -> tuple[Part, ...]:
        """The names of the parts that it has."""
        return tuple(part for part in PARTS if getattr(self, part) is not None)

    def beside(self, other: LocalModel) -> LocalModel:
        """Both as one: this model's parts, and of ``other`` those that this one lacks."""
        parts: dict[str, Any] = {part: getattr(self, part) or getattr(other, part) for part in PARTS}
        return LocalModel(name=f"{self.name} beside {other.name}", **parts)

    @classmethod
    def transformers(  # noqa: PLR0913  # each is one setting of the model
        cls,
        model: object,
        tokenizer: object = None,
        *,
        kind: Literal["causal", "masked", "seq2seq", "encoder"] | None = None,
        chat: bool | None = None,
        window: int | None = None,
        device: str | None = None,
    ) -> LocalModel:
        """A model of the library ``transformers``; needs the extra ``[transformers]``.

        A causal model gives ``surprisal``, ``gradients``, ``span_gradients``, ``generate`` and ``embed``; a masked one
        ``fill`` and ``embed``; a seq2seq one ``gradients``, ``span_gradients``, ``generate`` and ``embed``; any other
        encoder ``embed``. It is safe to use from several threads.

        Args:
            model: The folder of a saved model, which is loaded from there and never downloaded; or a model, which is
                set to evaluation.
            tokenizer: The tokenizer, a fast one; that in the folder when None.
            kind: What kind of model it is; told by its class when None.
            chat: Whether prompts go into the tokenizer's chat template, as a user's message; when None, if it has one.
            window: How many tokens are read at once, at most; 1,024 (causal) or 512 when None, or what the model can.
            device: Where a model from a folder goes, such as ``"cuda:0"``.

        Raises:
            ModelError: The libraries are not installed, the folder holds no model, or the tokenizer is not fast.
        """
        from privacy_chains.models.transformers import transformers_model  # noqa: PLC0415  # the back end alone

        return transformers_model(model, tokenizer, kind=kind, chat=chat, window=window, device=device)

    @classmethod
    def onnx(cls, folder: Path | str, *, file: str = "model.onnx", window: int = 512, threads: int = 1) -> LocalModel:
        """An encoder as an ONNX graph, with its tokenizer, run by onnxruntime.

        It gives ``embed`` if the graph gives token embeddings or one embedding for a text, and ``fill`` if it gives
        logits and the tokenizer names a mask. It is safe to use from several threads.

        Args:
            folder: Where ``tokenizer.json`` is, and ``tokenizer_config.json`` if there is one.
            file: The graph within the folder.
            window: How many tokens are read at once, at most.
            threads: How many threads one reading uses.

        Raises:
            ModelError: A library or file is missing or cannot be read, or the graph is no encoder's.
        """
        from privacy_chains.models.onnx import onnx_model  # noqa: PLC0415  # the back end alone

        return onnx_model(Path(folder), file=file, window=window, threads=threads)

    @classmethod
    def ollama(
        cls, model: str, *, host: str = "http://127.0.0.1:11434", timeout: float = 120.0, context: int | None = None
    ) -> LocalModel:
        """A model that an Ollama server on this machine runs: ``generate`` and ``embed``.

        Nothing is sent before it is sure that the text stays here: the host has to be a loopback address, proxies and
        redirects are not followed, and models that the server passes on to another machine are refused. It is safe to
        use from several threads.

        Args:
            model: The model's name, such as ``"qwen2.5:1.5b"``.
            host: Where the server listens: an address of this machine, without TLS.
            timeout: How many seconds to wait for an answer.
            context: How many tokens prompt and answer may have together; the server's default when None.

        Raises:
            ModelError: The host is no loopback address, or the model runs elsewhere by its name.
        """
        from privacy_chains.models.ollama import ollama_model  # noqa: PLC0415  # the back end alone

        return ollama_model(model, host=host, timeout=timeout, context=context)


@overload
def require_part(model: LocalModel, part: Literal["surprisal"], *, needed_by: str) -> Surprisal: ...
@overload
def require_part(model: LocalModel, part: Literal["gradients"], *, needed_by: str) -> Gradients: ...
@overload
def require_part(model: LocalModel, part: Literal["span_gradients"], *, needed_by: str) -> SpanGradients: ...
@overload
def require_part(model: LocalModel, part: Literal["importance"], *, needed_by: str) -> Importance: ...
@overload
def require_part(model: LocalModel, part: Literal["tags"], *, needed_by: str) -> Tags: ...
@overload
def require_part(model: LocalModel, part: Literal["fill"], *, needed_by: str) -> Fill: ...
@overload
def require_part(model: LocalModel, part: Literal["generate"], *, needed_by: str) -> Generate: ...
@overload
def require_part(model: LocalModel, part: Literal["embed"], *, needed_by: str) -> Embed: ...
def require_part(model: LocalModel, part: Part, *, needed_by: str) -> object:
    """A part of a model, for a method that cannot do without.

    Args:
        model: The model.
        part: The part's name.
        needed_by: The method, as its user calls it.

    Raises:
        MissingPart: The model does not have it. The message names the method, the part and the back ends with it.
    """
    found: object = getattr(model, part)
    if found is None:
        msg = f"{needed_by} needs {part!r}, which {model!r} does not have; {GIVEN_BY[part]} has it"
        raise MissingPart(msg)
    return found
