"""Entity types: the names of the kinds of private value, and the built-in catalogue.

Names are Presidio's where Presidio has one (``US_SSN``), and ours in the same style elsewhere (``AGE``).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from enum import Enum
from types import MappingProxyType

from privacy_chains.errors import PolicyError
from privacy_chains.lazy import lazily

__all__ = [
    "DATES",
    "DAYS",
    "DEFAULT_TYPES",
    "ENTITY_TYPES",
    "LAST_YEAR_OF_BIRTH",
    "OF_BIRTH",
    "Category",
    "EntityType",
    "likely_name",
]

_NAME = lazily(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")


class Category(Enum):
    """What the model needs of a value (Prεεmpt, section 3)."""

    FORMAT = "I"
    """Category I: only the format matters. The value is enciphered."""

    VALUE = "II"
    """Category II: the model reasons about the value. The value gets noise."""


@dataclass(frozen=True, slots=True)
class EntityType:
    """A kind of private value.

    Attributes:
        name: UPPER_SNAKE, unique.
        category: Whether the model needs the format or the value.
        description: A few words for people.

    Raises:
        PolicyError: The name is not UPPER_SNAKE.
    """

    name: str
    category: Category
    description: str

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            msg = f"an entity type's name is UPPER_SNAKE, such as 'EMPLOYEE_ID'; got {self.name!r}"
            raise PolicyError(msg)


def _catalogue(*rows: tuple[str, Category, str]) -> MappingProxyType[str, EntityType]:
    return MappingProxyType({name: EntityType(name, category, text) for name, category, text in rows})


ENTITY_TYPES = _catalogue(
    ("PERSON", Category.FORMAT, "people's names, whole or in part"),
    ("ORGANIZATION", Category.FORMAT, "companies, agencies, institutions"),
    ("LOCATION", Category.FORMAT, "cities, regions, countries and other places"),
    ("STREET_ADDRESS", Category.FORMAT, "street addresses: house numbers and names of streets"),
    ("CREDIT_CARD", Category.FORMAT, "payment card numbers"),
    ("IBAN_CODE", Category.FORMAT, "international bank account numbers"),
    ("US_BANK_NUMBER", Category.FORMAT, "US bank account numbers"),
    ("SWIFT_CODE", Category.FORMAT, "business identifier codes of banks (BIC)"),
    ("ABA_ROUTING_NUMBER", Category.FORMAT, "US bank routing numbers"),
    ("CRYPTO", Category.FORMAT, "addresses of cryptocurrency wallets"),
    ("PHONE_NUMBER", Category.FORMAT, "telephone numbers"),
    ("EMAIL_ADDRESS", Category.FORMAT, "e-mail addresses"),
    ("URL", Category.FORMAT, "web addresses"),
    ("DOMAIN_NAME", Category.FORMAT, "host names"),
    ("IP_ADDRESS", Category.FORMAT, "IPv4 and IPv6 addresses"),
    ("MAC_ADDRESS", Category.FORMAT, "hardware addresses"),
    ("UUID", Category.FORMAT, "universally unique identifiers"),
    ("IMEI", Category.FORMAT, "identities of mobile equipment"),
    ("COORDINATES", Category.FORMAT, "latitudes and longitudes"),
    ("USERNAME", Category.FORMAT, "user names"),
    ("PASSWORD", Category.FORMAT, "passwords"),
    ("API_KEY", Category.FORMAT, "API keys, tokens and private keys"),
    ("ENCODED_TEXT", Category.FORMAT, "texts in base64 or hexadecimal digits that hold anything private"),
    ("US_SSN", Category.FORMAT, "US social security numbers"),
    ("US_ITIN", Category.FORMAT, "US individual taxpayer identification numbers"),
    ("US_PASSPORT", Category.FORMAT, "US passport numbers"),
    ("US_DRIVER_LICENSE", Category.FORMAT, "US driver's licence numbers"),
    ("US_NPI", Category.FORMAT, "US national provider identifiers"),
    ("US_MBI", Category.FORMAT, "US Medicare beneficiary identifiers"),
    ("MEDICAL_LICENSE", Category.FORMAT, "US DEA registration numbers"),
    ("US_ZIP_CODE", Category.FORMAT, "US postal codes"),
    ("UK_NHS", Category.FORMAT, "UK National Health Service numbers"),
    ("UK_NINO", Category.FORMAT, "UK national insurance numbers"),
    ("UK_PASSPORT", Category.FORMAT, "UK passport numbers"),
    ("UK_DRIVING_LICENCE", Category.FORMAT, "UK driving licence numbers"),
    ("UK_VEHICLE_REGISTRATION", Category.FORMAT, "UK vehicle registrations"),
    ("UK_POSTCODE", Category.FORMAT, "UK postal codes"),
    ("DE_TAX_ID", Category.FORMAT, "German tax identification numbers"),
    ("DE_ID_CARD", Category.FORMAT, "German identity card numbers"),
    ("DE_PASSPORT", Category.FORMAT, "German passport numbers"),
    ("DE_SOCIAL_SECURITY", Category.FORMAT, "German pension insurance numbers"),
    ("DE_HEALTH_INSURANCE", Category.FORMAT, "German health insurance numbers"),
    ("DE_VAT_ID", Category.FORMAT, "German VAT numbers"),
    ("DE_PLZ", Category.FORMAT, "German postal codes"),
    ("FR_NIR", Category.FORMAT, "French social security numbers"),
    ("FR_PASSPORT", Category.FORMAT, "French passport numbers"),
    ("FR_POSTAL_CODE", Category.FORMAT, "French postal codes"),
    ("ES_NIF", Category.FORMAT, "Spanish tax identification numbers"),
    ("ES_NIE", Category.FORMAT, "Spanish foreigners' identity numbers"),
    ("ES_PASSPORT", Category.FORMAT, "Spanish passport numbers"),
    ("IT_FISCAL_CODE", Category.FORMAT, "Italian fiscal codes"),
    ("IT_VAT_CODE", Category.FORMAT, "Italian VAT numbers"),
    ("IT_DRIVER_LICENSE", Category.FORMAT, "Italian driving licence numbers"),
    ("IT_IDENTITY_CARD", Category.FORMAT, "Italian identity card numbers"),
    ("IT_PASSPORT", Category.FORMAT, "Italian passport numbers"),
    ("NL_BSN", Category.FORMAT, "Dutch citizen service numbers"),
    ("NL_PASSPORT", Category.FORMAT, "Dutch passport and identity card numbers"),
    ("NL_POSTCODE", Category.FORMAT, "Dutch postal codes"),
    ("PL_PESEL", Category.FORMAT, "Polish national identification numbers"),
    ("PL_NIP", Category.FORMAT, "Polish tax identification numbers"),
    ("IN_AADHAAR", Category.FORMAT, "Indian Aadhaar numbers"),
    ("IN_PAN", Category.FORMAT, "Indian permanent account numbers"),
    ("IN_GSTIN", Category.FORMAT, "Indian goods and services tax numbers"),
    ("IN_PASSPORT", Category.FORMAT, "Indian passport numbers"),
    ("IN_VOTER", Category.FORMAT, "Indian voter identity numbers"),
    ("IN_VEHICLE_REGISTRATION", Category.FORMAT, "Indian vehicle registrations"),
    ("IN_PINCODE", Category.FORMAT, "Indian postal codes"),
    ("SG_NRIC_FIN", Category.FORMAT, "Singaporean identity numbers"),
    ("SG_UEN", Category.FORMAT, "Singaporean entity numbers"),
    ("AU_ABN", Category.FORMAT, "Australian business numbers"),
    ("AU_ACN", Category.FORMAT, "Australian company numbers"),
    ("AU_TFN", Category.FORMAT, "Australian tax file numbers"),
    ("AU_MEDICARE", Category.FORMAT, "Australian Medicare numbers"),
    ("AU_POSTCODE", Category.FORMAT, "Australian postal codes"),
    ("BR_CPF", Category.FORMAT, "Brazilian taxpayer numbers of people"),
    ("BR_CNPJ", Category.FORMAT, "Brazilian taxpayer numbers of companies"),
    ("BR_CEP", Category.FORMAT, "Brazilian postal codes"),
    ("CA_SIN", Category.FORMAT, "Canadian social insurance numbers"),
    ("CA_POSTAL_CODE", Category.FORMAT, "Canadian postal codes"),
    ("LICENSE_PLATE", Category.FORMAT, "vehicle licence plates"),
    ("VIN", Category.FORMAT, "vehicle identification numbers"),
    ("MEDICAL_RECORD", Category.FORMAT, "medical record and patient numbers"),
    ("ORDER_ID", Category.FORMAT, "numbers of orders, invoices, bookings and the like"),
    ("ID_NUMBER", Category.FORMAT, "numbers of customers, employees, members and the like"),
    ("WEEKDAY", Category.FORMAT, "days of the week that stand alone"),
    ("AGE", Category.VALUE, "ages in years"),
    ("MONEY", Category.VALUE, "amounts of money"),
    ("DATE_OF_BIRTH", Category.VALUE, "dates of birth"),
    ("YEAR_OF_BIRTH", Category.VALUE, "years of birth"),
    ("DATE_TIME", Category.VALUE, "calendar dates"),
    ("PRIVATE_DATE", Category.VALUE, "calendar dates of somebody's affairs, not of the world's"),
    ("TIME", Category.VALUE, "times of day"),
    ("YEAR", Category.VALUE, "years of other events"),
    ("PERCENTAGE", Category.VALUE, "percentages"),
    ("MEASUREMENT", Category.VALUE, "numbers with a unit of weight, length, pressure and the like"),
    ("NUMBER", Category.VALUE, "plain numbers"),
)
"""The built-in entity types by name."""

DEFAULT_TYPES = frozenset(ENTITY_TYPES) - {
    *("DATE_TIME", "PRIVATE_DATE", "TIME", "YEAR", "WEEKDAY"),
    *("PERCENTAGE", "MEASUREMENT", "NUMBER"),
}
"""The types to look for unless a policy or a detector says otherwise.

