"""The line over a page's socket does what every line does."""

from __future__ import annotations

import asyncio
import contextlib
import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from greenroom.adapters.embedded.transport import EmbeddedTransport
from greenroom.interview.events import CandidateJoined, CandidateLeft
from greenroom.session.clock import SessionClock
from greenroom.session.messages import FRAME_BYTES
from greenroom.simulation.clock import run
from greenroom.testing.lines import LineConformance
from greenroom.testing.places import Hold, Place, Scenario
from greenroom.testing.talk import Talk

TONE = array("h", [round(12_000 * math.sin(i / 6)) for i in range(FRAME_BYTES // 2)]).tobytes()


class PageVisitor:
    """A page in memory."""

    def __init__(self, page: Any, serving: asyncio.Task[None]) -> None:
        self._page, self._serving = page, serving

    @property
    def told(self) -> Sequence[Mapping[str, Any]]:
        found: Sequence[Mapping[str, Any]] = self._page.seen
        return found

    @property
    def heard_ms(self) -> int:
        return int(self._page.heard_bytes // 48)

    @property
    def gone(self) -> bool:
        return self._page.closed is not None

    async def until(self, true: Callable[[], object]) -> None:
        await self._page.until(true)

    async def send(self, message: Mapping[str, Any]) -> None:
        self._page.send(**message)

    async def speak(self, ms: int) -> None:
        for _ in range(round(ms / 32)):
            self._page.raw(TONE)
            await asyncio.sleep(0.032)

    async def leave(self) -> None:
        self._page.vanish()
        await self._serving


class SocketPlace:
    """Pages in memory at one transport."""

    def __init__(self, rig: Any) -> None:
        self.talk, self._rig = Talk(), rig
        self.transport = EmbeddedTransport(
            {"title": "A talk"}, SessionClock().now_ms, lambda: 0.0, self.talk.overhear
        )
        self.transport.bind(self.talk)
        self.serving: list[asyncio.Task[None]] = []

    async def arrive(self) -> PageVisitor:
        page = self._rig.Page()
        serving = asyncio.get_running_loop().create_task(self.transport.serve(page))
        self.serving.append(serving)
        visitor = PageVisitor(page, serving)
        await visitor.until(lambda: page.got("hello"))
        return visitor


@pytest.fixture
def hold(rig: Any) -> Hold:
    async def at_a_place(scenario: Scenario) -> None:
        place = SocketPlace(rig)
        await place.talk.start(place.transport)
        try:
            await scenario(place)
        finally:
            await place.transport.aclose()
            await place.talk.session.aclose()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(60):
                    await asyncio.gather(*place.serving)

    return lambda scenario: run(at_a_place(scenario))


class TestSocket(LineConformance):
    """`EmbeddedTransport`."""

    def test_a_page_that_falls_silent(self, hold: Hold) -> None:
        """Who promised to ping, and is not heard any more, is missed although nobody hung up; what comes
        later by that line is not heeded."""

        async def scenario(place: Place) -> None:
            visitor = await place.arrive()
            await visitor.send({"t": "ping", "every_ms": 2_000})
            await visitor.until(lambda: isinstance(place.talk.posted[-1], CandidateLeft))
            await visitor.send({"t": "typed", "text": "Words.", "mid": "m-1"})
            await asyncio.sleep(1)
            kinds = [type(e) for e in place.talk.posted]
            assert kinds == [CandidateJoined, CandidateLeft]

        hold(scenario)
