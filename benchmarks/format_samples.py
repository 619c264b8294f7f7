"""Values of every enciphered type, and random members like them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from privacy_chains.errors import PrivacyError
from privacy_chains.formats import Format

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
    "COORDINATES": "40.7128, -74.0060|51.5074\u00b0 N, 0.1278\u00b0 W|-33.86882",
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
    "ENCODED_TEXT": "Sm9obiBTbWl0aA==|4a6f686e20536d697468",
    "EMAIL_ADDRESS": "maria.lopez@acme-corp.com|jd42@gmail.com",
    "ES_NIE": "X-2482300W",
    "ES_NIF": "54362315K|J99216582",
    "ES_PASSPORT": "AAA123456",
    "FR_NIR": "2 95 10 99 126 111 93",
    "FR_PASSPORT": "12AB34567",
    "FR_POSTAL_CODE": "75011",
    "IBAN_CODE": "DE89 3704 0044 0532 0130 00|GB82WEST12345698765432|FR1420041010050500013M02606",
    "ID_NUMBER": "EMP-204417|8842-AX",
    "IMEI": "49-015420-323751-8|356938035643809",
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
    "SWIFT_CODE": "DEUTDEFF500|CHASUS33",
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
    "WEEKDAY": "Tuesday|MARDIS|Mittwochabend|segunda-feira",
}
"""Values of every type, the usual classes of each."""


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
