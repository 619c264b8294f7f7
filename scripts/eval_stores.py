"""Fill real vector stores through both adapters, and count what does not come back exactly.

    scripts/test_stores.sh                                  # builds the environment, then runs this
    python scripts/eval_stores.py --documents 1000 --keys 10

Every entity type that is enciphered stands in the documents, in texts and in metadata, beside amounts, ages and dates,
which are noised. Each document is split in one of three sizes, stored, read back, and compared; filters by each field
must find what they were stored with; the files of the stores are searched for every name; a host that edits, adds,
drops or swaps anything must be found out; and another key must read nothing. The amounts that stand in the files are
those whose noise happened to be nothing, and those that are the noised amounts of others.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import re
import shutil
import sys
import tempfile
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

from format_samples import SAMPLES, members

from privacy_chains import Encipher, Key, KeyMaterialError, MarkError, Policy, SanitizedPrompt, Sanitizer
from privacy_chains.contract.records import MARK
from privacy_chains.preempt.index import Index

SIZES = (120, 300, 1000)
PROSE = (
    "{person} of {city} called about {kind} {value}.",
    "Please send the papers for {kind} {value} to {person}, who is {age} years old.",
    "{person} was born on {born} and pays ${amount} a year; the file says {kind}: {value}.",
    "Nothing else is known of {city}.",
)


@dataclass(frozen=True)
class Record:
    """One document as its owner has it, and the names and amounts planted in it."""

    identity: str
    text: str
    metadata: dict[str, Any]
    names: frozenset[str] = frozenset()
    amounts: frozenset[str] = frozenset()


def records(count: int, seed: int) -> list[Record]:
    """Documents that hold every enciphered type in turn."""
    rng = random.Random(seed)
    rules = Policy.default().rules
    drawn = {
        kind: members(rule.format, SAMPLES[kind].split("|"), rng)
        for kind, rule in sorted(rules.items())
        if isinstance(rule, Encipher) and kind in SAMPLES
    }
    kinds = sorted(drawn)
    return [_record(rng, drawn, kinds[place % len(kinds)], place) for place in range(count)]


def _record(rng: random.Random, drawn: dict[str, Iterator[str]], kind: str, place: int) -> Record:
    person, city, value = next(drawn["PERSON"]), next(drawn["LOCATION"]), next(drawn[kind])
    amount, age = round(rng.uniform(1_000, 99_000), 2), rng.randrange(1, 99)
    born = f"{rng.randrange(1930, 2010)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 28):02}"
    told = {"person": person, "city": city, "kind": kind.replace("_", " ").lower(), "value": value}
    told |= {"amount": f"{amount:,.2f}", "age": str(age), "born": born}
    text = " ".join(rng.choice(PROSE).format(**told) for _ in range(rng.randrange(2, 9)))
    metadata = {
        "owner": person,
        "city": city,
        "detail": value,
        "salary": amount,
        "age": age,
        "born": born,
        "row": place,
        "active": place % 3 == 0,
    }
    identity = str(uuid.UUID(int=rng.getrandbits(128), version=4)) if place % 2 else f"crm/{place}/{person}"
    return Record(identity, text, metadata, frozenset({person}), frozenset({f"{amount:,.2f}", str(amount)}))


def vector(text: str) -> list[float]:
    """A deterministic embedding."""
    return [byte / 255 + 0.01 for byte in hashlib.sha256(text.encode()).digest()]


def chunks_of(record: Record, size: int) -> Iterator[Record]:
    """A document split in one size; chunks have ids of their own."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter  # noqa: PLC0415  (installed for this script)

    splitter = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=size // 10)
    for number, text in enumerate(splitter.split_text(record.text)):
        yield Record(f"{record.identity}#{number}", text, record.metadata)


# Each framework: how a store is filled, read, and read raw.


