"""Who takes part in an interview between agents, and where its log and its push line go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from greenroom.circle.effects import AskJudge, CallAgent
from greenroom.circle.events import Entry
from greenroom.circle.rules import Rules


class CircleAgent(Protocol):
    """Speaks for one side: a model, a script, a human."""

    async def reply(self, call: CallAgent, rules: Rules) -> str:
        """The reply as it came, one JSON object; whether it is the contract is judged elsewhere.

        Raises `UpstreamFault` where a provider failed, `ReplyFault` where there is no reply."""
        ...


class CircleJudge(Protocol):
    """Judges a transcript, and knows nothing but that and the objective."""

    async def judge(self, ask: AskJudge, rules: Rules) -> str:
        """As `CircleAgent.reply`."""
        ...


class CircleLog(Protocol):
    """The log of one interview. What it has accepted it keeps."""

    @property
    def entries(self) -> Sequence[Entry]: ...

    async def append(self, entry: Entry) -> None:
        """Durable when it returns."""
        ...


class PushChannel(Protocol):
    """Tells the owner."""

    async def push(self, line: str, *, key: str) -> None:
        """Once for each `key`, however often it is called."""
        ...
