"""Summarise a dialogue with noise on its words: the prompt, what the model saw, and its answer read back."""

from __future__ import annotations

from collections.abc import Sequence

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_stand_in import StandIn

from langchain_privacy_chains import protect
from privacy_chains import Key
from privacy_chains.methods.words import WordNoise

DIALOGUE = """\
Summarise:
Doctor: Good morning, Mrs. Zielinska. What brings you to Rotterdam's clinic?
Patient: My migraine is worse since April. I take propranolol, and my sister drove me here.
Doctor: Any allergies?
Patient: Penicillin gave me a rash in Lisbon.
"""


def answer(messages: Sequence[BaseMessage]) -> AIMessage:
    """What the stand-in says: every second line, without the speaker."""
    lines = str(messages[-1].text).splitlines()[2::2]
    return AIMessage("In short: " + " ".join(line.partition(": ")[2] for line in lines))


def run(model: BaseChatModel, key: Key) -> str:
    noise = WordNoise(key, epsilon=1)
    return str(protect(model, noise.session("visit")).invoke(DIALOGUE).content)


if __name__ == "__main__":
    hosted = StandIn(answer=answer)  # such as ChatOpenAI(model="gpt-5-mini")
    secret = Key.generate()  # keep the key: Key.from_env, Key.from_file
    print(DIALOGUE)
    print("You see:", run(hosted, secret), "\n")
    print("The model saw:", hosted.saw)
    print(WordNoise(secret, epsilon=1).session("visit").sanitize(DIALOGUE).ledger.explain())
