"""Postal addresses, by the first token of each piece in each letter case."""

from __future__ import annotations

from functools import partial

from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.kinds.first_tokens import first_token, only
from privacy_chains.desanitize.kinds.kind import SpellingKind, Surrogates
from privacy_chains.desanitize.spellings.address_atoms import parts
from privacy_chains.desanitize.spellings.addresses import AddressForm
from privacy_chains.desanitize.spellings.literals import EXACT_TIES

__all__ = ["AddressKind"]


class AddressKind(SpellingKind):
    """The surrogates that are postal addresses: read whole, and in parts.

    Args:
        surrogates: The surrogates of the request.

    Attributes:
        parts: What may stand in a field for a part of an address, in small letters, each with its originals.
    """

    def __init__(self, surrogates: Surrogates) -> None:
        super().__init__(surrogates)
        self.parts: dict[str, dict[str, str]] = {}

    def takes(self, item: Issued) -> bool:
        return item.reading == "address"

    def take(self, entry: int, item: Issued) -> None:
        self.tokens.add_literals(entry, item, EXACT_TIES)
        for spelled, original in parts(item.surrogate, item.original):
            if spelled:
                self.parts.setdefault(spelled.lower(), {}).setdefault(original.lower(), original)
        form = AddressForm(entry, item)
        for token in {first_token(head)[0] for head in form.heads} - {""}:
            self.tokens.register(token, partial(only, form), entry)
