"""The program as an operator runs it, with a model that a test serves."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib import import_module
from io import BytesIO, TextIOWrapper

from tests.typed import Told, exit_code

from greenroom.testing.providers import OpenAIServer


def with_model(server: OpenAIServer) -> dict[str, str]:
    """This process's environment, with that server as the operator's model."""
    return os.environ | {
        "GREENROOM_LLM": "openai-compatible",
        "GREENROOM_LLM_MODEL": "local-model",
        "GREENROOM_LLM_URL": server.url,
        "GREENROOM_LLM_KEY": server.key or "",
    }


@contextmanager
def in_a_thread(server: OpenAIServer) -> Iterator[OpenAIServer]:
    """The server in a thread of its own, for who has the main one or no event loop to share."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(server.__aenter__(), loop).result(30)
        yield server
    finally:
        asyncio.run_coroutine_threadsafe(server.__aexit__(None, None, None), loop).result(30)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(30)
        loop.close()


async def typed(server: OpenAIServer, *words: str) -> Told:
    """What becomes of `greenroom` with these words, with that server as the operator's model. In this process,
    beside the loop that serves."""
    import_module("livekit.plugins.openai")  # in a thread LiveKit would not let it
    return await asyncio.to_thread(_typed, with_model(server), words)


def _typed(environment: dict[str, str], words: tuple[str, ...]) -> Told:
    before = dict(os.environ)
    out, err = (TextIOWrapper(BytesIO(), "utf-8", write_through=True) for _ in range(2))
    os.environ.update(environment)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = exit_code(*words)
    finally:
        os.environ.clear()
        os.environ.update(before)
    printed = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore[attr-defined]
    return Told(code, *printed)
