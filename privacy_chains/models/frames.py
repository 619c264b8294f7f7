"""The tokens around a prompt when a model reads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from privacy_chains.errors import ModelError

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

__all__ = ["Frame", "chat_frame", "plain_frame"]

_PLACE = "\ue000\ue001"  # for private use: no template holds it


class Frame(NamedTuple):
    """The tokens before a prompt and after it; the answer begins after these."""

    before: tuple[int, ...]
    after: tuple[int, ...]

    def around(self, ids: Sequence[int]) -> list[int]:
        """A prompt's tokens in their frame."""
        return [*self.before, *ids, *self.after]


def plain_frame(before: Sequence[int], after: Sequence[int] = ()) -> Frame:
    """Nothing but special tokens."""
    return Frame(tuple(before), tuple(after))


def chat_frame(tokenizer: PreTrainedTokenizerFast) -> Frame:
    """The tokenizer's chat template around a user's message, up to where the answer begins.

    The template is read once, around a place for the prompt, so that a prompt cannot end its own message.

    Raises:
        ModelError: The template fails, or does not give the message as it is.
    """
    message = [{"role": "user", "content": _PLACE}]
    try:
        text = str(tokenizer.apply_chat_template(message, tokenize=False, add_generation_prompt=True))
    except Exception as error:  # noqa: BLE001  # a template may raise anything
        msg = f"the tokenizer's chat template failed ({type(error).__name__}): chat=False goes without"
        raise ModelError(msg) from None
    if text.count(_PLACE) != 1:
        msg = "the tokenizer's chat template does not give the message as it is: chat=False goes without"
        raise ModelError(msg)
    before, after = text.split(_PLACE)
    return Frame(*(tuple(tokenizer.encode(part, add_special_tokens=False)) for part in (before, after)))
