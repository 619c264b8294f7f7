"""Words with noise behind both frameworks' wrappers: what is sent, what is read, whole and streamed."""

from __future__ import annotations

from typing import Any

from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage
from llama_index.core.llms import CompletionResponse, CustomLLM, LLMMetadata

from langchain_privacy_chains import protect
from llama_index_privacy_chains import protect as protect_llama
from privacy_chains.keys import Key
from privacy_chains.methods.words import WordNoise

NOISE = WordNoise(Key.from_bytes(bytes(range(32))), epsilon="1/2")
TEXT = "Dr. Zorblat treats a nurse from Berlin who has diabetes."
SEEN: list[str] = []


class Echo(GenericFakeChatModel):
    """Says what it was sent, and remembers it."""

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> Any:
        SEEN.append(str(messages[-1].content))
        self.messages = iter([AIMessage(content=SEEN[-1])])
        return super()._generate(messages, *args, **kwargs)


class EchoLLM(CustomLLM):
    """The same for LlamaIndex."""

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata()

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        SEEN.append(prompt)
        return CompletionResponse(text=prompt)

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> Any:
        SEEN.append(prompt)
        return (CompletionResponse(text=prompt[: end + 1], delta=prompt[end]) for end in range(len(prompt)))


def _sent() -> str:
    sent = SEEN.pop()
    SEEN.clear()
    assert not any(word in sent for word in ("Zorblat", "diabetes", "Berlin"))
    return sent


def test_langchain() -> None:
    model = protect(Echo(messages=iter([])), NOISE)
    assert model.invoke(TEXT).content == TEXT
    assert _sent() == NOISE.sanitize(TEXT).text


def test_langchain_streams() -> None:
    model = protect(Echo(messages=iter([])), NOISE)
    assert "".join(str(chunk.content) for chunk in model.stream(TEXT)) == TEXT
    _sent()


def test_llama_index() -> None:
    model = protect_llama(EchoLLM(), NOISE)
    assert model.complete(TEXT).text == TEXT
    _sent()


def test_llama_index_streams() -> None:
    model = protect_llama(EchoLLM(), NOISE)
    assert "".join(chunk.delta or "" for chunk in model.stream_complete(TEXT)) == TEXT
    _sent()