class LangChainSide:
    """LangChain's stores."""

    name = "LangChain"

    @staticmethod
    def stores(folder: Path, database: str | None) -> dict[str, Callable[[], Any]]:
        from langchain_core.embeddings import Embeddings  # noqa: PLC0415

        class Hashed(Embeddings):
            def embed_documents(self, texts: list[str]) -> list[list[float]]:
                return [vector(text) for text in texts]

            def embed_query(self, text: str) -> list[float]:
                return vector(text)

        def chroma() -> Any:
            from langchain_chroma import Chroma  # noqa: PLC0415

            return Chroma("records", Hashed(), persist_directory=str(folder / "chroma"))

        def qdrant() -> Any:
            from langchain_qdrant import QdrantVectorStore  # noqa: PLC0415
            from qdrant_client import QdrantClient  # noqa: PLC0415
            from qdrant_client.models import Distance, VectorParams  # noqa: PLC0415

            client = QdrantClient(path=str(folder / "qdrant"))
            client.create_collection("records", VectorParams(size=32, distance=Distance.COSINE))
            return QdrantVectorStore(client, "records", Hashed())

        def pgvector() -> Any:
            from langchain_postgres import PGVector  # noqa: PLC0415

            return PGVector(Hashed(), connection=str(database), collection_name="records", use_jsonb=True)

        return {"Chroma": chroma, "Qdrant": qdrant, **({"pgvector": pgvector} if database else {})}

    @staticmethod
    def protect(store: Any, sanitizer: Index) -> Any:
        from langchain_privacy_chains import protect  # noqa: PLC0415

        return protect(store, sanitizer, trust="remote")

    @staticmethod
    def add(store: Any, chunks: list[Record]) -> None:
        from langchain_core.documents import Document  # noqa: PLC0415

        store.add_documents([Document(one.text, metadata=one.metadata, id=one.identity) for one in chunks])

    @staticmethod
    def read(store: Any, chunk: Record) -> tuple[str, dict[str, Any], str | None]:
        (found,) = store.get_by_ids([chunk.identity])
        metadata = {name: value for name, value in found.metadata.items() if not name.startswith("_")}
        return found.page_content, metadata, found.id or chunk.identity  # Qdrant's adapter returns no ids

    @staticmethod
    def refused(store: Any, index: Index, chunk: Record, edit: Edit, reader: Index) -> bool:
        from langchain_privacy_chains._documents import read_stored  # noqa: PLC0415

        stored = store.bound.get_by_ids([index.identities(chunk.identity)[0]])[0]
        text, metadata = edit(stored.page_content, dict(stored.metadata))
        changed = stored.model_copy(update={"page_content": text, "metadata": metadata})
        return _is_refused(lambda: read_stored(reader, changed))

    @staticmethod
    def filtered(store: Any, name: str, value: Any) -> list[str]:
        asked: Any = {name: value}
        if type(store.bound).__name__ == "QdrantVectorStore":
            from qdrant_client import models  # noqa: PLC0415

            match = models.MatchValue(value=value)
            asked = models.Filter(must=[models.FieldCondition(key=f"metadata.{name}", match=match)])
        return [one.page_content for one in store.similarity_search("x", 100, filter=asked)]


