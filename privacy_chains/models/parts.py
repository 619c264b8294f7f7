"""What a local model can be asked for, one protocol for each part, and what the answers are made of.

Offsets count code points of the text that was given, half-open. Bits are logarithms to base 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from privacy_chains.errors import ModelError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Embed",
    "Fill",
    "Generate",
    "Gradients",
    "Importance",
    "Part",
    "Replacement",
    "SpanGradients",
    "Surprisal",
    "Tag",
    "Tags",
    "TokenGradient",
    "TokenImportance",
    "TokenSurprisal",
    "TokenTag",
    "check_sampling",
]

Part = Literal["surprisal", "gradients", "span_gradients", "importance", "tags", "fill", "generate", "embed"]
"""The name of a part."""

Tag = Literal["NOUN", "PROPN", "NUM", "ADJ", "VERB", "OTHER"]
"""A part of speech, coarse: those of Universal Dependencies that are content, and all others."""


class TokenSurprisal(NamedTuple):
    """How little a token of a text was to be expected.

    Attributes:
        start: Where it begins in the text.
        end: Where it ends. A character of several tokens is the place of each of them; a token that stands for no
            character of the text, such as the space that some tokenizers put before it, ends where it begins.
        bits: -log2 of its probability after all that stands before it: 0 or more.
    """

    start: int
    end: int
    bits: float


class TokenGradient(NamedTuple):
    """How much an answer hangs on a token of its prompt.

    Attributes:
        start: Where it begins in the prompt.
        end: Where it ends; as in :class:`TokenSurprisal`.
        norm: The L2 norm of the gradient of the answer's loss, in bits per token of the answer, with respect to the
            token's input embedding: 0 or more.
    """

    start: int
    end: int
    norm: float


class TokenImportance(NamedTuple):
    """How much the answer to a prompt is expected to hang on one of its tokens.

    Attributes:
        start: Where it begins in the prompt.
        end: Where it ends; as in :class:`TokenSurprisal`.
        log_norm: The natural logarithm of the norm, as in :class:`TokenGradient`, that a teacher's gradient is
            expected to have: any finite number.
    """

    start: int
    end: int
    log_norm: float


class TokenTag(NamedTuple):
    """The part of speech of a token.

    Attributes:
        start: Where it begins in the text.
        end: Where it ends; as in :class:`TokenSurprisal`.
        tag: Its part of speech.
    """

    start: int
    end: int
    tag: Tag


class Replacement(NamedTuple):
    """What may stand in place of a masked span.

    Attributes:
        text: The replacement, without white space around it.
        probability: The model's, among all tokens that it knows.
    """

    text: str
    probability: float


class Surprisal(Protocol):
    """The self-information of a text's tokens."""

    def __call__(self, text: str, /) -> Sequence[TokenSurprisal]:
        """The surprisal of every token of ``text``, in reading order; none for an empty text.

        The tokens cover all that the model reads of the text, and their bits add up to the text's. Texts longer than
        the model's window are read in windows: a token is then told by at least half a window before it.

        Raises:
            ModelError: The model failed.
        """
        ...


class Gradients(Protocol):
    """The importance of a prompt's tokens for an answer."""

    def __call__(self, prompt: str, answer: str, /) -> Sequence[TokenGradient]:
        """The gradient norm of every token of ``prompt``, in reading order; none for an empty prompt.

        The loss is the mean surprisal, in bits, of the answer's tokens after the prompt (ProSan, equations 2 and 3:
        the scale differs, the order of the tokens does not).

        Raises:
            ModelError: The answer is empty, or both together are longer than the model reads at once.
        """
        ...


class SpanGradients(Protocol):
    """The importance of stretches of a prompt, such as its words, for an answer."""

    def __call__(self, prompt: str, answer: str, spans: Sequence[tuple[int, int]], /) -> Sequence[float]:
        """For each span the L2 norm of the mean gradient of its tokens; 0 where no token stands in it.

        It is not the mean of what ``gradients`` gives: gradients that point different ways cancel (ProSan, equation 3
        and the numerator of 4). The loss is that of ``gradients``.

        Args:
            prompt: The prompt.
            answer: The answer.
            spans: Start and end of each, disjoint and in reading order.

        Raises:
            ModelError: The answer is empty, or both together are longer than the model reads at once.
        """
        ...


class Importance(Protocol):
    """The importance of a prompt's tokens without an answer: an estimate of what ``gradients`` would say."""

    def __call__(self, prompt: str, /) -> Sequence[TokenImportance]:
        """The importance of every token of ``prompt``, in reading order; none for an empty prompt.

        It stands for the gradients of the answer that a teacher would write itself. The order of the tokens of one
        prompt is what it is good for; the scale differs between teachers.

        Raises:
            ModelError: The model failed.
        """
        ...


class Tags(Protocol):
    """The parts of speech of a text's tokens."""

    def __call__(self, text: str, /) -> Sequence[TokenTag]:
        """The part of speech of every token of ``text``, in reading order; none for an empty text.

        Raises:
            ModelError: The model failed.
        """
        ...


class Fill(Protocol):
    """Words for gaps."""

    def __call__(self, text: str, spans: Sequence[tuple[int, int]], count: int, /) -> Sequence[Sequence[Replacement]]:
        """For each span, up to ``count`` replacements, the most likely first.

        All spans are masked at once, so that none is told by another. A replacement is one token of the model that is
        no piece of a longer word; of two that read the same the likelier counts.

        Args:
            text: The text.
            spans: Start and end of each gap, disjoint and in reading order; a gap may be empty.
            count: How many replacements to give at most.

        Raises:
            ModelError: The spans do not fit the text, or overlap; or the count is below 1.
        """
        ...


class Generate(Protocol):
    """Text that follows a prompt."""

    def __call__(
        self, prompt: str, /, max_tokens: int = 256, *, temperature: float = 0.0, top_p: float = 1.0, seed: int = 0
    ) -> str:
        """What the model answers to ``prompt``: the same each time, since sampling starts from ``seed``.

        Args:
            prompt: The prompt. A model that was taught a chat format gets it as a user's message.
            max_tokens: How many tokens to write at most.
            temperature: What logits are divided by before a token is drawn; at 0 the likeliest is taken.
            top_p: Only the likeliest tokens are drawn that together reach this probability.
            seed: Where the draws start.

        Raises:
            ModelError: A setting is out of range, the prompt leaves no room for the answer, or the model failed.
        """
        ...


class Embed(Protocol):
    """Texts as points."""

    def __call__(self, texts: Sequence[str], /) -> NDArray[np.float32]:
        """The embeddings of ``texts``: shape (texts, dimensions), rows of L2 norm 1.

        Raises:
            ModelError: The model failed.
        """
        ...


def check_sampling(max_tokens: int, temperature: float, top_p: float) -> None:
    """Refuses settings of ``generate`` that are out of range.

    Raises:
        ModelError: One is.
    """
    if not (max_tokens >= 1 and 0 <= temperature < inf and 0 < top_p <= 1):
        msg = "max_tokens is 1 or more, temperature is 0 or more, and top_p above 0 and at most 1"
        raise ModelError(msg)
