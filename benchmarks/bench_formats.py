"""Round trips through every enciphered type: failures, values a second, and what the lists cost to load.

    python benchmarks/bench_formats.py [round trips]

A million round trips by default, spread over all types. The values are random members: each sample below with its parts
exchanged for random ones. A round trip enciphers one, with the check that every encipherment makes, and deciphers the
surrogate with the key alone. Exits with 1 if one does not come back, if a type is missing here, or if the lists take
more than 50 ms to load in a fresh interpreter.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress
from rich.table import Table

from privacy_chains.errors import PrivacyError
from privacy_chains.formats import Format, built_in_formats, decipher, encipher
from privacy_chains.hazmat.ciphers import DomainCipher

ROUND_TRIPS = 1_000_000
BATCH = 500
LISTS_BOUND_MS = 50

SAMPLES = {
    "ABA_ROUTING_NUMBER": "021000021|111000025",
    "API_KEY": "sk-abc123DEF456ghi789JKL|ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "AU_ABN": "51 824 753 556",
    "AU_ACN": "004 085 616",
    "AU_MEDICARE": "2123 45670 1",
    "AU_POSTCODE": "2000",
    "AU_TFN": "123 456 782",
    "BR_CEP": "01310-100",
    "BR_CNPJ": "16.727.230/0001-97",
    "BR_CPF": "390.533.447-05",
    "CA_POSTAL_CODE": "K1A 0B1",
    "CA_SIN": "123-456-782",
    "CREDIT_CARD": "4111 1111 1111 1111|378282246310005|5500-0000-0000-0004|6011111111111112",
    "CRYPTO": "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa|0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "DE_HEALTH_INSURANCE": "A123456780",
    "DE_ID_CARD": "L01X00T47",
    "DE_PASSPORT": "C01X00T47",
    "DE_PLZ": "10115",
    "DE_SOCIAL_SECURITY": "15070649C103",
    "DE_TAX_ID": "36574261809",
    "DE_VAT_ID": "DE136695976",
    "DOMAIN_NAME": "www.acme-widgets.com|mail.example.co.uk",
    "EMAIL_ADDRESS": "maria.lopez@acme-corp.com|jd42@gmail.com",
    "ES_NIE": "X-2482300W",
    "ES_NIF": "54362315K|J99216582",
    "ES_PASSPORT": "AAA123456",
    "FR_NIR": "2 95 10 99 126 111 93",
    "FR_PASSPORT": "12AB34567",
    "FR_POSTAL_CODE": "75011",
    "IBAN_CODE": "DE89 3704 0044 0532 0130 00|GB82WEST12345698765432|FR1420041010050500013M02606",
    "ID_NUMBER": "EMP-204417|8842-AX",
    "IN_AADHAAR": "2341 2341 2346",
    "IN_GSTIN": "27AAPFU0939F1ZV",
    "IN_PAN": "ACUPA7085R",
    "IN_PASSPORT": "A1234567",
    "IN_PINCODE": "560001",
    "IN_VEHICLE_REGISTRATION": "KA01AB1234",
    "IN_VOTER": "WKH1186253",
    "IP_ADDRESS": "8.8.8.8|192.168.4.17|2600:1f18:2551:8900::1|fe80::1",
    "IT_DRIVER_LICENSE": "AB1234567C",
    "IT_FISCAL_CODE": "RSSMRA85T10A562S",
    "IT_IDENTITY_CARD": "CA12345AB",
    "IT_PASSPORT": "YA1234567",
    "IT_VAT_CODE": "00743110157",
    "LICENSE_PLATE": "7ABC123",
    "LOCATION": "Paris, France|Springfield|Lake Wexolum",
    "MAC_ADDRESS": "00:1A:2B:3C:4D:5E",
    "MEDICAL_LICENSE": "AB1234563",
    "MEDICAL_RECORD": "MRN-0048213",
    "NL_BSN": "1112.22.333",
    "NL_PASSPORT": "SPECI2014",
    "NL_POSTCODE": "1017 XN",
    "ORDER_ID": "ORD-204417|A1-99382-X",
    "ORGANIZATION": "Acme Bank Inc.|Kestrel Partners LLP",
    "PASSWORD": "hunter2!A",
    "PERSON": "Maria Lopez|Kaiser Soze|Dr. Anne-Marie O'Neil, Jr.",
    "PHONE_NUMBER": "(415) 555-2671|+44 20 7946 0958|+49 30 901820|1-800-555-1212",
    "PL_NIP": "856-734-62-15",
    "PL_PESEL": "44051401359",
    "SG_NRIC_FIN": "S1234567D",
    "SG_UEN": "00192200M|197401143C",
    "STREET_ADDRESS": "221B Baker Street|12 Main Street, Apt 4",
    "UK_DRIVING_LICENCE": "MORGA657054SM9IJ",
    "UK_NHS": "943-476-5870",
    "UK_NINO": "AB 12 34 56 C",
    "UK_PASSPORT": "123456789",
    "UK_POSTCODE": "SW1A 1AA",
    "UK_VEHICLE_REGISTRATION": "AB12 CDE",
    "URL": "https://www.acme.com/users/maria?id=4417#top",
    "USERNAME": "kaiser_42",
    "US_BANK_NUMBER": "000123456789",
    "US_DRIVER_LICENSE": "D1234567",
    "US_ITIN": "912-70-1234",
    "US_MBI": "1EG4-TE5-MK73",
    "US_NPI": "1234567893",
    "US_PASSPORT": "A12345678",
    "US_SSN": "123-45-6788|000-12-3456",
    "US_ZIP_CODE": "90210|10001-2345",
    "UUID": "123e4567-e89b-42d3-a456-426614174000",
    "VIN": "1HGCM82633A004352",
}
"""Values of every type, the usual classes of each."""


@dataclass
class Tally:
    """What was counted of one type, in processor seconds."""

    values: int = 0
    words: int = 0
    failures: int = 0
    enciphering: float = 0.0
    deciphering: float = 0.0


def members(fmt: Format, samples: list[str], rng: random.Random) -> Iterator[str]:
    """Random members like the samples in turn, without end; ranks that no member has are drawn again."""
    readings = [fmt.read(sample) for sample in samples]
    while True:
        for parts, write in readings:
            text = write([rng.randrange(part.size) for part in parts])
            try:
                fmt.split(text)
            except PrivacyError:
                continue
            yield text


def round_trips(fmt: Format, texts: list[str], cipher: DomainCipher, tally: Tally) -> None:
    """Encipher and decipher, and count what does not come back."""
    started = time.process_time()
    surrogates = [encipher(fmt, text, cipher) for text in texts]
    turned = time.process_time()
    originals = [decipher(fmt, surrogate, cipher) for surrogate in surrogates]
    tally.deciphering += time.process_time() - turned
    tally.enciphering += turned - started
    tally.values += len(texts)
    tally.words += sum(len(text.split()) for text in texts)
    tally.failures += sum(text != original for text, original in zip(texts, originals, strict=True))


def measure(console: Console, count: int) -> dict[str, Tally]:
    """All round trips, type by type in small turns."""
    formats, rng = built_in_formats(), random.Random(3)
    sources = {name: members(formats[name], samples.split("|"), rng) for name, samples in SAMPLES.items()}
    ciphers = {name: DomainCipher(rng.randbytes(32)) for name in SAMPLES}
    tallies = {name: Tally() for name in SAMPLES}
    left = count
    with Progress(*Progress.get_default_columns(), MofNCompleteColumn(), console=console) as progress:
        task = progress.add_task("round trips", total=count)
        while left:
            for name in SAMPLES:
                texts = [next(sources[name]) for _ in range(min(left, BATCH))]
                round_trips(formats[name], texts, ciphers[name], tallies[name])
                left -= len(texts)
                progress.advance(task, len(texts))
    return tallies


def lists_ms() -> float:
    """Milliseconds to the first listed name and place in a fresh interpreter; the package is imported before."""
    code = (
        "import time; from privacy_chains.formats import built_in_formats; formats = built_in_formats()\n"
        "started = time.process_time()\n"
        "formats['PERSON'].split('Maria Lopez'); formats['LOCATION'].split('Paris')\n"
        "print(time.process_time() - started)"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(5)]
    return 1000 * min(float(done.stdout) for done in runs)


def show(tallies: dict[str, Tally]) -> Table:
    """Values a second of every type."""
    table = Table(title="Formats: round trips, processor time")
    for column in ("type", "round trips", "failures", "enciphered a second", "deciphered a second"):
        table.add_column(column, justify="left" if column == "type" else "right")
    total = Tally()
    for name, tally in tallies.items():
        if tally.values:
            table.add_row(name, *row(tally))
            total.values += tally.values
            total.failures += tally.failures
            total.enciphering += tally.enciphering
            total.deciphering += tally.deciphering
    table.add_section()
    table.add_row("all", *row(total))
    return table


def row(tally: Tally) -> tuple[str, ...]:
    """The cells of a tally."""
    speeds = (tally.values / max(seconds, 1e-9) for seconds in (tally.enciphering, tally.deciphering))
    return f"{tally.values:,}", f"{tally.failures:,}", *(f"{speed:,.0f}" for speed in speeds)


def main() -> int:
    """Measure, print, and compare with the bounds."""
    console = Console(highlight=False)
    tallies = measure(console, int(sys.argv[1]) if sys.argv[1:] else ROUND_TRIPS)
    console.print(show(tallies))
    names = tallies["PERSON"]
    console.print(f"{names.words / max(names.enciphering, 1e-9):,.0f} words of names enciphered a second")
    loading = lists_ms()
    console.print(f"the lists of names and places load in {loading:.0f} ms (bound: {LISTS_BOUND_MS} ms)")
    missing = set(built_in_formats()) - set(SAMPLES)
    if missing:
        console.print(f"[red]no samples of {', '.join(sorted(missing))}")
    failures = sum(tally.failures for tally in tallies.values())
    return int(bool(missing) or failures > 0 or loading > LISTS_BOUND_MS)


if __name__ == "__main__":
    sys.exit(main())
