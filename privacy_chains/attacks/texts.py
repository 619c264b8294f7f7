"""What is read of a user's own texts, as a method would send them: by value's type, by the worst attacker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from privacy_chains.attacks.characters import ATTACKERS, Attacker, Known, Observed, Secret, results
from privacy_chains.attacks.language import model_attackers
from privacy_chains.attacks.names import kept_by
from privacy_chains.attacks.people import population
from privacy_chains.attacks.result import Result
from privacy_chains.attacks.sent_values import GIVEN, OTHER, How, SentValue, sent_values
from privacy_chains.attacks.word_posterior import attacker_on, zipf
from privacy_chains.contract.method import Method
from privacy_chains.contract.prompt import SpannedPrompt
from privacy_chains.detect import Detector, default_detector
from privacy_chains.errors import FormatError, PolicyError
from privacy_chains.methods.characters import CharacterNoise
from privacy_chains.methods.layers import Layers
from privacy_chains.methods.words import ExponentialWords, TreeWords, WordNoise, default_lexicon
from privacy_chains.methods.words.session import WordSession
from privacy_chains.models import LocalModel
from privacy_chains.preempt.policy import Policy
from privacy_chains.preempt.treatments import AddNoise, Encipher

__all__ = ["attack_texts"]

_PEOPLE = 2_000
_Read = Callable[[Sequence[SentValue]], Iterable[Result]]


def attack_texts(  # noqa: PLR0913  (each says one thing of the method or the attack)
    texts: Sequence[str],
    method: Method,
    *,
    policy: Policy | None = None,
    given: Sequence[str] = (),
    detector: Detector | None = None,
    model: LocalModel | None = None,
) -> list[Result]:
    """What the worst attacker reads of the values of texts: one result for each type and form in which it is sent.

    Attackers know the method, its parameters and public lists, and not the key. Each value counts once. The name of
    a result has the type and the form, its note the worst attacker; neither holds a value.

    Args:
        texts: The clear texts.
        method: What would send them.
        policy: The policy of a sanitizer, whose formats the attackers know; the default one if left out.
        given: Values that the owner names: what nothing finds is in clear, and not counted otherwise.
        detector: Tells the types of values; the default one if left out.
        model: A local model that attacks noised characters, too: slow, one value after the other.

    Raises:
        PolicyError: The method does not tell where it put what.
        MissingPart: The model has neither ``generate`` nor ``surprisal``.
    """
    prompt = method.sanitize(texts)
    if not isinstance(prompt, SpannedPrompt):
        msg = f"{type(method).__name__} does not tell where it put what, so what is read cannot be counted"
        raise PolicyError(msg)
    groups: dict[tuple[str, How], list[SentValue]] = {}
    for one in sent_values(texts, prompt, detector or default_detector(), given):
        groups.setdefault((one.entity_type, one.how), []).append(one)
    read = _Readers(method, policy or Policy.default(), model)
    return [read.worst(*key, groups[key]) for key in sorted(groups, key=lambda key: (key[0] == OTHER, key))]


class _Readers:
    """The attackers on each form."""

    def __init__(self, method: Method, policy: Policy, model: LocalModel | None) -> None:
        methods = method.methods if isinstance(method, Layers) else (method,)
        self._characters = next((one for one in methods if isinstance(one, CharacterNoise)), None)
        self._words = next((one.mechanism for one in methods if isinstance(one, WordNoise | WordSession)), None)
        self._policy, self._model = policy, model

    def worst(self, entity_type: str, how: How, seen: Sequence[SentValue]) -> Result:
        """What the best attacker reads of values of one type and form."""
        ways: dict[How, _Read] = {
            "in clear": self._clear,
            "as another value": self._surrogates,
            "noise on characters": self._noised_characters,
            "noise on words": self._noised_words,
        }
        best = max(ways[how](seen), key=lambda result: result.learned)
        return replace(best, name=f"{entity_type}, {how}", note=f"worst: {best.name}")

    def _clear(self, seen: Sequence[SentValue]) -> Iterator[Result]:
        """What its owner names, and nothing finds, is not meant to be read; what is found, the policy keeps."""
        yield Result("reading on", len(seen), len(seen), stated=all(one.entity_type != GIVEN for one in seen))

    def _surrogates(self, seen: Sequence[SentValue]) -> Iterator[Result]:
        kind = seen[0].entity_type
        rule = self._policy.rules.get(kind)
        blind, stated = sum(one.original == _likeliest_person() for one in seen), isinstance(rule, AddNoise)
        yield Result("as it is sent", sum(one.original in one.sent for one in seen), len(seen), blind, stated=stated)
        if isinstance(rule, Encipher) and kind == "PERSON":
            bearers = _bearers(rule)
            right = sum(bearers.get(_shown(rule, one.sent[0]), "") == one.original for one in seen)
            yield Result("a list of people", right, len(seen), blind, stated=True)

    def _noised_characters(self, seen: Sequence[SentValue]) -> Iterator[Result]:
        assert self._characters is not None  # noqa: S101  (nothing else gives such spans)
        known = Known(self._characters.epsilon, self._characters.alphabet)
        attackers: dict[str, Attacker] = dict(ATTACKERS)
        if self._model is not None and seen[0].entity_type != OTHER:
            attackers |= model_attackers(self._model)
        observed = [Observed(Secret(one.original, one.entity_type), one.sent, one.before, one.after) for one in seen]
        for name, attacker in attackers.items():
            yield replace(next(results(name, observed, attacker(observed, known))), stated=True)

    def _noised_words(self, seen: Sequence[SentValue]) -> Iterator[Result]:
        pairs = [(one.original.lower(), one.sent[0].lower()) for one in seen]
        yield Result("as it is sent", sum(was == shown for was, shown in pairs), len(seen), stated=True)
        mechanism = self._words
        if isinstance(mechanism, TreeWords | ExponentialWords):
            posterior = attacker_on(mechanism, zipf(default_lexicon()))
            told = [(was, shown, mechanism.knows(shown)) for was, shown in pairs]
            right = sum((posterior.likeliest(shown) if known else shown) == was for was, shown, known in told)
            blind = sum(known and posterior.guess(shown) == was for was, shown, known in told)
            yield Result("Bayes", right, len(seen), blind, stated=True)


def _likeliest_person() -> str:
    return Counter(population(_PEOPLE)).most_common(1)[0][0]


def _bearers(rule: Encipher) -> Mapping[object, str]:
    """The likeliest person for all that a surrogate may show."""
    alike: dict[object, Counter[str]] = {}
    for name in population(_PEOPLE):
        alike.setdefault(_shown(rule, name), Counter())[name] += 1
    return {shown: among.most_common(1)[0][0] for shown, among in alike.items()}


def _shown(rule: Encipher, name: str) -> object:
    try:
        return kept_by(rule.format, name)
    except FormatError:
        return None
