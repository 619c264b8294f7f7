"""Words with noise: the method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, NoReturn

from privacy_chains.contract.conversation import Leaf, Message, SanitizedConversation
from privacy_chains.contract.method import Traits
from privacy_chains.contract.prompt import Prompt
from privacy_chains.contract.spans import Span
from privacy_chains.contract.unproven import Unproven, check_unproven
from privacy_chains.desanitize import Reader
from privacy_chains.errors import KeyMaterialError, PolicyError, PrivacyError, forgets_values
from privacy_chains.keys import Key
from privacy_chains.ledger import Budget, Ledger, exact_epsilon
from privacy_chains.ledger.audit import AuditLog
from privacy_chains.methods.stacking import NOTHING_CLOSED
from privacy_chains.methods.words.choice import Words, choice_of
from privacy_chains.methods.words.exponential import ExponentialWords
from privacy_chains.methods.words.laplace import LaplaceWords
from privacy_chains.methods.words.lexicon import Lexicon, default_lexicon
from privacy_chains.methods.words.mechanism import WordMechanism
from privacy_chains.methods.words.prompt import NoisyPrompt
from privacy_chains.methods.words.session import TRAITS, Settings, WordSession
from privacy_chains.methods.words.tree_words import TreeWords
from privacy_chains.methods.words.unknown import RandomLetters, UnknownWords
from privacy_chains.methods.words.vectors import Vectors

__all__ = ["WordNoise"]


class WordNoise:
    """Replaces words by words that are drawn near them. Immutable; safe to share between threads.

    ``sanitize`` is a pure function of key, session name, parameters and texts. Coins come from a PRF over session, word
    and every parameter, so that a replay draws nothing anew.

    Args:
        key: The user's key.
        epsilon: How much a release may tell of two words at a distance of one: of ``"tree"``, one level of the tree;
            of the others, one unit of the vector space. They do not compare.
        mechanism: ``"tree"`` is exact and needs nothing; ``"exponential"`` is exact, ``"laplace"`` is not.
        words: Which words: ``"content"`` (all but those of grammar), ``"all"``, ``"rare"`` (all but the most frequent),
            ``"undetected"`` (those that the method before this one left), or a function of a word.
        repeats: ``"same"``: a word has one surrogate in a session. ``"fresh"``: each occurrence is drawn anew, by its
            place and all of the text that it stands in; many give a word away.
        vectors: For ``"laplace"`` and ``"exponential"``: the words and their vectors.
        rank_constant: For ``"laplace"``: the constant of the draw by rank, such as ``0.006``; none if left out.
        unknown: What becomes of words that the mechanism does not know: random letters if left out.
        budget: The most that may be spent, in the mechanism's unit: ``Budget(..., unit_name=noise.unit_name)``.
        lexicon: The words of the tree and of grammar; those of the package if left out.
        unproven: What becomes of messages in the model's name that do not prove that the model wrote them; see
            :data:`~privacy_chains.contract.unproven.Unproven`.
        audit: A log that gets a line for each release and each refusal, before anything is handed out.

    **Guarantee**: metric privacy of each chosen word that the mechanism knows; see ``TreeMechanism``,
    ``ExponentialWords`` and ``LaplaceWords``. Since the coins come from a PRF, it is computational. Epsilon adds up
    over the words of a text: against two texts that differ in every word it is the sum of all distances.
    **Warning**: the order and number of words, letter case, punctuation, unchosen words, and with ``"tree"``
    the class of each word stay. With ``"same"`` it shows which words are equal. A word may be drawn for itself.

    Raises:
        KeyMaterialError: There is no key.
        PolicyError: A parameter is none of those above.
    """

    def __init__(  # noqa: PLR0913  (each says one thing of the method)
        self,
        key: Key | None = None,
        *,
        epsilon: Fraction | float | str = 1,
        mechanism: Literal["tree", "laplace", "exponential"] = "tree",
        words: Words = "content",
        repeats: Literal["same", "fresh"] = "same",
        vectors: Vectors | None = None,
        rank_constant: Fraction | float | str | None = None,
        unknown: UnknownWords | None = None,
        budget: Budget | None = None,
        lexicon: Lexicon | None = None,
        unproven: Unproven = "hide",
        audit: AuditLog | None = None,
    ) -> None:
        check_unproven(unproven)
        if not isinstance(key, Key):
            msg = f"WordNoise needs a Key, not {type(key).__name__}: make one with Key.generate() and keep it"
            raise KeyMaterialError(msg)
        if repeats not in ("same", "fresh"):
            msg = f"repeats is 'same' or 'fresh', not {repeats!r}"
            raise PolicyError(msg)
        lexicon = lexicon or default_lexicon()
        rank = None if rank_constant is None else exact_epsilon(rank_constant)
        chosen = _mechanism(mechanism, exact_epsilon(epsilon), vectors, rank, lexicon)
        fallback = unknown or RandomLetters()
        self._settings = Settings(
            key, chosen, choice_of(words, lexicon), fallback, repeats == "fresh", budget, unproven, audit
        )

    @property
    def mechanism(self) -> WordMechanism:
        """What draws the words."""
        return self._settings.mechanism

    @property
    def unit_name(self) -> str:
        """What the mechanism's distances count: the unit of its epsilon and of its budgets."""
        return self._settings.mechanism.unit_name

    def session(self, name: str, *, other_sessions: Ledger | None = None) -> WordSession:
        """One conversation; under another name, other coins.

        Args:
            name: What tells it from the user's others.
            other_sessions: What the user released in others, for a budget of the user.
        """
        return WordSession(self._settings, name, other_sessions)

    @property
    def traits(self) -> Traits:
        """What this method promises."""
        return TRAITS

    @forgets_values
    def scan(
        self, texts: str | Sequence[str], *, closed: Sequence[Sequence[Span]] = ()
    ) -> tuple[tuple[Span, ...], ...]:
        """The words that may not leave as they are, in each text outside of closed spans. Nothing is released."""
        return self.session("").scan(texts, closed=closed)

    @forgets_values
    def sanitize(self, texts: str | Sequence[str], *, closed: Sequence[Sequence[Span]] | None = None) -> NoisyPrompt:
        """Sanitize one message; see ``WordSession.sanitize``."""
        return self.session("").sanitize(texts, closed=closed)

    @forgets_values
    def sanitize_conversation(
        self, messages: Sequence[Message], *, closed: Mapping[str, Sequence[Span]] = NOTHING_CLOSED
    ) -> SanitizedConversation[NoisyPrompt]:
        """Sanitize a conversation; see ``WordSession.sanitize_conversation``."""
        return self.session("").sanitize_conversation(messages, closed=closed)

    @forgets_values
    def keep(self, wrote: Sequence[Leaf], read: Sequence[Leaf], prompt: Prompt, *, json: Sequence[str] = ()) -> str:
        """Seal what a model wrote, to be stored beside the clear message and handed back as ``Message.kept``."""
        return self.session("").keep(wrote, read, prompt, json=json)

    def reader(self, prompt: Prompt) -> Reader:
        """What reads answers to a prompt back; see ``WordSession.reader``."""
        return self.session("").reader(prompt)

    def __repr__(self) -> str:
        return f"WordNoise({self._settings.mechanism!r}, words={self._settings.choice.name!r})"

    def __reduce__(self) -> NoReturn:
        msg = "a WordNoise holds key material and is not pickled; make it again from its key and parameters"
        raise PrivacyError(msg)


def _mechanism(
    name: object, epsilon: Fraction, vectors: Vectors | None, rank: Fraction | None, lexicon: Lexicon
) -> WordMechanism:
    """The mechanism of a name.

    Raises:
        PolicyError: There is none of this name, or it needs vectors.
    """
    if name == "tree":
        return TreeWords(epsilon, lexicon)
    if name not in ("laplace", "exponential"):
        msg = f"mechanism is 'tree', 'laplace' or 'exponential', not {name!r}"
        raise PolicyError(msg)
    if not isinstance(vectors, Vectors):
        msg = (
            f"mechanism={name!r} needs vectors=Vectors(words, array) or Vectors.read(path), not "
            f"{type(vectors).__name__}: an index of approximate neighbours breaks the guarantee"
        )
        raise PolicyError(msg)
    return LaplaceWords(vectors, epsilon, rank) if name == "laplace" else ExponentialWords(vectors, epsilon)
