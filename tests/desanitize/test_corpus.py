"""Rewritten answers in eight languages: each line marks what stands for what as ``⟦as written|as it should read⟧``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from chunk_invariance import assert_chunk_invariant
from desanitize.requests import person, reader, streamed

from privacy_chains.desanitize import Issued, Reader

CORPUS = Path(__file__).with_name("corpus")
_MARK = re.compile(r"⟦(.*?)\|(.*?)⟧", re.DOTALL)

PEOPLE = {
    "soze": person("Kaiser Soze", "Toren Kelmar"),
    "brandt": person("Zoë Brandt", "Björn Løvås"),
    "oneil": person("Mary O'Neil", "Tess O'Hara"),
    "whitfield": [
        Issued("PERSON", "John D. Whitfield", "Raymond Y. Greenberg", "words"),
        Issued("PERSON", "John", "Raymond", "words"),
        Issued("PERSON", "Whitfield", "Greenberg", "words"),
    ],
    "berg": [Issued("PERSON", "Anne-Marie van der Berg", "Lise-Maud van der Holt", "words")],
}
NAMED = {name: people[0] for name, people in PEOPLE.items()} | {
    "ssn": Issued("US_SSN", "987-65-4321", "123-45-6789", "code"),
    "card": Issued("CREDIT_CARD", "4000 1234 5678 9010", "4111 1111 1111 4471", "code"),
    "other_card": Issued("CREDIT_CARD", "5105 1051 0510 3355", "5500 0000 1234 9020", "code"),
    "phone": Issued("PHONE_NUMBER", "(212) 555-0147", "(415) 555-2671", "code"),
    "employee": Issued("EMPLOYEE_ID", "EMP-0042-KS", "QRX-7315-BD", "code"),
    "iban": Issued("IBAN_CODE", "DE89 3704 0044 0532 0130 00", "DE44 5001 0517 5407 3249 31", "code"),
    "email": Issued("EMAIL_ADDRESS", "k.soze@acme.com", "q.lund@acme.com", "exact"),
    "server": Issued("IP_ADDRESS", "192.168.7.12", "10.20.30.41", "exact"),
    "age": Issued("AGE", "52", "47", "number", Fraction(52), Fraction(47)),
    "salary": Issued("MONEY", "$145,000", "$133,517", "number", Fraction(145000), Fraction(133517)),
    "revenue": Issued("REVENUE", "91,457,003", "93,224,247", "number", Fraction(91457003), Fraction(93224247)),
    "alias": Issued("ALIAS", 'Kaiser "K" O\'Soze', "Orvel Brandish", "words"),
    "children": Issued("CHILDREN", "2", "3", "number", Fraction(2), Fraction(3)),
}
REQUEST = (
    "<<soze>> (SSN <<ssn>>, card <<card>>, IBAN <<iban>>) is <<age>> and earns <<salary>>.\n"
    "<<brandt>> pays by <<other_card>>; <<oneil>> and <<berg>> have <<children>> children. Sales: <<revenue>>.\n"
    "Contact: <<email>>, <<phone>>, badge <<employee>>, host <<server>>."
)


@pytest.fixture(scope="module")
def read() -> Reader:
    return reader(NAMED, REQUEST, aliases=[alias for people in PEOPLE.values() for alias in people[1:]])


def answers(path: Path) -> list[tuple[str, str]]:
    """The answers of one file of the corpus, each with the text that it should read as."""
    marked = [json.loads(line)["answer"] for line in path.read_text("utf-8").splitlines()]
    return [(_MARK.sub(r"\1", answer), _MARK.sub(r"\2", answer)) for answer in marked]


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_rewritten_answer_reads_back(read: Reader, path: Path) -> None:
    wrong = []
    for answer, expected in answers(path):
        if {read.restore(answer).text, streamed(read, answer, range(1, len(answer)))} != {expected}:
            wrong.append((answer, expected, read.restore(answer).text))
    assert not wrong


def test_the_corpus_is_as_large_as_it_says() -> None:
    paths = list(CORPUS.glob("*.jsonl"))
    assert sum(len(answers(path)) for path in paths) >= 400
    assert len(paths) >= 8


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_cut_of_every_answer_reads_alike(read: Reader, path: Path) -> None:
    def stream_filter(chunks: Iterable[str]) -> Iterator[str]:
        stream = read.stream()
        for chunk in chunks:
            yield stream.feed(chunk)
        yield stream.flush()

    for answer, _ in answers(path):
        assert assert_chunk_invariant(stream_filter, lambda text: read.restore(text).text, answer) >= len(answer)
