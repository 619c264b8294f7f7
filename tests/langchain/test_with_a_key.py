"""The adapter with the real sanitizer: detection, enciphering, noise and reading back."""

from __future__ import annotations

import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from adapter_support.local_chat import LocalChat
from adapter_support.person import EMAIL, NAME, RECORD, SALARY, SSN, assert_clean, sanitizer, targets
from langchain.agents import create_agent
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.runnables import RunnableLambda, RunnablePassthrough
from langchain_core.tools import tool
from langchain_core.vectorstores import InMemoryVectorStore

from langchain_privacy_chains import (
    Desanitize,
    EnforceDependencies,
    PrivacyMiddleware,
    PrivateDocumentTransformer,
    PrivateRetriever,
    Sanitize,
    protect,
)
from privacy_chains import Budget, BudgetExceeded, DependencyError, KeyMaterialError, PrivacyError

PAID: list[Any] = []


@pytest.fixture(params=["sanitizer", "session", "layers", "words", "importance"])
def target(request: pytest.FixtureRequest) -> Any:
    return targets()[request.param]


@tool
def pay(name: str, amount: int) -> str:
    """Pay somebody."""
    PAID.append((name, amount))
    return f"{name} received ${amount:,}; the account of {EMAIL} is settled"


def _sum(chunks: list[Any]) -> Any:
    total = chunks[0]
    for chunk in chunks[1:]:
        total += chunk
    return total


@pytest.mark.parametrize("streamed", [False, True])
def test_a_conversation_of_three_turns(target: Any, streamed: bool) -> None:
    inner = LocalChat()
    model = protect(inner, target)
    history: list[Any] = [SystemMessage(f"You help {NAME}."), HumanMessage(RECORD)]
    for question in ("And what does Alice earn?", "Is 536-22-8154 right?", "Thanks, Ms. Johnson!"):
        answer = _sum(list(model.stream(history))) if streamed else model.invoke(history)
        assert answer.text.endswith(str(history[-1].text))
        history += [answer, HumanMessage(question)]
    assert_clean(inner.wire)
    for before, after in zip(inner.seen, inner.seen[1:], strict=False):
        sent, again = ([message.content for message in messages] for messages, _ in (before, after))
        assert again[: len(sent)] == sent


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
def test_tool_calls_hold_true_names_and_numbers(target: Any, size: int) -> None:
    def respond(messages: Any, _: Any) -> AIMessage:
        name, amount = re.search(r"pay ([\w' -]+?) \$([\d,]+)", messages[-1].text).groups()  # type: ignore[union-attr]
        args = {"name": name, "amount": int(amount.replace(",", ""))}
        return AIMessage("", tool_calls=[{"name": "pay", "args": args, "id": "a"}])

    model = protect(LocalChat(size=size, respond=respond), target).bind_tools([pay])
    for answer in (model.invoke(f"Please pay {NAME} $85,000"), _sum(list(model.stream(f"Please pay {NAME} $85,000")))):
        assert answer.tool_calls[0]["args"] == {"name": NAME, "amount": SALARY}


@pytest.mark.parametrize("how", ["model", "middleware"])
def test_an_agent_with_a_tool(target: Any, how: str) -> None:
    PAID.clear()

    def respond(messages: Any, _: Any) -> AIMessage:
        if isinstance(messages[-1], ToolMessage):
            return AIMessage(f"Done: {messages[-1].text}")
        name = re.search(r"Pay ([\w' -]+?) \d", messages[-1].text)[1]  # type: ignore[index]
        return AIMessage("", tool_calls=[{"name": "pay", "args": {"name": name, "amount": 7}, "id": "a"}])

    inner = LocalChat(respond=respond)
    protected = {"model": protect(inner, target), "tools": [pay]}
    agent = create_agent(
        **protected if how == "model" else {"model": inner, "tools": [pay], "middleware": [PrivacyMiddleware(target)]}
    )
    state = agent.invoke({"messages": [HumanMessage(f"Pay {NAME} 7")]})
    assert PAID == [(NAME, 7)]
    assert state["messages"][-1].text == f"Done: {NAME} received $7; the account of {EMAIL} is settled"
    assert_clean(inner.wire)


