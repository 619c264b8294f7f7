"""Four chat engines over three turns, asked in every way, with the real sanitizer."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest
from adapter_support.letters import Letters
from adapter_support.local_llm import LocalLLM
from adapter_support.person import EMAIL, NAME, RECORD, SALARY, SSN, assert_clean, sanitizer
from llama_index.core import Document, VectorStoreIndex
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.chat_engine import (
    CondensePlusContextChatEngine,
    CondenseQuestionChatEngine,
    ContextChatEngine,
    SimpleChatEngine,
)
from llama_index.core.chat_engine.types import BaseChatEngine
from llama_index.core.schema import NodeWithScore

from llama_index_privacy_chains import PrivacyPostprocessor, protect
from privacy_chains import Session

TURNS = (
    f"I am {NAME}, SSN {SSN}. What do I earn?",
    f"And does Ms. Johnson still read {EMAIL}?",
    "Is $85,000 right?",
)


def _respond(messages: Sequence[ChatMessage], _: Any) -> ChatMessage:
    """Condenses to the user's last words, and otherwise repeats what was said last."""
    text = messages[-1].content or ""
    if "tandalone question" in text:
        asked = text.partition("<Follow Up Message>")[2] or text.partition("Follow Up Input:")[2]
        return ChatMessage(role="assistant", content=asked.partition("<Standalone")[0].strip() or "What?")
    return ChatMessage(role="assistant", content=f"I read: {text}")


class Parts(NamedTuple):
    """What a chat engine is made of."""

    llm: LocalLLM
    index: VectorStoreIndex
    session: Session
    streaming: bool


def _simple(parts: Parts) -> BaseChatEngine:
    return SimpleChatEngine.from_defaults(llm=parts.llm, system_prompt=f"You help {NAME}.")


def _context(parts: Parts) -> BaseChatEngine:
    steps = [PrivacyPostprocessor(parts.session)]
    return ContextChatEngine.from_defaults(parts.index.as_retriever(), llm=parts.llm, node_postprocessors=steps)


def _condense_question(parts: Parts) -> BaseChatEngine:
    engine = parts.index.as_query_engine(llm=parts.llm, streaming=parts.streaming)
    return CondenseQuestionChatEngine.from_defaults(engine, llm=parts.llm)


def _condense_plus_context(parts: Parts) -> BaseChatEngine:
    return CondensePlusContextChatEngine.from_defaults(parts.index.as_retriever(), llm=parts.llm)


async def _chat(engine: BaseChatEngine, text: str) -> Any:
    answer = engine.chat(text)
    return answer, str(answer)


async def _achat(engine: BaseChatEngine, text: str) -> Any:
    answer = await engine.achat(text)
    return answer, str(answer)


async def _stream(engine: BaseChatEngine, text: str) -> Any:
    answer = engine.stream_chat(text)
    return answer, "".join(answer.response_gen)


async def _astream(engine: BaseChatEngine, text: str) -> Any:
    answer = await engine.astream_chat(text)
    return answer, "".join([token async for token in answer.async_response_gen()])


def _sources(answer: Any) -> list[NodeWithScore]:
    """LlamaIndex leaves the nodes of a streamed answer of a query engine inside what that engine returned."""
    return answer.source_nodes or [node for source in answer.sources for node in source.raw_output.source_nodes]


@pytest.mark.parametrize("make", [_simple, _context, _condense_question, _condense_plus_context])
@pytest.mark.parametrize("ask", [_chat, _achat, _stream, _astream])
@pytest.mark.parametrize("chat_model", [False, True])
async def test_three_turns(make: Callable[[Parts], Any], ask: Callable[..., Any], chat_model: bool) -> None:
    session, inner = sanitizer().session("thread"), LocalLLM(_respond, is_chat_model=chat_model)
    document = Document(text=RECORD, metadata={"owner": NAME, "salary": SALARY})
    index = VectorStoreIndex.from_documents([document], embed_model=protect(Letters(), sanitizer()))
    engine = protect(make(Parts(inner, index, session, ask in {_stream, _astream})), session)
    answers = []
    for turn in TURNS:
        answer, text = await ask(engine, turn)
        answers.append(text.strip())
        assert text.startswith("I read: ")
        assert turn in text
        found = [one.node for one in _sources(answer)]
        assert [node.get_content() for node in found] == [RECORD] * (make is not _simple)
        assert [node.metadata for node in found] == [document.metadata] * (make is not _simple)
    said = [(message.content or "").strip() for message in engine.chat_history]
    assert said == [text for pair in zip(TURNS, answers, strict=True) for text in pair]
    _assert_one_surrogate_each(inner, session)
    if make is _simple and chat_model:
        for before, after in zip(inner.messages, inner.messages[1:], strict=False):
            assert after[: len(before)] == before


def _assert_one_surrogate_each(inner: LocalLLM, session: Session) -> None:
    """Nothing clear was sent, and every call shows the customer under the same names."""
    assert len(inner.messages) >= len(TURNS)
    assert_clean(inner.wire)
    name, ssn, email = session.sanitize([NAME, SSN, EMAIL]).texts
    assert set(re.findall(r"\b\d{3}-\d{2}-\d{4}\b", inner.wire)) == {ssn}
    assert set(re.findall(r"[\w.]+@[\w.-]+\w", inner.wire)) == {email}
    assert set(re.findall(r"(?:I am|owner:|You help) (\w+ \w+)", inner.wire)) == {name}
    assert set(re.findall(r"(?<=Ms. )\w+", inner.wire)) == {name.split()[-1]}
    assert len(set(re.findall(r"\$[\d,]+\d", inner.wire))) == 1
