"""What the environment says of an operator's model that a test serves."""

from __future__ import annotations

import os

from greenroom.testing.providers import OpenAIServer


def with_model(server: OpenAIServer) -> dict[str, str]:
    """This process's environment, with that server as the operator's model."""
    return os.environ | {
        "GREENROOM_LLM": "openai-compatible",
        "GREENROOM_LLM_MODEL": "local-model",
        "GREENROOM_LLM_URL": server.url,
        "GREENROOM_LLM_KEY": server.key or "",
    }
