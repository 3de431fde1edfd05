"""The program as an operator runs it, with a model that a test serves."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

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


async def typed(server: OpenAIServer, *words: str) -> subprocess.CompletedProcess[str]:
    """What becomes of `greenroom` with these words, with that server as the operator's model."""
    return await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "greenroom", *words],
        env=with_model(server),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
