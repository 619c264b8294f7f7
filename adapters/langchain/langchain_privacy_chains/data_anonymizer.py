"""Replaces LangChain's ``PresidioReversibleAnonymizer``: the same methods, without a mapping to keep."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from privacy_chains import (
    Detector,
    Hash,
    Keep,
    Key,
    Policy,
    PolicyError,
    PrivacyError,
    Redact,
    SanitizedPrompt,
    Sanitizer,
    Session,
    Span,
    Suppress,
    UnsupportedContent,
)
from privacy_chains.adapting import HoldsKey, composed, joint_reader
from privacy_chains.keys import KeyRing

__all__ = ["PresidioReversibleAnonymizer"]

_NO_MAPPING = (
    "there is no mapping of surrogates to values: answers are read with the key and what was anonymized here, and by "
    "the key alone in another process. Keep the key instead: Key.from_file(path)"
)


class PresidioReversibleAnonymizer(HoldsKey):
    """Anonymizes texts and reads answers back, like LangChain's class of this name; change the import and give a key.

    It needs neither ``langchain-experimental`` nor Presidio's engines, a spaCy model or Faker. Surrogates are
    enciphered values instead of random ones: the same value has the same surrogate in every call and process of a key
    and session, and nothing has to be stored to read an answer.

    **Guarantee** and **Warning**: as for ``Sanitizer`` and its policy's rules.

    Args:
        analyzed_fields: The entity types to look for, by Presidio's names; if left out, all that the policy looks for.
        operators: The operator of each entity type: Presidio's ``replace``, ``redact``, ``hash``, ``keep`` or
            ``encrypt``.
        languages_config: Refused: the default detector needs no pipelines.
        add_default_faker_operators: Ignored: the policy treats types that have no operator.
        faker_seed: Ignored: surrogates follow from the key.
        key: The key, or a ring. There is no default.
        policy: How each entity type is treated; ``Policy.default()`` if left out.
        detector: Finds values; the policy's own if left out.
        session: The conversation; see ``Sanitizer.session``.

    Raises:
        KeyMaterialError: No key was given.
        UnsupportedContent: ``languages_config`` was given.
        PolicyError: A field is unknown, or an operator is not available.
    """

    def __init__(  # noqa: PLR0913  (LangChain's signature)
        self,
        analyzed_fields: Sequence[str] | None = None,
        operators: Mapping[str, Any] | None = None,
        languages_config: Mapping[str, Any] | None = None,
        add_default_faker_operators: bool = True,  # noqa: FBT001, FBT002
        faker_seed: int | None = None,
        *,
        key: Key | KeyRing | None = None,
        policy: Policy | None = None,
        detector: Detector | None = None,
        session: str = "",
    ) -> None:
        if languages_config is not None:
            msg = (
                "languages_config configures pipelines of spaCy, and none is needed here. Give an analyzer of yours as "
                "detector=PresidioDetector(analyzer)"
            )
            raise UnsupportedContent(msg)
        self._key, self._session, self._detector = key, session, detector
        self._policy = Policy.default() if policy is None else policy
        if analyzed_fields is not None:
            sought = Policy.of({"detect": list(analyzed_fields)})  # refuses an unknown type
            unruled = sorted(frozenset(analyzed_fields) - self._policy.rules.keys())
            self._policy = replace(
                self._policy,
                rules={**self._policy.rules, **{name: sought.rules[name] for name in unruled if name in sought.rules}},
                entity_types=frozenset(analyzed_fields),
            )
        self._recognizers: list[_Recognizer] = []
        self._prompts: dict[frozenset[str], SanitizedPrompt] = {}
        self._sessions: dict[frozenset[str], Session] = {}
        self.add_operators(operators or {})

    def add_recognizer(self, recognizer: Any) -> None:
        """Look for what a recognizer of Presidio's finds, too, such as a ``PatternRecognizer``.

        A type that the policy does not know is enciphered character by character, unless an operator is added for it.

        Args:
            recognizer: A recognizer that needs no pipeline of a language.
        """
        found = _Recognizer(recognizer)
        for name in found.entity_types - self._policy.rules.keys():
            self._policy = self._policy.with_rule(name, Policy.of({"rules": {name: "encipher"}}).rules[name])
        self._recognizers.append(found)
        self._sessions.clear()

    def add_operators(self, operators: Mapping[str, Any]) -> None:
        """Choose the operators of some types.

        Args:
            operators: By entity type, a Presidio ``OperatorConfig``.

        Raises:
            PolicyError: An operator is not available here; the message says which are.
        """
        for name, operator in operators.items():
            self._policy = self._policy.with_rule(name, _rule(name, operator))
        self._sessions.clear()

    def anonymize(
        self,
        text: str,
        language: str | None = None,
        allow_list: Sequence[str] | None = None,
    ) -> str:
        """The text in surrogates.

        Args:
            text: The text.
            language: Ignored: the default detector reads all its languages at once.
            allow_list: What is not private in this text.

        Raises:
            PrivacyError: The text may not leave at all.
        """
        allowed = frozenset(allow_list or ())
        prompt = self._of(allowed).sanitize(text)
        self._prompts[allowed] = prompt
        return prompt.text

    def deanonymize(
        self,
        text_to_deanonymize: str,
        deanonymizer_matching_strategy: Callable[..., str] | None = None,
    ) -> str:
        """The answer in clear. Values that were anonymized here are found however the model respelled them.

        If nothing was anonymized here, as in another process, it is read by the key alone: enciphered types only, and
        any value of such a type is taken for a surrogate.

        Args:
            text_to_deanonymize: What the model wrote.
            deanonymizer_matching_strategy: Ignored: there is no mapping to match.
        """
        if not self._prompts:
            return self._of(frozenset()).desanitize(text_to_deanonymize)
        return joint_reader(list(self._prompts.values())).text(text_to_deanonymize)

    @property
    def deanonymizer_mapping(self) -> NoReturn:
        """Refused: there is none.

        Raises:
            PrivacyError: Always.
        """
        raise PrivacyError(_NO_MAPPING)

    @property
    def anonymizer_mapping(self) -> NoReturn:
        """Refused: there is none.

        Raises:
            PrivacyError: Always.
        """
        raise PrivacyError(_NO_MAPPING)

    def reset_deanonymizer_mapping(self) -> None:
        """Forget what was anonymized here. Surrogates stay the same: they follow from key and session."""
        self._prompts.clear()
        self._sessions.clear()

    def save_deanonymizer_mapping(self, file_path: Any) -> NoReturn:
        """Refused: there is nothing to save.

        Raises:
            PrivacyError: Always.
        """
        raise PrivacyError(_NO_MAPPING)

    def load_deanonymizer_mapping(self, file_path: Any) -> NoReturn:
        """Refused: there is nothing to load.

        Raises:
            PrivacyError: Always.
        """
        raise PrivacyError(_NO_MAPPING)

    def _of(self, allowed: frozenset[str]) -> Session:
        """The session of calls with one allow list."""
        if allowed not in self._sessions:
            policy = self._policy.with_allowed(*allowed) if allowed else self._policy
            usual = self._detector or policy.detection.detector(policy.entity_types)
            detector = composed(usual, *self._recognizers) if self._recognizers else usual
            self._sessions[allowed] = Sanitizer(self._key, policy=policy, detector=detector).session(self._session)
        return self._sessions[allowed]

    def __repr__(self) -> str:
        return f"PresidioReversibleAnonymizer({self._policy!r})"


class _Recognizer:
    """A recognizer of Presidio's as a detector."""

    def __init__(self, recognizer: Any) -> None:
        self._recognizer = recognizer
        self.entity_types = frozenset(map(str, recognizer.supported_entities))

    def __repr__(self) -> str:
        return f"_Recognizer({type(self._recognizer).__name__}, {sorted(self.entity_types)})"

    def detect(self, text: str) -> list[Span]:
        found = self._recognizer.analyze(text, sorted(self.entity_types), None) or []
        return [Span(one.start, one.end, one.entity_type, 1.0, "recognizer") for one in found if one.start < one.end]


def _rule(entity_type: str, operator: Any) -> Any:
    """The rule that does what an operator of Presidio does.

    Raises:
        PolicyError: There is none.
    """
    name, params = str(operator.operator_name), dict(operator.params or {})
    match name:
        case "replace":
            return Redact(str(params["new_value"])) if params.get("new_value") else Redact("<{type}>")
        case "redact":
            return Suppress()
        case "hash":
            return Hash()
        case "keep":
            return Keep()
        case "encrypt":
            return Policy.of({"rules": {entity_type: "encipher"}}).rules[entity_type]
    msg = (
        f"the operator {name!r} for {entity_type} cannot be had: what stands in a value's place depends on the key "
        "alone, and shows no part of it. There are replace, redact, hash, keep and encrypt; else the policy decides"
    )
    raise PolicyError(msg)
