"""One call to a model: everything it sends is sanitized jointly, and its answer is read with that prompt."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from privacy_chains.adapting.arguments import look_through_settings
from privacy_chains.adapting.fields import Told
from privacy_chains.adapting.naming import is_told
from privacy_chains.adapting.visitors import Collect, Replace, Rewrite, Visitor
from privacy_chains.contract.conversation import Leaf, Message, Origin
from privacy_chains.contract.method import Method, TextReader
from privacy_chains.contract.prompt import Prompt
from privacy_chains.contract.roles import Keeper, Witness
from privacy_chains.errors import UnsupportedContent

__all__ = [
    "OPAQUE",
    "SENT",
    "Answer",
    "Placed",
    "Spoken",
    "Trust",
    "allowed_kinds",
    "kept_form",
    "refuse_private_settings",
    "remember",
    "sanitize_each",
    "sanitize_spoken",
    "unsupported",
]

SENT = "privacy_chains"
"""The additional field of a returned message that keeps what the model wrote, sealed: it goes back unchanged."""

OPAQUE = frozenset(
    {
        "type",
        "id",
        "index",
        "status",
        "role",
        "signature",
        "thought_signature",
        "encrypted_content",
        "cache_control",
        "tool_call_id",
        "tool_use_id",
        "call_id",
        SENT,
    }
)
"""Fields of messages that are never text, wherever they occur."""

Trust = Literal["local", "user", "remote", "block"]
"""Who sees what: ``local`` gets true values; ``user`` gets those that the user wrote, and surrogates of values
from documents; ``remote`` gets surrogates, and is read back; ``block`` gets nothing private."""

Placed = Trust | Literal["query"]
"""Where a component runs. A retriever over public texts gets a ``query`` in surrogates, and answers in clear."""

_KINDS = {
    "image": ("image_url", "input_image"),
    "audio": ("input_audio",),
    "video": ("video_url", "input_video"),
    "file": ("input_file", "document"),
}
"""The names of providers for content of one kind."""


@dataclass(frozen=True)
class Spoken:
    """A message of a call, or anything else that is sent with it, as a walk over its leaves.

    Attributes:
        walk: Visits every leaf, and returns a copy.
        from_model: Whether the model wrote it.
        kept: The sealed text that proves what the model wrote, where it was stored.
        origin: Who wrote it, where the model did not.
        documents: Texts in it that came from elsewhere, such as what was retrieved.
    """

    walk: Callable[[Visitor], Any]
    from_model: bool = False
    kept: str | None = None
    origin: Origin = "user"
    documents: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """What reads the answer to a sanitized prompt."""

    sanitizer: Method
    prompt: Prompt

    def restore(self, leaf: Leaf) -> Leaf:
        """Read a leaf of the model's answer."""
        if isinstance(leaf, str):
            return self.sanitizer.reader(self.prompt).text(leaf) if leaf else leaf
        return self.value(leaf)

    def value(self, leaf: Leaf) -> Leaf:
        """Read a leaf of structured data, such as a tool's result."""
        restored: Leaf = self.sanitizer.reader(self.prompt).value(leaf)
        return restored

    def keep(self, wrote: Collect, read: Collect) -> dict[str, str]:
        """The proof to store with a message that was read back; None if the method cannot prove it later."""
        if not isinstance(self.sanitizer, Keeper):
            return {}
        return {SENT: self.sanitizer.keep(wrote.leaves, read.leaves, self.prompt, json=wrote.texts_of_json)}

    def reader(self, *, json: bool = False) -> TextReader:
        """Make a reader of one streamed text, or of fragments of a JSON text."""
        return self.sanitizer.reader(self.prompt).stream(json=json)


def sanitize_spoken(sanitizer: Method, spoken: Sequence[Spoken]) -> tuple[list[Any], Answer]:
    """Sanitize what a call sends, jointly and in order; return the copies to send, and what reads the answer.

    Raises:
        PrivacyError: Nothing of the call may be sent.
    """
    remember(sanitizer, [text for one in spoken for text in one.documents])
    collected = [_collected(one.walk) for one in spoken]
    messages = [_message(one, each) for one, each in zip(spoken, collected, strict=True)]
    sanitized = sanitizer.sanitize_conversation(messages)
    _refuse_unchangeable(sanitizer, collected)
    copies = [
        one.walk(_replacing(leaves, told=position in sanitized.told, json=sanitized.json.get(position)))
        for position, (one, leaves) in enumerate(zip(spoken, sanitized.messages, strict=True))
    ]
    return copies, Answer(sanitizer, sanitized.prompt)


