"""Laws of reading back: an echo is exact whatever stands around, and no chunking changes the text."""

from __future__ import annotations

import json
from fractions import Fraction

from desanitize.requests import clear, fill, person, reader, streamed
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from privacy_chains.contract.spans import Span
from privacy_chains.desanitize import Issued, Reader

NAMED = {
    "person": person("Kaiser Soze", "Toren Kelmar")[0],
    "other": person("Łukasz Núñez", "Rémy Müñoz")[0],
    "ssn": Issued("US_SSN", "987-65-4321", "123-45-6789", "code"),
    "card": Issued("CREDIT_CARD", "4000 1234 5678 9010", "4111 1111 1111 4471", "code"),
    "phone": Issued("PHONE_NUMBER", "(212) 555-0100", "(415) 555-2671", "code"),
    "email": Issued("EMAIL_ADDRESS", "ks@acme.com", "qx@acme.com", "exact"),
    "employee": Issued("EMPLOYEE_ID", "EMP-0042-KS", "QRX-7315-BD", "code"),
    "pin": Issued("PIN", "4821", "6683", "code"),
    "address": Issued(
        "STREET_ADDRESS", "12 Oak Street, Apt 3, Erie, IL 62704", "29 Koch Street, Apt 7, Bath, IN 23328", "address"
    ),
    "age": Issued("AGE", "52", "47", "number", Fraction(52), Fraction(47)),
    "salary": Issued("MONEY", "$145,000", "$133,517", "number", Fraction(145000), Fraction(133517)),
    "count": Issued("COUNT", "-3", "12", "number", Fraction(-3), Fraction(12)),
}
ALIASES = [*person("Kaiser Soze", "Toren Kelmar")[1:], *person("Łukasz Núñez", "Rémy Müñoz")[1:]]
PROSE = [
    " ",
    "\n",
    ", ",
    ".",
    "'s ",
    "(",
    "years old",
    "-",
    "$",
    "_",
    "*",
    "\\n",
    "&amp;",
    "%20",
    "age ",
    "47",
    " 47 states",
    "Kel",
    "1",
    "é",
    "\u0301",
    "x",
]
CLEAR = st.one_of(st.sampled_from(PROSE), st.text(max_size=4), st.text("0123456789-., $Toren\\u&;%", max_size=5))
PIECES = st.lists(st.one_of(CLEAR, st.sampled_from([f"<<{name}>>" for name in NAMED])), max_size=10)
RESPELLED = [
    "TOREN KELMAR", "Kelmar, Toren", "T. Kelmar", "kelmar", "Kelmars", "Kelmarille", "Remy Munoz",
    "R\\u00e9my M\\u00fc\\u00f1oz", "123456789", "123 45 6789", "ending in 4471", "+1 415 555 2671", "4155552671",
    "133517", "133.517", "133 517 \u20ac", "$133.517 thousand", "aged 47", "47-year-old", "forty-seven years", "47",
    "QRX7315BD", "qrx 7315 bd", "Toren&nbsp;Kelmar", "R&eacute;my", "M&uuml;&ntilde;oz", "qx%40acme.com",
    "PIN 6683", "6683", "pin is 6 6 8 3", "47F with", "47 y/o", "133{,}517", "EUR133,517", "- 47",
    "\u00b9", "\\\\n", "\\u20ac",
    "\uff11\uff12\uff13-45-6789", "Toren\nKelmar",
    "29 Koch St", "29", "Koch Street", " Bath", ", ", "<br>", "<b", "IN 23328", "IN", "Indiana", "Apt. 7",
    "\nCity: ", "23328",
]  # fmt: skip
ANSWERS = st.lists(
    st.one_of(CLEAR, st.sampled_from(RESPELLED), st.sampled_from([i.surrogate for i in NAMED.values()])), max_size=8
)


def _template(pieces: list[str]) -> str:
    return "".join(piece if piece.startswith("<<") else piece.replace("<<", "") for piece in pieces)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, min_size=1, max_size=3))
def test_every_sanitized_text_reads_back_to_the_original(requests: list[list[str]]) -> None:
    templates = [_template(pieces) for pieces in requests]
    assume(_decided([fill(NAMED, template) for template in templates]))
    read = reader(NAMED, *templates, aliases=ALIASES)
    for template in templates:
        assert read.restore(fill(NAMED, template)[0]).text == clear(NAMED, template)


