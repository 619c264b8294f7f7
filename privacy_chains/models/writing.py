"""Writes answers token by token, with seeded random choices."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch import Tensor

__all__ = ["Chooser", "chooser", "written"]

Chooser = Callable[["Tensor"], int]
"""From the logits of all tokens to the next one."""


def chooser(*, temperature: float, top_p: float, seed: int) -> Chooser:
    """How the next token is chosen: the likeliest at temperature 0; else drawn, by coins that start from the seed."""
    import torch  # noqa: PLC0415  # heavy

    if temperature == 0:
        return lambda logits: int(logits.argmax())
    coins = torch.Generator().manual_seed(seed)

    def draw(logits: Tensor) -> int:
        chances, order = torch.softmax(logits.double().cpu() / temperature, dim=-1).sort(descending=True, stable=True)
        chances[chances.cumsum(-1) - chances >= top_p] = 0
        return int(order[torch.multinomial(chances, 1, generator=coins)])

    return draw


def written(  # noqa: PLR0913  # each is one part of a decoder
    model: Callable[..., Any],
    first: dict[str, Tensor],
    following: str,
    *,
    choose: Chooser,
    stops: Container[int],
    count: int,
    **always: object,
) -> list[int]:
    """The tokens that a model writes, up to one that stops it.

    Args:
        model: The model, which remembers what it has read.
        first: What it reads first.
        following: The name under which it reads each token that it has written.
        choose: Takes the next token.
        stops: The tokens that end the answer.
        count: How many tokens to write at most.
        always: What it is given every time.
    """
    ids: list[int] = []
    memory: dict[str, object] = {}
    given = first
    while len(ids) < count:
        output = model(**given, **always, **memory, use_cache=True)
        token = choose(output.logits[0, -1])
        if token in stops:
            break
        ids.append(token)
        name = "cache" if "cache" in output else "past_key_values"  # its newer and its older name
        memory = {name: output[name]}
        given = {following: first[following].new_tensor([[token]])}
    return ids