def refuse_private_settings(
    sanitizer: Method, settings: Mapping[str, Any], rewrite: Rewrite, allow: Collection[str] = ()
) -> None:
    """Check the settings that a model sends with texts that are sanitized one by one.

    Raises:
        UnsupportedContent: A setting holds something that would have to be replaced.
    """
    if not settings.keys() - allow:
        return
    collected = _collected(lambda visitor: look_through_settings(settings, visitor, rewrite, allow))
    _refuse_unchangeable(sanitizer, [collected])


def sanitize_each(
    method: Method,
    texts: Sequence[str],
    settings: Mapping[str, Any],
    rewrite: Rewrite,
    allow: Collection[str] = (),
) -> list[str]:
    """Sanitize texts one by one, such as those that are embedded: the same text always becomes the same.

    Args:
        method: The method.
        texts: The texts.
        settings: What the model itself sends with them. It cannot be replaced.
        rewrite: Visits what is no JSON among the settings, such as a class.
        allow: Names of settings that pass as they are.

    Raises:
        UnsupportedContent: A setting holds something that would have to be replaced.
    """
    refuse_private_settings(method, settings, rewrite, allow)
    return [method.sanitize(text).text for text in texts]


def _message(one: Spoken, collected: Collect) -> Message:
    """The leaves of a message; without a proof that the model wrote it, values also appear with their names."""
    leaves = tuple(collected.leaves)
    if not one.from_model:
        return Message(leaves, origin=one.origin)
    told = _collected(lambda visitor: one.walk(Told(visitor)))
    return Message(leaves, from_model=True, kept=one.kept, told=tuple(told.leaves))


def _refuse_unchangeable(method: Method, collected: Sequence[Collect]) -> None:
    """Refuse private leaves in places where they cannot be replaced.

    They are scanned together with all texts of the call, so that values found there are found here, too.
    """
    fixed = [one for each in collected for one in each.unchangeable]
    if fixed:
        said = [leaf for each in collected for leaf in each.leaves if isinstance(leaf, str)]
        found = method.scan([*said, *(text for text, _ in fixed)])[len(said) :]
        for (_, refusal), spans in zip(fixed, found, strict=True):
            if spans:
                raise UnsupportedContent(refusal, entity_type=spans[0].entity_type)


def _replacing(leaves: Sequence[Leaf], *, told: bool, json: Sequence[str] | None) -> Visitor:
    replacing = Replace(leaves, json)
    return Told(replacing) if told else replacing


def _collected(walk: Callable[[Visitor], Any]) -> Collect:
    collected = Collect()
    walk(collected)
    return collected


def kept_form(fields: Mapping[str, Any]) -> str | None:
    """The sealed text that the additional fields of a message carry."""
    stored = fields.get(SENT)
    sealed = stored.get("sealed") if isinstance(stored, dict) else stored
    return sealed if isinstance(sealed, str) else None


def remember(sanitizer: object, texts: Sequence[str]) -> None:
    """Make a sanitizer remember texts that came from elsewhere, if it keeps track of who wrote which values."""
    if texts and isinstance(sanitizer, Witness):
        sanitizer.saw(texts)


def allowed_kinds(allow: Collection[str]) -> frozenset[str]:
    """All kinds that pass, under every provider's name: ``image`` includes ``image_url``."""
    return frozenset(allow).union(*(_KINDS.get(kind, ()) for kind in allow))


def unsupported(kind: str) -> UnsupportedContent:
    """The refusal of content that cannot be walked. An unknown kind may itself be a private value, and is not named."""
    if not is_told(kind):
        return UnsupportedContent(
            "content of a kind that is not known cannot be sanitized, so nothing was sent. Leave it out, describe it "
            "in text, or, if it holds nothing private, send it as it is with protect(..., allow={its type})"
        )
    return UnsupportedContent(
        f"content of kind {kind!r} cannot be sanitized, so nothing was sent. Leave it out, describe it in text, "
        f"or, if it holds nothing private, send it as it is with protect(..., allow={{{kind!r}}})"
    )
