"""Retrievers over public texts: asked in surrogates, answered in the texts' own words."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from adapter_support.person import NAME, assert_clean, sanitizer
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.schema import ImageNode, MediaResource, Node, NodeWithScore, QueryBundle, TextNode
from llama_index.core.vector_stores.types import MetadataFilter, MetadataFilters

from llama_index_privacy_chains import protect

EINSTEIN = TextNode(
    text="Albert Einstein was born in Ulm on 14 March 1879; he earned $3,000 in Princeton.",
    metadata={"source": "https://encyclopedia.example/Albert_Einstein", "year": 1879},
    id_="Albert Einstein",
)


class Encyclopedia(BaseRetriever):
    """Holds public texts, and a page that quotes the question."""

    def __init__(self, *pages: Any, author: str | None = None) -> None:
        self.asked: list[Any] = []
        self.pages = pages or (EINSTEIN,)
        only = [MetadataFilter(key="author", value=author)] if author else []
        self._filters = MetadataFilters(filters=list(only))
        self._kwargs = {"note": author} if author else {}
        super().__init__()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        asked = query_bundle.query_str
        self.asked.append((asked, self._filters, self._kwargs))
        authors = {"authors": [str(getattr(one, "value", "")) for one in self._filters.filters]}
        echo = TextNode(text=f"You asked: {asked}", metadata=authors)
        return [NodeWithScore(node=node, score=0.5) for node in (*self.pages, echo)]


async def _asked(retriever: Any, question: str, *, asynchronous: bool) -> list[NodeWithScore]:
    found = (retriever.aretrieve if asynchronous else retriever.retrieve)(question)
    return list(await found if inspect.isawaitable(found) else found)


@pytest.mark.parametrize("asynchronous", [False, True])
async def test_public_texts_come_back_untouched(asynchronous: bool) -> None:
    inner = Encyclopedia()
    question = f"What did {NAME} write of relativity?"
    page, echo = await _asked(protect(inner, sanitizer(), trust="query"), question, asynchronous=asynchronous)
    assert (page.node, page.score) == (EINSTEIN, 0.5)
    assert echo.node.get_content() == f"You asked: {question}"
    assert_clean(inner.asked)


def test_values_of_filters_are_read_as_well() -> None:
    inner = Encyclopedia(author="Peter Miller")
    found = protect(inner, sanitizer(), trust="query").retrieve("Where was Albert Einstein born?")
    assert "Miller" not in repr(inner.asked)
    assert found[-1].node.metadata == {"authors": ["Peter Miller"]}


def test_numbers_with_noise_are_nobodys() -> None:
    pages = [TextNode(text=str(number)) for number in range(1, 100)]
    found = protect(Encyclopedia(*pages), sanitizer(), trust="query").retrieve(f"{NAME} is 47 and earns $85,000.")
    assert [one.node.get_content() for one in found[:-1]] == [str(number) for number in range(1, 100)]


def test_what_a_session_said_before_is_not_read() -> None:
    session = sanitizer().session("thread")
    surrogate = session.sanitize("Peter Miller came.").text.removesuffix(" came.")
    page = TextNode(text=f"{surrogate} is a real person.")
    found = protect(Encyclopedia(page), session, trust="query").retrieve("Who is known in physics?")
    assert found[0].node == page


def test_public_pictures_pass() -> None:
    pictures = [
        ImageNode(image_url="https://encyclopedia.example/a.png"),
        Node(image_resource=MediaResource(data=b"x")),
    ]
    found = protect(Encyclopedia(*pictures), sanitizer(), trust="query").retrieve(f"A picture for {NAME}")
    assert [one.node for one in found[:-1]] == pictures
