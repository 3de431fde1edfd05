"""Measures against recordings whose truth is known, through the live session: voice detector, recogniser,
gate, engine, journal and report (R6). Virtual time: decoding costs none of it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import pytest
from livekit import rtc
from livekit.agents import inference
from tests.adapters.speech.conftest import at_16_khz
from tests.adapters.speech.recordings import Recording, quiet, recordings, voice_of

from greenroom.adapters.speech.moonshine import Moonshine, Samples
from greenroom.adapters.speech.moonshine_stt import BUSY, MoonshineSTT
from greenroom.adapters.speech.trailing import TrailingText
from greenroom.adapters.speech.worker import AtOnce, ModelThread
from greenroom.app import plans
from greenroom.app.reports.reporting import heard
from greenroom.assessment.heard import Heard, Speech
from greenroom.assessment.silences import breaks, pauses
from greenroom.interview import journal
from greenroom.app.interviewer import PlanInterviewer
from greenroom.interview.events import Event, SpokenCommand
from greenroom.interview.record import record
from greenroom.session.voice import Voice
from greenroom.simulation.clock import in_virtual_time
from greenroom.simulation.loudspeaker import Microphone
from greenroom.simulation.parts import ScriptedTTS
from greenroom.simulation.run import Notebook, hold, simulated_header
from greenroom.simulation.transport import Cue, SimulatedTransport

T = TypeVar("T")

ALL, SOME = 40, 6
COUNT = ALL if os.environ.get("GREENROOM_MEASURES") == "all" else SOME

LEAD_IN_S = 0.3
LONGEST_S = 90.0
OFF_MS, OFF_RATE = 100, 0.03
"""SYSTEM, issue 31: how far a pause and a rate may be off."""


class Here(ModelThread):
    """Runs a call where it is made: virtual time stands still for it. It is always busy, so guesses at
    speech that goes on are left out: they are not measured, and cost most of the time."""

    @property
    def waiting(self) -> int:
        return BUSY

    async def run(self, call: Callable[[], T], *, urgent: bool = True) -> T:
        return call()


class Played(Microphone):
    """A quiet room in which recordings are played."""

    def __init__(self) -> None:
        super().__init__()
        self._rest: Samples = np.zeros(0, np.int16)
        self._silence = quiet(2.0)
        self._at = 0

    def play(self, samples: Samples) -> None:
        self._rest = np.concatenate((self._rest, samples))

    async def __anext__(self) -> rtc.AudioFrame:
        await asyncio.sleep(0.032)
        window = self._rest[:512]
        self._rest = self._rest[512:]
        if len(window) < 512:
            filling = np.roll(self._silence, -self._at)[: 512 - len(window)]
            self._at += len(filling)
            window = np.concatenate((window, filling))
        return rtc.AudioFrame(window.tobytes(), 16_000, 1, 512)


class Room(SimulatedTransport):
    """The candidate's end of the line, with a microphone that hears."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.played = Played()

    def microphone(self) -> Microphone:
        return self.played


@dataclass(frozen=True)
class Held:
    """An interview in which one recording was the first answer."""

    record: dict[str, Any]
    heard: Heard
    began_ms: int
    """When the first sound of the recording was played."""

    @property
    def speech(self) -> Speech:
        return Speech(self.record["messages"], self.heard.voices, "en")


async def held(moonshine: Moonshine, one: Recording) -> Held:
    """Hold an interview up to the interviewer's words after the recording."""
    header = simulated_header(plans.load_builtin("two-stage"), 0)
    kept = Notebook()
    began: list[int] = []

    async def answer(room: SimulatedTransport) -> None:
        assert isinstance(room, Room)
        position, _ = await room.edge(0, (Cue.QUESTION,))
        began.append(room._now_ms() + round(LEAD_IN_S * 1000))  # noqa: SLF001
        room.played.play(np.concatenate((quiet(LEAD_IN_S), one.samples)))
        async with asyncio.timeout(LONGEST_S):
            await asyncio.sleep(LEAD_IN_S + one.length / 1000)
            await room.edge(position + 1, (Cue.QUESTION, Cue.SILENCED))
        room.command(SpokenCommand.END)
        await asyncio.Event().wait()

    thread = Here("moonshine")
    state = await hold(
        header,
        answer,
        interviewer=PlanInterviewer(),
        journal=kept,
        voice=lambda _: Voice(
            stt=MoonshineSTT(moonshine, thread),
            tts=ScriptedTTS(),
            vad=inference.VAD(executor=AtOnce()),
            turn_detection=TrailingText(),
        ),
        room=Room,
    )
    thread.close()
    events: list[Event] = []
    journal.read(kept.lines, events.append)
    return Held(record(header, state), heard(events), began[0])


@pytest.fixture(scope="module")
def made(speaker: Any) -> list[Recording]:
    return recordings(COUNT, voice_of(speaker, at_16_khz))


def test_measures_are_right_to_the_clock(moonshine: Moonshine, made: list[Recording]) -> None:
    """Every pause to 100 ms, both rates to 3 %, and counts exact."""
    wrong: list[str] = []
    for one in made:
        found = in_virtual_time(held)(moonshine, one)
        speech = found.speech
        gaps = pauses(speech)
        offs = [a - b for a, b in zip(gaps, one.pauses)] if len(gaps) == len(one.pauses) else None
        truth = one.words * 60_000 / one.length, one.words * 60_000 / one.voiced
        rates = speech.words * 60_000 / speech.turns_ms, speech.words * 60_000 / speech.speech_ms
        off = [round(100 * (a / b - 1), 1) for a, b in zip(rates, truth)]
        print(one.name, one.pauses, gaps, offs, one.words, speech.words, one.length, speech.turns_ms, one.voiced, speech.speech_ms, off, len(speech.given), [b.length_ms for b in breaks(speech)], speech.turns[0].span[0]-found.began_ms, speech.turns[0].span[1]-found.began_ms-one.length, [ (a-found.began_ms,b-found.began_ms) for a,b in speech.voices])
        print([m['text'] for m in found.record['messages'] if m['speaker']=='candidate'])
        print(one.text)
    assert 0
