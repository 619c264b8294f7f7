"""Host names and e-mail addresses."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from contextlib import suppress

from privacy_chains.errors import FormatError
from privacy_chains.formats._classes import DEFAULT_KEEP, Attribute, told
from privacy_chains.formats._mailboxes import MailboxFormat
from privacy_chains.formats.alphanumeric import AlphanumericFormat
from privacy_chains.formats.base import FirstOf, OneLook, Part, Write
from privacy_chains.formats.composite import Composite, Segment
from privacy_chains.lazy import lazily

__all__ = ["EMAIL_AT", "EMAIL_DOT", "PROVIDERS", "DomainFormat", "EmailFormat", "SpelledEmailFormat"]

PROVIDERS = frozenset(
    (  # noqa: SIM905  # words read best as words
        "aol.com fastmail.com gmail.com gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com "
        "hotmail.fr icloud.com laposte.net libero.it live.com mac.com mail.com mail.ru me.com msn.com naver.com "
        "orange.fr outlook.com pm.me proton.me protonmail.com qq.com rediffmail.com t-online.de tutanota.com "
        "uol.com.br wanadoo.fr web.de yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br "
        "yahoo.de yahoo.es yahoo.fr yahoo.it yandex.ru ymail.com zoho.com 126.com 163.com"
    ).split()
)
"""Public mail providers, kept by default: the provider says little about a person, and its name helps a model."""

_SECOND_LEVEL = frozenset(
    ("ac", "co", "com", "edu", "gob", "gouv", "gov", "ltd", "me", "mil", "net", "nhs", "or", "org", "plc", "sch")
)
"""Labels that belong to the public suffix before a two-letter country code (co.uk, com.br). Frozen."""

_LABELS = lazily(r"[\w-]+(?:\.[\w-]+)*")
_EMAIL = lazily(r"(?P<local>\"[^\"\\]+\"|[^\s@\"]+)@(?P<domain>[^\s@]+)")


_OPEN, _CLOSE = r"\s?[\[({<]\s?", r"\s?[\])}>]\s?"
EMAIL_AT = rf"(?:{_OPEN}(?:at|@){_CLOSE}|\sat\s|@)"
"""What people write for the @ sign, in lower case: ``@``, ``[at]``, `` at ``."""
EMAIL_DOT = rf"(?:{_OPEN}(?:dot|point|punkt|punto|ponto|\.){_CLOSE}|\s(?:dot|punkt|punto|ponto)\s|\.)"
"""What people write for a full stop in an address, in lower case."""
_SPELLED_MARK = lazily(rf"(?P<at>{EMAIL_AT})|{EMAIL_DOT}", re.IGNORECASE)


class DomainFormat(Composite):
    """Host names, enciphered label by label: the public suffix, a leading ``www`` and punycode marks are kept.

    A label has the same surrogate everywhere, including e-mail addresses and URLs, so hosts of one organization can
    still be recognised as such. A name without a dot is enciphered as a whole.

    Args:
        keep: Domains that are left as they are.
    """

    keeps = "public suffix, number and length of labels, their hyphens, places of digits, case, a leading www"
    borrows = frozenset({"DOMAIN_NAME"})

    def __init__(self, *, keep: frozenset[str] = frozenset()) -> None:
        self.keep = keep
        self._label = AlphanumericFormat("DOMAIN_NAME/label", fold_case=True, reading="exact")

    def segments(self, text: str) -> list[Segment]:
        name = text.removesuffix(".")
        if not _LABELS.fullmatch(name):
            msg = "the value is not a host name"
            raise FormatError(msg)
        if name.lower() in self.keep:
            return []
        labels = name.split(".")
        own = labels[: len(labels) - _suffix_length(labels)]
        segments: list[Segment] = []
        start = 0
        for place, label in enumerate(own):
            mark = len("xn--") if label.lower().startswith("xn--") else 0
            if not (place == 0 and label.lower() == "www" and len(own) > 1):
                segments.append(Segment(start + mark, start + len(label), self._label))
            start += len(label) + 1
        return segments


def _suffix_length(labels: list[str]) -> int:
    """How many of the last labels are the public suffix."""
    if len(labels) < 2:
        return 0
    second_level = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2].lower() in _SECOND_LEVEL
    return 2 if second_level else 1


_EMAIL_KEEPS = (
    "of a local part of words what names keep{}, and how long a number at its end is, of any other its shape (length, "
    "separators, places of digits, case); the shape and public suffix of the domain{}"
)


class EmailFormat(Composite):
    """E-mail addresses. A local part made of words is enciphered as a name, any other letter by letter.

    The words are enciphered like people's names, under the same sub-key: ``john.smith@`` follows John Smith. The domain
    is enciphered with `DomainFormat`.

    Args:
        keep_providers: Leave the domains of well-known public providers as they are.
        keep: What `PersonFormat` keeps of listed names. Addresses follow names if both keep the same.

    Raises:
        FormatError: An attribute is unknown.
    """

    borrows = DomainFormat.borrows | {"PERSON"}

    def __init__(self, *, keep_providers: bool = True, keep: Collection[Attribute] = DEFAULT_KEEP) -> None:
        self.keeps = _EMAIL_KEEPS.format(told(keep), ", and well-known public providers" if keep_providers else "")
        self._local = FirstOf(MailboxFormat(keep), AlphanumericFormat("email/local", fold_case=True, reading="exact"))
        self._domain = DomainFormat(keep=PROVIDERS if keep_providers else frozenset())

    def segments(self, text: str) -> list[Segment]:
        found = _EMAIL.fullmatch(text)
        if not found:
            msg = "the value is not an e-mail address"
            raise FormatError(msg)
        start = found.start("domain")
        inner = self._domain.segments(found["domain"])
        return [
            Segment(0, found.end("local"), self._local),
            *(Segment(start + segment.start, start + segment.end, segment.format) for segment in inner),
        ]

    def lent(self, text: str) -> tuple[tuple[str, str], ...]:
        """The host, unless it is a single word or belongs to a well-known provider."""
        found = _EMAIL.fullmatch(text)
        with suppress(FormatError):
            if found and "." in found["domain"] and self._domain.segments(found["domain"]):
                return (("DOMAIN_NAME", found["domain"].removesuffix(".")),)
        return ()


class SpelledEmailFormat(OneLook):
    """Spelled-out e-mail addresses: ``john dot doe at example dot com``, ``john.doe [at] acme [dot] com``.

    A spelled-out address is enciphered as the address that it spells, so its surrogate spells that address's surrogate.

    Args:
        plain: The format of addresses.
    """

    borrows = EmailFormat.borrows

    def __init__(self, plain: EmailFormat) -> None:
        self._plain = plain
        self.keeps = f"{plain.keeps}; how its signs are spelled"

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        marks = list(_SPELLED_MARK.finditer(text))
        if [mark["at"] is not None for mark in marks].count(True) != 1:
            msg = "the value is not an e-mail address with its signs spelled out"
            raise FormatError(msg)
        edges = [0, *(edge for mark in marks for edge in mark.span()), len(text)]
        words = [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
        signs = ["." if mark["at"] is None else "@" for mark in marks]
        parts, write = self._plain.read("".join(map("".join, zip(words, [*signs, ""], strict=True))))

        def spell(ranks: Sequence[int]) -> str:
            written = re.split("[.@]", write(ranks))
            return "".join(map("".join, zip(written, [*(mark.group() for mark in marks), ""], strict=True)))

        return parts, spell
