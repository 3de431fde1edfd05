"""Every way in which a provider of speech can fail, through a whole interview each: it ends as planned,
nothing is invented, and the record says why (S4)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from pydantic import SecretStr
from tests.adapters.speech.conftest import Say, errors
from tests.adapters.speech.test_remote_session import GARDEN, SpokenRoom, short
from tests.session.conftest import Lines, header, plan

from greenroom.adapters.speech import remote_tts
from greenroom.adapters.speech.local_speech import LocalSpeech, load_speech
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.catalogue import ModelChoice
from greenroom.app.providers.choices import Chosen
from greenroom.bootstrap.voices import with_providers
from greenroom.interview.state import InterviewState
from greenroom.session.voice import Voice
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.run import hold
from greenroom.simulation.scripted_speech import ScriptedTTS, scripted_voice
from greenroom.simulation.transport import Cue, SimulatedTransport
from greenroom.testing.providers import Fault, OpenAIServer, Reply
from greenroom.testing.providers.script import AT_ONCE

HERE = AddressRule(loopback=True)
QUICK = 0.005
"""Seconds a word of the local voice: how long it takes is nothing that is asked here."""
STATUS = (
    (Fault.KEY_REFUSED, "key_refused"),
    (Fault.FORBIDDEN, "forbidden"),
    (Fault.RATE_LIMITED, "rate_limited"),
    (Fault.QUOTA, "quota"),
    (Fault.SERVER_ERROR, "server_error"),
    (Fault.STALL, "timeout"),
    (Fault.CUT, "cut"),
)
OF_A_VOICE = (*STATUS, (Fault.EMPTY, "empty"), (Fault.GARBLED, "empty"))
OF_EARS = (*STATUS, (Fault.GARBLED, "malformed"), (Fault.WRONG_SCHEMA, "wrong_schema"))


def chosen(server: OpenAIServer) -> Chosen:
    return Chosen(ModelChoice("openai-compatible", "m", server.url), SecretStr(server.key or ""))


async def held(
    take_part: Callable[[Any], Any], voice: Callable[[Speaker], Voice], **more: Any
) -> InterviewState:
    async with asyncio.timeout(120):
        return await hold(
            header(plan(short("garden"))),
            take_part,
            interviewer=PlanInterviewer(),
            journal=Lines(),
            voice=voice,
            **more,
        )


@pytest.mark.parametrize(("fault", "cause"), OF_A_VOICE)
async def test_a_voice_that_fails(
    fault: Fault, cause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything is said by the local voice, and heard whole."""
    monkeypatch.setitem(vars(remote_tts), "FIRST_SOUND_S", 1.5)
    monkeypatch.setitem(vars(remote_tts), "NEXT_SOUND_S", 1.5)

    async def typing(room: SimulatedTransport) -> None:
        await room.edge(0, (Cue.QUESTION,))
        room.type(GARDEN)
        await asyncio.Event().wait()

    async with OpenAIServer(speech=Reply(fault=fault), pace=AT_ONCE) as server:
        state = await held(
            typing,
            lambda speaker: with_providers(
                scripted_voice(speaker, seconds_per_word=QUICK), tts=chosen(server), rule=HERE
            ),
        )
        assert server.count("tts") >= 1
    assert state.end_reason == "completed"
    assert [(one.kind, one.cause) for one in state.transcript.incidents] == [("voice", cause)]
    said = [m.text for m in state.transcript.messages if m.speaker == "interviewer"]
    assert said[0].endswith("Tell me about your garden.")


@pytest.fixture(scope="module")
def speech() -> Any:
    speech = load_speech()
    yield speech
    speech.close()


@pytest.mark.speech
@pytest.mark.slow
@pytest.mark.parametrize(("fault", "cause"), OF_EARS)
async def test_ears_that_fail(fault: Fault, cause: str, speech: LocalSpeech, say: Say) -> None:
    """The local recogniser hears what was said, once; nothing of what the provider said is written down."""

    async def speaking(room: SpokenRoom) -> None:
        await room.edge(0, (Cue.QUESTION,))
        room.say(say(GARDEN))
        await asyncio.Event().wait()

    heard = Reply("never said by anybody", fault=fault)
    async with OpenAIServer(transcriptions=heard, pace=AT_ONCE) as server:
        state = await held(
            speaking,
            lambda _: with_providers(
                replace(speech.voice(), tts=ScriptedTTS(seconds_per_word=QUICK)),
                stt=chosen(server),
                rule=HERE,
            ),
            room=SpokenRoom,
        )
        assert server.count("stt") >= 1
    assert state.end_reason == "completed"
    assert [(one.kind, one.cause) for one in state.transcript.incidents] == [("hearing", cause)]
    (answer,) = (m.text for m in state.transcript.messages if m.kind == "answer")
    assert errors(GARDEN, answer) <= 2
    assert "never said" not in str(state.transcript)
