"""ProSan as a method of sanitizing prompts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NoReturn

from privacy_chains.contract.conversation import Leaf, Message, SanitizedConversation
from privacy_chains.contract.method import AnswerReader, Traits
from privacy_chains.contract.prompt import Prompt, SpannedPrompt
from privacy_chains.contract.spans import Span
from privacy_chains.contract.unproven import Unproven, check_unproven
from privacy_chains.errors import KeyMaterialError, PolicyError, PrivacyError, forgets_values
from privacy_chains.keys import Key
from privacy_chains.ledger import Budget, Ledger, exact_epsilon
from privacy_chains.methods.importance.calibration import ImportanceCalibration, calibrated
from privacy_chains.methods.importance.choice import WordChooser
from privacy_chains.methods.importance.faithful import Faithfully
from privacy_chains.methods.importance.fitting import Fitter
from privacy_chains.methods.importance.private import Privately
from privacy_chains.methods.importance.prompt import RewrittenPrompt
from privacy_chains.methods.importance.recipe import Faithful, recipe_of
from privacy_chains.methods.importance.rewriting import UNIT, Corrected, Rewriting, ToTheLetter, WithPrivacy
from privacy_chains.methods.importance.scores import NEEDED_BY
from privacy_chains.methods.importance.session import TRAITS, ImportanceSettings, WordRewriter
from privacy_chains.methods.layers import LayeredPrompt, Layers
from privacy_chains.methods.stacking import NOTHING_CLOSED
from privacy_chains.models import LocalModel, require_part, writer
from privacy_chains.preempt.policy import Policy
from privacy_chains.preempt.sanitizer import Sanitizer

__all__ = ["ImportanceSanitizer"]

SCHEME = "importance-1"
"""The version of everything that replacements depend on."""


class ImportanceSanitizer:
    """Replaces words that matter little for the answer by others that fit, and reads answers back (ProSan).

    What detectors find is treated first, by ``entities``: identifiers are enciphered, amounts and ages get noise. Of
    the other words, a local model says how important each is to the answer and how little it was to be expected: the
    least important share of nouns, names, numbers and adjectives is replaced by words that the model would write in
    their place. Immutable; safe to share between threads.

    Args:
        key: The user's key.
        entities: How detected values are treated; ``"default"`` is the default policy (none with ``faithful``), None
            leaves them to the words.
        strength: The share of words that is replaced at most: the paper's lambda.
        adaptive: Whether the share moves with how surprising a sentence is, so that of dull ones little is replaced;
            else it is ``strength`` everywhere, which is what the paper's formula comes to.
        model: What scores and fills; the network of the package if left out.
        calibration: What its scores are measured by; of the public prompts of the package if left out.
        faithful: The paper to the letter: ``"formula"`` (or True), as it is printed, or ``"code"``, with the choices
            of the authors' code. Nothing is corrected, and each text is drawn anew.
        private: Every content word is drawn with metric privacy instead, among words that fit behind what was
            released; see ``ContextMechanism``.
        epsilon: For ``private``: what a word spends for one level of the word tree.
        budget: For ``private``: the most that may be spent, in the mechanism's unit: ``Budget(...,
            unit_name=sanitizer.unit_name)``.
        unproven: What becomes of messages in the model's name that do not prove that the model wrote them; see
            :data:`~privacy_chains.contract.unproven.Unproven`.

    **Guarantee**: none for words, unless ``private``; the ledger says so. By construction, a replacement is never the
    word itself, no word of the session's texts, and none that was issued for another word, so that it is read back; a
    word has one replacement in a session, and the same messages in the same order give the same bytes again. Numbers
    that are chosen get noise by a mechanism. With ``private``, metric privacy of each word that the tree knows
    (computational, since the coins come from a PRF).
    **Warning**: a word that is important *and* private stays where no detector finds it. Which words were replaced is
    seen, and a reader of the context guesses some of them (docs/importance.md). Important words, order, sentence
    structure and letter case stay. The scores come from floating point: other machines may choose other words.

    Raises:
        KeyMaterialError: There is no key.
        PolicyError: An argument makes no sense.
        ModelError: There is no model.
        MissingPart: The model lacks a part.
    """

    def __init__(  # noqa: PLR0913  (each says one thing of the method)
        self,
        key: Key | None = None,
        *,
        entities: Policy | Literal["default"] | None = "default",
        strength: float = 0.62,
        adaptive: bool = True,
        model: LocalModel | None = None,
        calibration: ImportanceCalibration | None = None,
        faithful: bool | Faithful = False,
        private: bool = False,
        epsilon: Fraction | float | str = 1,
        budget: Budget | None = None,
        unproven: Unproven = "hide",
    ) -> None:
        check_unproven(unproven)
        if not isinstance(key, Key):
            msg = f"{NEEDED_BY} needs a Key, not {type(key).__name__}: make one with Key.generate() and keep it"
            raise KeyMaterialError(msg)
        _check(strength=strength, faithful=bool(faithful), private=private, budget=budget)
        self._key, self._budget, self._unproven = key, budget, unproven
        model = model or writer()
        if faithful:
            self._rewriting, self._told = _faithful(model, strength, "formula" if faithful is True else faithful)
        elif private:
            self._rewriting, self._told = _private(model, exact_epsilon(epsilon))
        else:
            self._rewriting, self._told = _corrected(
                model, strength, calibration or calibrated(model), adaptive=adaptive
            )
        policy = entities if isinstance(entities, Policy) else None
        if entities == "default" and not faithful:
            policy = Policy.default()
        self._first = None if policy is None else Sanitizer(key, policy=policy)

    @property
    def unit_name(self) -> str:
        """The unit of the epsilon and of the budgets of ``private``."""
        return UNIT

    def session(self, name: str, *, other_sessions: Ledger | None = None) -> Layers | WordRewriter:
        """One conversation; under another name, other coins.

        Args:
            name: What tells it from the user's others.
            other_sessions: What the user released in others, for a budget of the user.
        """
        words = self._words(name, other_sessions)
        return words if self._first is None else Layers([self._first.session(name), words])

    @property
    def traits(self) -> Traits:
        """What this method promises."""
        return TRAITS

    @forgets_values
    def scan(
        self, texts: str | Sequence[str], *, closed: Sequence[Sequence[Span]] = ()
    ) -> tuple[tuple[Span, ...], ...]:
        """What may not leave as it is, in each text outside of closed spans. Nothing is released.

        Raises:
            PolicyError: There are closed spans, and ``entities`` as well.
        """
        return self._under(closed).scan(texts, closed=closed) if closed else self._alone().scan(texts)

    @forgets_values
    def sanitize(self, texts: str | Sequence[str], *, closed: Sequence[Sequence[Span]] = ()) -> SpannedPrompt:
        """Sanitize one message by itself; a session remembers. See ``WordRewriter.sanitize``.

        Raises:
            PolicyError: There are closed spans, and ``entities`` as well.
        """
        return self._under(closed).sanitize(texts, closed=closed) if closed else self._alone().sanitize(texts)

    @forgets_values
    def sanitize_conversation(
        self, messages: Sequence[Message], *, closed: Mapping[str, Sequence[Span]] = NOTHING_CLOSED
    ) -> SanitizedConversation[SpannedPrompt]:
        """Sanitize a conversation by itself; see ``WordRewriter.sanitize_conversation``.

        Raises:
            PolicyError: There are closed spans, and ``entities`` as well.
        """
        if closed:
            return _widened(self._under(closed).sanitize_conversation(messages, closed=closed))
        return _widened(self._alone().sanitize_conversation(messages))

    @forgets_values
    def keep(self, wrote: Sequence[Leaf], read: Sequence[Leaf], prompt: Prompt, *, json: Sequence[str] = ()) -> str:
        """Seal what a model wrote, to be stored beside the clear message and handed back as ``Message.kept``."""
        return self._alone().keep(wrote, read, prompt, json=json)

    def reader(self, prompt: Prompt) -> AnswerReader:
        """What reads answers to a prompt back; see ``WordRewriter.reader``."""
        return self._alone().reader(prompt)

    def __repr__(self) -> str:
        return f"ImportanceSanitizer({', '.join(self._told)})"

    def __reduce__(self) -> NoReturn:
        msg = "an ImportanceSanitizer holds key material and is not pickled; make it again from its key and parameters"
        raise PrivacyError(msg)

    def _words(self, name: str, other_sessions: Ledger | None = None) -> WordRewriter:
        own = self._key.derive("importance", SCHEME, name, *self._told)
        settings = ImportanceSettings(self._key, name, self._rewriting(own), self._budget, self._unproven)
        return WordRewriter(settings, other_sessions)

    def _alone(self) -> Layers | WordRewriter:
        """A session that has seen nothing."""
        return self.session("")

    def _under(self, closed: object) -> WordRewriter:
        """The words alone, under another method.

        Raises:
            PolicyError: ``entities`` is set, which goes first.
        """
        if self._first is not None:
            msg = f"{NEEDED_BY} goes under another method with entities=None: what that settled is closed to it"
            raise PolicyError(msg)
        return self._words("")


def _check(*, strength: float, faithful: bool, private: bool, budget: Budget | None) -> None:
    if not 0 < strength <= 1:
        msg = f"{NEEDED_BY} has a strength above 0 and at most 1"
        raise PolicyError(msg)
    if faithful and private:
        msg = "the paper has nothing private: leave faithful or private out"
        raise PolicyError(msg)
    if budget is not None and not private:
        msg = f"{NEEDED_BY} spends no epsilon on words: a budget goes with private=True"
        raise PolicyError(msg)


_Made = tuple[Callable[[bytes], Rewriting], tuple[str, ...]]
"""From a session's sub-key to how it replaces words, and the parameters that this depends on."""


def _corrected(model: LocalModel, strength: float, calibration: ImportanceCalibration, *, adaptive: bool) -> _Made:
    require_part(model, "fill", needed_by=NEEDED_BY)
    chooser = WordChooser(model, calibration, strength, adaptive=adaptive)
    return lambda key: Corrected(chooser, Fitter(model, key)), (f"strength={strength}", f"adaptive={adaptive}")


def _faithful(model: LocalModel, strength: float, faithful: Faithful) -> _Made:
    recipe = recipe_of(faithful)
    algorithm = Faithfully(model, recipe, strength)
    return lambda key: ToTheLetter(algorithm, key), (f"faithful={recipe.name}", f"strength={strength}")


def _private(model: LocalModel, epsilon: Fraction) -> _Made:
    require_part(model, "fill", needed_by=f"{NEEDED_BY}(private=True)")
    return lambda key: WithPrivacy(Privately(model, epsilon, key), key), ("private", f"epsilon={epsilon}")


_Said = SanitizedConversation[LayeredPrompt] | SanitizedConversation[RewrittenPrompt]


def _widened(said: _Said) -> SanitizedConversation[SpannedPrompt]:
    return SanitizedConversation(said.messages, said.prompt, said.told, said.json)
