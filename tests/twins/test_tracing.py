"""Handlers that upload: they hear surrogates, or nothing is sent."""

from __future__ import annotations

import pytest
from adapter_support.codebook import PLANTED, Codebook
from adapter_support.sides import Side, Way

from privacy_chains import PrivacyError
from privacy_chains.testing import REDACTED, Redaction

EVERY_WAY = pytest.mark.parametrize("way", ["whole", "async", "stream", "astream"])
QUESTION = "I am Alice Johnson."


@EVERY_WAY
async def test_nothing_is_sent_while_a_handler_would_upload_clear_text(
    way: Way, side: Side, codebook: Codebook
) -> None:
    inner = side.model()
    with pytest.raises(PrivacyError, match="Uploader would upload clear text, so nothing was sent"):
        await side.talk(side.uploading(side.protect(inner, codebook)), [QUESTION], way)
    assert side.sent(inner) == []


@EVERY_WAY
async def test_it_is_sent_where_clear_traces_are_allowed(way: Way, side: Side, codebook: Codebook) -> None:
    inner = side.model()
    model = side.uploading(side.protect(inner, codebook, clear_traces=True))
    assert await side.talk(model, [QUESTION], way) == [f"I read: {QUESTION}"]
    assert "Alice" not in side.told(inner)


@EVERY_WAY
async def test_a_sanitizing_handler_hears_surrogates(way: Way, side: Side, codebook: Codebook) -> None:
    heard: list[str] = []
    model = side.telling(side.protect(side.model(), codebook), codebook, heard)
    assert await side.talk(model, [QUESTION], way) == [f"I read: {QUESTION}"]
    assert "Xqzan Wurptel" in "".join(heard)
    assert not [value for value in PLANTED if value in "".join(heard)]


@EVERY_WAY
async def test_a_sanitizing_handler_hears_marks(way: Way, side: Side) -> None:
    method, heard = Redaction(["Alice Johnson"]), list[str]()
    await side.talk(side.telling(side.protect(side.model(), method), method, heard), [QUESTION], way)
    assert REDACTED in "".join(heard)
    assert "Alice" not in "".join(heard)
