"""What models send of their own accord: every text of their fields, but nothing technical."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from adapter_support.codebook import Codebook
from adapter_support.local_chat import LocalChat
from langchain_core.language_models import FakeListChatModel
from langchain_core.messages import HumanMessage
from pydantic import BaseModel, ConfigDict, Field, SecretStr

from langchain_privacy_chains import protect
from privacy_chains import Key, Sanitizer, UnsupportedContent
from privacy_chains.detect import default_detector

NAME = "Alice Johnson"


class Where(BaseModel):
    """Where a search looks."""

    city: str


@dataclass
class Trace:
    """What a gateway is told."""

    user: str


class Configured(LocalChat):
    """A model of some provider, with settings nobody has heard of."""

    model_config = ConfigDict(extra="allow")

    given: Any = None
    format: Any = None
    base_url: str = "https://models.example"
    api_token: SecretStr = SecretStr(NAME)
    organization: str = ""
    region: str = "us-east-1"
    record: list[Any] = Field(default_factory=list)


@pytest.mark.parametrize(
    "settings",
    [
        {"given": NAME},
        {"given": [NAME]},
        {"given": (NAME,)},
        {"given": {"headers": {"x-user": NAME}}},
        {"given": {"headers": {NAME: "1"}}},
        {"given": {"authorization": NAME}},
        {"given": [{"edits": [{"instructions": f"Keep what {NAME} said"}]}]},
        {"given": Where(city="San Francisco")},
        {"given": Trace(NAME)},
        {"format": {"type": "object", "properties": {"name": {"description": f"such as {NAME}"}}}},
        {"organization": NAME},
        {"record": [NAME]},
        {"unheard": NAME},
        {"providers": [NAME]},
        {"provider": {"order": {"x": NAME}}},
        {"provider": Where(city="San Francisco")},
    ],
    ids=str,
)
def test_a_private_setting_is_refused(settings: dict[str, Any], codebook: Codebook) -> None:
    inner = Configured(**settings)
    with pytest.raises(UnsupportedContent, match="of the model itself") as raised:
        protect(inner, codebook).invoke("hello")
    assert not inner.seen
    assert NAME not in str(raised.value)
    protect(inner, codebook, allow=settings.keys()).invoke("hello")
    assert len(inner.seen) == 1


ORDINARY: dict[str, Any] = {
    "model_name": "claude-3-5-sonnet-20241022",
    "base_url": "https://eu.models.example/v1",
    "organization": "org-AbCdEf0123456789GhIjKlMn",
    "region": "eu-central-1",
    "stop": ["Observation:", "\n\nHuman:"],
    "temperature": 0.2,
    "format": {"type": "object", "properties": {"name": {"type": "string"}, "email": {"type": "string"}}},
    "openrouter_provider": {"order": ["Anthropic", "OpenAI"], "allow_fallbacks": False},
    "fallback_models": ["mistralai/mistral-large", "claude-sonnet-4-5"],
    "cache_folder": "/home/alice/.cache/models",
    "client_options": {"api_endpoint": "https://eu.models.example"},
    "given": {
        "headers": {"Authorization": "Bearer sk-abcdefghijklmnopqrstuvwx", "X-Title": "my-app"},
        "mcp": [{"type": "url", "url": "https://mcp.example/sse", "authorization_token": "tk-0123456789abcdef0123"}],
        "betas": ["files-api-2025-04-14"],
        "keep_alive": "5m",
        "client": object(),
        "decide": str,
    },
}


@pytest.mark.parametrize("name", ORDINARY)
def test_an_ordinary_setting_passes(name: str) -> None:
    sanitizer = Sanitizer(Key.generate(), detector=default_detector(neural=False))
    protect(Configured(**{name: ORDINARY[name]}), sanitizer).invoke("hello")


def test_what_a_stand_in_records_or_answers_is_no_setting(codebook: Codebook) -> None:
    inner = Configured()
    inner.record.append(NAME)
    protect(inner, codebook).invoke([HumanMessage("hello")])
    assert protect(FakeListChatModel(responses=[NAME]), codebook).invoke("hello").text == NAME
