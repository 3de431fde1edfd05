"""One utterance in one real `AgentSession`, in virtual time: what the interviewer did about it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from livekit import rtc
from livekit.agents import (
    Agent,
    AgentSession,
    inference,
    stt,
)
from livekit.agents.voice import io

from benchmarks.turns.corpus import Utterance, as_pcm
from benchmarks.turns.phrases import OVER, Role
from benchmarks.turns.voices import RATE
from greenroom.adapters.speech.model_thread import InlineExecutor
from greenroom.simulation.loudspeaker import Loudspeaker
from greenroom.simulation.scripted_model import ScriptedModel
from greenroom.simulation.scripted_speech import ScriptedTTS
from greenroom_turns import decide
from greenroom_turns.gate import Decide
from greenroom_turns.livekit import GatedSTT
from greenroom_turns.livekit.binding import gated_turn_handling

WINDOW = 512
WINDOW_S = WINDOW / RATE
LEAD_S, AFTER_S = 0.512, 1.504
"""Silence that is heard before and after the utterance, whole windows of it."""
WORDS_S = 0.36
TALK_WORDS = 40
"""The interviewer talks for 14.4 s, longer than any trial."""
INTO_TALK_S = 1.5
TAIL_S = 0.5
"""A yes that answers a yes/no question begins so long before the question's end."""
SETTLE_S = 3.0
"""Longer than LiveKit waits before it resumes what it paused."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Times are milliseconds after the utterance's first sound."""

    stopped_ms: int | None = None
    """When the interviewer fell silent for good."""
    gap_ms: int = 0
    """How long it was silent in the midst of its words, and then went on."""
    thinking: int = 0
    turns: tuple[str, ...] = ()
    """What became the candidate's turns."""
    decided: tuple[str, ...] = ()
    """The gate's decisions, for whoever looks into a failure."""


@dataclass(frozen=True, slots=True)
class Contestant:
    name: str
    handling: Callable[[], Any]
    gated: bool = False


def _plain(**interruption: Any) -> Callable[[], Any]:
    return lambda: {"turn_detection": "vad", "interruption": {"mode": "vad", **interruption}}


CONTESTANTS = (
    Contestant("LiveKit, as it comes", _plain()),
    Contestant("LiveKit, min_words=1", _plain(min_words=1)),
    Contestant("LiveKit, min_words=2", _plain(min_words=2)),
    Contestant("Greenroom", lambda: gated_turn_handling(turn_detection="vad"), gated=True),
)


class Microphone(io.AudioInput):
    def __init__(self) -> None:
        super().__init__(label="recorded voice")
        self._frames: asyncio.Queue[rtc.AudioFrame] = asyncio.Queue()

    async def __anext__(self) -> rtc.AudioFrame:
        return await self._frames.get()

    async def hear(self, samples: np.ndarray[Any, Any]) -> None:
        """Play 16-bit samples at their own pace, in the windows that the voice detectors take."""
        for at in range(0, len(samples), WINDOW):
            window = np.resize(samples[at : at + WINDOW], WINDOW)
            await asyncio.sleep(WINDOW_S)
            self._frames.put_nowait(rtc.AudioFrame(window.tobytes(), RATE, 1, WINDOW))


class Ears(Loudspeaker):
    """Notes when the interviewer was made to fall silent, and when it went on."""

    def __init__(self) -> None:
        super().__init__()
        self.silent_s: float | None = None
        """Since when, by the loop's clock."""
        self.stopped_s: float | None = None
        self.gaps_s = 0.0

    def pause(self) -> None:
        if self.audible and self.silent_s is None:
            self.silent_s = asyncio.get_running_loop().time()
        super().pause()

    def resume(self) -> None:
        if self.silent_s is not None and self.stopped_s is None:
            self.gaps_s += asyncio.get_running_loop().time() - self.silent_s
            self.silent_s = None
        super().resume()

    def clear_buffer(self) -> None:
        now = asyncio.get_running_loop().time()
        if self.stopped_s is None and (self.audible or self.silent_s is not None):
            self.stopped_s = now if self.silent_s is None else self.silent_s
        super().clear_buffer()


def padded(utterance: Utterance) -> np.ndarray[Any, Any]:
    """What the microphone hears: silence, the utterance, silence, in whole windows."""
    samples = as_pcm(utterance.samples())
    rest = -len(samples) % WINDOW
    return np.pad(samples, (round(LEAD_S * RATE), rest + round(AFTER_S * RATE)))


async def trial(
    utterance: Utterance, contestant: Contestant, ear: stt.STT[Any], decide: Decide = decide
) -> Outcome:
    """A session of its own for this utterance, said where its role belongs."""
    decided: list[str] = []
    gate = None
    if contestant.gated:
        gate = GatedSTT(
            ear,
            decide=decide,
            on_decision=lambda d, text, *_: decided.append(f"{text!r} {d.cause}"),
        )
    session: AgentSession[Any] = AgentSession(
        stt=gate or ear,
        vad=inference.VAD(executor=InlineExecutor()),
        tts=ScriptedTTS(seconds_per_word=WORDS_S),
        llm=ScriptedModel(lambda *_: ["I see what you mean there"], first_token_s=0.4),
        turn_handling=contestant.handling(),
        aec_warmup_duration=None,
        user_away_timeout=None,
    )
    microphone, ears = Microphone(), Ears()
    session.input.audio, session.output.audio = microphone, ears
    if gate is not None:
        gate.bind(session)
        gate.expect("yesno" if utterance.role is Role.TAIL else "open")
    await session.start(Agent(instructions=""))
    talking = utterance.role in OVER or utterance.role is Role.TAIL
    if talking:
        await _talk(session, ears, utterance.role)
    states: list[str] = []
    session.on("agent_state_changed", lambda event: states.append(event.new_state))
    onset_s = asyncio.get_running_loop().time() + LEAD_S
    await microphone.hear(padded(utterance))
    await asyncio.sleep(SETTLE_S)
    stopped_ms = None if ears.stopped_s is None else round(1000 * (ears.stopped_s - onset_s))
    outcome = Outcome(
        stopped_ms if talking else None,
        round(1000 * ears.gaps_s),
        states.count("thinking"),
        _turns(session),
        tuple(decided),
    )
    await session.aclose()
    return outcome


async def _talk(session: AgentSession[Any], ears: Ears, role: Role) -> None:
    """The interviewer begins to talk; returns when the microphone should be opened."""
    _ = session.say(" ".join(["word"] * TALK_WORDS))
    while not ears.audible:  # noqa: ASYNC110 - the loudspeaker has no event
        await asyncio.sleep(0.008)
    whole_s = TALK_WORDS * WORDS_S
    await asyncio.sleep(whole_s - TAIL_S - LEAD_S if role is Role.TAIL else INTO_TALK_S)


def _turns(session: AgentSession[Any]) -> tuple[str, ...]:
    items = session.history.items
    return tuple(
        item.text_content or "" for item in items if item.type == "message" and item.role == "user"
    )