def _decided(texts: list[tuple[str, tuple[Span, ...]]]) -> bool:
    """Whether no text is the beginning of another that says something else of the same characters."""
    for text, spans in texts:
        for other, others in texts:
            mine, theirs = {(s.start, s.end) for s in spans}, {(s.start, s.end) for s in others}
            for _, end in mine ^ theirs:
                if text[: end + 1] == other[: end + 1]:
                    return False
    return True


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, min_size=2, max_size=4), st.integers(0, 3), st.permutations(list(NAMED)), ANSWERS)
def test_a_reader_that_goes_on_reads_as_one_built_at_once(
    requests: list[list[str]], known: int, names: list[str], answer: list[str]
) -> None:
    templates = [_template(pieces) for pieces in requests]
    filled = [fill(NAMED, template) for template in templates]
    assume(_decided(filled))
    texts, spans = [text for text, _ in filled], [places for _, places in filled]
    first = {name for name in names if any(f"<<{name}>>" in template for template in templates[:known])}
    issued = [NAMED[name] for name in sorted(names, key=lambda name: name not in first)] + ALIASES
    earlier = Reader(issued[: len(first)], texts[:known], spans[:known])
    before = [earlier.restore("".join(answer)).text, *(earlier.restore(text).text for text in texts[:known])]
    read, fresh = earlier.extended(issued, texts, spans), Reader(issued, texts, spans)
    for template, text in zip(templates, texts, strict=True):
        assert read.restore(text).text == clear(NAMED, template)
        assert read.restore(f"They say: {text}").text == fresh.restore(f"They say: {text}").text
    assert read.restore("".join(answer)).text == fresh.restore("".join(answer)).text
    unread = Reader(issued[: len(first)], texts[:known], spans[:known]).extended(issued, texts, spans)
    assert unread.restore("".join(answer)).text == fresh.restore("".join(answer)).text
    assert before == [earlier.restore("".join(answer)).text, *(earlier.restore(text).text for text in texts[:known])]


@settings(max_examples=300, deadline=None)
@given(PIECES, ANSWERS, st.lists(st.integers(0, 120), max_size=12))
@example(["A", "<<other>>"], ["AR\\u00e9my M\\u00fc\\u00f1oz"], [])  # the echo settles a part of a word and then ends
def test_any_chunking_reads_as_one_piece(pieces: list[str], answer: list[str], cuts: list[int]) -> None:
    read = reader(NAMED, _template(pieces), aliases=ALIASES)
    text = "".join(answer)
    whole = read.restore(text).text
    assert streamed(read, text, [min(cut, len(text)) for cut in cuts]) == whole
    assert streamed(read, text, range(1, len(text))) == whole


@settings(max_examples=150, deadline=None)
@given(PIECES)
def test_an_echo_streams_exactly(pieces: list[str]) -> None:
    template = _template(pieces)
    text, _ = fill(NAMED, template)
    assert streamed(reader(NAMED, template, aliases=ALIASES), text, range(1, len(text))) == clear(NAMED, template)


JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        ANSWERS.map("".join),
        st.sampled_from([47, 133517, 133517.0, -133517, 6683, 123456789]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.one_of(st.sampled_from(["age", "salary", "pin", "n"]), st.text(max_size=4)), inner, max_size=3
        ),
    ),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(JSON, st.booleans(), st.lists(st.integers(0, 200), max_size=10))
def test_json_streams_to_what_its_value_restores_to(value: object, ascii_only: bool, cuts: list[int]) -> None:
    read = Reader([*NAMED.values(), *ALIASES])
    document = json.dumps(value, ensure_ascii=ascii_only)
    expected = json.dumps(read.value(value), sort_keys=True)
    for ends in (cuts, range(1, len(document)), []):
        stream, at, pieces = read.stream(json=True), 0, []
        for cut in [*sorted(min(end, len(document)) for end in ends), len(document)]:
            pieces.append(stream.feed(document[at:cut]))
            at = cut
        restored = "".join(pieces) + stream.flush()
        assert json.dumps(json.loads(restored), sort_keys=True) == expected


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(exclude_categories=["Nd"])))
def test_json_that_holds_no_surrogate_keeps_its_bytes(text: str) -> None:
    for document in (json.dumps(text), text):
        stream = Reader(NAMED.values()).stream(json=True)
        assert "".join(map(stream.feed, document)) + stream.flush() == document


@settings(max_examples=150, deadline=None)
@given(PIECES)
def test_mapping_a_restored_text_gives_the_sanitized_one_again(pieces: list[str]) -> None:
    template = _template(pieces)
    read = reader(NAMED, template, aliases=ALIASES)
    text, _ = fill(NAMED, template)
    assert read.map(read.restore(text).text) == text


SCRAP = st.text("aAb1 2-.'_@\\n$,é中", min_size=1, max_size=6)
SCRAPS = st.lists(
    st.builds(Issued, st.sampled_from(["PERSON", "CODE"]), SCRAP, SCRAP, st.sampled_from(["words", "code", "exact"])),
    min_size=1,
    max_size=5,
)


@settings(max_examples=400, deadline=None)
@given(SCRAPS, st.data())
def test_the_laws_hold_for_surrogates_of_any_shape(issued: list[Issued], data: st.DataObject) -> None:
    named = {f"n{number}": item for number, item in enumerate({item.surrogate: item for item in issued}.values())}
    pieces = st.lists(st.one_of(SCRAP, st.sampled_from([f"<<{name}>>" for name in named])), max_size=8)
    templates = ["".join(template) for template in data.draw(st.lists(pieces, min_size=1, max_size=2))]
    assume(_decided([fill(named, template) for template in templates]))
    read = reader(named, *templates)
    for template in templates:
        text, _ = fill(named, template)
        assert read.restore(text).text == clear(named, template)
        assert streamed(read, text, range(1, len(text))) == clear(named, template)
    answer = "".join(
        data.draw(st.lists(st.one_of(SCRAP, st.sampled_from([item.surrogate for item in named.values()])), max_size=8))
    )
    assert streamed(read, answer, range(1, len(answer))) == read.restore(answer).text
