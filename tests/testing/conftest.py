"""What the clients of the provider servers share."""

from typing import Any

from livekit.agents import APIConnectOptions
from livekit.agents.llm import ChatContext, LLMStream

ONCE = APIConnectOptions(max_retry=0, timeout=1.0)
"""One try; a second without a byte is too long."""
PROMPT = "You are an interviewer. The question bank says q2."


def chat(prompt: str = PROMPT, said: str = "I led the migration.") -> ChatContext:
    context = ChatContext.empty()
    context.add_message(role="system", content=prompt)
    context.add_message(role="user", content=said)
    return context


async def read(stream: LLMStream) -> tuple[str, list[Any], Any]:
    """The words, the calls and the usage of a LiveKit reply."""
    words, calls, usage = "", [], None
    async with stream:
        async for chunk in stream:
            if chunk.delta is not None:
                words += chunk.delta.content or ""
                calls += chunk.delta.tool_calls
            usage = chunk.usage or usage
    return words, calls, usage
