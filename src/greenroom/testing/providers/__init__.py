"""Provider servers on loopback: the real protocols on real sockets, without a model or an account.

    async with OpenAIServer(chat="Tell me more.") as server:
        llm = openai.LLM(base_url=server.url, api_key=server.key)

A server streams at a pace, fails on request (`Fault`) and keeps a log of what arrived: a round trip
is what the server counted, not what a client believes it sent. What is said comes from a script; no
server judges it.
"""

from greenroom.testing.providers.anthropic import AnthropicServer
from greenroom.testing.providers.deepgram import DeepgramServer
from greenroom.testing.providers.google import GoogleServer
from greenroom.testing.providers.openai import OpenAIServer
from greenroom.testing.providers.script import Call, Fault, Pace, Reply, Request, Script
from greenroom.testing.providers.searches import ExaServer, SearchResult, TavilyServer

__all__ = [
    "AnthropicServer",
    "Call",
    "DeepgramServer",
    "ExaServer",
    "Fault",
    "GoogleServer",
    "OpenAIServer",
    "Pace",
    "Reply",
    "Request",
    "Script",
    "SearchResult",
    "TavilyServer",
]
