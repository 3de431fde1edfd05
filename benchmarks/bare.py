"""A plain `AgentSession` with the scripted parts: what LiveKit alone costs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from livekit.agents import Agent, AgentSession, StopResponse, llm

from greenroom.interview.transcript import Message
from greenroom.session.voice import Voice
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.loudspeaker import Loudspeaker, Microphone
from greenroom.simulation.scripted_speech import scripted_voice
from greenroom_turns.livekit.binding import gated_turn_handling

END_OF_TURN_S = 1.1
"""As an interview waits after an open question."""
PAUSE_S = 0.8
"""Before a simulated candidate answers."""


def session_of(voice: Voice, end_of_turn_s: float) -> tuple[AgentSession[Any], Loudspeaker]:
    """Not started yet; with ears and a mouth that nobody listens to."""
    delays = {"mode": "fixed", "min_delay": end_of_turn_s, "max_delay": 3.0}
    session: AgentSession[Any] = AgentSession(
        stt=voice.stt,
        vad=voice.vad,
        tts=voice.tts,
        turn_handling=gated_turn_handling(turn_detection="vad", endpointing=delays),
        aec_warmup_duration=None,
        user_away_timeout=None,
        session_close_transcript_timeout=0.0,
    )
    loudspeaker = Loudspeaker()
    session.input.audio, session.output.audio = Microphone(), loudspeaker
    return session, loudspeaker


class _Listening(Agent):
    """Hears a turn out and says nothing by itself."""

    def __init__(self, heard: asyncio.Event) -> None:
        super().__init__(instructions="")
        self._heard = heard

    async def on_user_turn_completed(
        self, turn_ctx: llm.ChatContext, new_message: llm.ChatMessage
    ) -> None:
        self._heard.set()
        raise StopResponse


async def conversation(
    messages: Sequence[Message], *, spoken: bool = False, handoffs: bool = False
) -> None:
    """Say what the interviewer of these messages said. Answers take no part in it unless they are
    `spoken`: typed ones reach an interview beside the session. With `handoffs` each stage has an agent."""
    speaker, heard = Speaker(), asyncio.Event()
    session, _ = session_of(scripted_voice(speaker), END_OF_TURN_S)
    await session.start(_Listening(heard))
    stage = ""
    for message in messages:
        if message.speaker == "interviewer":
            if handoffs and message.stage != stage:
                session.update_agent(_Listening(heard))
                await asyncio.sleep(PAUSE_S)
            stage = message.stage
            _ = await session.say(message.text)
            await asyncio.sleep(PAUSE_S)
        elif spoken:
            heard.clear()
            await speaker.say(message.text)
            await heard.wait()
    await session.aclose()
