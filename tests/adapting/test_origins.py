"""Wrappers that other packages put around methods of a class are noticed; a class's own are not."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any
from unittest import mock

import pytest
import wrapt
from pydantic import BaseModel

from privacy_chains import PrivacyError
from privacy_chains.adapting import modules_behind, refuse_wrapped


class Model(BaseModel):
    """A class of the framework's."""

    def invoke(self, text: str) -> str:
        """Send a text."""
        return text


class Private(Model):
    """A class that inherits from it."""


def _plain(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def around(*args: Any, **kwargs: Any) -> Any:
        return method(*args, **kwargs)

    return around


def _by_wrapt(method: Callable[..., Any]) -> Any:
    return wrapt.FunctionWrapper(method, lambda wrapped, _, args, kwargs: wrapped(*args, **kwargs))


def _of(package: str, wrap: Callable[..., Any]) -> Callable[..., Any]:
    """A wrapper as a package of that name makes it: its functions know the module that they are from."""
    code = {"__name__": f"{package}.patch", "functools": functools, "wrapt": wrapt, "Callable": Callable, "Any": Any}
    return FunctionType(wrap.__code__, code)


@pytest.mark.parametrize("wrap", [_plain, _by_wrapt])
def test_a_wrapper_of_another_package_is_refused(wrap: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_wrapped(Private)
    monkeypatch.setattr(Model, "invoke", _of("listening", wrap)(Model.invoke))
    assert Private().invoke("Alice") == "Alice"
    with pytest.raises(PrivacyError, match=r"listening \(around invoke\) is told clear text"):
        refuse_wrapped(Private)
    refuse_wrapped(Private, {"listening"})


def test_one_wrapper_does_not_hide_another(monkeypatch: pytest.MonkeyPatch) -> None:
    listening = _of("listening", _plain)(Model.invoke)
    monkeypatch.setattr(Model, "invoke", _plain(_by_wrapt(listening)))
    with pytest.raises(PrivacyError, match="listening"):
        refuse_wrapped(Private)


def test_what_stands_in_a_methods_place_is_refused() -> None:
    with mock.patch.object(Model, "invoke", autospec=True), pytest.raises(PrivacyError, match=r"around invoke"):
        refuse_wrapped(Private)


def test_where_an_object_is_from() -> None:
    held = type("Held", (), {"work": functools.partial(functools.partial(_plain, len)), "method": Private().invoke})()
    assert {*modules_behind(held, "work", "method", "missing")} == {
        __name__,
        "builtins",
        "",
        *(kind.__module__ for kind in Private.__mro__),
    }
