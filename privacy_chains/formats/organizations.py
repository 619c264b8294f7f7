"""Names of organizations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from privacy_chains.formats._phrases import PhraseFormat
from privacy_chains.formats.name_pieces import Role, cut
from privacy_chains.formats.word_classes import word_class, word_kind
from privacy_chains.lazy import lazily

__all__ = ["OrganizationFormat", "has_legal_form", "is_legal_form"]


_FORMS = ("cue-after", "cue-after.short")
_FURTHER_FORMS = (  # noqa: SIM905  # words read best as words
    "A/S AS AdöR ApS AöR Bhd Bt EIRELI EURL GbR GmbH I/S JSC K.K. KGaA KdöR Kft Lda Ltda Nyrt OHG OJSC OÜ Oyj PJSC "
    "PLLC PartG Pte Pty S/A SASU SCA SCI SCOP SCS SE SL SLU SNC Sdn SpA Sàrl UG VOF Zrt e.G. e.K. e.V. eG eK eV gGmbH "
    "mbB mbH B.V. L.L.C. L.L.P. L.P. N.A. N.V. P.C. P.L.C. P.L.L.C. S.A. S.A._de_C.V. S.A.R.L. S.A.S. S.A.U. S.C. "
    "S.C.A. S.C.I. S.L. S.L.L. S.L.U. S.N.C. S.R.L. S._de_R.L._de_C.V. S.a.s. S.c.a.r.l. S.n.c. S.p.A. S.r.l. S.r.l.s. "
    "S.à_r.l. Sp._z_o.o. V.O.F. a.s. d.d. d.o.o. s.r.o."
).split()
"""Legal forms that the frozen lists lack, as written, with ``_`` for a space. Frozen as well."""
_FORM = lazily(
    r"(?<=[\s,])(?:"
    + "|".join(sorted((re.escape(form).replace("_", r"\s") for form in _FURTHER_FORMS), key=len, reverse=True))
    + r")(?=[\s,;)]|\.?\Z)"
)
_GENERAL = frozenset(
    (  # noqa: SIM905  # words read best as words
        "analytics architekten assicurazioni assurance assurances autohaus bakery banca banco banque builders "
        "bürgeramt caisse centre centro clinica clinique cliniques clínica collège communications consultants "
        "consulting contractors cooperative counsel dental dentistry diagnostics distribution employment "
        "engineering escuela facultad fahrschule falegnameria farmacia farmácia finanzamt fondation gemeinde groep "
        "grupo gruppe gruppo gymnasium hochschule hospitality huisartsenpraktijk hôpital institut "
        "instituto istituto jugendamt kanzlei klinik klinikum krankenhaus krankenkasse landratsamt logistics "
        "logistik lycée mairie makelaar maschinenbau medizin ministerie ministerio ministerium ministère ministério "
        "notariat offices orthopaedics ospedale patents pharmacy plumbing praxis prefeitura primary pédiatrie "
        "rechtsanwälte recruiting recruitment renovation roofing salon savings scuola secondary securities seguros "
        "seniorenheim sociedad sociedade société sons sparkasse spedition stadtwerke staffing steuerberater "
        "steuerberatung stiftung studio trading transport transports universidad universidade universitario "
        "universitat universiteit università universität universitätsklinikum université verband verein verlag "
        "versicherung versicherungen verzekeringen volksbank werkstatt wholesale ziekenhuis zorgverzekeraar"
        " groupe handel"  # codespell:ignore groupe,handel
    ).split()
)
"""Words for kinds of institutions and trades that the frozen lists lack, in lower case. Frozen as well: a change makes
old surrogates unreadable."""
_WORD = lazily(r"[^\W_]+")
_NO_SURNAMES = frozenset(("corp", "gmbh", "inc", "llc", "llp", "ltd", "ltda", "plc", "sarl", "srl", "s.r.l", "s.p.a"))


class OrganizationFormat(PhraseFormat):
    """Names of companies, offices, schools, clubs: ``Soze Trading Bank Inc.`` stays a bank and incorporated.

    Legal forms (``GmbH``, ``S.p.A.``), words for institutions and trades (``Klinik``, ``Roofing``) and words of
    everyday language are kept. Every other word is enciphered within its class, so the same word is the same part in
    any name. Well-known places, brands and peoples do not count as everyday words: each becomes another of its kind. In
    a name of only everyday words (``General Motors``), these are exchanged. Numbers become numbers of the same length.
    If a word is made of several, no half of it is kept, except one such as ``Bank``. Everyday words become others
    (``DeepMind``). If one half is not an everyday word (``PayPal``), each is spelled as if no list had it.
    """

    keeps = (
        "legal forms and everyday words, unless they are all there is; how many words, their classes, letter case, "
        "punctuation, the lengths of numbers"
    )

    def __init__(self) -> None:
        super().__init__("ORGANIZATION", ("word", "cue-"), splits=True)

    def forms(self, text: str) -> Sequence[tuple[int, int]]:
        """The positions of legal forms after the name (``GmbH``, ``S.p.A.``) and of words such as ``Klinik``."""
        return [found.span() for found in (*_FORM.finditer(text), *_general_words(text))]

    def aliases(self, text: str) -> tuple[str, ...]:
        """The name without its legal form, if more than general words is left: ``Acme`` for ``Acme Corp``."""
        tokens = text.split()
        while tokens and _is_form(tokens[-1]):
            tokens.pop()
        bare = " ".join(tokens).rstrip(",")
        telling = any(piece.role is Role.WORD and not _is_general(piece.word) for piece in cut(bare))
        return (bare,) if telling and bare != text and bare in text else ()


def _is_form(token: str) -> bool:
    if _FORM.search(f" {token}"):
        return True
    pieces = cut(token)
    return not pieces or all(word_class(piece.word) in _FORMS for piece in pieces)


def is_legal_form(text: str) -> bool:
    """Whether a text is a legal form and nothing else: ``LLP``."""
    return bool(text) and all(map(_is_form, text.split()))


def _is_general(word: str) -> bool:
    kind = word_kind(word)
    return kind == "word" or kind.startswith("cue-")


def _general_words(text: str) -> Iterator[re.Match[str]]:
    return (word for word in _WORD.finditer(text) if word.group().lower() in _GENERAL)


def has_legal_form(name: str) -> bool:
    """Whether a name ends with a legal form that never ends a person's name."""
    last = name.split()[-1:]
    return len(name.split()) > 1 and last[0].strip(".,").lower() in _NO_SURNAMES
