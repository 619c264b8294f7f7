"""A vector store on disk, filled through the sanitizing pipeline, and read by another process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from leaks.ear import EMAIL, FORMS, KEY, NAME, PLANTED, RECORD

pytest.importorskip("qdrant_client")
pytest.importorskip("llama_index.vector_stores.qdrant")

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
PATHS = [TESTS, ROOT, ROOT / "adapters" / "llama_index"]

SCRIPT = """
import sys
from adapter_support.local_llm import LocalLLM
from leaks.ear import EMAIL, NAME, RECORD, sanitizer
from llama_index.core import Document, VectorStoreIndex
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.schema import MetadataMode
from llama_index.vector_stores.qdrant import QdrantVectorStore
from llama_index_privacy_chains import PrivacyPostprocessor, SanitizingTransform, protect
from qdrant_client import QdrantClient

class Letters(BaseEmbedding):
    def _get_text_embedding(self, text):
        return [float(1 + text.lower().count(letter)) for letter in "abcdefghijklmnopqrstuvwxyz@0123456789"]
    _get_query_embedding = _get_text_embedding
    async def _aget_query_embedding(self, query):
        return self._get_text_embedding(query)

what, path, key = sys.argv[1], sys.argv[2], bytes.fromhex(sys.argv[3])
mine = sanitizer(key)
store = QdrantVectorStore("records", client=QdrantClient(path=path))
if what == "fill":
    documents = [
        Document(text=RECORD, id_=EMAIL, metadata={"owner": NAME, "salary": 85217}),
        Document(text="Peter Miller wants to move to Madison.", metadata={"owner": "Peter Miller"}),
    ]
    transforms = [SentenceSplitter(), SanitizingTransform(mine), Letters()]
    IngestionPipeline(transformations=transforms, vector_store=store).run(documents=documents)
else:
    index = VectorStoreIndex.from_vector_store(store, embed_model=Letters())
    retriever = protect(index.as_retriever(similarity_top_k=1), mine, trust="remote")
    inner, session = LocalLLM(), mine.session("thread")
    engine = RetrieverQueryEngine.from_args(retriever, llm=inner, node_postprocessors=[PrivacyPostprocessor(session)])
    answer = protect(engine, session).query(f"Who is {RECORD.partition(' earns')[0]}?")
    print(answer.source_nodes[0].node.get_content(MetadataMode.ALL))
    print("ANSWER", answer)
    print("WIRE", inner.wire)
store.client.close()
"""


def _run(what: str, path: Path, key: bytes) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, PATHS)), "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, "-c", SCRIPT, what, str(path), key.hex()]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert ran.returncode == 0 or key != KEY, ran.stderr
    return ran.stdout + ran.stderr


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("store")
    _run("fill", path, KEY)
    return path


def test_nothing_clear_stands_in_its_files(store: Path) -> None:
    files = [path for path in store.rglob("*") if path.is_file()]
    held = b"".join(path.read_bytes() for path in files)
    assert len(held) > 1000
    assert b"_node_content" in held
    for form in {*FORMS, "Peter", "Miller"}:
        for encoding in ("utf-8", "utf-16-le"):
            assert form.encode(encoding) not in held
    assert KEY not in held


def test_another_process_with_the_key_finds_and_reads(store: Path) -> None:
    found, _, rest = _run("ask", store, KEY).partition("ANSWER")
    answer, _, wire = rest.partition("WIRE")
    assert RECORD.partition(" earns")[0] in found
    assert f"owner: {NAME}" in found
    assert NAME in answer
    assert EMAIL in answer
    assert not [value for value in PLANTED if value in wire]


def test_another_key_reads_nothing(store: Path) -> None:
    said = _run("ask", store, bytes(range(1, 33)))
    assert "KeyMaterialError: made under the key" in said
    assert not [value for value in PLANTED if value in said]
