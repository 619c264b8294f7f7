from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from format_support import chosen, kept
from stdnum.au import abn, acn, tfn
from stdnum.br import cnpj, cpf
from stdnum.ca import sin
from stdnum.de import idnr
from stdnum.de import vat as german_vat
from stdnum.es import nie, nif
from stdnum.fr import nir
from stdnum.gb import nhs
from stdnum.in_ import aadhaar, gstin, pan
from stdnum.it import codicefiscale, iva
from stdnum.nl import bsn
from stdnum.pl import nip, pesel
from stdnum.sg import uen

from privacy_chains.formats.base import FirstOf
from privacy_chains.formats.codes import CheckedCode, read_code
from privacy_chains.formats.national_ids import national_ids
from privacy_chains.testing import check_laws, surrogate

FORMATS = national_ids()
VALID: dict[str, tuple[Callable[[str], bool], str]] = {
    "AU_ABN": (abn.is_valid, "83914571673 51824753556"),
    "AU_ACN": (acn.is_valid, "004085616 010499966"),
    "AU_TFN": (tfn.is_valid, "123456782"),
    "BR_CNPJ": (cnpj.is_valid, "16.727.230/0001-97"),
    "BR_CPF": (cpf.is_valid, "390.533.447-05"),
    "CA_SIN": (sin.is_valid, "123-456-782"),
    "DE_TAX_ID": (idnr.is_valid, "36574261809"),
    "DE_VAT_ID": (german_vat.is_valid, "DE136695976"),
    "ES_NIE": (nie.is_valid, "x-2482300w"),
    "ES_NIF": (nif.is_valid, "54362315K X-5253868-R M-1234567-L J99216582 Q2876031B"),
    "FR_NIR": (nir.is_valid, "295109912611193 180012A12345693"),
    "IN_AADHAAR": (aadhaar.is_valid, "234123412346"),
    "IN_GSTIN": (gstin.is_valid, "27AAPFU0939F1ZV"),
    "IN_PAN": (pan.is_valid, "ACUPA7085R"),
    "IT_FISCAL_CODE": (codicefiscale.is_valid, "RCCMNL83S18D969H rssmra85t10a562s"),
    "IT_VAT_CODE": (iva.is_valid, "00743110157"),
    "NL_BSN": (bsn.is_valid, "1112.22.333"),
    "PL_NIP": (nip.is_valid, "8567346215"),
    "PL_PESEL": (pesel.is_valid, "44051401359 96022912342"),
    "SG_UEN": (uen.is_valid, "00192200M 197401143C"),
    "UK_NHS": (nhs.is_valid, "943-476-5870"),
}
"""The validator of a type, and numbers it accepts or nearly accepts."""

PRESIDIO = {
    "AU_MEDICARE": ("AuMedicareRecognizer", "2123456701"),
    "DE_HEALTH_INSURANCE": ("DeHealthInsuranceRecognizer", "A123456780"),
    "DE_ID_CARD": ("DeIdCardRecognizer", "L01X00T47"),
    "DE_PASSPORT": ("DePassportRecognizer", "C01X00T47"),
    "DE_SOCIAL_SECURITY": ("DeSocialSecurityRecognizer", "15070649C103"),
}
"""Types that only Presidio validates: its recognizer, and a number."""

SHAPES = {
    "ES_PASSPORT": "AAA123456",
    "FR_PASSPORT": "12AB34567",
    "IN_PASSPORT": "A1234567",
    "IN_VEHICLE_REGISTRATION": "KA01AB1234",
    "IN_VOTER": "WKH1186253",
    "IT_DRIVER_LICENSE": "AB1234567C",
    "IT_IDENTITY_CARD": "CA12345AB",
    "IT_PASSPORT": "YA1234567",
    "NL_PASSPORT": "SPECI2014",
    "SG_NRIC_FIN": "S1234567D",
    "UK_DRIVING_LICENCE": "MORGA657054SM9IJ",
    "UK_NINO": "AB 12 34 56 C",
    "UK_PASSPORT": "123456789",
}


