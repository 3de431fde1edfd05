"""Interviews in LiveKit rooms, as the process that serves the pages sees them: it lets candidates in,
passes on what their pages say, and has dead jobs replaced. It holds no interview itself."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from typing import Final, Self

from greenroom.adapters.rooms.control import Control, control_of
from greenroom.adapters.rooms.holders import Holders
from greenroom.adapters.rooms.lease_keeper import LeaseKeeper
from greenroom.adapters.rooms.names import JobMetadata, agent_of, room_of
from greenroom.adapters.rooms.seats import RoomSeats
from greenroom.adapters.rooms.server import LiveKitServer
from greenroom.adapters.rooms.watcher import Watcher
from greenroom.app.journals import refused_as_over
from greenroom.app.ports import (
    ANYBODY,
    Admission,
    InterviewRow,
    NotFound,
    OperatorFault,
    Refused,
    Socket,
    Store,
    Unauthorized,
    UserFault,
    Visitor,
)
from greenroom.app.providers import tickets
from greenroom.app.waiting_line import SHARES, Shares
from greenroom.assessment.sentence import Sentence, joined
from greenroom.session.message_parser import BadMessageError, parse
from greenroom.session.messages import Deed, Ping, SoundOutput

EMBEDDED: Final = Sentence(
    "This interview was started without LiveKit, and this server uses LiveKit rooms."
)
NOT_RUNNING: Final = Sentence("This interview is not running.")
AWAY: Final = Sentence("The LiveKit server cannot be reached.")
_LATER_S: Final = 5


class LiveKitRooms:
    """Implements `ports.LiveRooms` and `ports.LiveKitGateway`. Enter it to begin watching."""

    def __init__(
        self,
        server: LiveKitServer,
        store: Store,
        *,
        capacity: int,
        shares: Shares = SHARES,
        control: Callable[[LiveKitServer], AbstractAsyncContextManager[Control]] = control_of,
        not_admitted: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`control`: how the server is told what to do; `not_admitted` hears why somebody is not let
        in."""
        self._server, self._store = server, store
        self._capacity, self._shares = capacity, shares
        self._control_of, self._not_admitted = control, not_admitted
        self._open = AsyncExitStack()

    async def __aenter__(self) -> Self:
        self._control = await self._open.enter_async_context(self._control_of(self._server))
        self._watcher = Watcher(self._control, self._store)
        self._holders = Holders(self._store.leases)
        self._seats = RoomSeats(
            self._store,
            self._control,
            self._watcher,
            capacity=self._capacity,
            shares=self._shares,
            not_admitted=self._not_admitted,
        )
        self._watching = asyncio.get_running_loop().create_task(self._watcher.run())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._watching.cancel()
        with suppress(asyncio.CancelledError):
            await self._watching
        await self._watcher.step_down()
        await self._open.aclose()

    @property
    def running(self) -> int:
        return self._seats.taken

    @property
    def capacity(self) -> int:
        return self._capacity

    @property
    def condition(self) -> tuple[str, dict[str, str]]:
        """Status and parts for /healthz: pages work without a LiveKit server, interviews do not."""
        found = "ok" if self._watcher.reachable else "unreachable"
        return ("ok" if self._watcher.reachable else "degraded"), {"livekit": found}

    # ports.LiveKitGateway

    async def admit(self, row: InterviewRow, visitor: Visitor = ANYBODY) -> Admission:
        if row.mode != "livekit":
            raise Refused(EMBEDDED)
        if row.status == "ended":
            raise await refused_as_over(self._store.interviews, row.id)
        await self._seats.take(row, visitor)
        if row.status == "created":
            await self._store.interviews.set_status(row.id, "running")
        order = JobMetadata(row.id, await tickets.issue(self._store.tickets, row.id))
        return Admission(self._server.url, self._server.candidate_token(order))

    async def deliver(self, row: InterviewRow, message: str) -> None:
        try:
            deed = parse(message)
        except BadMessageError as error:
            raise UserFault(joined(str(error))) from None
        if not isinstance(deed, Deed | SoundOutput | Ping):
            raise UserFault(
                Sentence("the worker plays the interviewer's voice: it is told of none")
            )
        if row.status == "ended":
            raise await refused_as_over(self._store.interviews, row.id)
        if isinstance(deed, Ping):
            await self._send(row.id, await self._holders.of(row.id), message)
        else:
            await self._forward(row.id, message)

    def hint(self, body: str, authorization: str) -> None:
        if not self._server.vouched(body, authorization):
            raise Unauthorized(Sentence("This webhook is not signed by our LiveKit server."))
        self._watcher.hint()

    # ports.LiveRooms

    async def attend(self, row: InterviewRow, socket: Socket, visitor: Visitor = ANYBODY) -> None:
        raise Refused(Sentence("This server holds its interviews in LiveKit rooms."))

    async def command(self, interview_id: str, command: str) -> None:
        await self._forward(interview_id, json.dumps({"t": "command", "command": command}))

    async def end(self, interview_id: str) -> None:
        """Empty the room, which makes its job stop; at the latest it stops when its lease goes with
        the interview."""
        with suppress(NotFound, OperatorFault):
            await self._control.close(room_of(interview_id))
        await self._seats.forget(interview_id)

    async def holds(self, row: InterviewRow) -> bool:
        """A job, or a candidate who waits for one."""
        if row.mode != "livekit" or await self._store.leases.holder(row.id) is not None:
            return True
        try:
            return bool(await self._control.occupied([room_of(row.id)]))
        except OperatorFault:
            return True

    @asynccontextmanager
    async def reserve(self, row: InterviewRow) -> AsyncIterator[None]:
        async with LeaseKeeper(self._store.leases, row.id, f"serve-{secrets.token_hex(8)}"):
            yield

    async def _forward(self, interview_id: str, message: str) -> None:
        """To the job that holds the interview, in the server's own name: that alone it obeys."""
        await self._send(interview_id, await self._store.leases.holder(interview_id), message)

    async def _send(self, interview_id: str, holder: str | None, message: str) -> None:
        if holder is None:
            raise Refused(NOT_RUNNING)
        try:
            await self._control.send(room_of(interview_id), agent_of(holder), message)
        except NotFound:
            raise Refused(NOT_RUNNING) from None
        except OperatorFault:
            raise Refused(AWAY, status=503, retry_after_s=_LATER_S) from None
