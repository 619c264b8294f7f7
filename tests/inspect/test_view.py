"""The view of a text: every character of both sides is in one piece, and nothing is shown of it that is not there."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Encipher, Keep, Key, Policy, PrivacyError, Sanitizer
from privacy_chains.inspect import Inspection, inspected, view, views
from privacy_chains.methods.layers import Layers
from privacy_chains.methods.words import WordNoise

KEY = Key.from_bytes(bytes(range(1, 33)))
SANITIZER = Sanitizer(KEY, remember=0)
NOTE = (
    "Dear Ms. Barr,\nAlice Barr (SSN 182-69-2573, alice69@example.net) is 28 and owes $54,839.59.\n"
    "Seen on 3 May 2024. Your ref is B-17/x."
)
TEXTS = st.lists(
    st.sampled_from(
        [
            *(
                "Alice Barr",
                "alice69@example.net",
                "is 28",
                "$54,839.59",
                "3 May 2024",
                "B-17/x",
                "Zorblax",
                "12 %",
            ),
            *(
                "the",
                "café",
                "\n",
                "\t",
                "👩\u200d💻",
                "\u202e",
                "e\u0301",
                "`code`",
                "https://example.com/a",
                "«",
                '"',
            ),
        ]
    )
).map(" ".join)


def side(view: Inspection, name: str) -> str:
    return "".join(piece.text for piece in getattr(view, name))


def assert_whole(shown: Inspection, text: str, sent: str) -> None:
    assert side(shown, "clear") == text
    assert side(shown, "sent") == sent
    for pieces in (shown.clear, shown.sent):
        assert all(piece.text for piece in pieces)
        highlighted = [piece.highlight for piece in pieces if piece.highlight is not None]
        assert highlighted == sorted(set(highlighted))
    for highlight in shown.highlights:
        clear, leaves = shown.of(highlight)
        assert clear == text[slice(*highlight.clear)]
        assert leaves == sent[slice(*highlight.sent)]
        assert highlight.is_surrogate or clear == leaves


@given(TEXTS)
def test_every_character_is_in_one_piece(text: str) -> None:
    shown = inspected(text, SANITIZER)
    assert_whole(shown, text, shown.prompt.texts[0])


@given(st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Z", "S"), max_codepoint=0x24F)))
def test_any_text_is_cut_into_its_pieces(text: str) -> None:
    shown = inspected(text, SANITIZER)
    assert_whole(shown, text, SANITIZER.sanitize(text).texts[0])


@pytest.mark.parametrize("method", [SANITIZER, SANITIZER.session("s"), Layers.of_policy(KEY)])
def test_views_of_a_prompt_hold_all_its_texts(method: Sanitizer) -> None:
    texts = [NOTE, "", "Ms. Barr is 28, B-17/x."]
    prompt = method.sanitize(texts)
    for shown, text, sent in zip(views(prompt), texts, prompt.texts, strict=True):
        assert_whole(shown, text, sent)


def test_what_is_hidden_is_told_by_type_and_what_is_not_by_why() -> None:
    shown = inspected(NOTE, SANITIZER)
    told = {shown.of(highlight)[0]: (highlight.entity_type, highlight.status) for highlight in shown.highlights}
    assert told["Alice Barr"] == ("PERSON", "enciphered")
    assert told["28"] == ("AGE", "noisy")
    assert told["3 May 2024"] == ("DATE_TIME", "unsought")
    assert told["B-17/x"] == ("ID_NUMBER", "unsure")


def test_a_rule_that_keeps_is_shown() -> None:
    policy = Policy.default().with_rule("EMAIL_ADDRESS", Keep())
    shown = inspected(NOTE, Sanitizer(KEY, policy=policy, remember=0))
    kept = [shown.of(highlight) for highlight in shown.highlights if highlight.status == "kept"]
    assert kept == [("alice69@example.net", "alice69@example.net")]
    assert [row.shown for row in shown.spent if row.entity_type == "EMAIL_ADDRESS"] == ["in clear"]


def test_an_allowed_value_is_shown_as_allowed() -> None:
    policy = Policy.default().with_allowed("Initech")
    shown = inspected("He works at Initech.", Sanitizer(KEY, policy=policy, remember=0))
    assert [(shown.of(highlight)[0], highlight.status) for highlight in shown.highlights] == [("Initech", "allowed")]


def test_hidden_bits_are_never_more_than_the_format_has() -> None:
    shown = inspected(NOTE, SANITIZER)
    counted = 0
    for highlight in shown.highlights:
        rule = SANITIZER.policy.rules.get(highlight.entity_type)
        if highlight.status == "enciphered" and isinstance(rule, Encipher):
            members = 1
            for part in rule.format.split(shown.of(highlight)[0]):
                members *= part.size
            assert highlight.hidden_bits is not None
            assert 2 ** int(highlight.hidden_bits * 10) <= members**10 < 2 ** (int(highlight.hidden_bits * 10) + 1)
            counted += 1
    assert counted >= 3


def test_it_shows_no_value_of_its_own_accord() -> None:
    shown = inspected(NOTE, SANITIZER)
    for value in (shown, *shown.highlights, *shown.clear, *shown.spent):
        assert "Barr" not in repr(value)
    assert not any("Barr" in line or "182-69" in line for line in shown.ledger)
    with pytest.raises(PrivacyError):
        pickle.dumps(shown)


def test_a_method_that_does_not_tell_places_is_refused() -> None:
    class Bare:
        texts = ("Alice",)
        ledger = WordNoise(KEY, epsilon=1).sanitize("Alice").ledger

    with pytest.raises(PrivacyError, match="Bare"):
        view(Bare())  # type: ignore[arg-type]
