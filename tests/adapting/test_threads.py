"""What takes time is done beside the event loop, under the caller's context."""

from __future__ import annotations

import asyncio
import os
import threading
from contextvars import ContextVar

import pytest

from privacy_chains.adapting import off_loop

WHO: ContextVar[str] = ContextVar("who", default="nobody")


async def test_the_context_comes_along() -> None:
    WHO.set("me")
    assert await off_loop(WHO.get) == "me"


async def test_what_the_function_sets_stays_there() -> None:
    await off_loop(WHO.set, "somebody")
    assert WHO.get() == "nobody"


async def test_the_loop_goes_on_meanwhile() -> None:
    going_on = threading.Event()
    waiting = asyncio.ensure_future(off_loop(going_on.wait, 60))
    while not waiting.done():
        going_on.set()
        await asyncio.sleep(0)
    assert await waiting is True


async def test_errors_come_back() -> None:
    with pytest.raises(ZeroDivisionError):
        await off_loop(divmod, 1, 0)


async def test_there_are_few_threads() -> None:
    names = await asyncio.gather(*(off_loop(lambda: threading.current_thread().name) for _ in range(50)))
    assert 1 <= len(set(names)) <= 4
    assert all(name.startswith("privacy-chains") for name in names)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own() -> None:
    asyncio.run(off_loop(int))
    child = os.fork()
    if child == 0:
        ran = threading.Thread(target=lambda: asyncio.run(off_loop(int)))
        ran.start()
        ran.join(30)
        os._exit(ran.is_alive())
    assert os.waitpid(child, 0)[1] == 0
