"""A whole interview, spoken, whose providers fail: on the real clock, over real sockets, with the real
local recogniser behind them."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import numpy as np
import pytest
from livekit import rtc
from livekit.agents.voice import io
from pydantic import SecretStr
from tests.adapters.speech.conftest import Say, errors, quiet
from tests.session.conftest import Lines, Room, header, plan, stage

from greenroom.adapters.speech import remote_tts
from greenroom.adapters.speech.local_speech import LocalSpeech, load_speech
from greenroom.adapters.speech.moonshine import Samples
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.catalogue import ModelChoice
from greenroom.bootstrap.voices import Chosen, with_providers
from greenroom.interview.plan import Question
from greenroom.session.voice import Voice
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.run import hold
from greenroom.simulation.transport import Cue
from greenroom.testing.providers import DeepgramServer, Fault, OpenAIServer, Reply
from greenroom.testing.providers.script import AT_ONCE

pytestmark = [pytest.mark.speech, pytest.mark.slow]

GARDEN = "I grow beans and potatoes behind the house."
KITCHEN = "I cook for six people every evening."


class Microphone(io.AudioInput):
    """What is put in, at the pace of the clock; silence between."""

    def __init__(self) -> None:
        super().__init__(label="microphone")
        self.pending = np.zeros(0, np.int16)
        self._frames = self._paced()

    async def __anext__(self) -> rtc.AudioFrame:
        return await anext(self._frames)

    async def _paced(self) -> AsyncIterator[rtc.AudioFrame]:
        due = asyncio.get_running_loop().time()
        while True:
            window, self.pending = self.pending[:512], self.pending[512:]
            if len(window) < 512:
                window = quiet(0.032)[:512]
            yield rtc.AudioFrame(window.tobytes(), 16_000, 1, 512)
            due += 0.032
            await asyncio.sleep(max(0, due - asyncio.get_running_loop().time()))


class SpokenRoom(Room):
    """The candidate speaks by sound."""

    def __init__(self, *more: Any) -> None:
        super().__init__(*more)
        self.mouth = Microphone()

    def microphone(self) -> Any:
        return self.mouth

    def say(self, sound: Samples) -> None:
        self.mouth.pending = np.concatenate((self.mouth.pending, sound))


@pytest.fixture(scope="module")
def speech() -> Any:
    speech = load_speech()
    yield speech
    speech.close()


def short(name: str) -> Any:
    opening = Question(f"{name}.opening", f"Tell me about your {name}.")
    return stage(name, opening=opening, maximum_turns=1, reply_delay=600)


@pytest.mark.parametrize(
    ("heard", "spoken"),
    [
        (["never told", Fault.CUT, 2], [Fault.CUT, 3]),
        (["never told", Fault.STALL, 0], [Fault.STALL, 0]),
        (["", Fault.KEY_REFUSED, 0], [Fault.RATE_LIMITED, 0]),
    ],
    ids=["cut", "stall", "refused"],
)
async def test_the_interview_goes_on(
    heard: list[Any], spoken: list[Any], speech: LocalSpeech, say: Say, monkeypatch: Any
) -> None:
    """Voice and ears fail in the middle: both questions are heard whole, both answers are on record,
    the candidate is told of each once, and the record says why."""
    monkeypatch.setitem(vars(remote_tts), "FIRST_SOUND_S", 1.0)
    monkeypatch.setitem(vars(remote_tts), "NEXT_SOUND_S", 1.0)
    fault = Reply(heard[0], fault=heard[1], at=heard[2])
    refused = heard[1] is Fault.KEY_REFUSED
    ears = DeepgramServer("" if refused else fault, connect=fault if refused else "")
    mouth = OpenAIServer(speech=Reply(fault=spoken[0], at=spoken[1]), pace=AT_ONCE)
    rooms: list[SpokenRoom] = []

    async def take_part(room: Any) -> None:
        rooms.append(room)
        seen = 0
        for answer in (GARDEN, KITCHEN):
            seen, _ = await room.edge(seen, (Cue.QUESTION,))
            seen += 1
            room.say(say(answer))
        await asyncio.Event().wait()

    async with ears, mouth:
        key = SecretStr(ears.key or "")

        def voice(_: Speaker) -> Voice:
            return with_providers(
                speech.voice(),
                stt=Chosen(ModelChoice("deepgram", base_url=ears.url), key),
                tts=Chosen(ModelChoice("openai", base_url=mouth.url), key),
                rule=AddressRule(loopback=True),
            )

        async with asyncio.timeout(120):
            state = await hold(
                header(plan(short("garden"), short("kitchen"))),
                take_part,
                interviewer=PlanInterviewer(),
                journal=Lines(),
                voice=voice,
                room=SpokenRoom,
            )
    said = state.transcript.messages
    answers = [message.text for message in said if message.kind == "answer"]
    assert errors(f"{GARDEN} {KITCHEN}", " ".join(answers)) <= 3
    assert state.end_reason == "completed"
    incidents = {(i.kind, i.cause) for i in state.transcript.incidents}
    assert {kind for kind, _ in incidents} == {"hearing", "voice"}
    notices = [m["text"] for m in rooms[0].shown if m["t"] == "notice"]
    assert len(notices) == len(set(notices)) == 2
