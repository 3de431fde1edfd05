"""The local parts in a real `AgentSession`, on the real clock."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import numpy as np
import pytest
from livekit import rtc
from livekit.agents import Agent, AgentSession, ChatContext, ChatMessage, StopResponse
from livekit.agents.voice import io
from tests.adapters.speech.conftest import Say, errors, quiet

from greenroom.adapters.speech.local_speech import LocalSpeech, load_speech
from greenroom.adapters.speech.moonshine import Samples
from greenroom.session.voice import Voice

pytestmark = pytest.mark.speech

ANSWER = "I planned the migration of our billing system, and it took six weeks."
REPLY = "Thank you. How did you know that it worked?"


class Microphone(io.AudioInput):
    """Samples at the pace of the clock, then silence."""

    def __init__(self, audio: np.ndarray) -> None:
        super().__init__(label="microphone")
        self._frames = self._paced(audio)

    async def __anext__(self) -> rtc.AudioFrame:
        return await anext(self._frames)

    @staticmethod
    async def _paced(audio: np.ndarray) -> AsyncIterator[rtc.AudioFrame]:
        due = asyncio.get_running_loop().time()
        at = 0
        while True:
            window = audio[at : at + 512] if at + 512 <= len(audio) else quiet(0.032)
            yield rtc.AudioFrame(window.tobytes(), 16_000, 1, 512)
            at += 512
            due += 0.032
            await asyncio.sleep(max(0, due - asyncio.get_running_loop().time()))


class Loudspeaker(io.AudioOutput):
    """Plays in no time and keeps what it played."""

    def __init__(self) -> None:
        super().__init__(
            label="loudspeaker",
            capabilities=io.AudioOutputCapabilities(pause=False),
            sample_rate=24_000,
        )
        self.played: list[rtc.AudioFrame] = []

    async def capture_frame(self, frame: rtc.AudioFrame) -> None:
        await super().capture_frame(frame)
        self.played.append(frame)

    def flush(self) -> None:
        super().flush()
        self.on_playback_started(created_at=time.time())
        length = sum(frame.duration for frame in self.played)
        self.on_playback_finished(playback_position=length, interrupted=False)

    def clear_buffer(self) -> None:
        """Nothing is ever buffered."""


class Listener(Agent):
    """Takes the first whole answer and says nothing by itself."""

    def __init__(self) -> None:
        super().__init__(instructions="")
        self.answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def on_user_turn_completed(self, turn_ctx: ChatContext, new_message: ChatMessage) -> None:
        if not self.answer.done():
            self.answer.set_result(new_message.text_content or "")
        raise StopResponse


@pytest.fixture(scope="module")
def speech() -> Iterator[LocalSpeech]:
    speech = load_speech()
    yield speech
    speech.close()


@asynccontextmanager
async def conversation(
    voice: Voice, audio: Samples
) -> AsyncIterator[tuple[AgentSession[None], Listener, Loudspeaker]]:
    """A session that hears `audio`; pauses of 0.6 s end a turn."""
    session: AgentSession[None] = AgentSession(
        stt=voice.stt,
        tts=voice.tts,
        vad=voice.vad,
        turn_handling={
            "turn_detection": "vad",
            "endpointing": {"min_delay": 0.6},
            "interruption": {"mode": "vad", "min_words": 1},
        },
        aec_warmup_duration=None,
    )
    loudspeaker, listener = Loudspeaker(), Listener()
    session.input.audio = Microphone(np.concatenate([quiet(0.5), audio]))
    session.output.audio = loudspeaker
    await session.start(listener)
    try:
        async with asyncio.timeout(20):
            yield session, listener, loudspeaker
    finally:
        await session.aclose()


async def test_an_answer_is_heard_and_a_question_spoken(speech: LocalSpeech, say: Say) -> None:
    """Words in at the microphone arrive as one turn; words said leave as audio that can be heard."""
    voice = speech.voice()
    interims: list[str] = []
    async with conversation(voice, say(ANSWER)) as (session, listener, loudspeaker):
        session.on("user_input_transcribed", lambda e: interims.append(e.transcript))
        answer = await listener.answer
        await session.say(REPLY)
    assert errors(ANSWER, answer) <= 1
    assert len(interims) > 3
    event = await voice.stt.recognize(loudspeaker.played)
    assert errors(REPLY, event.alternatives[0].text) <= 1
