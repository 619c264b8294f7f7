"""A document becomes the same in every order, split and process; and a plan that holds a key is refused."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, PrivacyError, Sanitizer, SanitizerSpec
from privacy_chains.adapting import Document, DocumentWorker, check_recipe, worker_of

KEY = "b1" * 31 + "07"
TEXTS = (
    "Alice Barr (SSN 182-69-2573) is 28 years old and owes $54,839.59.",
    "Ms. Barr called again; Bob Haller is 28 years old.",
    "Bob Haller paid with 4574 2472 0401 3705 and writes from bob@example.net.",
    "Nothing private is in this one.",
    "",
)
CLEAR = ("Alice", "Barr", "182-69-2573", "54,839", "Haller", "4574", "bob@")


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORPUS_KEY", KEY)


@pytest.fixture(scope="module")
def worker() -> DocumentWorker:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CORPUS_KEY", KEY)
        return DocumentWorker(SanitizerSpec("env:CORPUS_KEY", session="s", neural=False))


def documents(texts: list[str] | tuple[str, ...]) -> list[Document]:
    return [Document((text,)) for text in texts]


def test_it_writes_what_a_sanitizer_writes(worker: DocumentWorker) -> None:
    spec = SanitizerSpec("env:CORPUS_KEY", session="s", neural=False)
    expected = [spec.make().session("s").sanitize(text).texts for text in TEXTS]
    assert [worker.sanitize(one).texts for one in documents(TEXTS)] == expected


@given(order=st.permutations(TEXTS), cuts=st.lists(st.integers(0, len(TEXTS)), max_size=4))
def test_any_order_and_any_split_gives_the_same(worker: DocumentWorker, order: list[str], cuts: list[int]) -> None:
    alone = {text: worker.sanitize(Document((text,))).texts for text in TEXTS}
    edges = [0, *sorted(cuts), len(order)]
    units = [order[start:end] for start, end in pairwise(edges)]
    done = {
        text: read.texts
        for unit in units
        for text, read in zip(unit, map(worker.sanitize, documents(unit)), strict=True)
    }
    assert done == alone


def test_a_worker_remembers_nothing_of_a_named_session() -> None:
    """A sanitizer that remembers would hide, in a later document, what only an earlier one told."""
    spec = SanitizerSpec("env:CORPUS_KEY", session="s", neural=False)
    late = "The name on the file was Zyxwert."
    first = DocumentWorker(spec).sanitize(Document((late,)))
    told = DocumentWorker(spec)
    told.sanitize(Document(("Mr. Adam Zyxwert is 44 years old.",)))
    assert told.sanitize(Document((late,))) == first


def test_nothing_clear_is_left_and_counts_tell_what_was_found(worker: DocumentWorker) -> None:
    read = [worker.sanitize(one) for one in documents(TEXTS)]
    written = "".join(str(one.texts) for one in read)
    assert [value for value in CLEAR if value in written] == []
    assert ("PERSON", "enciphered", 1) in read[0].counts
    assert ("AGE", "noised", 1) in read[0].counts
    assert read[0].epsilon > read[3].epsilon == 0


def test_an_answer_is_read_back_against_its_prompt(worker: DocumentWorker) -> None:
    prompt = Document((TEXTS[0],))
    (sent,) = worker.sanitize(prompt).texts
    assert sent is not None
    back = worker.desanitize(Document((f"I agree. {sent}", None)), prompt)
    assert back.texts == (f"I agree. {TEXTS[0]}", None)
    assert ("PERSON", "restored", 1) in back.counts


def test_cells_without_text_stay_so(worker: DocumentWorker) -> None:
    assert worker.sanitize(Document((None, "Hello"))).texts == (None, "Hello")
    assert worker.sanitize(Document((None,))).texts == (None,)


def test_a_document_that_cannot_be_sanitized_fails_alone(worker: DocumentWorker) -> None:
    read = worker.sanitize(Document(("东京都新宿区西新宿的王小明先生住在这里很久了", "Alice Barr")))
    assert read.texts == (None, None)
    assert "王" not in read.failure
    assert read.failure


def test_a_failure_stops_the_work_or_leaves_nothing(worker: DocumentWorker) -> None:
    texts = ["fine", "东京都新宿区西新宿的王小明先生住在这里很久了"]
    with pytest.raises(PrivacyError, match="row 2 of this batch") as caught:
        worker.sanitize_columns({"": texts})
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    done = worker.sanitize_columns({"": texts}, on_failure="null")
    assert done.columns == [["fine", None]]
    assert [bool(failure) for failure in done.failures] == [False, True]


def test_a_foreign_error_tells_its_kind_only(worker: DocumentWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(document: Document) -> None:
        msg = f"cannot {document.texts}"
        raise ValueError(msg)

    monkeypatch.setattr(worker, "_sanitized", fail)
    assert worker.sanitize(Document(("Alice Barr",))).failure == "ValueError inside privacy-chains"


def test_what_is_shown_of_documents_has_no_text(worker: DocumentWorker) -> None:
    document = Document((TEXTS[0],), "alice")
    assert repr(document) == "Document(texts=1)"
    assert "Alice" not in repr(worker.desanitize(document._replace(whose=""), document._replace(whose="")))


@pytest.mark.parametrize(
    "make",
    [
        Key.generate,
        lambda: Sanitizer(Key.generate()),
        lambda: Sanitizer(Key.generate()).session("s"),
        lambda: "env:CORPUS_KEY",
    ],
)
def test_a_plan_with_a_key_is_refused(make: Callable[[], object]) -> None:
    with pytest.raises(PrivacyError, match="SanitizerSpec"):
        check_recipe(make())


def test_a_process_loads_one_network_for_a_spec() -> None:
    spec = SanitizerSpec("env:CORPUS_KEY", neural=False)
    copy = pickle.loads(pickle.dumps(spec))  # noqa: S301
    assert worker_of(spec) is worker_of(copy)


def test_documents_have_sessions_of_their_own_where_the_spec_says_so() -> None:
    worker = DocumentWorker(SanitizerSpec("env:CORPUS_KEY", per="document", neural=False))
    first, second = (worker.sanitize(Document((TEXTS[0],), whose)).texts for whose in ("1", "2"))
    assert first != second
    assert worker.sanitize(Document((TEXTS[0],))).failure


def test_columns_are_sanitized_jointly_in_each_row_and_read_back(worker: DocumentWorker) -> None:
    columns = [["Write to Bob Haller.", None], ["Is Haller there?", TEXTS[0]]]
    done = worker.sanitize_columns(dict(zip("ab", columns, strict=True)))
    first, second = done.columns
    assert first[1] is None
    assert str(first[0]).split()[-1].rstrip(".") == str(second[0]).split()[1]
    assert done.epsilons == [0, 2]
    assert (
        worker.desanitize_columns(
            dict(zip("ab", done.columns, strict=True)), dict(zip("ab", columns, strict=True))
        ).columns
        == columns
    )


@pytest.mark.parametrize(("cells", "whose"), [([54], None), (["a text"], [None]), (["a text"], [1.5])])
def test_a_cell_that_is_no_text_and_an_id_that_is_none_fail(
    worker: DocumentWorker, cells: list[object], whose: list[object] | None
) -> None:
    (failure,) = worker.sanitize_columns({"": cells}, whose, on_failure="null").failures
    assert "no text" in failure or "no id" in failure
    with pytest.raises(PrivacyError):
        worker.desanitize_columns({"": ["an answer"]}, {"": cells}, whose)
