from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from format_support import kept
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.hosts import DomainFormat
from privacy_chains.formats.urls import UrlFormat
from privacy_chains.testing import surrogate

FMT = UrlFormat()
WORD = st.from_regex(r"[A-Za-z0-9]{1,8}([._-][A-Za-z0-9]{1,5})?", fullmatch=True)


@st.composite
def urls(draw: st.DrawFn) -> str:
    host = ".".join(draw(st.lists(st.from_regex(r"[a-z][a-z0-9]{1,6}", fullmatch=True), min_size=1, max_size=3)))
    text = f"{draw(st.sampled_from(['https', 'http', 'ftp']))}://{host}.{draw(st.sampled_from(['com', 'co.uk', 'io']))}"
    text += draw(st.sampled_from(["", ":8080"]))
    text += "".join(f"/{word}" for word in draw(st.lists(WORD, max_size=4))) + draw(st.sampled_from(["", "/"]))
    pairs = draw(st.lists(st.tuples(st.sampled_from(["id", "q", "user_name"]), WORD), max_size=3))
    text += "?" * bool(pairs) + "&".join(f"{name}={value}" for name, value in pairs)
    return text + draw(st.sampled_from(["", "#part", "#"]))


@given(urls(), st.integers(0, 99))
def test_urls_keep_their_structure(text: str, seed: int) -> None:
    result = surrogate(FMT, text, seed=seed)
    before, after = urlsplit(text), urlsplit(result)
    assert kept(result) == kept(text)
    assert (after.scheme, after.port) == (before.scheme, before.port)
    assert [pair.partition("=")[0] for pair in after.query.split("&")] == [
        pair.partition("=")[0] for pair in before.query.split("&")
    ]
    assert str(after.hostname).rpartition(".")[2] == str(before.hostname).rpartition(".")[2]


@pytest.mark.parametrize(
    ("text", "clear"),
    [
        (
            "https://joe:pw1@shop.acme.com:8080/users/4711/report.pdf?id=99&name=Joe%20Doe#top",
            ("acme", "4711", "Joe%20Doe"),
        ),
        ("http://10.0.0.1/admin", ("10.0.0.1/", "/admin")),
        ("https://[2001:db8::1]/x1", ("db8::1]",)),
        ("www.example.org/search?q=secret", ("example", "secret")),
        ("https://acme.com/caf%C3%A9/9", ("acme",)),
        ("https://b\u00fccher.example/\u00fcber", ()),
    ],
)
def test_nothing_that_identifies_is_left(text: str, clear: tuple[str, ...]) -> None:
    for seed in range(10):
        try:
            result = surrogate(FMT, text, seed=seed)
        except FormatError:
            assert not text.isascii()
            return
        assert not any(piece in result for piece in clear)


def test_escapes_and_extensions_are_kept() -> None:
    result = surrogate(FMT, "https://acme.com/a%20b%C3%A9c/report.pdf?q=x%26y")
    assert result.count("%") == 4
    assert "%20" in result
    assert "%C3%A9" in result
    assert ".pdf?q=" in result
    assert "%26" in result


def test_the_host_can_be_kept() -> None:
    assert surrogate(UrlFormat(keep_host=True), "https://acme.com/users/7").startswith("https://acme.com/")
    assert "/github.com/" in surrogate(UrlFormat(keep=frozenset({"github.com"})), "https://github.com/acme/x1")


def test_a_host_has_the_surrogate_it_has_alone() -> None:
    assert surrogate(FMT, "https://mail.acme.com/x").startswith("https://" + surrogate(DomainFormat(), "mail.acme.com"))


@pytest.mark.parametrize("text", ["", "acme", "https://", "not a url", "https:// acme.com", "://x"])
def test_what_is_no_url_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        FMT.split(text)
