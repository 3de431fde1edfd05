"""What we have a LiveKit server do: look into rooms, send and remove agents, pass on messages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Final, Protocol

import aiohttp
from livekit import api
from livekit.protocol.models import DataPacket, ParticipantInfo

from greenroom.adapters.rooms.names import AGENT, TOPIC, JobMetadata, room_of
from greenroom.adapters.rooms.server import LiveKitServer
from greenroom.app.ports import NotFound, OperatorFault

_PATIENCE_S: Final = 3.0


@dataclass(frozen=True, slots=True)
class Participant:
    identity: str
    agent: bool


class Control(Protocol):
    """The rooms of one server. All raise `OperatorFault` when it cannot be reached, and `NotFound`
    for a room or somebody who is not there."""

    async def occupied(self, among: Sequence[str] | None = None) -> Sequence[str]:
        """Names of our rooms with somebody in them; `among`: only these are asked for."""
        ...

    async def people(self, room: str) -> Sequence[Participant]: ...
    async def remove(self, room: str, identity: str) -> None: ...
    async def close(self, room: str) -> None:
        """Everybody has to leave."""
        ...

    async def dispatch(self, order: JobMetadata) -> None:
        """Have a worker hold this interview. Nobody says so when there is no worker."""
        ...

    async def send(self, room: str, identity: str, message: str) -> None:
        """A message to one participant, in the server's own name."""
        ...


class ServerControl:
    """`Control` by the server's API."""

    def __init__(self, livekit: api.LiveKitAPI) -> None:
        self._livekit = livekit

    async def occupied(self, among: Sequence[str] | None = None) -> Sequence[str]:
        with told():
            found = await self._livekit.room.list_rooms(api.ListRoomsRequest(names=among))
        ours = (room for room in found.rooms if room.name.startswith(room_of("")))
        return [room.name for room in ours if room.num_participants > 0]

    async def people(self, room: str) -> Sequence[Participant]:
        with told():
            found = await self._livekit.room.list_participants(
                api.ListParticipantsRequest(room=room)
            )
        agent = ParticipantInfo.AGENT
        return [Participant(p.identity, p.kind == agent) for p in found.participants]

    async def remove(self, room: str, identity: str) -> None:
        with told():
            await self._livekit.room.remove_participant(
                api.RoomParticipantIdentity(room=room, identity=identity)
            )

    async def close(self, room: str) -> None:
        with told():
            await self._livekit.room.delete_room(api.DeleteRoomRequest(room=room))

    async def dispatch(self, order: JobMetadata) -> None:
        wanted = api.CreateAgentDispatchRequest(
            agent_name=AGENT, room=room_of(order.interview_id), metadata=order.metadata
        )
        with told():
            await self._livekit.agent_dispatch.create_dispatch(wanted)

    async def send(self, room: str, identity: str, message: str) -> None:
        packet = api.SendDataRequest(
            room=room,
            data=message.encode(),
            kind=DataPacket.RELIABLE,
            topic=TOPIC,
            destination_identities=[identity],
        )
        with told():
            await self._livekit.room.send_data(packet)


@asynccontextmanager
async def control_of(server: LiveKitServer) -> AsyncIterator[ServerControl]:
    patience = aiohttp.ClientTimeout(total=_PATIENCE_S)
    async with api.LiveKitAPI(
        server.url, server.key, server.secret.get_secret_value(), timeout=patience
    ) as livekit:
        yield ServerControl(livekit)


@contextmanager
def told() -> Iterator[None]:
    """The server's errors as ours; they name no person, and we quote none."""
    try:
        yield
    except api.TwirpError as error:
        if error.code == "not_found":
            raise NotFound("there is no such room, or nobody of that name in it") from None
        raise OperatorFault(f"the LiveKit server refused a request: {error.code}") from None
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise OperatorFault(
            f"the LiveKit server cannot be reached ({type(error).__name__}); "
            "is LIVEKIT_URL right, and does it run?"
        ) from None
