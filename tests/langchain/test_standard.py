"""LangChain's own conformance suites, on the bare local model and on the same model wrapped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from adapter_support.codebook import Codebook
from adapter_support.local_chat import LocalChat
from langchain_core.language_models import BaseChatModel
from langchain_tests.integration_tests import ChatModelIntegrationTests
from langchain_tests.unit_tests import ChatModelUnitTests

from langchain_privacy_chains import PrivateChatModel

TABLE = {"San Francisco": "Quoltan Zemvika", "purple": "vurdle", "你好啊集团": "们再会社团", "magic": "modic"}
"""Texts that the suites themselves send."""

_SENT: list[LocalChat] = []


class WrappedLocalChat(PrivateChatModel):
    """Takes the inner model's arguments, as the suites construct what they test."""

    def __init__(self, *, output_version: str | None = None, **kwargs: Any) -> None:
        inner = LocalChat(**{("model_name" if name == "model" else name): value for name, value in kwargs.items()})
        _SENT.append(inner)
        versioned = {} if output_version is None else {"output_version": output_version}
        super().__init__(bound=inner, sanitizer=Codebook(TABLE), **versioned)


class _Suite:
    @pytest.fixture(autouse=True)
    def egress(self) -> Iterator[None]:
        _SENT.clear()
        yield
        for inner in _SENT:
            for value in ("San Francisco", "你好啊集团"):
                assert value not in inner.wire

    @property
    def chat_model_class(self) -> type[BaseChatModel]:
        return WrappedLocalChat

    @property
    def chat_model_params(self) -> dict[str, Any]:
        return {"model_name": "local"}

    @property
    def supports_anthropic_inputs(self) -> bool:
        return True

    @property
    def supports_model_override(self) -> bool:
        return True

    @property
    def model_override_value(self) -> str:
        return "other"

    @property
    def has_tool_choice(self) -> bool:
        return True


class TestWrappedUnit(_Suite, ChatModelUnitTests):
    """The wrapped model."""


class TestWrappedIntegration(_Suite, ChatModelIntegrationTests):
    """The wrapped model."""
