"""A text as the pattern families read it: where its numbers stand, and the words that can announce something.

Searching a text for each family's expression at every position costs more than all else together. The text is
therefore looked through once, for digits and for the first letters of words, and each expression is tried where it can
begin. What is found is what a search through the whole text would find.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import repeat
from types import MappingProxyType
from typing import NamedTuple

from privacy_chains.detect.lazy import lazily
from privacy_chains.detect.patterns.numerals import UNSPACED, lowered

__all__ = ["Found", "Reading", "Word", "announces", "matches"]

Word = str
"""What a word can begin: a key of ``Reading.words``."""

_HEADS: Mapping[Word, str] = MappingProxyType(
    {
        "age": "age alt âge âgé eda età lee ida tur cel at i im he hes she who the a zer one two thr fou fiv six sev"
        " eig nin ten ele twe thi fif for",
        "kin": "hus wif par spo fia boy gir son dau kid chi bab tod twi gra ste god mot fat mom mum mam dad pap bro sis"
        " sib hal nan unc aun nie nep cou pat cli ehe man fra soh toc mut vat bru sch oma opa",
        "sum": "ear mak mad mrr get rec pai pay cha cos owe owi spe wor ref don bor len inv sav dep wit tra bud sal inc"
        " wag bal rev tur ren bon pen mor net pri fee ded exp deb loa pro pre sub gra tot amo cre com sti all tui tax"
        " ann bas cur gro hou mon yea set ali chi fin ove sic tak vac day dai amt due ctc ote off quo bid bil sev"
        " est sol hab car abo dar ave déb cré",
        "sum abroad": "bru net jah gru geh stu loh ein kal war mie kon sal bet alt ren ums gew dar ges sum pre kos kau"
        " sch loy sol mon rev pri aco cau tra chi sue alq imp ing nóm deu fia sti aff red pen deb cap loo huu bed ink"
        " omz bor alu val apo dív ver gag per tou gan cob gua"
        " kir kra soz pfl arb aus",
        "number": "zer one two thr fou fiv six sev eig nin ten ele twe thi fif for hun tho mil bil tri a an hal",
        "month": "jan feb mar apr may jun jul aug sep oct nov dec jän mär mai dez fév avr aoû déc ene abr ago dic gen"
        " mag giu lug set ott maa mei fev out jui aou okt mrt mrz mae",
        "birth": "bor cla bir yea dob dat d b bda ddn yob geb fec né née nés ne nee nac nai nat nas",
        "place": "bor geb né née nés nac nat nas pla cit cou tow hom sta bir lie luo lug loc gee res vil ciu cid"
        " ort woh woo",
        "label": "ssn ss soc ssi tax iti car cre deb ban pay vis mas ame gif mae din jcb cc pan pho tel mob cel fax wha"
        " sms dia hot lan pag hel cal con voi rea tex rin ph my his her our the you new old hom wor off dir zip pos acc"
        " che sav a aba rou rtn tra pas dri dl lic num reg pla vrn vin veh cha mrn med pat hos ord inv boo res tic shi"
        " cla cas ref cus cli emp sta mem stu use bad pol sub nat vot ins iba swi bic ser ime isb ver sku par mod pin"
        " cvv cvc exp npi mbi dea abn aus acn tfn sin nhs ni nin ste idn soz ren svn kra kvn plz nir séc nif dni nie"
        " cod cód kod csc wal cry bit btc lit ltc dog eth xrp mon xmr tro trx sol das doc tél han móv"
        " kon rek núm kun mit mat kla pai bes rec auf buc sen fac ben ide nom imm tar ken rei per geb p"
        " loa agr cer dos fil sor bsb ifs blz akt vor dep zäh lid n nº bsn bur sof pes nip aad nri fin cpf cnp"
        " sn s cep pnr inc nhc nas pól céd tes col fs füh ali usc fat sch cue age agê vat ust id gst uen"
        " icc ims msi e eti etk las ni sid"
        " kv tc ccc cmn cni cpr cur cui rut myk ktp het egn cnp oib pps amk tck hki emi iqa bvn gha teu phi"
        " van ahv avs ein fei az",
        "password": "pas pwd pin con mot log ken wac sen pw psw mdp cla",
        "credentials": "cre log use zug",
        "user": "use log scr",
        "secret": "api acc aut sec ses pri cli bea ref tok",
    }
)
_WORDS_OF: dict[str, list[Word]] = {}
for _word, _heads in _HEADS.items():
    for _head in _heads.split():
        _WORDS_OF.setdefault(_head, []).append(_word)

_PLAIN = frozenset(
    (  # noqa: SIM905  # words read best as words
        "about all between find for found here month more over send sent since still the them then there these think"
        " this those through very what with without you"
    ).split()
)
"""Frequent words that begin no expression, though their first letters do."""

_NO_LETTER = rf"[\W\d{UNSPACED}]"
_NO_LETTERS = lazily(rf"[^\x00-\x7f](?<={_NO_LETTER}){_NO_LETTER}*")
"""From a character beyond ASCII on."""
_HEAD = 3
_ASCII_LETTERS_ALONE = bytes(code if code > 127 or chr(code).islower() else 32 for code in range(256))
"""Blanks in place of every ASCII character that is no small letter."""
_NUMBER = lazily(
    r"[0-9]+(?:(?=[\s.\-/,('\u2019\u2010-\u2015\u5e74]{1,3}[0-9])(?P<joined>)"
    r"|(?=(?:[.,][\-\u2013\u2014]{1,2})?[\s\-]?[^\s\-.,;:!?)0-9])(?P<worded>))?"
)
_SPACED = lazily(r"[0-9]{1,3}[ ](?=[0-9]{3},[0-9]{2}(?![0-9]))")
_BY_POINTS = lazily(r"(?<![0-9.,])[0-9]{1,3}(?:\.[0-9]{3}){1,5},[0-9]{2}(?![0-9])")
_Joined = tuple[int, str]
"""Where digits begin, and the mark between them and the digits that follow; empty where they stand for themselves."""
_LONG = 8
_SMALL = 3
_FIVE = 5


class Found(NamedTuple):
    """What a family found; it sorts by position.

    Attributes:
        start: First code point.
        end: One past the last.
        entity_type: An entity type's name.
        score: The confidence, 0 to 1.
    """

    start: int
    end: int
    entity_type: str
    score: float


class Reading:
    """One text, looked through once.

    Attributes:
        text: The text.
        lower: The text in lower case, position for position.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.lower = lowered(text)

    @cached_property
    def words(self) -> Mapping[Word, list[int]]:
        """Where words begin that may be an expression's first word, as their first letters tell."""
        found: dict[Word, list[int]] = {word: [] for word in _HEADS}
        begins = _WORDS_OF.get
        start = 0
        for letters in _letters_alone(self.lower).split(" "):
            if letters:
                begun = begins(letters[:_HEAD])
                if begun and letters not in _PLAIN:
                    for word in begun:
                        found[word].append(start)
                start += len(letters)
            start += 1
        return found

    @cached_property
    def _groups_by_points(self) -> bool:
        """Whether an amount of the text has points between groups of digits, and a decimal comma."""
        return _BY_POINTS.search(self.text) is not None

    def count_before(self, amount: str) -> int:
        """How long a count is that stands before an amount as if it were its first digits: ``12 150,00 EUR``.

        A space groups digits too, so that only the text can tell: it does not where the text groups by points.
        """
        spaced = _SPACED.match(amount)
        return spaced.end() if spaced is not None and self._groups_by_points else 0

    def beginning(self, word: Word, starts: list[int]) -> list[int]:
        """``starts`` and the places of a word, in order."""
        return sorted((*self.words[word], *starts))

    @property
    def numbers(self) -> list[int]:
        """Where digits begin."""
        return self._numbers[0]

    @property
    def small(self) -> list[int]:
        """Where at most three digits begin."""
        return self._numbers[1]

    @property
    def grouped(self) -> list[int]:
        """Where digits begin that others follow, or that are eight or more."""
        return [start for start, _ in self._numbers[2]]

    def joined(self, marks: str) -> list[int]:
        """Where digits begin that one of ``marks`` joins to others, or that are eight or more."""
        return [start for start, mark in self._numbers[2] if mark in marks]

    @property
    def amounts(self) -> list[int]:
        """Where an amount may begin that a sign or a word follows, with its decimal mark if that comes first."""
        return [start for start, _ in self._numbers[3]]

    def amounts_but(self, marks: str) -> list[int]:
        """The same without numbers that one of ``marks`` joins to others."""
        return [start for start, mark in self._numbers[3] if not mark or mark not in marks]

    @property
    def five_digits(self) -> list[int]:
        """Where exactly five digits begin."""
        return self._numbers[4]

    @cached_property
    def _numbers(self) -> tuple[list[int], list[int], list[_Joined], list[_Joined], list[int]]:
        numbers: list[int] = []
        small: list[int] = []
        grouped: list[_Joined] = []
        amounts: list[_Joined] = []
        fives: list[int] = []
        text = self.text
        for match in _NUMBER.finditer(text):
            start, end = match.span()
            numbers.append(start)
            followed = match.lastgroup
            if end - start <= _SMALL:
                small.append(start)
            elif end - start == _FIVE:
                fives.append(start)
            mark = text[end] if followed == "joined" else ""
            if end - start >= _LONG:
                grouped.append((start, ""))
            elif mark:
                grouped.append((start, mark))
            if followed:
                if text[start - 1 : start] == ".":
                    amounts.append((start - 1, mark))
                amounts.append((start, mark))
        return numbers, small, grouped, amounts, fives


def _letters_alone(lower: str) -> str:
    """A text in lower case with a blank in place of every character that is no letter."""
    letters = lower.encode(errors="surrogatepass").translate(_ASCII_LETTERS_ALONE).decode(errors="surrogatepass")
    return letters if letters.isascii() else _NO_LETTERS.sub(lambda found: " " * len(found[0]), letters)


def announces(head: str) -> bool:
    """Whether the head of a column holds a word that may announce a value."""
    return any(letters[:_HEAD] in _WORDS_OF for letters in _letters_alone(lowered(head)).split())


def matches(pattern: re.Pattern[str], text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
    """What a search through ``text`` finds, if every match begins at one of the ascending ``starts``."""
    position = 0
    for found in filter(None, map(pattern.match, repeat(text), starts)):
        if found.start() >= position:
            position = found.end()
            yield found
