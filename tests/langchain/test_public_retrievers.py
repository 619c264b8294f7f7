"""Retrievers over public texts: asked in surrogates, answered in the texts' own words."""

from __future__ import annotations

import inspect
from datetime import date
from typing import Any

import pytest
from adapter_support.person import NAME, assert_clean, sanitizer
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.retrievers import BaseRetriever
from langchain_core.tools import tool
from langchain_core.vectorstores import InMemoryVectorStore
from pydantic import Field

from langchain_privacy_chains import PrivateRetriever, PrivateTool, protect
from privacy_chains import PrivacyError, UnsupportedContent

EINSTEIN = Document(
    "Albert Einstein was born in Ulm on 14 March 1879; he earned $3,000 in Princeton.",
    metadata={"source": "https://encyclopedia.example/Albert_Einstein", "year": 1879, "seen": date(2024, 5, 1)},
    id="Albert Einstein",
)
QUESTION = f"{NAME}, 47, asks: where was Albert Einstein born, and did he know her? She earns $85,000."


class Encyclopedia(BaseRetriever):
    """Holds public texts, and a page that quotes the question."""

    asked: list[Any] = Field(default_factory=list)
    search_kwargs: dict[str, Any] = Field(default_factory=dict)
    pages: list[Document] = Field(default_factory=lambda: [EINSTEIN])

    def _get_relevant_documents(self, query: str, *, run_manager: Any, **kwargs: Any) -> list[Document]:
        self.asked.append((query, {**self.search_kwargs, **kwargs}))
        return [*self.pages, Document(f"You asked: {query}", metadata={"query": query, **self.search_kwargs})]


async def _asked(retriever: Any, question: str, *, asynchronous: bool, **options: Any) -> Any:
    found = (retriever.ainvoke if asynchronous else retriever.invoke)(question, **options)
    return await found if inspect.isawaitable(found) else found


@pytest.mark.parametrize("asynchronous", [False, True])
async def test_public_texts_come_back_untouched(asynchronous: bool) -> None:
    inner = Encyclopedia()
    retriever = protect(inner, sanitizer(), trust="query")
    page, _ = await _asked(retriever, f"What did {NAME} write of relativity?", asynchronous=asynchronous)
    assert page == EINSTEIN
    assert_clean(inner.asked)


def test_what_the_question_brought_is_read() -> None:
    inner = Encyclopedia(search_kwargs={"filter": {"author": "Peter Miller"}})
    _, echo = protect(inner, sanitizer(), trust="query").invoke(f"What did {NAME} write?")
    assert_clean(inner.asked)
    assert "Miller" not in repr(inner.asked)
    assert echo.page_content == f"You asked: What did {NAME} write?"
    assert echo.metadata["filter"] == {"author": "Peter Miller"}


def test_numbers_with_noise_are_nobodys() -> None:
    inner = Encyclopedia(pages=[Document(str(number)) for number in range(1, 100)])
    found = protect(inner, sanitizer(), trust="query").invoke(QUESTION)
    assert [one.page_content for one in found[:-1]] == [str(number) for number in range(1, 100)]


def test_what_a_session_said_before_is_not_read() -> None:
    session = sanitizer().session("thread")
    surrogate = session.sanitize("Peter Miller came.").text.removesuffix(" came.")
    inner = Encyclopedia(pages=[Document(f"{surrogate} is a real person.")])
    found = protect(inner, session, trust="query").invoke("Who is known in physics?")
    assert found[0].page_content == f"{surrogate} is a real person."


WORDS = st.lists(
    st.sampled_from(
        ["Albert", "Einstein", "Ulm", "Paris", "Johnson", "born", "in", "1879", "$3,000", "47", "the", "of"]
    ),
    max_size=12,
)


@given(WORDS)
def test_no_text_without_a_whole_surrogate_changes(words: list[str]) -> None:
    text = " ".join(words)
    inner = Encyclopedia(pages=[Document(text)])
    protected = protect(inner, sanitizer(), trust="query")
    page, _ = protected.invoke(f"{NAME}?")
    surrogate = inner.asked[0][0].removesuffix("?")
    assert surrogate != NAME
    assert page.page_content == (text if surrogate not in text else text.replace(surrogate, NAME))


def test_query_is_for_retrievers() -> None:
    @tool
    def search(text: str) -> str:
        """Search."""
        return text

    protected: Any = protect(search, sanitizer(), trust="query")
    assert isinstance(protected, PrivateTool)
    assert protected.trust == "remote"
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=4))
    with pytest.raises(UnsupportedContent, match="as_retriever"):
        protect(store, sanitizer(), trust="query")
    retriever: Any = protect(store.as_retriever(), sanitizer(), trust="query")
    assert isinstance(retriever, PrivateRetriever)
    with pytest.raises(PrivacyError):
        protect(Encyclopedia(), sanitizer(), trust="public")  # type: ignore[call-overload]
