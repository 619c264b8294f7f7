"""The contract of a method: what adapters rely on, whatever stands behind them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from privacy_chains.contract.conversation import Leaf, Message
from privacy_chains.contract.method import Method, ReadsAlone
from privacy_chains.contract.prompt import Prompt
from privacy_chains.contract.roles import Keeper
from privacy_chains.contract.spans import check_spans
from privacy_chains.errors import DetectionError, PrivacyError
from privacy_chains.ledger import Enciphered
from privacy_chains.testing.broken import ContractBroken, require, require_gone

__all__ = ["check_method"]

_SIZES = (1, 2, 3, 7, 1000)
_ODD = ("", " ", "\n\n", "\x00", "\ud83d", "\U0001f600", "{[(", '"\\u00', "<|x|>", "%F0%9F", "a" * 2000)
"""Texts that nobody writes, and that arrive all the same."""


def check_method(method: Method, examples: Mapping[str, Sequence[str]]) -> None:
    """Check what adapters rely on: any method that keeps this can stand behind them.

    Args:
        method: A ``Sanitizer``, a ``Session``, or another method. For each example it should be as new.
        examples: Texts, and the values in each that must not leave. A text without values holds nothing private.

    Raises:
        ContractBroken: A value leaves or shows, a private value is not scanned or a public text is, or a message
            changes its form; an odd text raises another error than ``PrivacyError``; what was sent once is sent
            otherwise when the conversation goes on; or a trait does not hold: the same text gives another prompt, a
            number becomes text, or an answer does not come back, whole, cut anywhere, in JSON, or from the key alone.
    """
    require(isinstance(method, Method), f"{type(method).__name__} has every part of Method")
    require(examples, "a method is checked with at least one text")
    for text in _ODD:
        _check_odd(method, text)
    for text, values in examples.items():
        _check_scan(method, text, values)
        _check_prompt(method, text, values)
    _check_conversation(method, examples)
    _check_numbers(method)


def _check_odd(method: Method, text: str) -> None:
    """Whatever arrives is sanitized, or refused with an error of this package."""
    try:
        method.scan(text)
        prompt = method.sanitize(text)
        reader = method.reader(prompt)
        reader.text(prompt.text)
        reader.value({"text": prompt.text})
        reader.stream().feed(prompt.text)
    except PrivacyError:
        return
    except Exception as raised:  # noqa: BLE001  (whatever a part raises instead)
        msg = f"{text[:20]!r}: an odd text raises {type(raised).__name__}, not a PrivacyError"
        raise ContractBroken(msg) from None


def _check_scan(method: Method, text: str, values: Sequence[str]) -> None:
    (spans,) = method.scan(text)
    try:
        check_spans(text, spans)
    except DetectionError as error:
        msg = f"{text!r}: a scan gives spans of the text as it was given: {error}"
        raise ContractBroken(msg) from None
    require(list(spans) == sorted(spans), f"{text!r}: a scan is in reading order")
    require(method.scan(text) == (spans,), f"{text!r}: another scan finds the same")
    require(method.scan(["", text])[1:] == (spans,), f"{text!r}: a scan of several texts finds it too")
    found = [text[span.start : span.end] for span in spans]
    for value in values:
        seen = any(value in one or one in value for one in found)
        require(seen, f"{text!r}: {value!r} is private, and a scan says so")
    require(values or not found, f"{text!r}: nothing in it is private, and a scan says so")


def _check_prompt(method: Method, text: str, values: Sequence[str]) -> None:
    prompt = method.sanitize(text)
    require(len(prompt.texts) == 1, f"{text!r}: one text gives one text")
    require_gone(text, values, prompt.text)
    require_gone(text, values, repr(prompt) + repr(method) + repr(method.reader(prompt)))
    if method.traits.stable:
        method.scan(text)
        require(method.sanitize(text).texts == prompt.texts, f"{text!r}: the same text gives the same prompt")
    _check_reading(method, text, prompt)
    _check_alone(method, text, prompt)


def _check_reading(method: Method, text: str, prompt: Prompt) -> None:
    """Reading back: exactly, if the method says so; in any case the same however the answer is cut."""
    wrote = prompt.text
    read = method.reader(prompt).text(wrote)
    require(read == text or not method.traits.exact, f"{text!r}: it comes back")
    value = {"text": [wrote, "", None, True], "nothing": {}}
    shown = method.reader(prompt).value(value)
    require(shown == {"text": [read, "", None, True], "nothing": {}}, f"{text!r}: it is read in JSON-like data too")
    for chunks in _cuts(wrote):
        rule = f"{text!r}: it is read in chunks of {list(map(len, chunks))} characters as in one"
        require(_streamed(method, prompt, chunks) == read, rule)
    document = json.dumps({"text": wrote})
    for size in _SIZES:
        told = _streamed(method, prompt, _chunks(document, size), json=True)
        require(_loaded(told) == {"text": read}, f"{text!r}: it is read in fragments of JSON of {size} characters")


def _check_alone(method: Method, text: str, prompt: Prompt) -> None:
    if not method.traits.reads_alone:
        return
    if not isinstance(method, ReadsAlone):
        msg = f"{type(method).__name__} says that it reads alone, and has no method desanitize(answer)"
        raise ContractBroken(msg)
    alone = method.desanitize(prompt.text)
    enciphered = {event.entity_type for event in prompt.ledger if isinstance(event, Enciphered)}
    values = [text[span.start : span.end] for span in method.scan(text)[0] if span.entity_type in enciphered]
    require(all(value in alone for value in values), f"{text!r}: its values come back without the prompt")


def _cuts(text: str) -> Iterator[list[str]]:
    """The text in chunks of several sizes, and cut in two at every place."""
    for size in _SIZES:
        yield _chunks(text, size)
    for place in range(1, len(text)):
        yield [text[:place], text[place:]]


def _chunks(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def _streamed(method: Method, prompt: Prompt, chunks: Sequence[str], *, json: bool = False) -> str:
    reader = method.reader(prompt).stream(json=json)
    shown = [reader.feed(chunk) for chunk in chunks]
    return "".join(shown) + reader.flush()


def _loaded(document: str) -> Any:
    try:
        return json.loads(document)
    except ValueError:
        return None


def _check_conversation(method: Method, examples: Mapping[str, Sequence[str]]) -> None:
    """Every example is said, and repeated by the model, as an adapter keeps it: clear, and as it was written."""
    history: list[Message] = []
    sent: list[tuple[Leaf, ...]] = []
    for text, values in examples.items():
        history.append(Message((text,)))
        said = method.sanitize_conversation(history)
        require([len(leaves) for leaves in said.messages] == [1] * len(history), "every message keeps its leaves")
        require(list(said.messages[:-1]) == sent, f"{text!r}: what was sent before it is sent again byte for byte")
        (wrote,) = said.messages[-1]
        require(isinstance(wrote, str), f"{text!r}: a text stays a text")
        require_gone(text, values, str(wrote))
        read = method.reader(said.prompt).text(str(wrote))
        require(read == text or not method.traits.exact, f"{text!r}: a repetition of it comes back")
        kept = method.keep((wrote,), (read,), said.prompt) if isinstance(method, Keeper) else None
        history.append(Message((read,), from_model=True, kept=kept))
        sent = [*said.messages, (wrote,)]


def _check_numbers(method: Method) -> None:
    """A number among a message's leaves stays a number of its kind, if the method says so; never a private text."""
    given: tuple[Leaf, ...] = ("How many?", 7, 2.5)
    (leaves,) = method.sanitize_conversation([Message(given)]).messages
    require(len(leaves) == len(given), "every message keeps its leaves, numbers among them")
    kinds = [type(leaf) for leaf in leaves]
    require(kinds == [str, int, float] or not method.traits.keeps_numbers, "a number stays a number of its kind")
