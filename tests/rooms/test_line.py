"""The line through a real LiveKit server does what every line does; on the real clock."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from livekit import api, rtc
from pydantic import SecretStr

from greenroom.adapters.rooms.control import ServerControl, control_of
from greenroom.adapters.rooms.names import JobMetadata, agent_of, room_of
from greenroom.adapters.rooms.server import LiveKitServer
from greenroom.adapters.rooms.transport import RoomTransport
from greenroom.interview.events import CandidateJoined, CandidateLeft
from greenroom.session.clock import SessionClock
from greenroom.testing.lines import LineConformance
from greenroom.testing.livekit import LiveKitProcess, RoomCandidate
from greenroom.testing.livekit.candidate import MICROPHONE_HZ
from greenroom.testing.livekit.server import KEY, SECRET
from greenroom.testing.places import Hold, Scenario
from greenroom.testing.talk import Talk

pytestmark = [pytest.mark.rooms, pytest.mark.slow]

JOB = "job"
LOUD = 1_000
NUMBERS = count()


class RoomVisitor:
    """A candidate in the room. What it says besides speech goes the way that `serve` sends it."""

    def __init__(self, candidate: RoomCandidate, control: ServerControl, name: str) -> None:
        self._candidate, self._control, self._name = candidate, control, name

    @property
    def told(self) -> Sequence[Mapping[str, Any]]:
        return self._candidate.told

    @property
    def heard_ms(self) -> int:
        loud = (np.abs(frame).max() > LOUD for track in self._candidate.heard for frame in track)
        return sum(loud) * 20

    @property
    def gone(self) -> bool:
        return any(what == "disconnected" for _, what in self._candidate.happened)

    async def until(self, true: Callable[[], object]) -> None:
        async with asyncio.timeout(60):
            while not true():  # noqa: ASYNC110 - a condition over both ends of the line
                await asyncio.sleep(0.02)

    async def send(self, message: Mapping[str, Any]) -> None:
        await self._control.send(room_of(self._name), agent_of(JOB), json.dumps(message))

    async def speak(self, ms: int) -> None:
        wave = np.sin(np.arange(MICROPHONE_HZ * ms // 1000) * 2 * np.pi * 400 / MICROPHONE_HZ)
        await self._candidate.say((0.4 * wave).astype(np.float32))

    async def leave(self) -> None:
        await self._candidate.aclose()


class RoomPlace:
    """A room of its own on the server, and our end of the line in it."""

    def __init__(self, server: LiveKitServer, name: str) -> None:
        self._server, self._name = server, name
        self._open = AsyncExitStack()
        self.talk, self.room = Talk(), rtc.Room()
        self.transport = RoomTransport(
            self.room,
            hello={"title": "A talk"},
            now_ms=SessionClock().now_ms,
            wall=lambda: 0.0,
            resumed=False,
            overhear=self.talk.overhear,
        )
        self.transport.bind(self.talk)

    async def __aenter__(self) -> RoomPlace:
        self._control = await self._open.enter_async_context(control_of(self._server))
        grants = api.VideoGrants(room_join=True, room=room_of(self._name), agent=True)
        token = api.AccessToken(KEY, SECRET).with_identity(agent_of(JOB)).with_kind("agent")
        options = rtc.RoomOptions(auto_subscribe=False)
        await self.room.connect(self._server.url, token.with_grants(grants).to_jwt(), options)
        self._open.push_async_callback(self.room.disconnect)
        await self.talk.start(self.transport)
        self._open.push_async_callback(self.talk.session.aclose)
        self._open.push_async_callback(self.transport.aclose)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._open.aclose()

    async def arrive(self, *, microphone: bool = True) -> RoomVisitor:
        token = self._server.candidate_token(JobMetadata(self._name, "no-ticket"))
        candidate = RoomCandidate("http://127.0.0.1", self._name, "")
        self._open.push_async_callback(candidate.aclose)
        admission = {"server_url": self._server.url, "participant_token": token}
        await candidate.join(admission=admission, microphone=microphone)
        await candidate.until(lambda: candidate.got("hello"))
        return RoomVisitor(candidate, self._control, self._name)


@pytest.fixture(scope="module")
def server(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveKitServer]:
    process = LiveKitProcess(binary, tmp_path_factory.mktemp("livekit"))
    process.start()
    yield LiveKitServer(process.url, KEY, SecretStr(SECRET))
    process.stop()


@pytest.fixture
def hold(server: LiveKitServer) -> Hold:
    async def at_a_place(scenario: Scenario) -> None:
        async with RoomPlace(server, f"line-{next(NUMBERS)}") as place:
            await scenario(place)

    return lambda scenario: asyncio.run(at_a_place(scenario))


class TestRoom(LineConformance):
    """`RoomTransport`."""

    def test_a_page_that_falls_silent(self, server: LiveKitServer) -> None:
        """Who promised to ping and neither pings nor sends sound is missed, and welcome when heard again."""

        async def scenario() -> None:
            async with RoomPlace(server, f"line-{next(NUMBERS)}") as place:
                visitor = await place.arrive(microphone=False)
                ping = {"t": "ping", "every_ms": 2_000}
                await visitor.send(ping)
                await visitor.until(lambda: isinstance(place.talk.posted[-1], CandidateLeft))
                assert not visitor.gone
                await visitor.send(ping)
                await visitor.until(lambda: isinstance(place.talk.posted[-1], CandidateJoined))
                await visitor.until(lambda: sum(m["t"] == "hello" for m in visitor.told) == 2)

        asyncio.run(scenario())

    def test_sound_is_a_sign_of_life(self, server: LiveKitServer) -> None:
        """Pings that do not come any more, because `serve` is down, make nobody absent who can be heard; and
        the page hears from us meanwhile."""

        async def scenario() -> None:
            async with RoomPlace(server, f"line-{next(NUMBERS)}") as place:
                visitor = await place.arrive()
                await visitor.send({"t": "ping", "every_ms": 2_000})
                await visitor.speak(8_000)
                assert [type(e) for e in place.talk.posted] == [CandidateJoined]
                assert sum(message["t"] == "pulse" for message in visitor.told) >= 2

        asyncio.run(scenario())
