"""Clients of providers' own packages are found wherever they can be reached; what is no client is left alone."""

from __future__ import annotations

from typing import Any

import anthropic
import huggingface_hub
import openai
import pytest
from openai.types.chat import ChatCompletionMessage

from privacy_chains.adapting import Search
from privacy_chains.adapting.clients import is_client

OPENAI = openai.OpenAI(api_key="none")
HERE = openai.NOT_GIVEN


def _made(module: str, name: str) -> Any:
    """An object as packages that are not installed here have it."""
    return type(name, (), {"__module__": module})()


def _kind(value: Any) -> str:
    return f"{type(value).__module__}.{type(value).__name__}"


@pytest.mark.parametrize(
    "value",
    [
        OPENAI,
        openai.AsyncOpenAI(api_key="none"),
        openai.AzureOpenAI(api_key="none", azure_endpoint="https://corp.example", api_version="1"),
        OPENAI.chat.completions,
        OPENAI.with_raw_response,
        OPENAI.chat.completions.with_streaming_response,
        openai.moderations,
        anthropic.Anthropic(api_key="none"),
        anthropic.AsyncAnthropic(api_key="none").messages,
        huggingface_hub.InferenceClient(),
        _made("google.genai.client", "AsyncClient"),
        _made("cohere.client_v2", "ClientV2"),
        _made("botocore.client", "BedrockRuntime"),
        _made("vertexai.generative_models._generative_models", "GenerativeModel"),
        _made("exa_py.api", "Exa"),
        _made("langgraph_sdk._sync.client", "SyncLangGraphClient"),
        _made("linkup._client", "LinkupClient"),
        _made("mem0.client.main", "MemoryClient"),
        _made("tavily.async_tavily", "AsyncTavilyClient"),
        _made("zep_cloud.client", "AsyncZep"),
    ],
    ids=_kind,
)
def test_what_sends_is_a_client(value: Any) -> None:
    assert is_client(value)


@pytest.mark.parametrize(
    "value",
    [
        openai.NOT_GIVEN,
        openai.Timeout(1),
        openai.OpenAI,
        openai,
        ChatCompletionMessage(role="assistant"),
        openai.OpenAIError("no"),
        huggingface_hub.HfApi(),
        _made("botocore.client", "S3"),
        _made("google.cloud.storage.client", "Client"),
        _made("openailike.client", "Client"),
    ],
    ids=_kind,
)
def test_what_sends_nothing_is_none(value: Any) -> None:
    assert not is_client(value)


def _asks() -> Any:
    return OPENAI.models, HERE


class _Step:
    def __init__(self, client: Any) -> None:
        self.client = client


def test_clients_are_found_in_fields_closures_and_globals() -> None:
    client = anthropic.Anthropic(api_key="none")
    search = Search(lambda _: ("", True), ())
    assert [found.path for found in search.run(_asks)] == ["function<global: OPENAI>"]
    assert [found.path for found in search.run(lambda: client)] == ["function<closure: client>"]
    (found,) = search.run([_Step(client)])
    assert (found.path, found.kind, found.name) == ("list[0].client", "client", "Anthropic")
    assert not [*search.run([_Step(client)], [client])]
