"""How a user writes it; checked by ``mypy --strict`` in ``make typecheck``, and never run."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.tools import tool
from llama_index.core.llms import LLM

from langchain_privacy_chains import PrivateChatModel
from langchain_privacy_chains import protect as protect_chat_model
from llama_index_privacy_chains import protect as protect_llm
from privacy_chains import Key, Ledger, Policy, PrivacyError, SanitizedPrompt, Sanitizer, Session, Span


def make_sanitizer() -> Sanitizer:
    try:
        key: Key = Key.from_env("USER_KEY")
    except PrivacyError:
        key = Key.generate()
    return Sanitizer(key, policy=Policy.default(epsilon=0.5))


def round_trip(sanitizer: Sanitizer) -> str:
    prompt: SanitizedPrompt = sanitizer.sanitize(["context", "question"])
    texts: tuple[str, ...] = prompt.texts
    spans: tuple[tuple[Span, ...], ...] = prompt.spans
    ledger: Ledger = prompt.ledger
    print(texts, spans, ledger.epsilon)  # noqa: T201
    return sanitizer.desanitize(sanitizer.desanitize(prompt.text, prompt))


def with_session(sanitizer: Sanitizer) -> Session:
    return sanitizer.session("thread-42", dependencies="yearly = 12 * monthly")


@tool
def balance(name: str) -> str:
    """The balance of an account."""
    return name


def langchain(chat_model: BaseChatModel, session: Session) -> Iterator[str]:
    model: PrivateChatModel = protect_chat_model(chat_model, session)
    answer: AIMessage = model.invoke("question")
    tooled: AIMessage = model.bind_tools([balance]).invoke("question")
    yield answer.text
    yield tooled.text
    for chunk in model.stream("question"):
        yield chunk.text


async def langchain_async(chat_model: BaseChatModel, sanitizer: Sanitizer) -> AsyncIterator[str]:
    async for chunk in protect_chat_model(chat_model, sanitizer).astream("question"):
        yield chunk.text


def llama_index(llm: LLM, sanitizer: Sanitizer) -> str:
    return protect_llm(llm, sanitizer).complete("question").text
