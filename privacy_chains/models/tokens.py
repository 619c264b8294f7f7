"""Texts as the tokens of a model, with exact places; whatever is written in a text stays text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from privacy_chains.errors import ModelError
from privacy_chains.lazy import lazily

if TYPE_CHECKING:
    from tokenizers import Tokenizer

__all__ = ["TokenReader", "Tokens", "tokens_of", "windows"]

_LONE_SURROGATES = lazily("[\ud800-\udfff]")  # no text of Unicode; tokenizers refuse them


class Tokens(NamedTuple):
    """The tokens of a text.

    Attributes:
        ids: Their numbers.
        offsets: Start and end of each in the text, in code points.
    """

    ids: list[int]
    offsets: list[tuple[int, int]]


class TokenReader:
    """Reads texts as tokens, safe for several threads.

    What looks like a special token in a text (``<|im_end|>``, ``[MASK]``) is read as the characters that it is: a
    text cannot leave its place in a prompt.

    Args:
        tokenizer: The tokenizer; it is copied, without its padding and truncation.

    Attributes:
        before: The special tokens that the model wants before a text.
        after: Those that it wants behind.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = type(tokenizer).from_str(tokenizer.to_str())
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        framed = self._tokenizer.encode("a")
        text = [index for index, special in enumerate(framed.special_tokens_mask) if not special]
        self.before: tuple[int, ...] = tuple(framed.ids[: text[0]])
        self.after: tuple[int, ...] = tuple(framed.ids[text[-1] + 1 :])
        self._tokenizer.encode_special_tokens = True

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._tokenizer.encode_special_tokens = True  # which a pickled tokenizer forgets

    def read(self, text: str) -> Tokens:
        """The tokens of a text, without special ones."""
        encoding = self._tokenizer.encode(_LONE_SURROGATES.sub("\ufffd", text), add_special_tokens=False)
        return Tokens(encoding.ids, encoding.offsets)

    def write(self, ids: Sequence[int]) -> str:
        """The text of tokens, without special ones."""
        text: str = self._tokenizer.decode(list(ids), skip_special_tokens=True)
        return text

    def number(self, token: str) -> int:
        """The number of a special token.

        Raises:
            ModelError: The tokenizer does not know it.
        """
        number: int | None = self._tokenizer.token_to_id(token)
        if number is None:
            msg = "the tokenizer does not know a special token that its settings name"
            raise ModelError(msg)
        return number

    def takes_space(self, special: int) -> bool:
        """Whether a special token stands for the white space before it as well, as RoBERTa's mask does."""
        token = self._tokenizer.get_added_tokens_decoder().get(special)
        return token is not None and token.lstrip

    def words(self) -> list[str]:
        """For every number the word that its token writes by itself; empty where it writes none.

        Special tokens, white space, parts of characters, and what only goes on in a word write none.
        """
        added = self._tokenizer.get_added_tokens_decoder()
        going_on = getattr(self._tokenizer.model, "continuing_subword_prefix", None) or "\ufffd"
        vocabulary: dict[str, int] = self._tokenizer.get_vocab()
        words = [""] * (max(vocabulary.values()) + 1)
        for token, number in vocabulary.items():
            if number not in added and not token.startswith(going_on):
                word = self._tokenizer.decode([number]).strip()
                words[number] = "" if "\ufffd" in word else word
        return words


def tokens_of(spans: Sequence[tuple[int, int]], offsets: Sequence[tuple[int, int]]) -> list[list[int]]:
    """For each span the tokens that stand in it, by their places; one that reaches into several is the first one's.

    Args:
        spans: Start and end of each span, disjoint and in reading order.
        offsets: Start and end of each token, in reading order.
    """
    found: list[list[int]] = [[] for _ in spans]
    span = 0
    for place, (start, end) in enumerate(offsets):
        while span < len(spans) and spans[span][1] <= start:
            span += 1
        if span < len(spans) and end > max(start, spans[span][0]):
            found[span].append(place)
    return found


def windows(count: int, size: int) -> Iterator[tuple[int, int]]:
    """Starts and ends of the windows in which ``count`` tokens are read; neighbours share half a window.

    Args:
        count: How many tokens there are; nothing is yielded for none.
        size: How many fit into a window, 2 or more.
    """
    start = 0
    while start < count:
        end = min(start + size, count)
        yield start, end
        if end == count:
            return
        start += size - size // 2
