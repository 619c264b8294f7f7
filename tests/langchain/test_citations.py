from __future__ import annotations

from typing import Any

import pytest
from adapter_support.codebook import Codebook
from adapter_support.local_chat import LocalChat
from langchain_core.messages import AIMessage

from langchain_privacy_chains import protect


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize("streamed", [False, True])
def test_citations_point_at_the_clear_words(size: int, streamed: bool, codebook: Codebook) -> None:
    wrote = "Xqzan Wurptel owes 83912 to Doblenka Mish. See there."
    start = wrote.index("Doblenka")
    cited = {"start_index": start, "end_index": wrote.index(". See"), "cited_text": "Doblenka Mish"}
    annotation = {"type": "citation", "url": "https://example.org", **cited}
    block: dict[str, Any] = {"type": "text", "text": wrote, "annotations": [annotation]}
    inner = LocalChat(size=size, respond=lambda *_: AIMessage([block]))
    model = protect(inner, codebook)
    chunks = list(model.stream("x")) if streamed else [model.invoke("x")]
    answer = chunks[0]
    for chunk in chunks[1:]:
        answer += chunk  # type: ignore[assignment]
    (read,) = answer.content
    assert isinstance(read, dict)
    (shown,) = read["annotations"]
    assert read["text"][shown["start_index"] : shown["end_index"]] == shown["cited_text"] == "Renée O'Hara"
