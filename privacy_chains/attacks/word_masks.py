"""Mask-token inference: a masked model reads each word of a sanitized text from the words around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from privacy_chains.attacks.result import Result
from privacy_chains.attacks.word_posterior import attacker_on
from privacy_chains.methods.words import ExponentialWords, LaplaceWords, TreeWords
from privacy_chains.methods.words.spelling import canonical, cut, in_case_of

if TYPE_CHECKING:
    from privacy_chains.models.parts import Fill

__all__ = ["masks"]


def masks(  # noqa: PLR0913  (what is attacked, and with what)
    mechanism: TreeWords | ExponentialWords | LaplaceWords,
    fill: Fill,
    prior: Mapping[str, float],
    texts: Sequence[str],
    key: bytes,
    *,
    count: int = 200,
) -> tuple[Result, Result]:
    """How many words are told by the words around them, which have noise too; and by these and the draw together.

    The second attacker takes the likeliest word where half of the prior is how frequent words are, and half what the
    model says. Guessing is the likeliest word of what the release shows, such as the class.

    Args:
        mechanism: What releases the words.
        fill: The part ``fill`` of a local model: the attacker's.
        prior: How likely each word is; words that it lacks are sent as they are, and are not attacked.
        texts: The clear texts.
        key: What the release draws its coins from.
        count: How many words the model names for each place.
    """
    attacker = attacker_on(mechanism, prior)
    by_context, together, guessed, attacked = 0, 0, 0, 0
    for text in texts:
        taken = cut(text)
        words = [canonical(word) for word in taken.words]
        places = [place for place, word in enumerate(words) if word in prior and mechanism.knows(word)]
        drawn = mechanism.draws(key).fresh([words[place] for place in places], text)
        for place, shown in zip(places, drawn, strict=True):
            taken.words[place] = in_case_of(shown, taken.words[place])
        for place, shown in zip(places, drawn, strict=True):
            beside = _beside(fill, taken.gaps, taken.words, taken.ends, place, count)
            by_context += max(beside, key=lambda word: beside[word], default="") == words[place]
            together += attacker.likeliest(shown, beside) == words[place]
            guessed += attacker.guess(shown) == words[place]
        attacked += len(places)
    return (
        Result(f"masks: {mechanism.name}", by_context, attacked, guessed, "by context", stated=True),
        Result(f"masks and draw: {mechanism.name}", together, attacked, guessed, "by context and draw", stated=True),
    )


def _beside(  # noqa: PLR0913, PLR0917
    fill: Fill, gaps: Sequence[str], words: Sequence[str], ends: Sequence[str], place: int, count: int
) -> dict[str, float]:
    """How likely words are at a place of a text, by the others."""
    pieces = [gap + word + end for gap, word, end in zip(gaps, words, ends, strict=False)]
    before = "".join(pieces[:place]) + gaps[place]
    text = before + "".join((words[place], ends[place], *pieces[place + 1 :], gaps[-1]))
    (found,) = fill(text, [(len(before), len(before) + len(words[place]))], count)
    chances: dict[str, float] = {}
    for replacement in found:
        word = canonical(replacement.text.strip())
        chances[word] = chances.get(word, 0.0) + replacement.probability
    return chances
