"""Lists that are changed by a click: the rest of the file stays as it was written."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Policy, PolicyError
from privacy_chains.inspect.policy_file import CHANGES, Change, changed, changed_text, read_text, save

FILE = """\
# the policy of the claims desk
profile = "finance"   # every number

allow = [
  "Initech",  # our own company
]

[rules]
EMAIL_ADDRESS = "keep"  # they are public here

[deny]
# nicknames
PERSON = ["bluebird"]
"""
WORDS = st.sampled_from(["encipher", "redact", "hash", "suppress", "keep", "refuse"])
VALUES = st.sampled_from(["Initech", "bluebird", 'a "quoted" one', "back\\slash", "Zürich 東京", "two\nlines", "[x]"])
TYPES = st.sampled_from(["PERSON", "ORGANIZATION", "ID_NUMBER", "DATE_TIME"])


LISTED = st.tuples(st.sampled_from([change for change in CHANGES if change != "treat"]), VALUES, TYPES)
TREATED = st.tuples(st.just("treat"), WORDS, st.sampled_from(["PERSON", "EMAIL_ADDRESS"]))
NOISED = st.tuples(
    st.just("treat"), st.sampled_from(["noise", "redact", "keep"]), st.sampled_from(["DATE_TIME", "MONEY"])
)


@given(st.lists(LISTED | TREATED | NOISED, max_size=6), st.sampled_from(["", FILE]))
def test_a_file_and_a_policy_change_alike_and_comments_stay(changes: list[tuple[Change, str, str]], text: str) -> None:
    policy = Policy.read(text)
    comments = [line.partition("#")[2] for line in text.splitlines() if "#" in line and "our own" not in line]
    for change, value, kind in changes:
        policy, text = changed(policy, change, value, kind), changed_text(text, change, value, kind)
        assert Policy.read(text) == policy
    assert all(comment in text for comment in comments)


def test_only_the_list_is_touched() -> None:
    assert changed_text(FILE, "deny", "Falk", "PERSON") == FILE.replace('["bluebird"]', '["bluebird", "Falk"]')
    assert "# our own company" in changed_text(FILE, "allow", "Umbrella")


def test_a_value_moves_from_one_list_to_the_other() -> None:
    policy = Policy.read(changed_text(FILE, "allow", "bluebird"))
    assert policy.allow == {"Initech", "bluebird"}
    assert not policy.deny


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_that_makes_no_sense_changes_nothing_and_quotes_nothing(change: Change) -> None:
    if change == "forget":
        assert Policy.read(changed_text(FILE, change, "never listed")) == Policy.read(FILE)
        return
    with pytest.raises(PolicyError) as caught:
        changed_text(FILE, change, " ", "NO_SUCH_TYPE")
    assert "bluebird" not in str(caught.value)


def test_a_file_is_written_whole_and_keeps_its_rights(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    assert read_text(path) == ""
    save(path, FILE)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o640)
    save(path, "epsilon = 2\n")
    assert path.read_text(encoding="utf-8") == "epsilon = 2\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["policy.toml"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "real.toml", tmp_path / "policy.toml"
    target.write_text("", encoding="utf-8")
    link.symlink_to(target)
    save(link, FILE)
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == FILE


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="cannot be written"):
        save(tmp_path / "none" / "policy.toml", FILE)
