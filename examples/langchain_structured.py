"""Structured output: the model fills the form with surrogates, you get it validated with true values."""

from __future__ import annotations

import re
from collections.abc import Sequence

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_stand_in import StandIn
from pydantic import BaseModel, Field

from langchain_privacy_chains import protect
from privacy_chains import Key, Sanitizer

TEXT = "Alice Johnson (SSN 536-22-8154) asks for a loan of $12,500."


class Loan(BaseModel):
    """A loan that somebody asks for."""

    name: str
    ssn: str = Field(pattern=r"^\d{3}-\d{2}-\d{4}$")
    amount: int


def answer(messages: Sequence[BaseMessage]) -> AIMessage:
    """What the stand-in says: it calls the form as a tool."""
    name, ssn, amount = re.findall(r"^(.+?) \(SSN (\S+)\).*\$([\d,]+)", str(messages[-1].text))[0]
    filled = {"name": name, "ssn": ssn, "amount": int(amount.replace(",", ""))}
    return AIMessage("", tool_calls=[{"name": "Loan", "args": filled, "id": "1"}])


def run(model: BaseChatModel, key: Key) -> Loan:
    private = protect(model, Sanitizer(key).session("loans"))
    return Loan.model_validate(private.with_structured_output(Loan).invoke(TEXT))


if __name__ == "__main__":
    hosted = StandIn(answer=answer)
    print("You get:       ", repr(run(hosted, Key.generate())))
    print("The model saw: ", hosted.saw)
