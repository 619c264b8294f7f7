"""What a policy allows leaves as it is; what it denies is hidden wherever it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from privacy_chains import Key, Policy, PolicyError, Sanitizer, default_detector
from privacy_chains.methods.layers import Layers
from privacy_chains.preempt.lists import listed

KEY = Key.from_bytes(bytes(range(32)))
NOTE = "Alice Barr works at Initech with bluebird. Her mail: alice69@example.net."


def test_without_lists_the_detector_stays_the_one_it_was() -> None:
    detector = default_detector()
    assert listed(detector, Policy.default()) is detector


def test_an_allowed_value_leaves_and_others_do_not() -> None:
    sent = Sanitizer(KEY, policy=Policy.default().with_allowed("Initech")).sanitize(NOTE).text
    assert "Initech" in sent
    assert "Alice" not in sent
    assert "alice69" not in sent


def test_without_the_list_it_is_found() -> None:
    assert "Initech" not in Sanitizer(KEY).sanitize(NOTE).text


def test_what_is_part_of_another_value_stays_private() -> None:
    sent = Sanitizer(KEY, policy=Policy.default().with_allowed("Barr")).sanitize("Alice Barr left. Ms. Barr came.").text
    assert "Barr" not in sent


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Initech's accounts grow", ""),
        ("INITECH called", ""),
        ("mail at Initech Ltd today", ""),
        ("Initech-Kunden zahlen", ""),
        ("Initech's Bob paid", "Bob"),
        ("The Initech office in Uelzen", "Uelzen"),
    ],
)
def test_an_allowed_value_leaves_inside_a_longer_finding(text: str, hidden: str) -> None:
    sent = Sanitizer(KEY, policy=Policy.default().with_allowed("Initech")).sanitize(text).text
    if hidden:
        assert hidden not in sent
        assert text.partition(hidden)[0] in sent
    else:
        assert sent == text


def test_a_denied_word_is_hidden_and_comes_back() -> None:
    sanitizer = Sanitizer(KEY, policy=Policy.default().with_denied("PERSON", "bluebird"))
    prompt = sanitizer.sanitize(NOTE)
    assert "with bluebird." not in prompt.text
    assert sanitizer.desanitize(prompt.text, prompt) == NOTE


def test_lists_hold_for_a_detector_of_ones_own_and_in_layers() -> None:
    policy = Policy.default().with_denied("PERSON", "bluebird")
    own = Sanitizer(KEY, policy=policy, detector=default_detector(neural=False))
    assert "with bluebird." not in own.sanitize(NOTE).text
    assert "with bluebird." not in Layers.of_policy(KEY, policy).sanitize(NOTE).text


def test_scripts_that_are_read_stay_read() -> None:
    detector = default_detector(scripts={"CJK"})
    policy = Policy.default().with_allowed("Initech")
    assert "東京" in Sanitizer(KEY, policy=policy, detector=detector).sanitize("Initech 東京都に住んでいます。").text


def test_a_value_changes_lists_and_stands_in_one() -> None:
    policy = Policy.default().with_allowed("Falk").with_denied("PERSON", "Falk")
    assert not policy.allow
    assert policy.deny == {"PERSON": {"Falk"}}
    assert policy.with_denied("ORGANIZATION", "Falk").deny == {"ORGANIZATION": {"Falk"}}
    assert policy.with_allowed("Falk").deny == {}


def test_a_file_holds_both_lists(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.write_text('allow = ["Initech"]\n[deny]\nPERSON = ["bluebird"]\n', encoding="utf-8")
    policy = Policy.load(path)
    assert policy == Policy.default().with_allowed("Initech").with_denied("PERSON", "bluebird")


@pytest.mark.parametrize(
    "text",
    [
        'allow = "Initech-7"',
        'allow = [""]',
        "allow = [7]",
        'deny = ["Initech-7"]',
        '[deny]\nPERSON = "Initech-7"',
        '[deny]\nSTAFF_ID = ["Initech-7"]',
        'allow = ["Initech-7"]\n[deny]\nPERSON = ["Initech-7"]',
    ],
)
def test_lists_that_make_no_sense_are_refused_without_their_values(text: str) -> None:
    with pytest.raises(PolicyError) as caught:
        Policy.read(text)
    assert "Initech-7" not in str(caught.value)
    assert "allow" in str(caught.value) or "STAFF_ID" in str(caught.value) or "deny" in str(caught.value)


def test_caches_tell_lists_apart() -> None:
    plain, allowing, others = (
        Sanitizer(KEY, policy=policy).fingerprint
        for policy in (
            Policy.default(),
            Policy.default().with_allowed("Initech"),
            Policy.default().with_allowed("Umbrella"),
        )
    )
    assert len({plain, allowing, others}) == 3


def test_a_repr_names_no_listed_value() -> None:
    policy = Policy.default().with_allowed("Initech").with_denied("PERSON", "bluebird")
    assert "Initech" not in repr(policy)
    assert "bluebird" not in f"{policy!r} {Sanitizer(KEY, policy=policy)!r}"
