"""Every attack at a small size: nothing beyond guessing, but for what is stated; and much where a defence is off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from privacy_chains import Encipher, Keep, Key, Message, Policy, SanitizedConversation, default_detector
from privacy_chains.attacks import (
    ATTACKS,
    Result,
    Setting,
    arguments,
    attack,
    averaging,
    codebook,
    encoded,
    exfiltration,
    frequency,
    names,
    scripts,
)
from privacy_chains.attacks.people import expected, population
from privacy_chains.detect import RegexDetector
from privacy_chains.errors import PolicyError, PrivacyError
from privacy_chains.formats.names import PersonFormat
from privacy_chains.preempt.session import Session

SETTING = Setting(secret=bytes(range(32)))
SIZES = {
    "exfiltration": 1,
    "arguments": 1,
    "names": 200,
    "frequency": 20,
    "identifiers": 12,
    "averaging": 3,
    "history": 2,
    "echo": 2,
    "equality": 6,
}
OPEN = {"encoded": 1}
"""What still leaves, and in how many cases at most, of the people of one coding: a surname may stay by chance."""


@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_learns_more_than_guessing_gives(name: str) -> None:
    results = [result for _, result in attack(SETTING, [name], people=SIZES.get(name, 12))]
    assert all(result.of > 0 for result in results)
    beyond = [str(result) for result in results if result.beyond and not result.stated]
    assert [one for one in beyond if name not in OPEN] == []
    assert all(result.learned <= OPEN[name] for result in results if name in OPEN)


def by_name(results: Sequence[Result]) -> dict[str, Result]:
    return {result.name.partition(": ")[2]: result for result in results}


def test_a_document_tells_what_is_equal_in_its_own_session_alone() -> None:
    for result in (result for _, result in attack(SETTING, ["equality"], people=6)):
        assert (result.learned == 6) == ("the same session" in result.name), str(result)


def test_a_tool_that_quotes_a_model_tells_what_is_equal() -> None:
    """The method allows it, and says so: equal values of a session are equal, whoever wrote them."""
    results = by_name([result for _, result in attack(SETTING, ["echo"], people=2)])
    assert results["given, the tool quotes"].learned == 2
    assert all(result.stated == name.endswith("quotes") for name, result in results.items())
    assert not any(result.beyond for name, result in results.items() if name.endswith("does not"))


def test_addresses_carry_originals_where_all_hosts_are_allowed() -> None:
    policy = replace(Policy.default(), restore_in_urls=frozenset({"*"}))
    (result,) = exfiltration(replace(SETTING, policy=policy, people=1))
    assert result.beyond


def test_tools_carry_documents_values_where_the_policy_says_so() -> None:
    policy = replace(Policy.default(), restore_from_documents=frozenset({"look_up"}))
    remote, users = arguments(replace(SETTING, policy=policy, people=1))
    assert users.beyond
    assert not remote.beyond


def test_what_formats_keep_tells_names_apart() -> None:
    def told(*keep: str) -> float:
        rule = Encipher(PersonFormat(keep=keep))  # type: ignore[arg-type]  # names of attributes
        policy = Policy.default().with_rule("PERSON", rule)
        return by_name(names(replace(SETTING, policy=policy, people=500)))["full name"].learned

    assert told() < told("gender") < told("gender", "language", "fame")


def test_names_that_are_kept_are_no_surrogates() -> None:
    policy = Policy.default().with_rule("PERSON", Keep())
    with pytest.raises(PolicyError, match="PERSON"):
        names(replace(SETTING, policy=policy, people=10))


def test_a_codebook_reaches_as_far_as_its_scope() -> None:
    found = by_name(codebook(SETTING.of(25)))
    assert found["full names, scope session"].learned == 0
    assert found["full names, scope user"].beyond
    assert found["full names, scope index"].beyond


def test_frequencies_tell_nothing_across_sessions() -> None:
    found = by_name(frequency(SETTING.of(40)))
    for kind in ("given names", "surnames"):
        assert not found[f"{kind}, scope session"].beyond


class Redrawing:
    """A conversation that draws noise anew with every call."""

    def __init__(self, setting: Setting, user: int, name: str) -> None:
        self._made = (setting.sanitizer(user).session(f"{name} {call}") for call in range(1000))

    def sanitize(self, text: str) -> object:
        return next(self._made).sanitize(text)

    def sanitize_conversation(self, messages: Sequence[Message]) -> SanitizedConversation:
        return next(self._made).sanitize_conversation(messages)


class Redrawn(Setting):
    def session(self, user: int, name: str = "") -> Session:
        return Redrawing(self, user, name)  # type: ignore[return-value]  # what the attack calls


def test_noise_that_is_drawn_again_is_seen() -> None:
    redrawn = averaging(Redrawn(secret=SETTING.secret, people=3))
    assert redrawn[0].learned == 3
    assert averaging(SETTING.of(3))[0].learned == 0


def test_the_mean_of_many_sessions_tells_an_age() -> None:
    over = averaging(SETTING.of(12))[-1]
    assert over.stated
    assert over.learned > over.guessing + 3


def test_unread_scripts_leave_where_they_are_sent_on() -> None:
    lenient = default_detector(scripts={"*"})
    assert sum(result.learned for result in scripts(replace(SETTING, detector=lenient))) > 10
    assert sum(result.of for result in scripts(SETTING)) > 20


def test_every_coding_is_read_by_the_attacker() -> None:
    blind = Setting(detector=RegexDetector("NOTHING", r"(?!)"), people=4)
    unread = [result.name for result in encoded(blind) if result.learned < 4]
    assert unread == ["encoded: Authorization: Basic"]  # a password, whatever a detector is asked for


def test_a_setting_shows_no_key() -> None:
    key = Key.from_bytes(SETTING.secret)
    assert key.to_bytes().hex() not in repr(Setting(key=key))
    assert repr(SETTING.secret) not in repr(SETTING)


def test_an_unknown_attack_is_refused_before_any_runs() -> None:
    with pytest.raises(PrivacyError, match="there is no attack 'x'"):
        attack(SETTING, ["x"])


def test_a_population_is_as_the_census_has_it() -> None:
    people = [name.split()[-1] for name in population(5_000)]
    assert 30 <= people.count(expected("surname")[0]) <= 80
    assert expected("surname")[:3] == ("Smith", "Johnson", "Williams")


@pytest.mark.parametrize(
    ("learned", "of", "guessing", "beyond"), [(5, 10, 5, False), (20, 20, 10, True), (0, 3, 0, False), (1, 5, 0, True)]
)
def test_beyond_guessing(learned: int, of: int, guessing: int, beyond: bool) -> None:
    assert Result("x", learned, of, guessing).beyond is beyond


def test_an_amount_that_is_derived_and_stands_alone_has_two_releases() -> None:
    derived = averaging(SETTING.of(3))[1]
    assert derived.stated
    assert derived.learned
