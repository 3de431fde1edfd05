"""The two ways in which `greenroom serve` has interviews held: in its own process, or by workers in LiveKit rooms."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing, suppress
from typing import TYPE_CHECKING, Final

import structlog

from greenroom import settings as configuration
from greenroom.app.ports import (
    ANYBODY,
    GreenroomError,
    InterviewRow,
    LiveKitGateway,
    LiveRooms,
    Refused,
    Socket,
    Visitor,
)
from greenroom.assessment.sentence import Sentence
from greenroom.bootstrap.clock import utc_now
from greenroom.bootstrap.freeze_gc import freeze
from greenroom.bootstrap.health import Rooms
from greenroom.bootstrap.interview_services import InterviewServices, LocalModels, load_models
from greenroom.bootstrap.output import say

if TYPE_CHECKING:
    from greenroom.adapters.embedded.rooms import EmbeddedRooms
    from greenroom.adapters.rooms.rooms import LiveKitRooms

PATIENCE_S: Final = 90
"""A page that comes early waits this long for the models before it is sent away."""
STATUS: Final = {"warming": "warming", "ready": "ok", "failed": "degraded", "draining": "degraded"}

log = structlog.get_logger("greenroom.serve")


class Hosting(ABC):
    """How a server has interviews held."""

    rooms: Rooms
    livekit: LiveKitGateway | None = None
    """The way into LiveKit rooms."""
    origins: tuple[str, ...] = ()
    """Other servers that our pages talk to."""

    @abstractmethod
    async def ready(self) -> None:
        """Returns when models may be imported: two threads that import the same at once stop each other."""

    @abstractmethod
    async def drained(self, seconds: float) -> None:
        """Returns when nobody is in an interview here, or after so long."""

    @abstractmethod
    async def run(self, services: InterviewServices, serving: asyncio.Task[None]) -> None:
        """Have interviews held for as long as the server serves."""


@asynccontextmanager
async def hosting_of(services: InterviewServices) -> AsyncIterator[Hosting]:
    """In the rooms of the LiveKit server that the environment names; here, where it names none."""
    settings, livekit = services.settings, configuration.livekit()
    if livekit is None:
        here = LocalRooms(min(settings.capacity, settings.at_most))
        services.metrics.holds(lambda: here.running, here.capacity)
        yield here
        return
    from greenroom.adapters.rooms.rooms import LiveKitRooms
    from greenroom.adapters.rooms.server import LiveKitServer

    server = LiveKitServer(livekit.url, livekit.api_key, livekit.api_secret)
    async with LiveKitRooms(
        server,
        services.store,
        capacity=settings.capacity,
        shares=services.shares,
        not_admitted=services.observer.not_admitted,
    ) as rooms:
        services.metrics.admits(lambda: rooms.running, rooms.capacity)
        yield WorkerRooms(rooms, server.origins)


class WorkerRooms(Hosting):
    """Workers hold the interviews: nothing is loaded here, and nobody is waited for."""

    def __init__(self, rooms: LiveKitRooms, origins: tuple[str, ...]) -> None:
        self.rooms = self.livekit = rooms
        self.origins = origins

    async def ready(self) -> None:
        """At once: no model is loaded here."""

    async def drained(self, seconds: float) -> None:
        """At once: a worker lets its interviews end."""

    async def run(self, services: InterviewServices, serving: asyncio.Task[None]) -> None:
        say("interviews are held in LiveKit rooms, by: greenroom worker")
        await asyncio.wait({serving})


class LocalRooms(Hosting):
    """Interviews in this process, which serves pages while the models are still loading. Implements
    `app.ports.LiveRooms` before and after the real rooms exist."""

    def __init__(self, capacity: int) -> None:
        self.rooms, self.capacity = self, capacity
        self._opened: LiveRooms | None = None
        self._settled = asyncio.Event()
        self.state = "warming"
        """One of `STATUS`."""
        self._drain: Callable[[], Awaitable[None]] | None = None

    @property
    def condition(self) -> tuple[str, dict[str, str]]:
        """Status and parts for /healthz."""
        return STATUS[self.state], {"speech": self.state}

    async def run(self, services: InterviewServices, serving: asyncio.Task[None]) -> None:
        try:
            models = await asyncio.to_thread(load_models, services.settings)
        except Exception as error:
            self.fail()
            log.exception("speech_failed")
            reason = str(error) if isinstance(error, GreenroomError) else type(error).__name__
            say(f"no interviews: a part could not be loaded ({reason}); try: greenroom doctor")
            await asyncio.wait({serving})
            return
        with closing(models):
            await asyncio.to_thread(freeze)
            async with _embedded_rooms(services, models) as rooms:
                self.open(rooms, rooms.drain)
                say("speech is ready")
                await asyncio.wait({serving})

    def open(self, rooms: LiveRooms, drain: Callable[[], Awaitable[None]] | None = None) -> None:
        """`drain`: how they let nobody new in and wait for who is there."""
        self._opened, self.state, self._drain = rooms, "ready", drain
        self._settled.set()

    def fail(self) -> None:
        """The models could not be loaded: there will be no interviews until the next start."""
        self.state = "failed"
        self._settled.set()

    async def ready(self) -> None:
        await self._settled.wait()

    async def drained(self, seconds: float) -> None:
        """Lets nobody new in."""
        if seconds <= 0:
            return
        say(f"finishing {self.running} interviews, {seconds:g} s at most; once more: stop now")
        self.state = "draining"
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                if self._drain is not None:
                    await self._drain()

    async def attend(self, row: InterviewRow, socket: Socket, visitor: Visitor = ANYBODY) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._settled.wait()
        except TimeoutError:
            raise Refused(Sentence("The speech models are still loading."), status=503) from None
        if self._opened is None:
            raise Refused(
                Sentence(
                    "The speech models could not be loaded. "
                    "Whoever runs this server finds out why with: greenroom doctor"
                ),
                status=503,
            )
        await self._opened.attend(row, socket, visitor)

    async def command(self, interview_id: str, command: str) -> None:
        if self._opened is None:
            raise Refused(Sentence("This interview is not running."))
        await self._opened.command(interview_id, command)

    async def end(self, interview_id: str) -> None:
        if self._opened is not None:
            await self._opened.end(interview_id)

    async def holds(self, row: InterviewRow) -> bool:
        return self._opened is None or await self._opened.holds(row)

    @asynccontextmanager
    async def reserve(self, row: InterviewRow) -> AsyncIterator[None]:
        if self._opened is None:
            raise Refused(
                Sentence("Nobody can come while the speech models are loading."), status=503
            )
        async with self._opened.reserve(row):
            yield

    @property
    def running(self) -> int:
        return 0 if self._opened is None else self._opened.running


def _embedded_rooms(services: InterviewServices, models: LocalModels) -> EmbeddedRooms:
    """No other server has the same SQLite file (`data_dir_lock`); over PostgreSQL others may share the seats."""
    from greenroom.adapters.embedded.rooms import EmbeddedRooms

    settings, store = services.settings, services.store
    return EmbeddedRooms(
        store.interviews,
        capacity=settings.capacity,
        at_most=settings.at_most,
        seats=store.seats if isinstance(settings.store, str) else None,
        shares=services.shares,
        equip=services.equip(models),
        now=utc_now,
        watch=services.observer,
        papers=services.preparation.background,
        circumstances=services.circumstances,
        not_admitted=services.observer.not_admitted,
    )
