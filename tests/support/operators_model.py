"""The program as an operator runs it, with a model that a test serves."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys

from greenroom.testing.providers import OpenAIServer


def with_model(server: OpenAIServer) -> dict[str, str]:
    """This process's environment, with that server as the operator's model."""
    return os.environ | {
        "GREENROOM_LLM": "openai-compatible",
        "GREENROOM_LLM_MODEL": "local-model",
        "GREENROOM_LLM_URL": server.url,
        "GREENROOM_LLM_KEY": server.key or "",
    }


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
