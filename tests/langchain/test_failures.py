"""What a model says of its failure is read back; content passes by any name; a retriever's session is chosen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from adapter_support.codebook import Codebook
from adapter_support.local_chat import LocalChat
from langchain_core.callbacks import BaseCallbackHandler, StdOutCallbackHandler
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage
from langchain_core.outputs import ChatGenerationChunk
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableConfig

from langchain_privacy_chains import SanitizingHandler, protect
from privacy_chains import PrivacyError, UnsupportedContent


class TooLongError(Exception):
    """As providers' errors are: a message, a status and a body."""

    def __init__(self, message: str, *, status: int, body: Any) -> None:
        super().__init__(message)
        self.status = status
        self.body = body


def _fail(text: str) -> None:
    error = TooLongError(f"no answer to {text}", status=83912, body={"error": {"message": text}})
    raise error from ConnectionError(f"while sending {text}")


class Failing(LocalChat):
    """Fails at once, or in the middle of a stream, and quotes what it was sent."""

    def _generate(self, messages: Any, *args: Any, **kwargs: Any) -> Any:
        _fail(messages[-1].text)

    def _stream(self, messages: Any, *args: Any, **kwargs: Any) -> Iterator[ChatGenerationChunk]:
        yield ChatGenerationChunk(message=AIMessageChunk("well"))
        _fail(messages[-1].text)

    async def _astream(self, messages: Any, *args: Any, **kwargs: Any) -> AsyncIterator[ChatGenerationChunk]:
        yield ChatGenerationChunk(message=AIMessageChunk("well"))
        _fail(messages[-1].text)


async def _called(model: Any, way: str, asked: str) -> None:
    if way.startswith("a"):
        called = getattr(model, way)(asked)
        _ = await called if way == "ainvoke" else [chunk async for chunk in called]
    else:
        _ = list(getattr(model, way)(asked))


@pytest.mark.parametrize("way", ["invoke", "ainvoke", "stream", "astream"])
async def test_a_models_errors_are_read_back(way: str, codebook: Codebook) -> None:
    model = protect(Failing(), codebook)
    with pytest.raises(TooLongError) as raised:
        await _called(model, way, "Alice Johnson")
    error = raised.value
    assert str(error) == "no answer to Alice Johnson"
    assert error.body == {"error": {"message": "Alice Johnson"}}
    assert error.status == 83912  # a code, and not the number that a surrogate stands for
    assert str(error.__cause__) == "while sending Alice Johnson"


IMAGES: list[dict[str, Any]] = [
    {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGVsbG8="}},
    {"type": "input_image", "image_url": "data:image/png;base64,aGVsbG8="},
    {"type": "image", "base64": "aGVsbG8=", "mime_type": "image/png"},
]


@pytest.mark.parametrize("block", IMAGES, ids=lambda block: block["type"])
def test_an_image_passes_by_whatever_name(block: dict[str, Any], codebook: Codebook) -> None:
    inner = LocalChat(respond=lambda *_: AIMessage("seen"))
    assert protect(inner, codebook, allow={"image"}).invoke([HumanMessage([block])]).text == "seen"
    with pytest.raises(UnsupportedContent):
        protect(inner, codebook, allow={"audio"}).invoke([HumanMessage([block])])


class Remote(BaseRetriever):
    def _get_relevant_documents(self, query: str, *, run_manager: Any) -> list[Document]:
        return [Document(f"about {query}")]


async def test_a_function_chooses_the_session_of_a_retriever(codebook: Codebook) -> None:
    private = protect(Remote(), lambda given: {"me": codebook}[given["user"]], trust="remote")
    config = RunnableConfig(configurable={"user": "me"})
    for found in (private.invoke("Alice Johnson", config), await private.ainvoke("Alice Johnson", config)):
        assert found == [Document("about Alice Johnson")]
    with pytest.raises(PrivacyError, match="'user'"):
        private.invoke("Alice Johnson")


class Own(BaseCallbackHandler):
    """Nobody knows whether it uploads."""


@pytest.mark.parametrize(
    "handler",
    [Own(), StdOutCallbackHandler(), SanitizingHandler(Own(), Codebook())],
    ids=lambda one: type(one).__name__,
)
def test_with_strict_handlers_must_be_known_to_run_here(handler: Any, codebook: Codebook) -> None:
    config = RunnableConfig(callbacks=[handler])
    inner = LocalChat(respond=lambda *_: AIMessage("seen"))
    assert protect(inner, codebook).invoke("Hello", config).text == "seen"
    private: list[Any] = [
        protect(inner, codebook, strict=True),
        protect(Remote(), codebook, trust="remote", strict=True),
    ]
    for one in private:
        if isinstance(handler, Own):
            with pytest.raises(PrivacyError, match="Own would upload"):
                one.invoke("Hello", config)
        else:
            assert one.invoke("Hello", config)