def mutations(text: str, random: Random) -> list[str]:
    """The number itself, and others that differ from it in one digit."""
    places = [place for place, char in enumerate(text) if char.isdigit()]
    changed = [text[:place] + random.choice("0123456789") + text[place + 1 :] for place in random.choices(places, k=12)]
    return [text, *changed]


@pytest.mark.parametrize("name", VALID)
def test_valid_stays_valid_and_invalid_invalid(name: str) -> None:
    is_valid, samples = VALID[name]
    random, fmt, seen = Random(name), FORMATS[name], set()
    for sample in samples.split():
        for seed, text in enumerate(mutations(sample, random)):
            result = surrogate(fmt, text, seed=seed)
            # The check character of a GSTIN may be a digit or a letter.
            assert (
                kept(result)[: -1 if name == "IN_GSTIN" else None] == kept(text)[: -1 if name == "IN_GSTIN" else None]
            )
            assert is_valid(read_code(result)) == is_valid(read_code(text))
            seen.add(is_valid(read_code(text)))
    assert True in seen


@pytest.mark.parametrize("name", PRESIDIO)
def test_presidio_validates_a_surrogate_as_it_does_the_number(name: str) -> None:
    recognizers = pytest.importorskip("presidio_analyzer.predefined_recognizers")
    kind, sample = PRESIDIO[name]
    recognizer = getattr(recognizers, kind)()
    seen: set[object] = set()
    for text in [*mutations(sample, Random(3)), right(name, sample)]:
        result = surrogate(FORMATS[name], text, seed=len(seen))
        assert recognizer.validate_result(result) == recognizer.validate_result(text)
        seen.add(recognizer.validate_result(text))
    assert True in seen


def right(name: str, text: str) -> str:
    """``text`` with its check characters made right."""
    fmt = FORMATS[name]
    assert isinstance(fmt, FirstOf)
    checked = next(inner for inner in fmt.formats if isinstance(inner, CheckedCode))
    start, payload = checked._payload(text)
    return payload[:start] + (checked.check(payload) or "0" * checked.width) + payload[start:]


@pytest.mark.parametrize("name", SHAPES)
def test_letters_and_digits_keep_their_places(name: str) -> None:
    text = SHAPES[name]
    for seed in range(20):
        result = surrogate(FORMATS[name], text, seed=seed)
        assert kept(result) == kept(text)
        assert kept(surrogate(FORMATS[name], text.lower(), seed=seed)) == kept(text).lower()


def test_every_type_is_tested() -> None:
    assert set(VALID) | set(PRESIDIO) | set(SHAPES) == set(FORMATS)


@pytest.mark.parametrize("name", sorted(set(VALID) - {"BR_CPF"}))
def test_a_number_has_one_surrogate_however_it_is_written(name: str) -> None:
    for sample in VALID[name][1].split():
        code = read_code(sample)
        spaced = " ".join(code[start : start + 3] for start in range(0, len(code), 3))
        assert read_code(surrogate(FORMATS[name], spaced)) == surrogate(FORMATS[name], code)


# A member of every letter series, checked against letters that the Immigration Authority's samples carry.
@pytest.mark.parametrize("text", ["S1234567D", "T1234567J", "F1234567N", "G1234567X", "M1234567K"])
def test_singapore_ids_of_every_series_are_valid(text: str) -> None:
    fmt = FORMATS["SG_NRIC_FIN"]
    assert isinstance(chosen(fmt, text), CheckedCode)
    check_laws(fmt, text)


@pytest.mark.parametrize(
    ("text", "leap"), [("00222912340", True), ("04022912340", True), ("01022912340", False), ("00022912340", False)]
)
def test_polish_ids_know_leap_days(text: str, leap: bool) -> None:
    assert isinstance(chosen(FORMATS["PL_PESEL"], right("PL_PESEL", text)), CheckedCode) == leap


def test_corsican_departments_stay_corsican() -> None:
    result = surrogate(FORMATS["FR_NIR"], right("FR_NIR", "180012A12345600"))
    assert result[5:7] in ("2A", "2B")
    assert nir.is_valid(result)
