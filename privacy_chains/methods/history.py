"""A model's own messages are sent again as it wrote them, if that is proved.

Text that the model chose never meets the key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from privacy_chains.contract.conversation import Leaf, Message
from privacy_chains.contract.unproven import Unproven, refuse_unproven
from privacy_chains.errors import PrivacyError
from privacy_chains.keys import KeptForm, KeptForms, KeySource

__all__ = ["History"]


@dataclass(frozen=True, slots=True, repr=False)
class History:
    """The treatment of the model's own messages in a conversation of one method.

    Attributes:
        forms: Seals and opens the method's kept forms.
        key: The user's.
        session: The name of the session.
        unproven: The treatment of messages without a proof that the model wrote them.
        hide: Returns a text without what the method would have changed. It may not depend on the key.
        json: By position, the JSON texts of messages that go back as they were.
        pairs: The pairs that were read back in the messages.

    **Guarantee**: under ``"hide"`` and ``"refuse"`` what is sent in the model's name depends on what the model wrote,
    and on no key. **Warning**: what a tool or the caller quotes of the model's words is theirs, and is sanitized.
    """

    forms: KeptForms
    key: KeySource
    session: str
    unproven: Unproven
    hide: Callable[[str], str]
    json: dict[int, tuple[str, ...]] = field(default_factory=dict)
    pairs: dict[tuple[Any, ...], None] = field(default_factory=dict)

    def send(self, position: int, message: Message) -> tuple[Leaf, ...] | None:
        """The leaves of a message as they are sent; None if the message is the caller's and has to be sanitized.

        Raises:
            PrivacyError: Nothing proves that the model wrote it, and such messages are refused.
        """
        if not message.from_model:
            return None
        kept = self.forms.open(self.key, self.session, message.kept)
        if kept is not None:
            self.pairs.update(dict.fromkeys(kept.pairs))
            if kept.read == message.leaves:
                self.json[position] = kept.json
                return kept.wrote
        if self.unproven == "refuse":
            raise refuse_unproven()
        return tuple(self._hidden(message.leaves, kept)) if self.unproven == "hide" else None

    def keep(
        self, wrote: Sequence[Leaf], read: Sequence[Leaf], json: Sequence[str], pairs: Sequence[tuple[str, str]]
    ) -> str:
        """Seal what a model wrote, and those of the prompt's pairs, as sent and original, that were read back in it."""
        before, after = (frozenset(" ".join(map(str, leaves)).casefold().split()) for leaves in (wrote, read))
        gone, new = before - after, after - before
        carried = tuple(pair for pair in pairs if _stands(pair[0], gone) and _stands(pair[1], new))
        return self.forms.seal(self.key, self.session, KeptForm(tuple(wrote), tuple(read), tuple(json), carried))

    def _hidden(self, leaves: Sequence[Leaf], kept: KeptForm | None) -> Iterator[Leaf]:
        """An edited or unproven message: unchanged leaves go back as written, and the others are hidden."""
        same = kept is not None and len(kept.read) == len(kept.wrote) == len(leaves)
        for place, leaf in enumerate(leaves):
            if same and kept is not None and kept.read[place] == leaf:
                yield kept.wrote[place]
            else:
                yield self.hide(leaf) if isinstance(leaf, str) else leaf

    def __reduce__(self) -> NoReturn:
        msg = "a history holds clear values and is not pickled"
        raise PrivacyError(msg)


def _stands(part: str, words: frozenset[str]) -> bool:
    return any(part.casefold() in word for word in words)
