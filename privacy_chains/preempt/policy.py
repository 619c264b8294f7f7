"""The policy: how each entity type is treated. What has no rule is refused, not passed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

from privacy_chains.contract.entities import DEFAULT_TYPES, EntityType
from privacy_chains.contract.spans import Span
from privacy_chains.errors import PolicyError
from privacy_chains.formats import built_in_formats, built_in_quantities
from privacy_chains.ledger import exact_epsilon
from privacy_chains.mechanisms import DEFAULT_NOISE
from privacy_chains.preempt.detection import Detection, detection_of
from privacy_chains.preempt.policy_rules import noise_of, rule_of, ruled_type
from privacy_chains.preempt.policy_values import (
    KNOWN_TYPES,
    POLICY_KEYS,
    Dates,
    checked,
    denied_values,
    hosts_in,
    listed_values,
    looked_for_type,
    parsed,
    positive,
    refuse_unknown,
    tools_in,
    type_name,
    whole_number,
    with_private_dates,
)
from privacy_chains.preempt.treatments import (
    AddNoise,
    Encipher,
    Hash,
    Keep,
    OneWay,
    Refuse,
    Scope,
    Treatment,
    check_scope,
)

__all__ = ["ANY", "KNOWN_TYPES", "PROFILES", "AddNoise", "Encipher", "Keep", "Policy", "Refuse", "Scope", "Treatment"]

PROFILES = ("default", "finance", "hipaa", "medical", "translation")
"""The policies that come with the package, each a file in ``profiles/``."""

ANY = "*"
"""The name that stands for all hosts, and for all tools."""
_MOST_VALUES = 10**6
Undetected = Literal["keep", "noise"]
"""What happens to unusual words that no detector finds."""


@dataclass(frozen=True, repr=False)
class Policy:
    """How each entity type is treated, and what a number costs. Immutable.

    Attributes:
        rules: A treatment for every entity type that a detector may report.
        epsilon: What ``values`` numbers cost together; the weight of a type multiplies its cost.
        entity_types: The types that the default detector looks for under this policy. If left out,
            ``DEFAULT_TYPES`` and all types that have a rule.
        values: How many numbers share epsilon (the paper's t): declared, never counted in a text, so that the release
            of a number does not depend on the numbers beside it.
        restore_in_urls: The hosts into whose addresses an answer's originals are written, such as
            ``"crm.example.com"``; ``"*"`` for all. None by default: a malicious document may make a model
            write a secret into the URL of an image.
        restore_from_documents: The tools of ``trust="user"`` that also get values in clear that stood in documents
            only, by name; ``"*"`` for all. None by default: a malicious document may make the model send them.
        undetected: What happens to words that no detector finds and that look like an identifier or an unknown
            proper name: ``"keep"``, or ``"noise"``, which takes a second method: ``Layers.of_policy(key, policy)``.
        allow: What is not private, such as the name of your company: a finding is dropped if it is exactly one of
            these. A part of another private value, such as the surname of a full name, stays private.
        deny: By entity type, values that are private wherever they occur as whole words, even if not detected.
        detection: How values are looked for where no detector is given.

    Raises:
        PolicyError: Epsilon is not a positive number, a rule is no treatment, or the lists make no sense.
    """

    rules: Mapping[str, Treatment]
    epsilon: Fraction
    entity_types: frozenset[str] = frozenset()
    values: int = 1
    restore_in_urls: frozenset[str] = frozenset()
    restore_from_documents: frozenset[str] = frozenset()
    undetected: Undetected = "keep"
    allow: frozenset[str] = frozenset()
    deny: Mapping[str, frozenset[str]] = field(default_factory=dict)
    detection: Detection = field(default_factory=Detection)

    @property
    def epsilon_each(self) -> Fraction:
        """What one number costs at its unit, before the weight of its type: ``epsilon / values``."""
        return self.epsilon / self.values

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", MappingProxyType(dict(self.rules)))
        object.__setattr__(self, "epsilon", exact_epsilon(self.epsilon))
        object.__setattr__(self, "entity_types", frozenset(self.entity_types) or DEFAULT_TYPES | self.rules.keys())
        if not isinstance(self.values, int) or isinstance(self.values, bool) or not 1 <= self.values <= _MOST_VALUES:
            msg = f"the number of values that share epsilon is a whole number, 1 to {_MOST_VALUES:,}"
            raise PolicyError(msg)
        object.__setattr__(self, "restore_in_urls", hosts_in(self.restore_in_urls))
        object.__setattr__(self, "restore_from_documents", tools_in(self.restore_from_documents))
        if self.undetected not in get_args(Undetected):
            msg = "undetected is 'keep' or 'noise'"
            raise PolicyError(msg)
        self._check_lists()
        for name, rule in self.rules.items():
            if not isinstance(rule, Treatment):
                given = rule.__name__ if isinstance(rule, type) else type(rule).__name__
                msg = (
                    f"the rule for {name} is Encipher(...), AddNoise(...), Redact(...), Hash(...), Suppress(), Keep() "
                    f"or Refuse(), not {given}"
                )
                raise PolicyError(msg, entity_type=name)

    def _check_lists(self) -> None:
        any(map(self.treatment, self.detection.own_types))  # raises where one has no rule
        object.__setattr__(self, "allow", listed_values("allow", self.allow))
        denied = {name: listed_values(f"deny.{name}", values) for name, values in sorted(self.deny.items())}
        object.__setattr__(self, "deny", MappingProxyType({name: values for name, values in denied.items() if values}))
        for name, values in self.deny.items():
            self.treatment(name)
            if values & self.allow:
                msg = f"deny.{name} and allow have a value in common; take it out of one of them"
                raise PolicyError(msg)

    @classmethod
    def default(
        cls, epsilon: float | Fraction | str = 1.0, values: int = 1, *, scope: Scope = "session", index: str = ""
    ) -> Policy:
        """Every built-in entity type: identifiers enciphered, numbers noised. It looks for ``DEFAULT_TYPES``.

        Args:
            epsilon: What ``values`` numbers cost together.
            values: How many numbers share it. A message with more costs more, and ``Budget`` limits that.
            scope: Where one value has one surrogate; see ``Encipher``.
            index: The name of the index, where that is the scope.
        """
        identifiers = {name: Encipher(fmt, scope, index=index) for name, fmt in built_in_formats().items()}
        numbers = {name: AddNoise(fmt, DEFAULT_NOISE[name]) for name, fmt in built_in_quantities().items()}
        return cls({**identifiers, **numbers}, exact_epsilon(epsilon), DEFAULT_TYPES, values)

    @classmethod
    def profile(cls, name: str) -> Policy:
        """A policy that comes with the package.

        ``"default"``: identifiers enciphered, ages, births and amounts noised. ``"translation"``: numbers enciphered
        too, so that nothing is spent. ``"finance"``: noise in every number except years other than years of birth.
        ``"medical"``: noise in dates, years, measurements and percentages too. ``"hipaa"``: the 18 identifiers of
        HIPAA's Safe Harbor, with dates that move together.

        Raises:
            PolicyError: There is no profile of that name.
        """
        if name not in PROFILES:
            msg = f"there is no profile {name!r}; there are {', '.join(PROFILES)}"
            raise PolicyError(msg)
        return _profile(name)

    @classmethod
    def load(cls, path: str | Path) -> Policy:
        """A policy from a TOML file; ``docs/policy.md`` describes it. What it leaves out is as in the default policy.

        Raises:
            PolicyError: The file cannot be read, or a key or value in it makes no sense; the message names the key.
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            msg = f"the policy file {path} is not UTF-8 text (at byte {error.start})"
            raise PolicyError(msg, path=str(path)) from None
        except OSError as error:
            msg = f"the policy file {path} cannot be read: {error.strerror}"
            raise PolicyError(msg, path=str(path)) from None
        return cls.read(text, Path(path).parent)

    @classmethod
    def of(cls, content: Mapping[str, object]) -> Policy:
        """A policy from what a TOML file would hold, as plain data.

        Raises:
            PolicyError: A key or value makes no sense; the message names the key.
        """
        return _made(content, Path())

    @classmethod
    def read(cls, text: str, folder: Path | None = None) -> Policy:
        """A policy from the text of a TOML file.

        Args:
            text: The text.
            folder: Where files lie that it names; the current one if left out.

        Raises:
            PolicyError: It is no TOML, or a key or value in it makes no sense.
        """
        return _made(parsed(text), folder or Path())

    def treatment(self, entity_type: str) -> Treatment:
        """The rule for an entity type.

        Raises:
            PolicyError: There is none.
        """
        try:
            return self.rules[entity_type]
        except KeyError:
            msg = f"the policy has no rule for {entity_type}"
            rule = "Encipher(...) | AddNoise(...) | Redact() | Keep() | Refuse()"
            hint = f"add one with policy.with_rule({entity_type!r}, {rule})"
            raise PolicyError(msg, entity_type=entity_type, hint=hint) from None

    def private(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """Those of a text's spans that may not leave as they are."""
        return tuple(span for span in spans if not isinstance(self.rules.get(span.entity_type), Keep))

    @property
    def one_way(self) -> Mapping[str, bool]:
        """The types whose values nothing reads back, each with whether equal values of it can be told."""
        return {name: rule.tells_apart for name, rule in self.rules.items() if isinstance(rule, OneWay)}

    def with_rule(self, entity_type: str | EntityType, treatment: Treatment) -> Policy:
        """This policy with one rule added or replaced; the default detector looks for the type from then on.

        Args:
            entity_type: A built-in type, or one of your own that your detector reports. A name that looks like a
                misspelled built-in one has to be declared by an ``EntityType``.
            treatment: The rule.

        Raises:
            PolicyError: It is not the name of a type, or looks like a misspelled built-in one.
        """
        name = (
            entity_type.name
            if isinstance(entity_type, EntityType)
            else ruled_type("with_rule", entity_type, self.rules)
        )
        return replace(self, rules={**self.rules, name: treatment}, entity_types=self.entity_types | {name})

    def with_allowed(self, *values: str) -> Policy:
        """This policy with these values not private; they are removed from ``deny``.

        Raises:
            PolicyError: A value is empty.
        """
        more = listed_values("allow", values)
        return replace(self, allow=self.allow | more, deny={name: some - more for name, some in self.deny.items()})

    def with_denied(self, entity_type: str, *values: str) -> Policy:
        """This policy with these values private, as values of a type; they are removed from ``allow``.

        Raises:
            PolicyError: A value is empty, or the type has no rule.
        """
        more = listed_values(f"deny.{entity_type}", values)
        others = {name: some - more for name, some in self.deny.items()}
        denied = {**others, entity_type: others.get(entity_type, frozenset()) | more}
        return replace(self, allow=self.allow - more, deny=denied)

    def with_dates(self, dates: Dates) -> Policy:
        """This policy with dates of somebody's affairs in clear (``"keep"``), or moved together (``"shift"``).

        Raises:
            PolicyError: It is neither.
        """
        return replace(self, entity_types=with_private_dates(self.entity_types, dates))

    def with_scope(self, scope: Scope, *, index: str = "") -> Policy:
        """This policy with one scope for everything that it enciphers or hashes; see ``Encipher``.

        Raises:
            PolicyError: The scope is none of the three, or an index is named for another or not named for it.
        """
        check_scope(scope, index)
        return self._scoped(lambda rule: replace(rule, scope=scope, index=index))

    def for_index(self, name: str) -> Policy:
        """This policy for an index: what has a surrogate per session has one for the index; the rest is unchanged.

        Raises:
            PolicyError: The name is empty.
        """
        check_scope("index", name)
        return self._scoped(lambda rule: replace(rule, scope="index", index=name) if rule.scope == "session" else rule)

    def _scoped(self, change: Callable[[Encipher | Hash], Treatment]) -> Policy:
        rules = {name: change(rule) if isinstance(rule, Encipher | Hash) else rule for name, rule in self.rules.items()}
        return replace(self, rules=rules)

    def __repr__(self) -> str:
        kinds = sorted(Counter(type(rule).__name__ for rule in self.rules.values()).items())
        counted = ", ".join(f"{count} {kind}" for kind, count in kinds)
        return f"Policy(epsilon={self.epsilon}, rules: {counted})"

    def with_epsilon(self, epsilon: float | Fraction | str, values: int | None = None) -> Policy:
        """This policy with another epsilon, and another number of values that share it if one is given."""
        return replace(self, epsilon=exact_epsilon(epsilon), values=self.values if values is None else values)


@cache
def _profile(name: str) -> Policy:
    return Policy.read((Path(__file__).parent / "profiles" / f"{name}.toml").read_text(encoding="utf-8"))


def _made(content: Mapping[str, Any], folder: Path) -> Policy:
    """The policy that the content of a file describes.

    Raises:
        PolicyError: A key or value makes no sense.
    """
    refuse_unknown(content, POLICY_KEYS, "")
    policy = Policy.default()
    if "profile" in content:
        policy = Policy.profile(checked("profile", content["profile"], str, "the name of a profile"))
    policy = policy.with_epsilon(positive("epsilon", content["epsilon"])) if "epsilon" in content else policy
    if "values" in content:
        policy = policy.with_epsilon(policy.epsilon, whole_number("values", content["values"]))
    if "scope" in content or "index" in content:
        policy = policy.with_scope(content.get("scope", "index"), index=content.get("index", ""))
    policy = policy.with_dates(content["dates"]) if "dates" in content else policy
    wanted = checked("detect", content.get("detect", []), list, "a list of entity types")
    hosts = checked("restore_in_urls", content.get("restore_in_urls", []), list, "a list of hosts")
    tools = checked("restore_from_documents", content.get("restore_from_documents", []), list, "a list of tools")
    policy = replace(
        policy,
        entity_types=policy.entity_types | {looked_for_type(name) for name in wanted},
        undetected=content.get("undetected", policy.undetected),
        restore_in_urls=policy.restore_in_urls | hosts_in(hosts),
        restore_from_documents=policy.restore_from_documents | tools_in(tools),
    )
    for name, values in checked("noise", content.get("noise", {}), dict, "a table").items():
        policy = policy.with_rule(type_name("noise", name), noise_of(policy.rules, name, values))
    for name, word in checked("rules", content.get("rules", {}), dict, "a table").items():
        policy = policy.with_rule(ruled_type("rules", name, policy.rules), rule_of(policy.rules, name, word))
    detection = checked("detector", content.get("detector", {}), dict, "a table")
    policy = replace(policy, detection=detection_of(detection, folder) if detection else policy.detection)
    allowed = checked("allow", content.get("allow", []), list, "a list of texts")
    return replace(policy, allow=listed_values("allow", allowed), deny=denied_values(content))
