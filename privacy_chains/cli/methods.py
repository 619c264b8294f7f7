"""The methods that the command line knows, and the command ``methods``, which tells what each promises."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from privacy_chains.cli.inputs import read_texts
from privacy_chains.cli.options import chosen_policy
from privacy_chains.cli.output import screen
from privacy_chains.cli.texts import on_lines_of_their_own, pieces
from privacy_chains.contract.method import Method
from privacy_chains.contract.prompt import Prompt
from privacy_chains.keys import KeyRing

__all__ = ["MethodName", "MethodOption", "chosen_method", "joined", "methods"]


class MethodName(StrEnum):
    """A method by its name on the command line."""

    SANITIZER = "sanitizer"
    CHARACTERS = "characters"
    WORDS = "words"
    IMPORTANCE = "importance"
    LAYERS = "layers"


MethodOption = Annotated[
    MethodName, typer.Option("--method", help="What sanitizes; 'privacy-chains methods' tells what each promises.")
]

_EPSILON = {MethodName.CHARACTERS: "9/4", MethodName.WORDS: "1"}
"""What a character or a word spends if --epsilon is left out."""


def chosen_method(
    name: MethodName, ring: KeyRing, session: str, policy: Path | None = None, epsilon: str | None = None
) -> Method:
    """The method of ``--method`` for one session.

    Args:
        name: Any but the sanitizer.
        ring: The keys; the one in use makes.
        session: The session's name.
        policy: For layers and importance, of ``--policy``.
        epsilon: For these, that of the policy; else what a character or a word spends.

    Raises:
        PolicyError: An argument makes no sense.
    """
    match name:
        case MethodName.CHARACTERS:
            from privacy_chains.methods.characters import CharacterNoise  # noqa: PLC0415  # each needs numpy and lists

            return CharacterNoise(ring, epsilon=epsilon or _EPSILON[name], session=session)
        case MethodName.WORDS:
            from privacy_chains.methods.words import WordNoise  # noqa: PLC0415

            return WordNoise(ring.primary, epsilon=epsilon or _EPSILON[name]).session(session)
        case MethodName.IMPORTANCE:
            from privacy_chains.methods.importance import ImportanceSanitizer  # noqa: PLC0415

            entities = chosen_policy(policy, epsilon)
            return ImportanceSanitizer(ring.primary, entities=entities).session(session)
        case _:
            from privacy_chains.methods.layers import Layers  # noqa: PLC0415

            chosen = replace(chosen_policy(policy, epsilon), undetected="noise")
            return Layers.of_policy(ring, chosen).session(session)


def joined(method: Method, files: Sequence[Path] | None) -> tuple[Prompt, str]:
    """What a method makes of all texts as one message, and that as it is written."""
    prompt = method.sanitize([piece for text in read_texts(files) for piece in pieces(text)])
    return prompt, "".join(on_lines_of_their_own(prompt.texts))


def methods() -> None:
    """Tell what each method hides, promises, and leaves: one line each, in 80 columns."""
    from rich.table import Table  # noqa: PLC0415  # nothing else here prints one

    table = Table("method", "hides", "promises", "does not hide", width=80, show_lines=True)
    for name, (hides, promises, leaves) in _TOLD.items():
        table.add_row(name.value, hides, promises, leaves)
    screen().print(table)


_TOLD = {
    MethodName.SANITIZER: (
        "what detectors find: identifiers, ages, births, amounts",
        "identifiers: unreadable without the key. Numbers: metric differential privacy",
        "what no detector finds; which values are equal",
    ),
    MethodName.CHARACTERS: (
        "all words, by noise on each character",
        "differential privacy of each character, epsilon a character",
        "lengths, spaces, classes of characters; names in lists are read above epsilon 3",
    ),
    MethodName.WORDS: (
        "all words but those of grammar, by a word near to each",
        "metric differential privacy of each word, epsilon a level of a tree of words",
        "the word itself in 2 of 5 draws by default; order, number and class of words, grammar, letter case",
    ),
    MethodName.IMPORTANCE: (
        "as sanitizer; then words that matter little to the answer, by others that fit",
        "of what detectors find, as sanitizer; of words nothing formal",
        "important words, private or not; sentences; which words were replaced",
    ),
    MethodName.LAYERS: (
        "as sanitizer; then unknown words and codes, as characters",
        "of each the promise of what treats it; epsilons stay apart",
        "ordinary words; that a word is none",
    ),
}
