"""The simulated line does what every line does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from greenroom.interview.events import CandidateJoined
from greenroom.session.clock import SessionClock
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.clock import run
from greenroom.simulation.transport import SimulatedTransport
from greenroom.testing.places import Hold, Scenario
from greenroom.testing.talk import Talk
from greenroom.testing.voices import VoiceConformance


class SimulatedVisitor:
    """A candidate of the simulation."""

    told: tuple[Mapping[str, Any], ...] = ()
    gone = False

    def __init__(self, transport: SimulatedTransport) -> None:
        self._transport = transport

    @property
    def heard_ms(self) -> int:
        return self._transport.heard_ms

    async def until(self, true: Callable[[], object]) -> None:
        async with asyncio.timeout(60):
            while not true():  # noqa: ASYNC110 - in virtual time
                await asyncio.sleep(0.01)

    async def speak(self, ms: int) -> None:
        await asyncio.sleep(ms / 1000)

    async def leave(self) -> None:
        self._transport.leave()


class SimulatedPlace:
    """A candidate is there from the start."""

    def __init__(self) -> None:
        self.talk = Talk()
        self.transport = SimulatedTransport(Speaker(), self.talk.post, SessionClock().now_ms)

    async def arrive(self) -> SimulatedVisitor:
        if not isinstance(self.talk.posted[-1], CandidateJoined):
            self.transport.join()
        return SimulatedVisitor(self.transport)


async def at_a_place(scenario: Scenario) -> None:
    place = SimulatedPlace()
    await place.talk.start(place.transport)
    await scenario(place)
    await place.talk.session.aclose()


class TestSimulated(VoiceConformance):
    @pytest.fixture
    def hold(self) -> Hold:
        return lambda scenario: run(at_a_place(scenario))
