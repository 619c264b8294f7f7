"""Noise on the characters of words, as a method of sanitizing prompts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NoReturn

from privacy_chains.contract.conversation import Leaf, Message, SanitizedConversation, with_texts
from privacy_chains.contract.method import Traits
from privacy_chains.contract.prompt import Prompt, as_texts
from privacy_chains.contract.recording import Recording
from privacy_chains.contract.spans import Span, replace_spans
from privacy_chains.contract.unproven import Unproven, check_unproven
from privacy_chains.errors import DesanitizeError, PolicyError, PrivacyError, forgets_values
from privacy_chains.keys import KeptForms, Key, KeyRing
from privacy_chains.ledger import CharacterDP, Event, Kept, Ledger, exact_epsilon
from privacy_chains.ledger.audit import AuditLog
from privacy_chains.methods.characters.alphabet import AlphabetName
from privacy_chains.methods.characters.channel import Channel, Repeats
from privacy_chains.methods.characters.choice import WordsName, chosen, line_starts
from privacy_chains.methods.characters.prompt import NoisedPrompt
from privacy_chains.methods.characters.reader import ChannelReader, Sent
from privacy_chains.methods.characters.restore import ChannelRestorer
from privacy_chains.methods.characters.rewrite import ModelRestorer
from privacy_chains.methods.characters.words import Choice, Word, left_alone, words
from privacy_chains.methods.history import History
from privacy_chains.methods.stacking import NOTHING_CLOSED
from privacy_chains.models import LocalModel

__all__ = ["INSTRUCTION", "CharacterNoise", "Restore"]

Restore = Literal["remote", "local"]

INSTRUCTION = (
    "Some characters of the words below were exchanged at random for others; lengths and spaces are right. First work "
    "out the text as it was written, changing nothing else, then answer it. Leave a word that you cannot make out."
)
"""The instruction for a remote model that restores the text itself, version 1."""

_LEAKS = {
    "class": "lengths, spaces and the class of each character (digit, small letter, capital, punctuation)",
    "printable": "lengths and spaces",
}


_FORMS = KeptForms("kept form of characters", "characters-1")


@dataclass(frozen=True, slots=True)
class _Noised:
    """One text: its sent form, the places of its noised words, all its words, and its cost."""

    text: str
    spans: tuple[Span, ...]
    originals: tuple[str, ...]
    sent: tuple[Sent, ...]
    events: tuple[Event, ...]


class CharacterNoise:
    """Exchanges characters of words at random (k-ary randomized response), and reads answers back.

    Args:
        key: The user's.
        epsilon: What each character spends. In the alphabet ``"class"`` a letter of 26 stays with the probability
            that one of 94 has at 1.31 more, a digit of 10 at 2.34 more.
        words: ``"all"``; ``"undetected"``: those that no list knows as ordinary words and that are no short numbers,
            a net under another method; or a function of a :class:`Word`.
        alphabet: ``"class"`` or ``"printable"``, which is the paper's.
        repeats: ``"same"``: equal words get equal noise in a session; ``"fresh"``: each occurrence its own.
        restore: ``"local"``: words are restored from public lists before they are sent; ``"remote"``: the model is
            to be told ``instruction``; a :class:`~privacy_chains.models.LocalModel` that writes: it restores them on
            your side, before they are sent; None: none of these.
        faithful: The paper to the letter: every word, addresses and code too, of 94 characters, with fresh noise.
        session: What tells this conversation from others of the key.
        unproven: The treatment of messages in the model's name without a proof that the model wrote them; see
            :data:`~privacy_chains.contract.unproven.Unproven`. In a hidden message, each word that would get noise
            becomes ``[TEXT]``.
        audit: A log that gets a line for each release and each refusal, before anything is handed out.

    **Guarantee**: each released character is differentially private within its class at ``epsilon``, exactly; words
    and texts by composition, in the ledger (computational, since the coins come from a PRF). What a model wrote goes
    back to it as it wrote it: no message in its name shows what noise the key gives a word of the model's choice.
    **Warning**: that is little for a name. A decoder with a list of names recovers far more of them than the guarantee
    for single characters suggests (docs/characters.md): calibrate epsilon with ``attacks.calibrate``. What a tool or
    the caller quotes of a model's words is noised. Lengths, spaces, numbers in structured data, and code, addresses
    and tool-call ids in texts leave as they are.

    Raises:
        PolicyError: An argument is none of those named.
        MissingPart: The local model that restores does not write.
    """

    def __init__(  # noqa: PLR0913  (each says one thing about the noise)
        self,
        key: Key | KeyRing,
        *,
        epsilon: Fraction | float | str,
        words: WordsName | Choice = "all",
        alphabet: AlphabetName = "class",
        repeats: Repeats = "same",
        restore: Restore | LocalModel | None = None,
        faithful: bool = False,
        session: str = "",
        unproven: Unproven = "hide",
        audit: AuditLog | None = None,
    ) -> None:
        check_unproven(unproven)
        if faithful:
            words, alphabet, repeats = "all", "printable", "fresh"
        _check(words, alphabet, repeats, restore)
        self.epsilon = exact_epsilon(epsilon)
        self._key, self._words, self._alphabet, self._repeats = key, words, alphabet, repeats
        self._restore, self._faithful, self.name, self._unproven = restore, faithful, session, unproven
        context = (session, alphabet, str(self.epsilon), repeats, str(faithful))
        self._channel = Channel(key.derive("characters", *context), self.epsilon, alphabet, repeats)
        self._restorer = _restorer(restore, self.epsilon, alphabet)
        self._released: set[tuple[str, str]] = set()
        self._ledger = Ledger()
        self._audit, self._recording = audit, Recording(audit, "CharacterNoise", session)

    def session(self, name: str) -> CharacterNoise:
        """The same for a conversation of its own."""
        return CharacterNoise(
            self._key,
            epsilon=self.epsilon,
            words=self._words,
            alphabet=self._alphabet,
            repeats=self._repeats,
            restore=self._restore,
            faithful=self._faithful,
            session=name,
            unproven=self._unproven,
            audit=self._audit,
        )

    @property
    def alphabet(self) -> AlphabetName:
        """The name of the alphabet."""
        return self._alphabet

    @property
    def traits(self) -> Traits:
        """Noise depends on the session's name and the text alone; a repetition is read back exactly."""
        return Traits(stable=True, exact=True, reads_alone=False, keeps_numbers=True)

    @property
    def instruction(self) -> str:
        """The instruction for the model, before the text; empty unless the model restores the text."""
        return INSTRUCTION if self._restore == "remote" else ""

    @property
    def ledger(self) -> Ledger:
        """Everything released so far."""
        return self._ledger

    @forgets_values
    def scan(
        self, texts: str | Sequence[str], *, closed: Sequence[Sequence[Span]] = ()
    ) -> tuple[tuple[Span, ...], ...]:
        """The words of each text that would be noised outside of closed spans. Nothing is released or remembered."""
        given = as_texts(texts)
        spans = closed or [()] * len(given)
        return tuple(tuple(self._chosen(text, shut)) for text, shut in zip(given, spans, strict=True))

    @forgets_values
    def sanitize(self, texts: str | Sequence[str], *, closed: Sequence[Sequence[Span]] = ()) -> NoisedPrompt:
        """Noise one message's texts.

        Args:
            texts: A text, or several.
            closed: For each text, spans that another method has settled; they stay as they are.
        """
        given = as_texts(texts)
        spans = closed or [()] * len(given)
        return self._recording.of(
            lambda: self._prompt([self._noise(text, shut) for text, shut in zip(given, spans, strict=True)])
        )

    @forgets_values
    def sanitize_conversation(
        self, messages: Sequence[Message], *, closed: Mapping[str, Sequence[Span]] = NOTHING_CLOSED
    ) -> SanitizedConversation[NoisedPrompt]:
        """Noise a conversation. What was sent once is sent again unchanged, and what a model wrote, as it wrote it.

        Args:
            messages: The conversation.
            closed: By text, spans that another method has settled; they stay as they are.

        Raises:
            UnsupportedContent: Nothing proves that the model wrote a message, and such messages are refused.
        """
        return self._recording.of(lambda: self._noised_conversation(messages, closed))

    def _noised_conversation(
        self, messages: Sequence[Message], closed: Mapping[str, Sequence[Span]]
    ) -> SanitizedConversation[NoisedPrompt]:
        noised: list[_Noised] = []
        leaves: list[tuple[Leaf, ...]] = []
        numbers, history = 0, self._history()
        for position, message in enumerate(messages):
            sent = history.send(position, message)
            if sent is None:
                own = [self._noise(leaf, closed.get(leaf, ())) for leaf in message.leaves if isinstance(leaf, str)]
                numbers += len(message.leaves) - len(own)
                noised += own
                sent = with_texts(message.leaves, iter([one.text for one in own]), {})
            leaves.append(sent)
        kept = (Kept("NUMBER", numbers, "numbers in structured data stay numbers"),) if numbers else ()
        prompt = self._prompt(noised, kept, [Sent(*pair) for pair in history.pairs])
        return SanitizedConversation(tuple(leaves), prompt, json=history.json)

    @forgets_values
    def keep(self, wrote: Sequence[Leaf], read: Sequence[Leaf], prompt: Prompt, *, json: Sequence[str] = ()) -> str:
        """Seal what a model wrote, to be stored beside the clear message and handed back as ``Message.kept``."""
        return self._history().keep(wrote, read, json, [*prompt.surrogates.items()])

    @staticmethod
    def reader(prompt: Prompt) -> ChannelReader:
        """What reads answers to a prompt.

        Raises:
            DesanitizeError: It is no prompt of this method.
        """
        if not isinstance(prompt, NoisedPrompt):
            msg = f"an answer is read back with the NoisedPrompt that sanitize returned, not {type(prompt).__name__}"
            raise DesanitizeError(msg)
        return prompt.reader

    def __repr__(self) -> str:
        how = self._words if isinstance(self._words, str) else "chosen"
        return f"CharacterNoise(epsilon={self.epsilon}, words={how!r}, alphabet={self._alphabet!r})"

    def __reduce__(self) -> NoReturn:
        msg = "CharacterNoise holds a key and is not pickled; make it again where it is needed"
        raise PrivacyError(msg)

    def _history(self) -> History:
        return History(_FORMS, self._key, self.name, self._unproven, self._hidden)

    def _chosen(self, text: str, closed: Sequence[Span] = ()) -> Iterator[Span]:
        """Where the words of a text stand that are noised."""
        cut = self._cut(text, closed)
        yield from (Span(word.start, word.end, "TEXT", source="characters") for word, noised in cut if noised)

    def _hidden(self, text: str) -> str:
        """A text of unknown origin without the words that are noised in others."""
        spans = [*self._chosen(text)]
        return replace_spans(text, spans, ["[TEXT]"] * len(spans))[0]

    def _cut(self, text: str, closed: Sequence[Span] = ()) -> list[tuple[Word, bool]]:
        """The words of a text outside what is closed or left alone, and whether each is noised."""
        shut = closed if self._faithful else _joined(closed, left_alone(text))
        cut = list(words(text, shut))
        return list(zip(cut, chosen(text, cut, self._words), strict=True))

    def _noise(self, text: str, closed: Sequence[Span]) -> _Noised:
        cut = self._cut(text, closed)
        marked = [word.text for word, noised in cut if noised]
        released = iter(self._channel.noised(marked, text))
        sent = [next(released) if noised else word.text for word, noised in cut]
        spent = self._spent(text, marked)
        if self._restorer is not None:
            flags = [noised for _, noised in cut]
            starts = line_starts(text, [word for word, _ in cut])
            sent = self._restorer.restore(sent, flags, starts, pooled=self._repeats == "same")
        whole = _written(text, cut, sent)
        noisy = tuple(Span(word.start, word.end, "TEXT", 1.0, "characters") for word, noised in cut if noised)
        pairs = tuple(Sent(whole[word.start : word.end], word.text) for word in words(text))
        clear = len(cut) - len(marked)
        kept = (Kept("TEXT", clear, "a list has it as an ordinary word, or the caller chose so"),) if clear else ()
        alone = () if self._faithful else _alone(text)
        return _Noised(whole, noisy, tuple(marked), pairs, (*spent, *kept, *alone))

    def _spent(self, text: str, marked: Sequence[str]) -> tuple[Event, ...]:
        """The cost of the words that were not released before."""
        place = text if self._repeats == "fresh" else ""
        if place and ("", text) in self._released:
            return ()
        count = 0
        for word in marked if place else dict.fromkeys(marked):
            if place or (word, "") not in self._released:
                count += sum(self._channel.alphabet.find(char) is not None for char in word)
        self._released.update([("", text)] if place else [(word, "") for word in marked])
        leaks = _LEAKS[self._alphabet] + ("; which words are equal" if self._repeats == "same" else "")
        if self._words == "undetected":
            leaks += "; that a word is no ordinary one"
        return (CharacterDP("TEXT", self.epsilon, count, leaks),) if count else ()

    def _prompt(
        self, noised: Sequence[_Noised], more: Sequence[Event] = (), carried: Sequence[Sent] = ()
    ) -> NoisedPrompt:
        ledger = Ledger.of([*(event for one in noised for event in one.events), *more])
        self._ledger += ledger
        return NoisedPrompt(
            tuple(one.text for one in noised),
            tuple(one.spans for one in noised),
            ledger,
            tuple(one.sent for one in noised),
            tuple(one.originals for one in noised),
            tuple(carried),
        )


