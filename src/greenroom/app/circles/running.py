"""Runs one interview between agents: does what the protocol says is next, and writes down what came.

The log is written before anything is built on it, so a killed run goes on from its log: what was
replied is not asked for again, save the one call that was under way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, ParamSpec, Protocol, TypeVar, assert_never

from greenroom.app.ports import CircleAgent, CircleJudge, CircleLog, PushChannel, UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.circle import prompts
from greenroom.circle.brief import Brief
from greenroom.circle.effects import (
    AskJudge,
    CallAgent,
    Decide,
    Done,
    Notify,
    judged,
    next_effect,
    turn_taken,
)
from greenroom.circle.ends import CircleEnd
from greenroom.circle.events import (
    CallFailed,
    EndedOutside,
    Entry,
    Event,
    Notified,
    Role,
    Started,
)
from greenroom.circle.replies import ReplyFault
from greenroom.circle.rules import Rules
from greenroom.circle.state import State, fold, folded

P = ParamSpec("P")
T = TypeVar("T")
FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 30.0


def goes_on() -> CircleEnd | None:
    """Nothing ends it from outside."""
    return None


class Thinks(Protocol):
    """Does what may take long, so that others are not held up: `asyncio.to_thread`."""

    async def __call__(self, work: Callable[P, T], /, *args: P.args, **more: P.kwargs) -> T: ...


async def here(work: Callable[P, T], /, *args: P.args, **more: P.kwargs) -> T:
    """At once, where nobody else waits."""
    return work(*args, **more)


@dataclass(frozen=True, slots=True)
class RunningMission:
    """A mission that is being held: its parts."""

    owner: CircleAgent
    visitor: CircleAgent
    judge: CircleJudge
    channel: PushChannel
    log: CircleLog
    pause: Callable[[float], Awaitable[None]]
    """Waits so many seconds before a provider is asked again: `asyncio.sleep`."""
    outside: Callable[[], CircleEnd | None] = goes_on
    """Asked before each message: whether somebody cancelled, or time or money is gone."""
    think: Thinks = here
    """Where profiles are projected, messages compared and scanned, and judgements checked."""
    step_s: float | None = None
    """How long one reply may take."""

    async def start(self, interview_id: str, brief: Brief, rules: Rules) -> State:
        """Hold an interview from its beginning to its end."""
        begun = Started(interview_id, brief, rules, prompts.versions())
        state = await self.think(folded, self.log.entries)
        return await self._run(await self._write(state, begun))

    async def resume(self) -> State:
        """Go on where the log stops. Raises `ProtocolError` for a log that is none."""
        return await self._run(await self.think(folded, self.log.entries))

    async def _run(self, state: State) -> State:
        while True:
            if state.ended is None and (reason := self.outside()) is not None:
                state = await self._write(state, EndedOutside(reason))
            effect = await self.think(next_effect, state)
            if isinstance(effect, Done):
                return state
            state = await self._write(state, await self._do(state, effect))

    async def _do(self, state: State, effect: CallAgent | AskJudge | Decide | Notify) -> Event:
        match effect:
            case CallAgent():
                return await self._call(state, effect)
            case AskJudge():
                return await self._ask(state, effect)
            case Decide():
                return effect.decided
            case Notify():
                await self.channel.push(effect.line, key=effect.id)
                return Notified()
            case other:
                assert_never(other)

    async def _write(self, state: State, event: Event) -> State:
        """`fold` first: what cannot follow is never written."""
        entry = Entry(state.seq, event)
        after = await self.think(fold, state, entry)
        await self.log.append(entry)
        return after

    async def _call(self, state: State, call: CallAgent) -> Event:
        agent = self.owner if call.side == "owner" else self.visitor
        try:
            raw = await self._in_time(agent.reply(call, state.start.rules))
        except (ReplyFault, UpstreamFault) as fault:
            if fault.cause == UpstreamCause.BUDGET:
                return EndedOutside(CircleEnd.BUDGET)
            return await self._failed(call.side, fault, len(call.faults), state)
        return await self.think(turn_taken, state, call, raw)

    async def _ask(self, state: State, ask: AskJudge) -> Event:
        try:
            raw = await self._in_time(self.judge.judge(ask, state.start.rules))
        except (ReplyFault, UpstreamFault) as fault:
            return await self._failed("judge", fault, len(ask.faults), state)
        return await self.think(judged, state, ask, raw)

    async def _in_time(self, reply: Awaitable[str]) -> str:
        if self.step_s is None:
            return await reply
        try:
            async with asyncio.timeout(self.step_s):
                return await reply
        except TimeoutError:
            raise UpstreamFault("model", UpstreamCause.TIMEOUT, retryable=True) from None

    async def _failed(
        self, role: Role, fault: ReplyFault | UpstreamFault, before: int, state: State
    ) -> CallFailed:
        again = fault.retryable and before + 1 < state.start.rules.max_attempts
        upstream = isinstance(fault, UpstreamFault)
        if again and isinstance(fault, UpstreamFault):
            await self.pause(min(fault.retry_after_s or FIRST_PAUSE_S * 2**before, LONGEST_PAUSE_S))
        return CallFailed(role, str(fault.cause), fault.retryable, upstream)


class Notebook:
    """Implements `ports.CircleLog` in memory."""

    def __init__(self, entries: list[Entry] | None = None) -> None:
        self.entries: list[Entry] = entries if entries is not None else []

    async def append(self, entry: Entry) -> None:
        self.entries.append(entry)
