"""What a method promises: an adapter that needs more than that refuses it with a sentence."""

from __future__ import annotations

import pytest
from adapter_support.codebook import Codebook
from adapter_support.person import sanitizer
from adapter_support.sides import Side
from adapter_support.unstable import Unstable

from privacy_chains import Method, PrivacyError
from privacy_chains.testing import Redaction


def test_what_fills_or_asks_an_index_needs_a_stable_method(side: Side) -> None:
    for who, make in side.hosted().items():
        with pytest.raises(PrivacyError, match=f"^{who} cannot use Unstable: it gives the same text another form"):
            make(Unstable("Alice Johnson"))


class Chained(Codebook):
    """Stable in its sessions, as it says, and not in its indexes."""

    def index(self, name: str, *, key_id: str | None = None) -> Method:
        return Unstable("Alice Johnson")


def test_it_is_the_index_that_is_asked(side: Side) -> None:
    for make in side.hosted().values():
        with pytest.raises(PrivacyError, match="another form in every call"):
            make(Chained())


def test_stable_methods_pass(side: Side) -> None:
    made = sanitizer()
    for method in (made, made.session("a"), made.index("records"), Codebook(), Redaction(["Alice Johnson"])):
        for who, make in side.hosted().items():
            if who != "rewrapped":
                make(method)


def test_reading_from_the_key_alone_needs_a_method_that_can(side: Side) -> None:
    for who, make in side.from_the_key().items():
        with pytest.raises(PrivacyError, match=f"^{who} with unmarked='key' cannot use Redaction: it reads nothing"):
            make(Redaction(["Alice Johnson"]))
        make(sanitizer())


def test_what_is_no_method_is_refused_at_once(side: Side) -> None:
    for make in side.hosted().values():
        with pytest.raises(PrivacyError, match="needs a sanitizer, not str"):
            make("Alice Johnson")  # type: ignore[arg-type]
