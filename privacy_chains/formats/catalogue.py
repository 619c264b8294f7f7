"""The built-in formats by entity type.

Every format ends with `AlphanumericFormat`, which claims anything that holds a letter or digit. So a value that a
detector mistook for a card number is still enciphered.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from privacy_chains.contract.entities import LAST_YEAR_OF_BIRTH
from privacy_chains.formats import us_ids
from privacy_chains.formats.addresses import StreetAddressFormat
from privacy_chains.formats.alphanumeric import AlphanumericFormat
from privacy_chains.formats.bank import IbanFormat, SwiftCodeFormat, UnlistedIbanFormat
from privacy_chains.formats.base import FirstOf, Format
from privacy_chains.formats.cards import CardFormat
from privacy_chains.formats.devices import CoordinatesFormat, imei
from privacy_chains.formats.encoded import encoded_text
from privacy_chains.formats.hosts import DomainFormat, EmailFormat, SpelledEmailFormat
from privacy_chains.formats.national_ids import national_ids
from privacy_chains.formats.network import ip_address, mac_address
from privacy_chains.formats.phones import DialledFormat, PhoneFormat
from privacy_chains.formats.postal import postal_codes, us_zip_code
from privacy_chains.formats.quantity import QuantityFormat
from privacy_chains.formats.records import RecordFormat
from privacy_chains.formats.secrets import ApiKeyFormat, password, user_name, uuid
from privacy_chains.formats.urls import UrlFormat
from privacy_chains.formats.vehicles import license_plate, vehicle_registrations, vin
from privacy_chains.formats.wallets import wallet
from privacy_chains.formats.weekdays import WeekdayFormat

__all__ = ["built_in_formats", "built_in_quantities"]


@cache
def built_in_formats() -> Mapping[str, Format]:
    """The format of every built-in Category I entity type."""
    strict = _names() | _contacts() | _american() | _technical() | _records() | national_ids() | postal_codes()
    return MappingProxyType(
        {
            name: FirstOf(
                fmt, AlphanumericFormat(name, reading="code" if fmt.reading in ("words", "code") else "exact")
            )
            for name, fmt in sorted(strict.items())
        }
    )


def _names() -> dict[str, Format]:
    from privacy_chains.formats.names import PersonFormat  # noqa: PLC0415  # these load the lists of names
    from privacy_chains.formats.organizations import OrganizationFormat  # noqa: PLC0415
    from privacy_chains.formats.places import place  # noqa: PLC0415

    person = PersonFormat()
    return {
        "LOCATION": place(),
        "ORGANIZATION": OrganizationFormat(),
        "PERSON": person,
        "STREET_ADDRESS": StreetAddressFormat(person),
    }


def _contacts() -> dict[str, Format]:
    return {
        "EMAIL_ADDRESS": FirstOf(EmailFormat(), SpelledEmailFormat(EmailFormat())),
        "PHONE_NUMBER": FirstOf(PhoneFormat(), DialledFormat()),
        "US_ZIP_CODE": us_zip_code(),
    }


def _american() -> dict[str, Format]:
    return {
        "ABA_ROUTING_NUMBER": us_ids.aba_routing(),
        "MEDICAL_LICENSE": us_ids.medical_license(),
        "US_BANK_NUMBER": us_ids.us_bank_number(),
        "US_DRIVER_LICENSE": us_ids.us_driver_license(),
        "US_ITIN": us_ids.us_itin(),
        "US_MBI": us_ids.us_mbi(),
        "US_NPI": us_ids.us_npi(),
        "US_PASSPORT": us_ids.us_passport(),
        "US_SSN": us_ids.us_ssn(),
    }


def _technical() -> dict[str, Format]:
    return {
        "API_KEY": ApiKeyFormat(),
        "COORDINATES": CoordinatesFormat(),
        "CRYPTO": wallet(),
        "DOMAIN_NAME": DomainFormat(),
        "ENCODED_TEXT": encoded_text(),
        "IMEI": imei(),
        "IP_ADDRESS": ip_address(),
        "MAC_ADDRESS": mac_address(),
        "PASSWORD": password(),
        "URL": UrlFormat(),
        "USERNAME": user_name(),
        "UUID": uuid(),
    }


def _records() -> dict[str, Format]:
    return {
        "CREDIT_CARD": CardFormat(),
        "IBAN_CODE": FirstOf(IbanFormat(), UnlistedIbanFormat()),
        "ID_NUMBER": RecordFormat("ID_NUMBER"),
        "LICENSE_PLATE": license_plate(),
        "MEDICAL_RECORD": RecordFormat("MEDICAL_RECORD"),
        "ORDER_ID": RecordFormat("ORDER_ID"),
        "SWIFT_CODE": SwiftCodeFormat(),
        "VIN": vin(),
        "WEEKDAY": WeekdayFormat(),
        **vehicle_registrations(),
    }


@cache
def built_in_quantities() -> Mapping[str, QuantityFormat]:
    """The format of every built-in Category II entity type."""
    from privacy_chains.formats import ages, dates, measurements, money, numbers, times  # noqa: PLC0415  # only noise needs them

    return MappingProxyType(
        {
            "AGE": ages.AgeFormat(),
            "DATE_OF_BIRTH": dates.DateFormat(LAST_YEAR_OF_BIRTH),
            "DATE_TIME": dates.DateFormat(),
            "MEASUREMENT": measurements.MeasurementFormat(),
            "MONEY": money.MoneyFormat(),
            "NUMBER": numbers.NumberFormat(),
            "PERCENTAGE": measurements.PercentFormat(),
            "PRIVATE_DATE": dates.DateFormat(),
            "TIME": times.TimeFormat(),
            "YEAR": measurements.YearFormat(),
            "YEAR_OF_BIRTH": measurements.YearFormat(),
        }
    )