class Letters(Embeddings):
    """Counts letters, and remembers what it was sent."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def embed_query(self, text: str) -> list[float]:
        self.seen.append(text)
        return [float(text.lower().count(letter)) for letter in "abcdefghijklmnopqrstuvwxyz@-0123456789"]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]


def test_a_hosted_store_finds_and_another_process_reads_with_the_key() -> None:
    embeddings = Letters()
    store = InMemoryVectorStore(embeddings)
    documents = [
        Document(f"{NAME} <{EMAIL}>", metadata={"ssn": SSN}),
        Document("Peter Miller <peter@else.example>", metadata={"ssn": "219-09-9999"}),
    ]
    store.add_documents(list(PrivateDocumentTransformer(sanitizer()).transform_documents(documents)))
    assert_clean(str(store.store), embeddings.seen)
    retriever = protect(store.as_retriever(search_kwargs={"k": 1}), sanitizer(), trust="remote")
    (found,) = retriever.invoke(f"Who is {NAME} <{EMAIL}>?")
    assert (found.page_content, found.metadata) == (documents[0].page_content, documents[0].metadata)
    inner, question = store.as_retriever(search_kwargs={"k": 1}), f"Who is {NAME} <{EMAIL}>?"
    with pytest.raises(KeyMaterialError):
        protect(inner, sanitizer(1), trust="remote").invoke(question)
    assert_clean(PrivateRetriever(bound=inner, sanitizer=sanitizer(1), unmarked="keep").invoke(question))


def test_two_users_of_one_model_never_cross() -> None:
    inner = LocalChat()
    names = ("Alice Johnson", "Peter Miller")
    models = [protect(inner, sanitizer(user).session("t")) for user in (0, 1)]

    def ask(turn: int) -> bool:
        said = f"I am {names[turn % 2]}."
        return models[turn % 2].invoke(said).text == f"I read: {said}"

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(60)))
    assert not [name for name in names if name in inner.wire]


def test_nothing_secret_is_shown_or_pickled(target: Any) -> None:
    model = protect(LocalChat(), target)
    model.invoke(RECORD)
    assert_clean(repr(model), str(model.asdict()))
    with pytest.raises((PrivacyError, TypeError)):
        pickle.dumps(model)


def test_an_exceeded_budget_sends_nothing() -> None:
    inner = LocalChat()
    model = protect(inner, sanitizer().session("t", budget=Budget(message=0.1)))
    with pytest.raises(BudgetExceeded) as raised:
        model.invoke(RECORD)
    assert not inner.seen
    assert_clean(str(raised.value))


def test_numbers_that_follow_from_others_add_up_at_the_model() -> None:
    inner = LocalChat()
    session = sanitizer().session("t", dependencies="yearly_salary = 12 * monthly_salary")
    model = protect(inner, session)
    asked = f"{NAME} has a monthly salary of $7,000 and a yearly salary of $84,000."
    assert model.invoke(asked).text == f"I read: {asked}"
    sent = str(inner.seen[0][0][0].text)
    monthly, yearly = (int(found.replace(",", "")) for found in re.findall(r"\$([\d,]+)", sent))
    assert yearly == 12 * monthly != 84_000


def test_the_helper_string_as_a_step_of_a_chain() -> None:
    seen: list[str] = []

    def remote(prompt: Any) -> str:
        seen.append(prompt.text)
        return f"I read: {prompt.text}"

    asked = f"{NAME} has a monthly salary of $7,000 and pays $84,000 a year."
    steps = Sanitize(sanitizer(), as_prompt=True) | EnforceDependencies("pays = 12 * monthly_salary")
    chain = steps | {"prompt": RunnablePassthrough(), "answer": RunnableLambda(remote)} | Desanitize(sanitizer())
    assert chain.invoke(asked) == f"I read: {asked}"
    monthly, yearly = (int(found.replace(",", "")) for found in re.findall(r"\$([\d,]+)", seen[0]))
    assert yearly == 12 * monthly != 84_000
    assert NAME not in repr(chain)
    with pytest.raises(DependencyError):
        (Sanitize(sanitizer(), as_prompt=True) | EnforceDependencies("a = ")).invoke(asked)
