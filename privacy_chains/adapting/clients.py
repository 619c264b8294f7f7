"""Clients of providers' own packages: they send what they are given unchanged, whatever framework uses them."""

from __future__ import annotations

from functools import lru_cache

from privacy_chains.lazy import lazily

__all__ = ["is_client"]

_PACKAGES = frozenset(  # of models, web searches, memories and graphs
    {
        "ai21",
        "anthropic",
        "cerebras",
        "cohere",
        "dashscope",
        "exa_py",
        "fireworks",
        "google.genai",
        "google.generativeai",
        "groq",
        "huggingface_hub",
        "ibm_watsonx_ai",
        "langgraph_sdk",
        "linkup",
        "litellm",
        "llama_cloud",
        "mem0",
        "mistralai",
        "openai",
        "replicate",
        "tavily",
        "together",
        "vertexai",
        "voyageai",
        "writerai",
        "xai_sdk",
        "zep_cloud",
        "zhipuai",
    }
)
_SENDS = lazily(
    r"(?:Client(?:V2)?|APIResource|BaseCohere|BaseModule|BaseSDK|Exa|GenerativeModel|ModelInference|Proxy|Router|Zep"
    r"|With(?:Raw|Streaming)Response)$"
)
"""The names of classes in these packages that send; other classes are requests, answers, settings and errors."""

_BEDROCK = frozenset({"BedrockRuntime", "BedrockAgentRuntime", "SageMakerRuntime"})


def is_client(value: object) -> bool:
    """Whether an object is a client of a provider, or a part of one, and sends what it is given."""
    return any(_sends(kind.__module__, kind.__name__) for kind in type(value).__mro__)


@lru_cache(maxsize=4096)
def _sends(module: str, name: str) -> bool:
    """Whether a class of this name in this module is one of objects that send."""
    package, _, rest = module.partition(".")
    if package == "botocore":
        return name in _BEDROCK
    known = package in _PACKAGES or f"{package}.{rest.partition('.')[0]}" in _PACKAGES
    return known and _SENDS.search(name) is not None