def _check(words: object, alphabet: str, repeats: str, restore: object) -> None:
    for name, value, known in (
        ("words", words, ("all", "undetected")),
        ("alphabet", alphabet, ("class", "printable")),
        ("repeats", repeats, ("same", "fresh")),
        ("restore", restore, (None, "remote", "local")),
    ):
        if isinstance(value, LocalModel) and name == "restore":
            continue
        if value not in known and not (name == "words" and callable(words)):
            msg = f"CharacterNoise has {name}={' or '.join(map(repr, known))}"
            raise PolicyError(msg)


def _restorer(
    restore: Restore | LocalModel | None, epsilon: Fraction, alphabet: AlphabetName
) -> ChannelRestorer | ModelRestorer | None:
    """The restorer of words before they are sent."""
    if isinstance(restore, LocalModel):
        return ModelRestorer(restore, epsilon, alphabet)
    return ChannelRestorer(epsilon, alphabet) if restore == "local" else None


def _joined(closed: Sequence[Span], alone: Sequence[Span]) -> list[Span]:
    """Both, the closed ones first where they overlap."""
    free = [span for span in alone if not any(span.overlaps(other) for other in closed)]
    return sorted([*closed, *free])


def _alone(text: str) -> Iterator[Event]:
    yield from (Kept(span.entity_type, 1, "programs read it, and noise would break it") for span in left_alone(text))


def _written(text: str, cut: Sequence[tuple[Word, bool]], sent: Sequence[str]) -> str:
    """The text with what is sent in the place of its words; lengths do not change."""
    pieces, position = list[str](), 0
    for (word, _), new in zip(cut, sent, strict=True):
        pieces += (text[position : word.start], new)
        position = word.end
    return "".join((*pieces, text[position:]))
