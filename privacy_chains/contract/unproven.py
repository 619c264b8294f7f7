"""Messages in the model's name without a proof that the model wrote them, such as those of a history of texts alone."""

from __future__ import annotations

from typing import Literal, get_args

from privacy_chains.errors import PrivacyError, UnsupportedContent

__all__ = ["Unproven", "check_unproven", "refuse_unproven"]

Unproven = Literal["hide", "caller", "refuse"]
"""What happens to a message in the model's name without a proof that the model wrote it.

``hide`` replaces every private value by the name of its type, such as ``[PERSON]``, and every number in data by 0. It
is the default: values that were read back stay hidden, even if the message that issued them is gone. Whoever wrote the
message learns no pair of value and surrogate, since the replacement does not depend on the key.

``caller`` treats it as what the caller wrote: for examples that an application writes in the model's name. **Warning**:
a model whose answers come back in this way learns the surrogates of words and numbers that it chose. With them it can
find out what the caller's surrogates stand for.

``refuse`` stops the call.
"""


def check_unproven(unproven: object) -> None:
    """Refuse any word other than these three.

    Raises:
        PrivacyError: It is another word.
    """
    if unproven not in get_args(Unproven):
        msg = "unproven is 'hide', 'caller' or 'refuse'"
        raise PrivacyError(msg)


def refuse_unproven() -> UnsupportedContent:
    """The error for a message without a proof."""
    return UnsupportedContent(
        "a message in the model's name does not prove that the model wrote it, so nothing was sent. Store messages "
        "with their additional fields, leave this one out, or make the sanitizer with unproven='hide' or 'caller'"
    )
