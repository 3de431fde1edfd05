"""One try, bounded: what every plugin is told about connections, whoever asks it.

LiveKit's default is four tries and then silence. Here the first failure is told at once, and whoever
asked has something else to do: the plan's own question, or the voice of this machine.
"""

from __future__ import annotations

from dataclasses import replace

from livekit.agents import APIConnectOptions

from greenroom.adapters.models.http_client import READ_S

NO_RETRIES = APIConnectOptions(max_retry=0, timeout=READ_S)


def without_retries(asked: APIConnectOptions) -> APIConnectOptions:
    """`asked` without retries, and without more patience than we have."""
    return replace(asked, max_retry=0, timeout=min(asked.timeout, READ_S))
