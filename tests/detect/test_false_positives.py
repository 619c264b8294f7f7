"""Texts without private values: the default detector finds next to nothing in them."""

from __future__ import annotations

import pytest
from harmless import harmless, tokens

from privacy_chains.detect import default_detector

DETECTOR = default_detector(neural=False)
TEXTS = harmless()
MOST = 1 / 1000


@pytest.mark.parametrize("kind", TEXTS)
def test_texts_without_private_values_are_left_alone(kind: str) -> None:
    found = sum(len(list(DETECTOR.detect(text))) for text in TEXTS[kind])
    assert found < MOST * sum(map(tokens, TEXTS[kind]))


@pytest.mark.parametrize("kind", [kind for kind in TEXTS if kind.startswith(("instructions", "sentences"))])
def test_the_network_leaves_ordinary_sentences_alone(kind: str) -> None:
    detector = default_detector()
    found = sum(len(list(detector.detect(text))) for text in TEXTS[kind])
    assert found < MOST * sum(map(tokens, TEXTS[kind]))
