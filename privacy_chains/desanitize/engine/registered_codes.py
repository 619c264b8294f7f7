"""Codes, addresses and other literal values of a request, registered by the first tokens of their spellings."""

from __future__ import annotations

from functools import partial
from typing import Final

from privacy_chains.desanitize.engine.first_tokens import FirstTokens, first_token, only
from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.address_atoms import parts
from privacy_chains.desanitize.spellings.addresses import AddressForm
from privacy_chains.desanitize.spellings.codes import CodeForm, DigitCodes, compact
from privacy_chains.desanitize.spellings.literals import LiteralForm
from privacy_chains.desanitize.spellings.short_codes import ShortCode

__all__ = ["EXACT_TIES", "RegisteredCodes"]

_CODE_TIES: Final = "-."
EXACT_TIES: Final = "-.@_+"
"""Signs that tie a value to a letter or digit beside it, so that it is part of something longer."""
_IN_ANY_CASE: Final = frozenset({"DOMAIN_NAME", "EMAIL_ADDRESS"})


class RegisteredCodes:
    """The surrogates that are read as they are written, in other groups, or in parts.

    Args:
        tokens: Where they are registered.

    Attributes:
        short: Codes of a few digits, by entry: they are read where words tell that they are meant.
        integers: The codes that are digits and nothing else, each with its entries and originals.
        parts: What may stand in a field for a part of an address, in small letters, each with its originals.
    """

    def __init__(self, tokens: FirstTokens) -> None:
        self._tokens = tokens
        self._codes: list[tuple[int, Issued]] = []
        self._lettered: list[tuple[int, Issued]] = []
        self.short: dict[int, ShortCode] = {}
        self.integers: dict[str, list[tuple[int, str]]] = {}
        self.parts: dict[str, dict[str, str]] = {}

    @property
    def digits(self) -> DigitCodes:
        """The codes of digits, in whatever groups."""
        return DigitCodes.of(self._codes, self._lettered)

    def register(self, entry: int, item: Issued) -> None:
        """A code, an address or another value that is read as it is written."""
        if item.surrogate.isdecimal():
            self.integers.setdefault(item.surrogate, []).append((entry, item.original))
        short = ShortCode.of(item)
        if short is not None:
            self.short[entry] = short
        self._tokens.add_literals(entry, item, _CODE_TIES if item.reading == "code" else EXACT_TIES)
        if item.reading == "code":
            self._register_regrouped(entry, item)
        elif item.reading == "address":
            self._register_address(entry, item)
        elif item.entity_type in _IN_ANY_CASE:
            self._register_cases(entry, item)

    def _register_regrouped(self, entry: int, item: Issued) -> None:
        """A code in other groups."""
        chars = compact(item.surrogate)
        if chars.isdecimal():
            if len(chars) >= 4:
                self._codes.append((entry, item))
        elif len(chars) >= 4 and any(c.isdecimal() for c in chars):
            self._lettered.append((entry, item))
            heads = {first_token(item.surrogate)[0], first_token(chars)[0]}
            for head in heads | {head.lower() for head in heads} | {head.upper() for head in heads}:
                if head:
                    self._tokens.register(
                        head, lambda _: [(CodeForm(chars, item.surrogate, item.original, entry), 0)], entry
                    )

    def _register_address(self, entry: int, item: Issued) -> None:
        """The pieces of an address, each by its first token in each letter case."""
        for spelled, original in parts(item.surrogate, item.original):
            if spelled:
                self.parts.setdefault(spelled.lower(), {}).setdefault(original.lower(), original)
        form = AddressForm(entry, item)
        for token in {first_token(head)[0] for head in form.heads} - {""}:
            self._tokens.register(token, partial(only, form), entry)

    def _register_cases(self, entry: int, item: Issued) -> None:
        """A surrogate whose letter case says nothing, in small letters and in capitals."""
        for kind, case in (("lower", str.lower), ("upper", str.upper)):
            spelled = case(item.surrogate)
            token, lead = first_token(spelled)
            if spelled != item.surrogate and token and not lead:
                form = LiteralForm(spelled, case(item.original), kind, entry, EXACT_TIES)
                self._tokens.register(token, partial(only, form), entry)