The others reveal little about a person on their own, and noise in every number makes a text much less useful; the
profiles for finance and medicine include them. Dates and years of birth are among the values that identify people best.
"""

OF_BIRTH = MappingProxyType({"DATE_OF_BIRTH": "DATE_TIME", "YEAR_OF_BIRTH": "YEAR"})
"""The types of births, and the types of the same values where no word says that they are births."""

DAYS = ("DATE_TIME", "PRIVATE_DATE")
"""The types of calendar dates that are not of birth: all of them, or those that are somebody's. One is looked for."""

DATES = frozenset({"DATE_OF_BIRTH", *DAYS})
"""The types whose values are calendar dates."""

LAST_YEAR_OF_BIRTH = 2029
"""The last year that a date or year of birth is released as.

It is fixed, so that neither today's date nor the data changes a surrogate. Because it ends a decade, two digits are
unambiguous (``58`` is 1958 in a date of birth). Only for young children may a release lie in the future.
"""

_ALIKE, _ALIKE_WORDS = 0.8, 0.65
_SHORTEST = 5  # WAGE is not a misspelled AGE


def likely_name(name: str, known: Collection[str]) -> str | None:
    """The known type that a name probably misspells: no word is missing, and words that differ are similar."""
    alike = get_close_matches(name, sorted(known), cutoff=_ALIKE) if len(name) >= _SHORTEST else ()
    return next((other for other in alike if _differs_by_a_slip(name, other)), None)


def _differs_by_a_slip(name: str, other: str) -> bool:
    words, others = (
        [word for word in one.split("_") if word not in beside.split("_")]
        for one, beside in ((name, other), (other, name))
    )
    return SequenceMatcher(None, "".join(words), "".join(others)).ratio() >= _ALIKE_WORDS
