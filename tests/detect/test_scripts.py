"""No letter leaves in clear that no detector can read: a few are hidden as a name, a text of them is refused."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, Message, Sanitizer
from privacy_chains.contract.spans import Span
from privacy_chains.detect import CompositeDetector, RegexDetector, default_detector
from privacy_chains.detect.scripts import READ_SCRIPTS, unread_spans
from privacy_chains.errors import PrivacyError, UnsupportedLanguage
from privacy_chains.formats.letters import symbols

DETECTOR = default_detector(neural=False)
TEXTS = {
    "CJK": "王小明住在北京\uff0c他的妻子李娜在上海的一家银行工作。",
    "HEBREW": "משה כהן גר בתל אביב ועובד בבנק לאומי כבר שנים רבות.",
    "ARABIC": "يعيش محمد علي في القاهرة ويعمل في بنك مصر منذ سنوات.",
    "THAI": "สมชายใจดีอาศัยอยู่ในกรุงเทพและทำงานที่ธนาคาร",
    "HANGUL": "김민수는 서울에 살고 있으며 은행에서 오래 일하고 있다.",
    "DEVANAGARI": "राहुल शर्मा दिल्ली में रहते हैं और बैंक में काम करते हैं।",
    "HIRAGANA": "たなかさんはとうきょうにすんでいて、ぎんこうではたらいています。",
}
NAMES = ["王小明", "田中太郎", "田中 花子", "משה כהן", "محمد علي", "สมชาย ใจดี", "김민수", "राहुल शर्मा"]


class _Chinese:
    scripts = frozenset({"CJK"})

    def detect(self, text: str) -> Iterable[Span]:
        start = text.find("王小明")
        return [Span(start, start + 3, "PERSON", 0.9)] if start >= 0 else []


@pytest.mark.parametrize("script", TEXTS)
def test_a_text_in_a_script_that_nothing_reads_is_refused(script: str) -> None:
    with pytest.raises(UnsupportedLanguage, match=script) as raised:
        Sanitizer(Key.generate(), detector=DETECTOR).session("s").sanitize(TEXTS[script])
    assert isinstance(raised.value, PrivacyError)
    assert not any(word in str(raised.value) for word in TEXTS[script].split())


@pytest.mark.parametrize("script", TEXTS)
def test_it_is_sent_on_where_that_is_asked_for(script: str) -> None:
    for scripts in ({script}, {"*"}):
        assert default_detector(neural=False, scripts=scripts).detect(TEXTS[script]) == ()


@pytest.mark.parametrize("script", TEXTS)
def test_written_with_escapes_it_is_refused_too(script: str) -> None:
    with pytest.raises(UnsupportedLanguage, match=script):
        DETECTOR.detect(json.dumps({"note": TEXTS[script]}))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_within_another_language_is_hidden_and_comes_back(name: str) -> None:
    text = f"Please ask {name} about the invoice, and write to {name} again."
    sanitizer = Sanitizer(Key.generate(), detector=DETECTOR)
    prompt = sanitizer.sanitize(text)
    assert name not in prompt.text
    assert sanitizer.desanitize(prompt.text, prompt) == text
    assert [span.entity_type for span in DETECTOR.detect(prompt.text)] == ["PERSON", "PERSON"]


def test_a_detector_that_declares_a_script_reads_it() -> None:
    both = CompositeDetector(DETECTOR, _Chinese())
    spans = both.detect(TEXTS["CJK"])
    assert [TEXTS["CJK"][span.start : span.end] for span in spans] == ["王小明"]
    with pytest.raises(UnsupportedLanguage, match="HEBREW"):
        both.detect(TEXTS["HEBREW"])


def test_detectors_that_declare_nothing_are_taken_at_their_word() -> None:
    assert CompositeDetector(RegexDetector("ID_NUMBER", "[0-9]+")).detect(TEXTS["CJK"]) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Ohm's law: 5 Ω at 3 µm, \u03b1 and \u03b2; ½, ª, ﬁne, \U0001d401\U0001d428, 10 ℃",
        "Мария живёт в Москве",
        "\u0397 Μαρία μένει εδώ",
        "★ 👍 → ①",
    ],
)
def test_letters_that_are_read_are_none_of_them(text: str) -> None:
    assert not any(span.source == "scripts" for span in DETECTOR.detect(text))


@given(st.text(st.characters(categories=("L", "M", "N", "P", "Zs")), max_size=40))
def test_every_letter_of_an_unread_script_is_hidden_or_the_text_is_refused(text: str) -> None:
    try:
        spans = DETECTOR.detect(text)
    except UnsupportedLanguage:
        return
    clear = set(range(len(text))) - {at for span in spans for at in range(span.start, span.end)}
    scripts = ("CJK", "HEBREW", "ARABIC", "THAI", "HANGUL", "DEVANAGARI", "HIRAGANA", "KATAKANA", "BENGALI", "TAMIL")
    left = {unicodedata.name(text[at], "").partition(" ")[0] for at in clear if text[at].isalpha()}
    assert left.isdisjoint(scripts)


@pytest.mark.parametrize("script", TEXTS)
def test_an_answer_in_any_script_is_read_and_sent_again_as_it_was(script: str) -> None:
    sanitizer = Sanitizer(Key.generate(), detector=DETECTOR)
    assert len(sanitizer.desanitize(TEXTS[script])) == len(TEXTS[script])
    session, asked, said = sanitizer.session("s"), Message(("Translate this for Maria Lopez.",)), (TEXTS[script],)
    kept = session.keep(said, said, session.sanitize_conversation([asked]).prompt)
    history = [asked, Message(said, from_model=True, kept=kept), Message(("Thanks.",))]
    sent = session.sanitize_conversation(history)
    assert sent.messages[1] == (TEXTS[script],)
    assert sanitizer.desanitize(TEXTS[script], sent.prompt) == TEXTS[script]


def test_letters_that_are_exchanged_for_one_another_are_read_alike() -> None:
    letters = [letter for letter in map(chr, range(0x110000)) if letter.isalpha() and letter == letter.lower()]
    read: dict[str, set[bool]] = {}
    for letter in letters:
        spans = unread_spans(f"to me. {letter} Rome", (), READ_SCRIPTS, refuse=False)
        read.setdefault(symbols(letter)[0].alphabet.name, set()).add(not spans)
    assert not {name: sides for name, sides in read.items() if len(sides) > 1}