class LlamaIndexSide:
    """LlamaIndex's stores."""

    name = "LlamaIndex"

    @staticmethod
    def stores(folder: Path, database: str | None) -> dict[str, Callable[[], Any]]:
        def chroma() -> Any:
            import chromadb  # noqa: PLC0415
            from llama_index.vector_stores.chroma import ChromaVectorStore  # noqa: PLC0415

            client = chromadb.PersistentClient(str(folder / "chroma-llama"))
            return ChromaVectorStore(chroma_collection=client.create_collection("records"))

        def qdrant() -> Any:
            from llama_index.vector_stores.qdrant import QdrantVectorStore  # noqa: PLC0415
            from qdrant_client import QdrantClient  # noqa: PLC0415

            return QdrantVectorStore("records", client=QdrantClient(path=str(folder / "qdrant-llama")))

        def pgvector() -> Any:
            from llama_index.vector_stores.postgres import PGVectorStore  # noqa: PLC0415

            plain = str(database).replace("+psycopg", "")
            asynchronous = plain.replace("postgresql://", "postgresql+asyncpg://")
            return PGVectorStore(
                connection_string=plain,
                async_connection_string=asynchronous,
                table_name="records",
                embed_dim=32,
                schema_name="public",
            )

        return {"Chroma": chroma, "Qdrant": qdrant, **({"pgvector": pgvector} if database else {})}

    @staticmethod
    def protect(store: Any, sanitizer: Index) -> Any:
        from llama_index_privacy_chains import protect  # noqa: PLC0415

        return protect(store, sanitizer, trust="remote")

    @staticmethod
    def add(store: Any, chunks: list[Record]) -> None:
        from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode  # noqa: PLC0415

        store.add(
            [
                TextNode(
                    text=one.text,
                    metadata=one.metadata,
                    id_=one.identity,
                    embedding=vector(one.text),
                    relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=one.identity.partition("#")[0])},
                )
                for one in chunks
            ]
        )

    @staticmethod
    def read(store: Any, chunk: Record) -> tuple[str, dict[str, Any], str | None]:
        (found,) = store.get_nodes([chunk.identity])
        if found.ref_doc_id != chunk.identity.partition("#")[0]:
            return "", {}, None
        return found.get_content(), found.metadata, found.node_id

    @staticmethod
    def refused(store: Any, index: Index, chunk: Record, edit: Edit, reader: Index) -> bool:
        from llama_index_privacy_chains._nodes import read_stored  # noqa: PLC0415

        stored = store.bound.get_nodes([index.identities(chunk.identity)[0]])[0]
        text, metadata = edit(stored.get_content(), dict(stored.metadata))
        changed = stored.model_copy(update={"text": text, "metadata": metadata})
        return _is_refused(lambda: read_stored(reader, changed))

    @staticmethod
    def filtered(store: Any, name: str, value: Any) -> list[str]:
        from llama_index.core.vector_stores.types import MetadataFilter, MetadataFilters  # noqa: PLC0415

        asked = MetadataFilters(filters=[MetadataFilter(key=name, value=value)])
        return [node.get_content() for node in store.get_nodes(filters=asked)]


Edit = Callable[[str, dict[str, Any]], tuple[str, dict[str, Any]]]
EDITS: tuple[Edit, ...] = (
    lambda text, fields: (f"{text}.", fields),
    lambda text, fields: (text[1:], fields),
    lambda text, fields: (text, fields | {"active": not fields["active"]}),
    lambda text, fields: (text, fields | {"row": fields["row"] + 1}),
    lambda text, fields: (text, fields | {"owner": fields["city"], "city": fields["owner"]}),
    lambda text, fields: (text, fields | {"comment": "paid"}),
    lambda text, fields: (text, {name: one for name, one in fields.items() if name != "active"}),
)
"""What a host may do to what it holds."""
UNCHANGED: Edit = lambda text, fields: (text, fields)  # noqa: E731  (one of them)


def _is_refused(read: Callable[[], object]) -> bool:
    try:
        read()
    except (MarkError, KeyMaterialError):
        return True
    return False


def sanitizing_once(index: Index) -> Index:
    """An index that sanitizes the same texts once: that is a pure function, and every store is filled with them."""
    held, sanitize = dict[tuple[str, ...], SanitizedPrompt](), index.sanitize

    def sanitized(texts: str | Sequence[str]) -> SanitizedPrompt:
        told = (texts,) if isinstance(texts, str) else tuple(texts)
        if told not in held:
            held[told] = sanitize(texts)
        return held[told]

    index.sanitize = sanitized  # type: ignore[method-assign]  # for this measurement
    return index


