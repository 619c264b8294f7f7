"""The models the examples use: a chat model, a recorder around it, and a search that runs on this machine."""

from __future__ import annotations

import json
import math
import os
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection, HTTPException
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from pydantic import Field
from reading_model import ReadingModel

from privacy_chains import Message, SanitizedConversation, Session, Span
from privacy_chains.contract.prompt import SpannedPrompt
from privacy_chains.methods.layers import Layers

_DIMENSIONS = 4096


def chat_model() -> tuple[BaseChatModel, str]:
    """The chat model to talk to, and its name for people.

    ``PRIVACY_CHAINS_DEMO_MODEL`` decides: ``offline``, or a name for ``init_chat_model``. Without it: OpenAI or
    Anthropic if their API key is set, else a model of a local Ollama if one answers, else the reading model.
    """
    name = os.environ.get("PRIVACY_CHAINS_DEMO_MODEL") or _found_model()
    if name == "offline":
        return ReadingModel(), "the reading model (offline)"
    from langchain.chat_models import init_chat_model  # noqa: PLC0415  (not needed offline, and slow to load)

    return init_chat_model(name), name


def _found_model() -> str:
    if os.environ.get("OPENAI_API_KEY"):
        return "openai:gpt-5-mini"
    if os.environ.get("ANTHROPIC_API_KEY"):
        return "anthropic:claude-haiku-4-5"
    return _ollama_model() or "offline"


def _ollama_model() -> str | None:
    """The first model of the Ollama on this machine, if one answers."""
    connection = HTTPConnection("127.0.0.1", 11434, timeout=0.3)
    try:
        connection.request("GET", "/api/tags")
        models = json.load(connection.getresponse())["models"]
    except (OSError, HTTPException, ValueError, KeyError):
        return None
    finally:
        connection.close()
    return f"ollama:{models[0]['name']}" if models else None


class Recorder(BaseChatModel):
    """Passes every call on to a chat model and keeps what it was sent and what it wrote."""

    inner: BaseChatModel
    requests: list[list[BaseMessage]] = Field(default_factory=list)
    replies: list[str] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "recorder"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        self.requests.append(messages)
        reply = self.inner.invoke(messages, {"callbacks": []}, stop=stop, **kwargs)
        self.replies.append(reply.text)
        return ChatResult(generations=[ChatGeneration(message=reply)])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        self.requests.append(messages)
        self.replies.append("")
        for piece in self.inner.stream(messages, {"callbacks": []}, stop=stop, **kwargs):
            self.replies[-1] += piece.text
            yield ChatGenerationChunk(message=piece)


class Witness:
    """Hands everything on to a session, and remembers where the surrogates stand in what it released."""

    def __init__(self, session: Session | Layers) -> None:
        self._session = session
        self.released: dict[str, tuple[Span, ...]] = {}
        self.sanitize = session.sanitize
        self.traits = session.traits
        self.scan = session.scan
        self.reader = session.reader
        self.keep = session.keep

    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation[SpannedPrompt]:
        conversation: SanitizedConversation[SpannedPrompt] = self._session.sanitize_conversation(messages)
        self.released.update(zip(conversation.prompt.texts, conversation.prompt.spans, strict=True))
        return conversation

    def outside_surrogates(self, text: str) -> str:
        """The parts of a text that are not surrogates; all of it, if the session never released it."""
        spans = self.released.get(text, ())
        ends = [0, *(span.end for span in spans)]
        starts = [*(span.start for span in spans), len(text)]
        return " | ".join(text[end:start] for end, start in zip(ends, starts, strict=True))


class WordEmbeddings(Embeddings):
    """Texts as hashed words, weighted by how rare each is among the texts to be searched. Runs locally."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = len(texts)
        self._found_in = Counter(word for text in texts for word in set(_words(text)))

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        vector = [0.0] * _DIMENSIONS
        for word in _words(text):
            vector[zlib.crc32(word.encode()) % _DIMENSIONS] += math.log((self._texts + 1) / (self._found_in[word] + 1))
        length = math.hypot(*vector) or 1.0
        return [value / length for value in vector]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
