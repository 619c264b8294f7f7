"""Pipelines with ``num_workers``: a transform of a spec travels to workers, and its key does not."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.schema import Document, MetadataMode

from llama_index_privacy_chains.ingestion import SanitizingTransform
from privacy_chains import Key, PrivacyError, Sanitizer, SanitizerSpec

KEY = bytes.fromhex("b1" * 31 + "07")


@pytest.fixture
def spec(tmp_path: Path) -> SanitizerSpec:
    Key.from_bytes(KEY).to_file(tmp_path / "user.key")
    return SanitizerSpec(f"file:{tmp_path / 'user.key'}", neural=False)


def documents() -> list[Document]:
    return [
        Document(text=f"Bob Haller paid with 4574 2472 0401 3705. {number}", id_=str(number)) for number in range(4)
    ]


def test_a_pipeline_with_workers_gives_the_bytes_of_one_without(spec: SanitizerSpec) -> None:
    pipeline = IngestionPipeline(transformations=[SanitizingTransform(spec)], disable_cache=True)
    alone = [node.get_content(MetadataMode.NONE) for node in pipeline.run(documents=documents())]
    shared = [node.get_content(MetadataMode.NONE) for node in pipeline.run(documents=documents(), num_workers=2)]
    assert sorted(shared) == sorted(alone)
    assert all("Haller" not in text for text in alone)


def test_what_travels_holds_no_key_and_only_a_spec_travels(spec: SanitizerSpec) -> None:
    transform = SanitizingTransform(spec, index="crm")
    pickled = pickle.dumps(transform)
    assert KEY not in pickled
    assert KEY.hex().encode() not in pickled
    copy = pickle.loads(pickled)  # noqa: S301  (our own bytes)
    assert copy.fingerprint == transform.fingerprint != SanitizingTransform(spec).fingerprint
    with pytest.raises(PrivacyError, match="SanitizerSpec"):
        pickle.dumps(SanitizingTransform(Sanitizer(Key.generate())))
