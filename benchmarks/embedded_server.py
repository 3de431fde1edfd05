"""A server process for the bots: the product's web server and rooms, its speech replaced.

    python -m benchmarks.embedded_server greenroom|bare|local SEATS DIRECTORY

Prints one JSON line, `{"port", "seats": [[interview id, token], …], "intruder"}`, then serves until its standard
input ends. `bare` answers with a plain AgentSession in the same transport; `local` has the real
recogniser and the real voice.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import structlog
import uvicorn
from livekit.agents import Agent, AgentSession, StopResponse, llm

from benchmarks.flood import SECRET, intruder
from benchmarks.parts import modelless_voice
from greenroom.adapters.counters.memory import MemoryCounters
from greenroom.adapters.documents.reader import ConfinedDocuments
from greenroom.adapters.embedded.rooms import EmbeddedRooms
from greenroom.adapters.embedded.transport import EmbeddedTransport
from greenroom.adapters.models.key_check import check_key
from greenroom.adapters.opus import OpusCodec
from greenroom.adapters.storage import open_store
from greenroom.adapters.vault import SealingVault, new_key
from greenroom.app.plans.trials import Trials
from greenroom.app.ports import (
    ANYBODY,
    InterviewRow,
    Interviews,
    LiveRooms,
    Refused,
    Socket,
    Visitor,
)
from greenroom.app.preparation.service import PreparationService
from greenroom.app.providers.keys import KeyRing
from greenroom.app.sound import SoundArchive
from greenroom.assessment.sentence import Sentence
from greenroom.bootstrap.connections import incoming
from greenroom.bootstrap.freeze_gc import freeze
from greenroom.bootstrap.plan_trial_process import ConfinedTrials
from greenroom.interview.brief import Brief
from greenroom.interview.plan import InterviewPlan
from greenroom.interview.proposals import Proposal
from greenroom.session.clock import SessionClock
from greenroom.session.equipment import Equipment
from greenroom.session.voice import Voice
from greenroom.web.app import create_app
from greenroom.web.services import Services
from greenroom_turns.livekit.binding import gated_turn_handling

REPLY_S = 3.0
"""Length of everything the interviewer says."""
DELAY_MS = 300
"""Silence that ends an answer, in both kinds of server: what is above it is ours."""
NAMES = (
    "alpha",
    "bravo",
    "charlie",
    "delta",
    "echo",
    "foxtrot",
    "golf",
    "hotel",
    "india",
    "juliet",
)


def question(turn: int) -> str:
    """Never the same one twice."""
    return f"And what of {NAMES[turn % 10]} {NAMES[turn // 10 % 10]} {turn}?"


BANK = "".join(f'[[stages.bank]]\nid = "q{n}"\ntext = "{question(n)}"\n' for n in range(50))
PLAN = f"""schema = 1
id = "bench"
title = "Bench"
[[stages]]
id = "ONLY"
hard_limit = 7200
inactivity_limit = 7200
minimum_questions = 50
reply_delay_ms = {DELAY_MS}
closing = "Good-bye."
[stages.opening]
text = "Please go on?"
{BANK}"""


class NoProposals:
    """An interviewer that needs no time: the plan's next question is asked."""

    async def reply(self, _: Brief) -> tuple[Proposal, ...]:
        return ()


class Plain(Agent):
    """The least agent there is: says its next sentence at each end of turn."""

    def __init__(self, transport: EmbeddedTransport) -> None:
        super().__init__(instructions="")
        self.transport, self.turn = transport, 0

    def ask(self) -> None:
        self.turn += 1
        text = question(self.turn)
        self.transport.show(
            {"t": "say", "id": f"u{self.turn}", "kind": "question", "text": text, "more": False}
        )
        _ = self.session.say(text)

    async def on_enter(self) -> None:
        self.ask()

    async def on_user_turn_completed(
        self, turn_ctx: llm.ChatContext, new_message: llm.ChatMessage
    ) -> None:
        self.ask()
        raise StopResponse


