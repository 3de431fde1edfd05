"""Trying a LiveKit server out, for `greenroom doctor`: nobody joins a room."""

from __future__ import annotations

import asyncio
from typing import Final

import aiohttp
from livekit import api

from greenroom.adapters.rooms.control import told
from greenroom.adapters.rooms.names import AGENT, PROBE, JobMetadata
from greenroom.adapters.rooms.server import LiveKitServer
from greenroom.app.ports import OperatorFault

PATIENCE: Final = aiohttp.ClientTimeout(total=5.0)
LOOK_S: Final = 0.2
EMPTY_S: Final = 30
"""The server forgets the room of a doctor that was killed."""


async def admitted(server: LiveKitServer) -> None:
    """Have the server judge a candidate's token. Raises `OperatorFault` when it does not take it."""
    token = server.candidate_token(JobMetadata("doctor", ""))
    address = f"{server.origins[1]}/rtc/validate"
    try:
        async with (
            aiohttp.ClientSession(timeout=PATIENCE) as session,
            session.get(address, params={"access_token": token}) as answer,
        ):
            status = answer.status
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise OperatorFault(
            f"the LiveKit server cannot be asked by http ({type(error).__name__})"
        ) from None
    if status != 200:
        raise OperatorFault(
            f"the LiveKit server refuses a candidate's token (status {status}); do its keys hold "
            "LIVEKIT_API_KEY and LIVEKIT_API_SECRET, and is its clock right?"
        )


async def worker_answers(server: LiveKitServer, room: str, within_s: float) -> bool:
    """Whether a worker of ours takes a job in this room, which is made for it and closed."""
    async with api.LiveKitAPI(
        server.url, server.key, server.secret.get_secret_value(), timeout=PATIENCE
    ) as livekit:
        with told():
            await livekit.room.create_room(api.CreateRoomRequest(name=room, empty_timeout=EMPTY_S))
        try:
            with told():
                return await _taken(livekit, room, within_s)
        finally:
            with told():
                await livekit.room.delete_room(api.DeleteRoomRequest(room=room))


async def _taken(livekit: api.LiveKitAPI, room: str, within_s: float) -> bool:
    wanted = api.CreateAgentDispatchRequest(agent_name=AGENT, room=room, metadata=PROBE)
    await livekit.agent_dispatch.create_dispatch(wanted)
    loop = asyncio.get_running_loop()
    until = loop.time() + within_s
    while loop.time() < until:
        dispatches = await livekit.agent_dispatch.list_dispatch(room)
        if any(
            job.state.participant_identity or job.state.worker_id
            for one in dispatches
            for job in one.state.jobs
        ):
            return True
        await asyncio.sleep(LOOK_S)
    return False
