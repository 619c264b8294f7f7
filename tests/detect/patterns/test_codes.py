from __future__ import annotations

import pytest
from detect_support import finds

from privacy_chains.detect.patterns.codes import find_ibans, find_macs, find_urls, find_uuids, find_wallets


@pytest.mark.parametrize(
    "text",
    [
        "«DE89 3704 0044 0532 0130 00», «GB29NWBK60161331926819», «FR14 2004 1010 0505 0001 3M02 606»",
        "«DE00 3704 0044 0532 0130 00» has wrong check digits",
        "«DE89-3704-0044-0532-0130-00» AND MORE",
        "«CR0515202001026284066» and «CR05 0152 0200 1026 2840 66»",
        "«de89370400440532013000», «DE89 370400440532013000», «PL7810901014000007121981287400»",
        "«ZZ22 3704 0044 0532 0130 00» belongs to no country; DE893704004405320130 is too short",
        "XX89 3704 0044 0532 0130 00, DE89 3704, xDE89370400440532013000",
    ],
)
def test_an_iban_is_known_by_country_and_length(text: str) -> None:
    assert finds(find_ibans, text, "IBAN_CODE") == text


def test_hardware_addresses_are_found() -> None:
    text = "«00:1A:2B:3C:4D:5E», «00-1a-2b-3c-4d-5e», «001a.2b3c.4d5e», 00:1A:2B:3C:4D, 00:1A:2B:3C:4D:5E:6F, 10:20:30"
    assert finds(find_macs, text, "MAC_ADDRESS") == text


def test_uuids_are_found() -> None:
    text = "«550e8400-e29b-41d4-a716-446655440000», 550e8400-e29b-41d4-a716-44665544000"
    assert finds(find_uuids, text, "UUID") == text


def test_urls_are_found_without_the_sentence_around_them() -> None:
    text = "see «https://example.com/a?b=c#d», (<«http://x.org»>) or «www.example.com/x»."
    assert finds(find_urls, text, "URL") == text


@pytest.mark.parametrize("scheme", ["postgres", "postgresql+psycopg2", "mongodb+srv", "redis", "amqps", "ssh", "smtp"])
def test_addresses_of_servers_are_found_with_their_credentials(scheme: str) -> None:
    text = f"URL=«{scheme}://svc:Tr0ub&3@db-3.example.net:5432/orders»\nDEBUG=true"
    assert finds(find_urls, text, "URL") == text


def test_wallets_are_found() -> None:
    text = (
        "«0x52908400098527886E0F7030069857D2E4169EE7» «1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa»"
        " «1CPKVMzScrxEuzHSzVPxDjZktuqkKBcnLt» 1CPKVMzScrxEuzHSzVPxDjZktuqkKBcnLu"
        " «bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq» 0x1234 1234567890123456789012345678 3internationalization"
    )
    assert finds(find_wallets, text, "CRYPTO") == text
