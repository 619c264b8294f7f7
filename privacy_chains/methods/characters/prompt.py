"""The frozen result of noising one message."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

from privacy_chains.contract.spans import Span
from privacy_chains.errors import PrivacyError
from privacy_chains.ledger import Ledger
from privacy_chains.methods.characters.reader import ChannelReader, Sent

__all__ = ["NoisedPrompt"]


@dataclass(frozen=True, repr=False, eq=False)
class NoisedPrompt:
    """What one request sends, and what is needed to read its answer. Frozen; shows no clear value.

    Attributes:
        texts: The texts as they are sent, one for each text given.
        spans: Where noised words stand in each, in the positions of the sent text.
        ledger: The privacy events of this request.
        sent: The words of each text, as sent and original; never shown.
        originals: What stood at each span; never shown.
        carried: The words with which earlier answers were read back; never shown.
    """

    texts: tuple[str, ...]
    spans: tuple[tuple[Span, ...], ...]
    ledger: Ledger
    sent: tuple[tuple[Sent, ...], ...] = ()
    originals: tuple[tuple[str, ...], ...] = ()
    carried: tuple[Sent, ...] = ()

    @property
    def text(self) -> str:
        """The sent texts as one, joined by empty lines."""
        return "\n\n".join(self.texts)

    @cached_property
    def reader(self) -> ChannelReader:
        """Reads answers to this request back."""
        return ChannelReader((*self.sent, *((pair,) for pair in self.carried)))

    @property
    def surrogates(self) -> Mapping[str, str]:
        """Originals by their sent words; only sent words with a single original that are not ordinary words."""
        return self.reader.surrogates

    def __repr__(self) -> str:
        return f"NoisedPrompt(texts={len(self.texts)}, words={sum(map(len, self.spans))})"

    def __reduce__(self) -> NoReturn:
        msg = "a NoisedPrompt holds clear values and is not pickled; sanitize again: the same noise comes back"
        raise PrivacyError(msg)