def evaluate(side: Any, make: Callable[[], Any], key: int, index: Index, documents: list[Record]) -> Counter[str]:
    """Fill one store under one key, read everything back, and count."""
    store = side.protect(make(), index)
    chunks = [chunk for place, one in enumerate(documents) for chunk in chunks_of(one, SIZES[place % len(SIZES)])]
    for start in range(0, len(chunks), 100):
        side.add(store, chunks[start : start + 100])
    counts = Counter(chunks=len(chunks))
    for chunk in chunks:
        text, metadata, identity = side.read(store, chunk)
        counts["texts wrong"] += text != chunk.text
        counts["metadata wrong"] += {name: metadata.get(name) for name in chunk.metadata} != chunk.metadata
        counts["marks shown"] += MARK in metadata
        counts["ids wrong"] += identity != chunk.identity
    stranger = Sanitizer(Key.generate()).index()
    for place, chunk in enumerate(random.Random(key).sample(chunks, min(50, len(chunks)))):
        counts["edits missed"] += not side.refused(store, index, chunk, EDITS[place % len(EDITS)], index)
        counts["read by another"] += not side.refused(store, index, chunk, UNCHANGED, stranger)
        if place < FILTERED:
            asked = [name for name in ASKED if not str(chunk.metadata[name]).isdecimal() or name != "detail"]
            selected = [side.filtered(store, name, chunk.metadata[name]) for name in asked]
            counts["filters missed"] += sum(chunk.text not in texts for texts in selected)
    return counts


# LlamaIndex's pgvector takes a text of digits for a number, in clear, too, and fails where a field holds others.
ASKED = ("owner", "city", "detail", "born", "age", "row")
FILTERED = 10


def standing(values: Iterable[str], folder: Path) -> int:
    """How many values stand in the files of the stores, as words or numbers of their own."""
    held = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    held_ones = (value.encode() for value in set(values) if value.encode() in held)
    return sum(re.search(rb"(?<![\w.,])%b(?![\w])" % re.escape(value), held) is not None for value in held_ones)


def database(folder: Path) -> tuple[str | None, Callable[[], None]]:
    """A PostgreSQL server with pgvector in a folder, where the package that brings one is installed."""
    try:
        import pgserver  # noqa: PLC0415
    except ImportError:
        return None, lambda: None
    server = pgserver.get_server(folder / "postgres", cleanup_mode="stop")
    server.psql("CREATE EXTENSION IF NOT EXISTS vector;")
    return server.get_uri().replace("postgresql://", "postgresql+psycopg://"), server.cleanup


def main() -> int:
    """Run, print a table, and exit with 1 where anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--documents", type=int, default=1000, help="for each key")
    parser.add_argument("--keys", type=int, default=10)
    given = parser.parse_args()
    console, told, totals = Console(width=150), Console(stderr=True), dict[str, Counter[str]]()
    for key in track(range(given.keys), "keys", console=told):
        folder = Path(tempfile.mkdtemp(prefix="stores"))
        uri, stop = database(folder)
        documents = records(given.documents, key)
        index = sanitizing_once(Sanitizer(Key.from_bytes(hashlib.sha256(f"{key}".encode()).digest())).index())
        for side in (LangChainSide, LlamaIndexSide):
            for name, make in side.stores(folder, uri).items():
                counts = evaluate(side, make, key, index, documents)
                totals.setdefault(f"{side.name}, {name}", Counter()).update(counts)
        stop()
        files = totals.setdefault("all files", Counter())
        files["names"] += standing((name for one in documents for name in one.names), folder)
        files["amounts"] += standing((amount for one in documents for amount in one.amounts), folder)
        shutil.rmtree(folder, ignore_errors=True)
        told.print(f"key {key + 1}: {sum(totals.values(), Counter()).items()}")
    columns = ["chunks", "texts wrong", "metadata wrong", "ids wrong", "marks shown", "filters missed"]
    columns += ["edits missed", "read by another", "names", "amounts"]
    table = Table("store", *columns)
    for name, counts in totals.items():
        table.add_row(name, *(str(counts.get(column, "")) for column in columns))
    console.print(table)
    return int(
        any(count for counts in totals.values() for name, count in counts.items() if name not in {"chunks", "amounts"})
    )


if __name__ == "__main__":
    sys.exit(main())
