"""Host names that stand by themselves."""

from __future__ import annotations

import pytest
from detect_support import finds
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.detect.patterns.hosts import find_hosts
from privacy_chains.detect.patterns.reading import ValueReading
from privacy_chains.formats.hosts import DomainFormat
from privacy_chains.testing import surrogate


@pytest.mark.parametrize(
    "text",
    [
        "Host: «api.acme-corp.com»\r\n",
        "servers=«kafka-1.acme.com»:9092,«kafka-2.acme.com»:9092; group=orders",
        "see «acme.com». Or «shop.acme.co.uk», «acme.com.au»!",
        "«db-3.internal» and «db.prod.local» (on «firma-zorbin.de»)",
        '"host": "«mail.zorbin.org»", jdbc://«db.zorbin.net»:5432/x',
    ],
)
def test_hosts_are_found(text: str) -> None:
    assert finds(find_hosts, text, "DOMAIN_NAME") == text


@pytest.mark.parametrize(
    "text",
    [
        "anna@acme.com, /srv/www.acme.com/log, C:\\acme.com, #acme.com",
        "com.example.net.Client, self.local, this.corp, user.com(), data.net[0], x.org=5, a.edu.path",
        "ASP.NET, System.Net, Amazon.com, 10.com.",
        "index.de, z.b.de, .com, -.com, a..com, dot.communism, org.apache.commons",
    ],
)
def test_source_code_and_parts_of_others_are_none(text: str) -> None:
    assert finds(find_hosts, text, "DOMAIN_NAME") == text


LABEL = st.from_regex(r"[a-z]([a-z0-9-]{0,8}[a-z0-9])?", fullmatch=True)


@settings(max_examples=200, deadline=None)
@given(st.lists(LABEL, min_size=1, max_size=3), st.sampled_from(["com", "co.uk", "internal", "de"]), st.integers(0, 9))
def test_surrogates_are_found_as_what_they_stand_for(labels: list[str], suffix: str, seed: int) -> None:
    host = f"{'.'.join(labels)}.{suffix}"
    found = list(find_hosts(ValueReading(f"at {host}:80")))
    other = surrogate(DomainFormat(), host, seed=seed)
    again = list(find_hosts(ValueReading(f"at {other}:80")))
    assert [(one.start, one.end) for one in found] == [(one.start, one.end) for one in again]