class PlainRooms:
    """`LiveRooms` with a plain `AgentSession` for each page."""

    def __init__(self, voice: Callable[[], Voice], capacity: int) -> None:
        self.voice, self.capacity, self.running = voice, capacity, 0

    async def attend(self, row: InterviewRow, socket: Socket, visitor: Visitor = ANYBODY) -> None:
        voice, clock = self.voice(), SessionClock()
        session: AgentSession[Any] = AgentSession(
            stt=voice.stt,
            vad=voice.vad,
            tts=voice.tts,
            turn_handling=gated_turn_handling(
                turn_detection="vad",
                endpointing={"mode": "fixed", "min_delay": DELAY_MS / 1000, "max_delay": 3.0},
            ),
            aec_warmup_duration=None,
            user_away_timeout=None,
        )
        transport = EmbeddedTransport({}, clock.now_ms, lambda: _now().timestamp())
        serving = asyncio.ensure_future(transport.serve(socket))
        await transport.start(session, Plain(transport))
        try:
            await serving
        finally:
            await session.aclose()
            await transport.aclose()

    async def command(self, interview_id: str, command: str) -> None:
        """There are none."""

    async def end(self, interview_id: str) -> None:
        """Nothing to end."""

    async def holds(self, row: InterviewRow) -> bool:
        """Nobody notes which pages are there: it is not known."""
        return True

    @asynccontextmanager
    async def reserve(self, row: InterviewRow) -> AsyncIterator[None]:
        if await self.holds(row):
            raise Refused(Sentence("Whether this interview is running is not known."))
        yield


def _now() -> datetime:
    return datetime.now(UTC)


@asynccontextmanager
async def _rooms(kind: str, seats: int, store: Interviews) -> AsyncIterator[LiveRooms]:
    async with AsyncExitStack() as stack:
        voice: Callable[[], Voice] = partial(modelless_voice, REPLY_S)
        if kind == "bare":
            yield PlainRooms(voice, seats)
            return
        if kind == "local":
            from greenroom.adapters.speech.local_speech import load_speech

            speech = load_speech()
            stack.callback(speech.close)
            voice = speech.voice

        @asynccontextmanager
        async def equip(_row: InterviewRow, _plan: InterviewPlan) -> AsyncIterator[Equipment]:
            yield Equipment(voice(), NoProposals())

        yield await stack.enter_async_context(
            EmbeddedRooms(store, capacity=seats, equip=equip, now=_now)
        )


async def _seat(store: Interviews, number: int) -> list[str]:
    row, token = seat(number)
    await store.create(row)
    return [row.id, token]


def seat(number: int) -> tuple[InterviewRow, str]:
    """An interview for a bot, and the token that opens it."""
    token = f"int_{number}.{'bench' * 5}"
    row = InterviewRow(
        id=f"int_{number}",
        owner=f"own_{number}",
        plan_toml=PLAN,
        plan_id="bench",
        candidate={"name": "Bot", "role": "software engineer", "level": "mid"},
        created_at=_now().isoformat(timespec="milliseconds"),
        status="created",
        capability_hash=hashlib.sha256(token.encode()).hexdigest(),
    )
    return row, token


async def _serve(kind: str, seats: int, directory: Path) -> None:
    store = await open_store(directory / "bench.db")
    taken = [await _seat(store.interviews, number) for number in range(seats)]
    listening = socket.create_server(("127.0.0.1", 0))

    async def health() -> dict[str, str]:
        return {"status": "ok"}

    vault, trials = SealingVault.of(new_key()), Trials(ConfinedTrials())
    async with _rooms(kind, seats, store.interviews) as rooms:
        services = Services(
            store=store,
            keys=KeyRing(store.keys, vault, lambda *asked: check_key(*asked[:3], models=asked[3])),
            preparation=PreparationService(store.folders, vault, ConfinedDocuments(), now=_now),
            sound=SoundArchive(store.sounds, vault, OpusCodec()),
            rooms=rooms,
            counters=MemoryCounters(),
            secret=SECRET,
            trials=trials,
            now=_now,
            health=health,
            metrics=lambda: b"",
            seen=lambda **_: None,
        )
        config = uvicorn.Config(
            create_app(services),
            log_config=None,
            access_log=False,
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            lifespan="off",
            timeout_graceful_shutdown=2,
            **incoming(()),
        )
        server = uvicorn.Server(config)
        serving = asyncio.ensure_future(server.serve(sockets=[listening]))
        freeze()  # as `serve` does
        told = {"port": listening.getsockname()[1], "seats": taken}
        print(json.dumps({**told, "intruder": await intruder(store)}), flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        server.should_exit = True
        await serving
    await trials.aclose()
    await store.aclose()


def main() -> None:
    for name in ("livekit", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    kind, seats, directory = sys.argv[1:4]
    asyncio.run(_serve(kind, int(seats), Path(directory)))


if __name__ == "__main__":
    main()
