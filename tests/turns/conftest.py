"""A LiveKit agent that is not ours, with and without the gate, in virtual time."""

from __future__ import annotations

import asyncio
import sys
import time
from typing import Any

import pytest
from livekit.agents import Agent, AgentSession, llm, utils
from livekit.agents.voice import SpeechHandle

from greenroom.session.voice import Voice
from greenroom.simulation.candidate_voice import Hearing, Speaker
from greenroom.simulation.loudspeaker import Loudspeaker, Microphone
from greenroom.simulation.scripted_speech import ScriptedSTT, ScriptedTTS, ScriptedVAD
from greenroom_turns.interruption import Decision
from greenroom_turns.livekit import GatedSTT
from greenroom_turns.livekit.binding import gated_turn_handling

WORDS = 24
TALK = " ".join(f"word{n}" for n in range(WORDS))
"""What the agent says: 24 words at 0.36 s, 8.64 s of sound."""
TALK_S = 0.36 * WORDS


class Model(llm.LLM[Any]):
    """Answers every turn with the same words, after a while."""

    def __init__(self, takes_s: float = 0.4, says: str = "I see what you mean there") -> None:
        super().__init__()
        self.takes_s, self.says = takes_s, says
        self.asked: list[str] = []

    def chat(self, *, chat_ctx: llm.ChatContext, conn_options: Any, **_: Any) -> llm.LLMStream:
        users = [i for i in chat_ctx.items if i.type == "message" and i.role == "user"]
        self.asked.append(users[-1].text_content or "" if users else "")
        return _Reply(self, chat_ctx=chat_ctx, tools=[], conn_options=conn_options)


class _Reply(llm.LLMStream):
    _llm: Model

    async def _run(self) -> None:
        await asyncio.sleep(self._llm.takes_s)
        delta = llm.ChoiceDelta(role="assistant", content=self._llm.says)
        self._event_ch.send_nowait(llm.ChatChunk(id=utils.shortuuid(), delta=delta))


class Ears(Loudspeaker):
    """A loudspeaker that notes every moment at which it was made to fall silent."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[float] = []

    def pause(self) -> None:
        if self.audible:
            self.gaps.append(time.time())
        super().pause()

    def clear_buffer(self) -> None:
        if self.audible or self.gaps:
            self.gaps.append(time.time())
        super().clear_buffer()


class Talk:
    """One conversation. The candidate is `speaker`; everything that happens is noted."""

    def __init__(self, *, gated: bool = True, model: Model | None = None, **gate: Any) -> None:
        self.speaker = Speaker()
        self.ears = Ears()
        self.model = model or Model()
        self.states: list[str] = []
        self.transitions: list[tuple[str, str]] = []
        self.acks: list[tuple[str, str]] = []
        self.late: list[str] = []
        self.decisions: list[Decision] = []
        recogniser = ScriptedSTT(self.speaker)
        gate.setdefault("on_ack", lambda text, _b, _e, cause: self.acks.append((text, cause)))
        gate.setdefault("on_decision", lambda decision, *_: self.decisions.append(decision))
        gate.setdefault("on_late_words", lambda text, *_: self.late.append(text))
        self.gate = GatedSTT(recogniser, **gate)
        voice = Voice(
            stt=self.gate if gated else recogniser,
            tts=ScriptedTTS(),
            vad=ScriptedVAD(self.speaker),
        )
        plain = {"interruption": {"mode": "vad"}, "turn_detection": "vad"}
        self.session: AgentSession[Any] = AgentSession(
            stt=voice.stt,
            vad=voice.vad,
            tts=voice.tts,
            llm=self.model,
            turn_handling=gated_turn_handling(turn_detection="vad") if gated else plain,  # type: ignore[arg-type]
            aec_warmup_duration=None,
            user_away_timeout=None,
        )
        if gated:
            self.gate.bind(self.session)
        self.session.input.audio = Microphone()
        self.session.output.audio = self.ears
        self.session.on("agent_state_changed", lambda event: self.states.append(event.new_state))
        self.session.on(
            "agent_state_changed",
            lambda event: self.transitions.append((event.old_state, event.new_state)),
        )

    async def __aenter__(self) -> Talk:
        await self.session.start(Agent(instructions=""))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.session.aclose()

    async def talk(self, then_s: float = 2.0) -> SpeechHandle:
        """The agent begins to speak; returns `then_s` after it became audible."""
        handle = self.session.say(TALK)
        async with asyncio.timeout(5):
            while not self.ears.audible:  # noqa: ASYNC110 - the loudspeaker has no event
                await asyncio.sleep(0.005)
        await asyncio.sleep(then_s)
        return handle

    async def say(self, text: str, seconds: float | None = None, **hearing: Any) -> float:
        """The candidate speaks; returns the moment at which it began."""
        began = time.time()
        await self.speaker.say(text, seconds, Hearing(**hearing))
        return began

    @property
    def thoughts(self) -> int:
        return self.states.count("thinking")

    def history(self) -> list[str]:
        items = self.session.history.items
        return [i.text_content or "" for i in items if i.type == "message" and i.role == "user"]


@pytest.fixture
def rig() -> Any:
    """This module: test modules cannot import one another."""
    return sys.modules[__name__]
