"""The game of the paper's section 3.1, with an adversary that chooses texts, histories and answers.

The adversary gives two conversations, turn by turn; one of them, chosen by a coin, is sanitized under a fresh key; it
sees what a provider sees, writes the answers, and guesses the coin. Conversations whose declared leakage differs can be
told apart, and are not admitted. Reference: Chowdhury et al., Preempt: Sanitizing Sensitive Prompts for LLMs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random

from privacy_chains.attacks.leakage import leakage
from privacy_chains.attacks.setting import Setting
from privacy_chains.contract.conversation import Message
from privacy_chains.errors import PrivacyError
from privacy_chains.preempt.session import Session

__all__ = ["Adversary", "InadmissibleError", "Turn", "View", "play"]

View = tuple[str, ...]
"""What a provider sees of a conversation: every text of the latest request, in order."""


class InadmissibleError(PrivacyError):
    """Two conversations whose declared leakage differs."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What an adversary chooses for one turn.

    Attributes:
        left: The texts of the user's message (and of documents beside it) in one world.
        right: Those in the other.
        answer: What the model wrote before it; the adversary is the model.
    """

    left: tuple[str, ...]
    right: tuple[str, ...]
    answer: str = ""


Adversary = Callable[[Random], Generator[Turn, View, int]]
"""Yields turns, is sent what the provider sees, and returns its guess: 0 for the left world, 1 for the right."""


def play(setting: Setting, adversary: Adversary, games: int, *, seed: int = 5) -> int:
    """How many of some games an adversary wins, each under the key of another user.

    Args:
        setting: Whose keys, policy and detector; and whether proofs of what the model wrote are stored.
        adversary: Who plays.
        games: How many.
        seed: Of the coins of the game and of the adversary.

    Raises:
        InadmissibleError: The two conversations of a game differ in what is declared to leak.
    """
    random, checked = Random(seed), set[tuple[Turn, ...]]()  # noqa: S311  (the adversary's choices, and a fair coin)
    won = 0
    for user in range(games):
        right, turns = _game(setting, adversary, user, random)
        won += right
        if turns not in checked:
            _check(setting, turns)
            checked.add(turns)
    return won


def _game(setting: Setting, adversary: Adversary, user: int, random: Random) -> tuple[bool, tuple[Turn, ...]]:
    """Whether the adversary wins, and the texts that it chose."""
    session, coin = setting.session(user), random.randrange(2)
    moves, turns, history = adversary(random), list[Turn](), list[Message]()
    try:
        turn = next(moves)
        while True:
            turns.append(replace(turn, answer=""))
            if turn.answer:
                history.append(_answered(session, history, turn.answer, proof=setting.proof))
            history.append(Message((turn.left, turn.right)[coin]))
            turn = moves.send(_view(session, history))
    except StopIteration as stop:
        guess: int = stop.value
    return guess == coin, tuple(turns)


def _view(session: Session, history: Sequence[Message]) -> View:
    return tuple(map(str, chain.from_iterable(session.sanitize_conversation(history).messages)))


def _answered(session: Session, history: Sequence[Message], wrote: str, *, proof: bool) -> Message:
    """The model's message as the application stores it."""
    prompt = session.sanitize_conversation(history).prompt
    clear = session.desanitize(wrote, prompt)
    return Message((clear,), from_model=True, kept=session.keep((wrote,), (clear,), prompt) if proof else None)


def _check(setting: Setting, turns: Sequence[Turn]) -> None:
    """Refuse worlds of different leakage. Their declared leakage is the same under every key."""
    left, right = (
        leakage(setting.session(0, "leakage").sanitize(texts), setting.policy)
        for texts in (
            [text for turn in turns for text in turn.left],
            [text for turn in turns for text in turn.right],
        )
    )
    if left != right:
        msg = (
            "the two conversations differ in what is declared to leak, such as the text around values or their equality"
        )
        raise InadmissibleError(msg)
