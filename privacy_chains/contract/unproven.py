"""Messages in the model's name without a proof that the model wrote them, such as those of a history of texts alone."""

from __future__ import annotations

from typing import Literal, get_args

from privacy_chains.errors import PrivacyError, UnsupportedContent

__all__ = ["Unproven", "check_unproven", "refuse_unproven"]

Unproven = Literal["hide", "caller", "refuse"]
"""What becomes of a message in the model's name that nothing proves the model wrote.

``hide`` puts the name of its type, such as ``[PERSON]``, in the place of every private value, and 0 in that of a number
in data. It is the default: values that were read back stay hidden, even where the message that issued them is gone, and
whoever wrote the message, the model or not, learns no pair, since what stands there does not depend on the key.

``caller`` treats it as what the caller wrote: for examples that an application writes in the model's name. **Warning**:
a model whose answers come back in this way learns what the key makes of words and numbers that it chose, and with them
whom and how much the caller's surrogates stand for.

``refuse`` stops the call.
"""


def check_unproven(unproven: object) -> None:
    """Refuse another word than the three.

    Raises:
        PrivacyError: It is none of them.
    """
    if unproven not in get_args(Unproven):
        msg = "unproven is 'hide', 'caller' or 'refuse'"
        raise PrivacyError(msg)


def refuse_unproven() -> UnsupportedContent:
    """The refusal of a message without a proof."""
    return UnsupportedContent(
        "a message in the model's name does not prove that the model wrote it, so nothing was sent. Store messages "
        "with their additional fields, leave this one out, or make the sanitizer with unproven='hide' or 'caller'"
    )
