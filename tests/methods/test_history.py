"""No function of what a model wrote that depends on the key reaches the provider, in either framework."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from llama_index.core.llms import ChatMessage, CompletionResponse, CustomLLM, LLMMetadata
from model_support.scripted import SCRIPTED
from pydantic import PrivateAttr

from langchain_privacy_chains import protect
from llama_index_privacy_chains import protect as protect_llama
from privacy_chains import Key, Message, Method, PrivacyError, UnsupportedContent
from privacy_chains.contract.roles import Keeper
from privacy_chains.contract.unproven import Unproven
from privacy_chains.methods.characters import INSTRUCTION, CharacterNoise
from privacy_chains.methods.importance import ImportanceSanitizer
from privacy_chains.methods.words import WordNoise

KEYS = [Key.from_bytes(bytes(range(start, start + 32))) for start in (0, 1)]
ASKED = "Please write to Osterhagen of Larkspur about the invoice."
Make = Callable[[Key, Unproven], Method]


def characters(key: Key, unproven: Unproven = "hide") -> Method:
    return CharacterNoise(key, epsilon=1, unproven=unproven)


def unlisted(key: Key, unproven: Unproven = "hide") -> Method:
    return CharacterNoise(key, epsilon=1, words="undetected", restore="local", unproven=unproven)


def words(key: Key, unproven: Unproven = "hide") -> Method:
    return WordNoise(key, epsilon="1/2", unproven=unproven)


def rewritten(key: Key, unproven: Unproven = "hide") -> Method:
    return ImportanceSanitizer(key, model=SCRIPTED, entities=None, unproven=unproven)


MADE = pytest.mark.parametrize("make", [characters, unlisted, words, rewritten])
PLAYED = st.lists(
    st.sampled_from(["Osterhagen", "Larkspur", "invoice", "berlin", "QX204417B", "aaaa", "the"])
    | st.text("abcdefgh", min_size=1, max_size=8),
    min_size=1,
    max_size=12,
).map(" ".join)
"""What a model plays that knows, or guesses, the caller's words."""


class Player(GenericFakeChatModel):
    """Says what it is told to say, and remembers what it was sent."""

    _seen: list[list[str]] = PrivateAttr(default_factory=list)

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> Any:
        self._seen.append([str(message.content) for message in messages])
        return super()._generate(messages, *args, **kwargs)


class PlayerLLM(CustomLLM):
    """The same for LlamaIndex."""

    says: str
    _seen: list[str] = PrivateAttr(default_factory=list)

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata()

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        self._seen.append(prompt)
        return CompletionResponse(text=self.says)

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> Any:
        raise NotImplementedError


@MADE
@settings(max_examples=20, deadline=None)
@given(wrote=PLAYED)
def test_langchain_sends_what_the_model_wrote(make: Make, wrote: str) -> None:
    model = Player(messages=iter([AIMessage(wrote), AIMessage("Yes.")]))
    wrapped = protect(model, make(KEYS[0], "hide"))
    history: list[BaseMessage] = [HumanMessage(ASKED)]
    history.append(wrapped.invoke(history))
    wrapped.invoke([*history, HumanMessage("Go on.")])
    assert model._seen[1][:2] == [model._seen[0][0], wrote]


@MADE
@settings(max_examples=20, deadline=None)
@given(wrote=PLAYED)
def test_llama_index_sends_what_the_model_wrote(make: Make, wrote: str) -> None:
    model = PlayerLLM(says=wrote)
    wrapped = protect_llama(model, make(KEYS[0], "hide"))
    history = [ChatMessage(content=ASKED, role="user")]
    history.append(wrapped.chat(history).message)
    wrapped.chat([*history, ChatMessage(content="Go on.", role="user")])
    assert f"assistant: {wrote}\n" in model._seen[1]


@MADE
@given(wrote=PLAYED)
def test_no_key_meets_a_message_without_a_proof(make: Make, wrote: str) -> None:
    history = [Message((ASKED,)), Message((wrote,), from_model=True), Message(("Go on.",))]
    sent = [make(key, "hide").sanitize_conversation(history).messages[1] for key in KEYS]
    assert sent[0] == sent[1]


@MADE
def test_what_the_model_did_not_write_is_refused_or_the_callers(make: Make) -> None:
    history = [Message((ASKED,)), Message((ASKED,), from_model=True)]
    with pytest.raises(UnsupportedContent):
        make(KEYS[0], "refuse").sanitize_conversation(history)
    first, second = make(KEYS[0], "caller").sanitize_conversation(history).messages
    assert first == second
    with pytest.raises(PrivacyError, match="unproven"):
        make(KEYS[0], "whatever")  # type: ignore[arg-type]


@MADE
def test_leaves_that_were_edited_are_hidden_and_others_stay(make: Make) -> None:
    method = make(KEYS[0], "hide")
    assert isinstance(method, Keeper)
    prompt = method.sanitize(ASKED)
    kept = method.keep(("Xzqwv Kmnplo", "Rtlkw"), ("Osterhagen Kmnplo", "Rtlkw"), prompt)
    edited = Message(("Osterhagen Larkspur", "Rtlkw"), from_model=True, kept=kept)
    first, second = method.sanitize_conversation([edited]).messages[0]
    assert second == "Rtlkw"
    assert first in {"[TEXT] [TEXT]", "[WORD] [WORD]"}


@MADE
def test_a_message_proves_nothing_under_another_key_or_method(make: Make) -> None:
    wrote = "Xzqwv Kmnplo"
    for other in (make(KEYS[1], "hide"), *(one(KEYS[0]) for one in (characters, words) if one is not make)):
        assert isinstance(other, Keeper)
        kept = other.keep((wrote,), ("Osterhagen",), other.sanitize(ASKED))
        sent = make(KEYS[0], "hide").sanitize_conversation([Message(("Osterhagen",), from_model=True, kept=kept)])
        assert (wrote,) != sent.messages[0] or make is unlisted


@MADE
def test_what_was_read_back_is_read_again_once_its_message_is_gone(make: Make) -> None:
    method = make(KEYS[0], "hide")
    assert isinstance(method, Keeper)
    prompt = method.sanitize(ASKED)
    surrogate, original = next(pair for pair in prompt.surrogates.items() if pair[1].casefold() == "osterhagen")
    wrote = f"I wrote to {surrogate} at once."
    read = method.reader(prompt).text(wrote)
    kept = method.keep((wrote,), (read,), prompt)
    trimmed = method.sanitize_conversation([Message((read,), from_model=True, kept=kept), Message(("And now?",))])
    assert trimmed.messages[0] == (wrote,)
    answer = method.reader(trimmed.prompt).text(f"Ask {surrogate} again tomorrow.")
    assert answer.casefold() == f"ask {original} again tomorrow.".casefold()


def test_a_model_that_restores_is_told_so() -> None:
    method = CharacterNoise(KEYS[0], epsilon=3, restore="remote")
    model = Player(messages=iter([AIMessage("Yes."), AIMessage("Yes.")]))
    protect(model, method).invoke(ASKED)
    protect(model, method).invoke([SystemMessage("Short."), HumanMessage(ASKED)])
    assert model._seen[0][0] == INSTRUCTION
    assert model._seen[1][0].startswith(INSTRUCTION)
    assert [len(messages) for messages in model._seen] == [2, 2]
    llm = PlayerLLM(says="Yes.")
    protect_llama(llm, method).complete(ASKED)
    protect_llama(llm, method).chat([ChatMessage(content=ASKED, role="user")])
    assert all(INSTRUCTION in prompt for prompt in llm._seen)
    assert not any("Osterhagen" in prompt for prompt in llm._seen)
