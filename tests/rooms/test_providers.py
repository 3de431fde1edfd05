"""Providers in a LiveKit room: a candidate's own key, and the operator's, in a job's hands (S2, S3, W5)."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from livekit import api
from tests.canary.test_canary import found_in, short
from tests.canary.test_operators import ANIMALS, calling
from tests.e2e import sound
from tests.e2e.conftest import speaker  # noqa: F401 - a fixture
from tests.e2e.house import House, contents
from tests.rooms.conftest import APPLICATION, Stage
from tests.rooms.workers import Workers

from greenroom.adapters.rooms.names import JobMetadata, room_of
from greenroom.adapters.storage import open_store
from greenroom.app.ports import NotFound
from greenroom.app.providers import tickets
from greenroom.testing.livekit import LiveKitProcess, RoomCandidate
from greenroom.testing.livekit.server import KEY as LIVEKIT_KEY
from greenroom.testing.livekit.server import SECRET
from greenroom.testing.providers import OpenAIServer, Reply
from greenroom.testing.providers.script import AT_ONCE, Request

pytestmark = [pytest.mark.rooms, pytest.mark.slow]

OWN = "sk-canary-5f1d9c77aa20413e"
OPERATORS = "sk-canary-0d7c41b2e96f8a35"
SPOKEN = "I work as a nurse in a small hospital."
HEARD = "I work as a nurse in a hospital on a hill."
TYPED = "I once moved our rota to a new system in two weeks, which saved everybody an hour a day."


def wording(request: Request) -> str:
    """A question that was not asked before."""
    animal = ANIMALS[str(request.body["messages"]).count("feeding the") % len(ANIMALS)]
    return f"depth=3; move=ask; question_id=-\nWhat is it like, feeding the {animal}?"


def provider(chat: Any, key: str) -> OpenAIServer:
    heard = Reply(HEARD)
    return OpenAIServer(chat=chat, transcriptions=heard, voice=short, key=key, pace=AT_ONCE)


@asynccontextmanager
async def staged(binary: Path, folder: Path, **settings: str) -> AsyncIterator[Stage]:
    """A LiveKit server, `serve` and a worker, set as the operator wants them."""
    livekit = LiveKitProcess(binary, folder / "livekit")
    house = House(folder, **livekit.environment, **settings)
    workers = Workers(folder, house.environment)
    try:
        await asyncio.to_thread(livekit.start)
        house.start()
        await asyncio.to_thread(house.wait_until_ready)
        await asyncio.to_thread(workers.start)
        yield Stage(livekit, house, workers)
    finally:
        await asyncio.to_thread(workers.close)
        house.kill()
        livekit.stop()


async def answered(candidate: RoomCandidate, text: str) -> None:
    """Type an answer when it is our turn, and wait for what comes after it."""
    await candidate.until(lambda: candidate.view.get("cue") == "turn")
    before = len(candidate.got("say"))
    assert await candidate.tell({"t": "typed", "text": text}) == 202
    await candidate.until(lambda: len(candidate.got("say")) > before)


async def finished(candidate: RoomCandidate) -> dict[str, Any]:
    assert await candidate.tell({"t": "command", "command": "end"}) == 202
    await candidate.until(lambda: candidate.got("ended"))
    return await candidate.record()


def of_processes(*pids: int) -> dict[str, bytes]:
    """Command line and environment of these processes and of all that they started."""
    waiting, seen = [*map(str, pids)], {}
    while waiting:
        pid = waiting.pop()
        for part in ("cmdline", "environ"):
            seen[f"/proc/{pid}/{part}"] = Path("/proc", pid, part).read_bytes()
        for task in Path("/proc", pid, "task").iterdir():
            waiting += (task / "children").read_text().split()
    return seen


async def known_to_livekit(stage: Stage, candidate: RoomCandidate) -> tuple[str, str]:
    """Whatever the LiveKit server knows of the room, and the metadata of the first dispatch."""
    room = room_of(candidate.interview)
    async with api.LiveKitAPI(stage.livekit.url, LIVEKIT_KEY, SECRET) as livekit:
        rooms = await livekit.room.list_rooms(api.ListRoomsRequest(names=[room]))
        people = await livekit.room.list_participants(api.ListParticipantsRequest(room=room))
        dispatches = await livekit.agent_dispatch.list_dispatch(room)
    return f"{rooms}{people}{dispatches}", dispatches[0].metadata


def decoded(text: str) -> bytes:
    """The base64 words in a text, opened: what a token holds."""
    found = [word for word in re.findall(r"[A-Za-z0-9_-]{16,}", text) if len(word) % 4 != 1]
    return b" ".join(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4)) for word in found)


async def test_a_key_works_in_a_room_and_is_found_nowhere(
    binary: Path,
    tmp_path: Path,
    speaker: Any,  # noqa: F811
) -> None:
    """A candidate's own key thinks and hears, one round trip an answer, and the operator's voice speaks;
    who chose nothing gets the operator's model by its tools. Neither key is in a file, a log, a page,
    a message, a token or the room; the candidate's in no process's environment either; and the ticket
    that let the job open it opens it once."""
    async with (
        provider(wording, OWN) as own,
        provider(calling, OPERATORS) as operators,
        staged(
            binary,
            tmp_path,
            GREENROOM_LOG_LEVEL="DEBUG",
            GREENROOM_LLM="openai-compatible",
            GREENROOM_LLM_URL=operators.url,
            GREENROOM_LLM_MODEL="m",
            GREENROOM_LLM_KEY=OPERATORS,
            GREENROOM_LLM_ASKED="tools",
            GREENROOM_TTS="openai-compatible",
            GREENROOM_TTS_URL=operators.url,
            GREENROOM_TTS_MODEL="m",
            GREENROOM_TTS_KEY=OPERATORS,
        ) as stage,
        httpx2.AsyncClient(base_url=stage.house.address, timeout=30) as client,
    ):
        entry = {"provider": "openai-compatible", "base_url": own.url, "key": OWN}
        entry["models"] = {"llm": "local-model", "stt": "local-model"}  # type: ignore[assignment]
        saved = (await client.post("/api/keys", json=entry)).json()
        chosen = APPLICATION | {"providers": {"llm": saved["id"], "stt": saved["id"]}}
        made = (await client.post("/api/interviews", json=chosen)).json()
        candidate = RoomCandidate(stage.house.address, made["id"], made["access_token"])
        admission = await candidate.token()
        await candidate.join(admission=admission)
        try:
            await candidate.turn()
            asked = len(candidate.got("say"))
            await candidate.say(sound.candidate(speaker, SPOKEN))
            await candidate.until(lambda: len(candidate.got("say")) > asked)
            await answered(candidate, TYPED)
            known, metadata = await known_to_livekit(stage, candidate)
            job = stage.workers.job_of(made["id"])
            assert stage.workers._process is not None
            assert stage.house._process is not None
            processes = of_processes(job, stage.workers._process.pid, stage.house._process.pid)
            record = await finished(candidate)
        finally:
            await candidate.aclose()

        other = RoomCandidate(stage.house.address, *await stage.register())
        try:
            await other.join(microphone=False)
            await answered(other, SPOKEN)
            await answered(other, TYPED)
            theirs = await finished(other)
        finally:
            await other.aclose()
        told = json.dumps([candidate.told, other.told, record, theirs])
        shown = {
            path: (await client.get(path)).content
            for path in ("/", "/keys", "/api/keys", "/api/export", "/metrics", "/healthz")
        }
        report = await client.get(f"/interviews/{made['id']}/report")
        store = await open_store(stage.house.data / "greenroom.db")
        with pytest.raises(NotFound):
            await tickets.redeem(store.tickets, JobMetadata.of(metadata).ticket, made["id"])
        await store.aclose()
        kept = contents(stage.house.data)
        logs = {
            log.name: log.read_bytes()
            for log in (stage.house.log, stage.workers.log, stage.livekit.log)
        }

    answers = [m for m in record["messages"] if m["kind"] == "answer"]
    assert [m["text"] for m in answers] == [HEARD, TYPED], "heard by the provider, not by us"
    assert own.count("llm") == len(answers), "one round trip an answer"
    assert any("feeding the" in m["text"] for m in record["messages"])
    assert own.count("stt") >= 1
    assert own.count("tts") == 0
    assert operators.count("tts") >= 4
    assert operators.count("llm") == len([m for m in theirs["messages"] if m["kind"] == "answer"])
    assert any("hardest about the" in m["text"] for m in theirs["messages"])
    assert (record["incidents"], theirs["incidents"]) == ([], [])

    tokens = json.dumps([admission, made, metadata])
    places: Mapping[str, bytes] = {
        **kept,
        **logs,
        **shown,
        "report": report.content,
        "room": known.encode(),
        "tokens": tokens.encode() + decoded(tokens),
        "told": told.encode(),
    }
    assert any("greenroom.db" in name for name in kept)
    assert b"holding" in logs[stage.workers.log.name]
    assert f"/proc/{job}/environ" in processes
    assert job != os.getpid()
    for key, where in ((OWN, {**places, **processes}), (OPERATORS, places)):
        assert [hit for name, data in where.items() for hit in found_in(name, data, key)] == []
