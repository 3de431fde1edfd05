"""A voice for which the recogniser writes nothing, or not what it was, through the gate's own stream."""

from __future__ import annotations

import asyncio
import math
import time
from array import array
from typing import Any

import pytest
from livekit import rtc
from livekit.agents import stt
from livekit.agents.language import LanguageCode

from greenroom.simulation.clock import in_virtual_time
from greenroom_turns.interruption import HUMMED
from greenroom_turns.livekit import GatedSTT

RATE, FRAME = 16_000, 320
KIND = stt.SpeechEventType
END_S = 0.42
"""A recogniser takes a voice for ended so long after it; a voice detector sooner."""
DETECTED_S = 0.25


def sounding(ms: int, *hertz: float) -> array[int]:
    """A voice between half a second and a second of silence."""
    count = RATE * ms // 1000
    voice = (
        int(sum(6_000 * math.sin(2 * math.pi * f * i / RATE) for f in hertz)) for i in range(count)
    )
    silent = [0] * RATE
    return array("h", [*silent[: RATE // 2], *voice, *silent])


class Ear(stt.STT[Any]):
    """Tells when a voice begins and ends, a guess that it drops, and what it was told to hear."""

    def __init__(
        self,
        *,
        guess: str = "",
        interims: bool = True,
        final: str = "",
        metadata: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(capabilities=stt.STTCapabilities(streaming=True, interim_results=interims))
        self.guess, self.final, self.metadata = guess, final, metadata

    async def _recognize_impl(self, *_: Any, **__: Any) -> stt.SpeechEvent:
        raise NotImplementedError("it listens to a stream")

    def stream(self, *, conn_options: Any, **_: Any) -> stt.RecognizeStream:
        return _Stream(stt=self, conn_options=conn_options)


class _Stream(stt.RecognizeStream):
    _stt: Ear

    async def _run(self) -> None:
        loud_at: float | None = None
        async for frame in self._input_ch:
            if not isinstance(frame, rtc.AudioFrame):
                continue
            now = time.time()
            if max(frame.data) > 1_000:
                if loud_at is None:
                    self._tell(KIND.START_OF_SPEECH, speech_start_time=now)
                    if self._stt.guess:
                        self._tell(KIND.INTERIM_TRANSCRIPT, self._stt.guess)
                loud_at = now
            elif loud_at is not None and now - loud_at >= END_S:
                if self._stt.final:
                    self._tell(KIND.FINAL_TRANSCRIPT, self._stt.final, speech_end_time=loud_at)
                self._tell(KIND.END_OF_SPEECH, speech_end_time=loud_at)
                loud_at = None

    def _tell(self, kind: stt.SpeechEventType, text: str = "", **times: float) -> None:
        language = LanguageCode("en")
        data = stt.SpeechData(
            language=language, text=text, confidence=0.6, metadata=self._stt.metadata
        )
        alternatives = [data] if text else []
        self._event_ch.send_nowait(stt.SpeechEvent(type=kind, alternatives=alternatives, **times))


async def answered(samples: array[int], ear: Ear, *, speaking: bool = False) -> list[str]:
    """The final transcripts that the gate lets through; a voice detector tells it of the voice's end
    before the recogniser does, as in every session."""
    gated = GatedSTT(ear)
    if speaking:
        gated.gate.interviewer_speaks(round(time.time() * 1000))
    stream, ended_at = gated.stream(), None
    for at in range(0, len(samples), FRAME):
        await asyncio.sleep(FRAME / RATE)
        frame = samples[at : at + FRAME]
        stream.push_frame(rtc.AudioFrame(frame.tobytes(), RATE, 1, len(frame)))
        if max(frame) > 1_000:
            ended_at = time.time()
        elif ended_at is not None and time.time() - ended_at >= DETECTED_S:
            gated.listener.voice_ends(round(ended_at * 1000))
            ended_at = None
    stream.end_input()
    events = [event async for event in stream]
    await stream.aclose()
    return [e.alternatives[0].text for e in events if e.type is KIND.FINAL_TRANSCRIPT]


@pytest.mark.parametrize("guess", ["", "hm"])
@in_virtual_time
async def test_a_hum_to_a_silent_interviewer_is_an_answer(guess: str) -> None:
    """Though no word of it is written, or a guess that is dropped (T2)."""
    assert await answered(sounding(400, 150, 300), Ear(guess=guess)) == [HUMMED]


@pytest.mark.parametrize(
    ("ms", "hertz"),
    [(120, (150, 300)), (400, (150, 2_000)), (2_000, (150, 300))],
    ids=["thump", "open mouth", "motor"],
)
@in_virtual_time
async def test_another_sound_without_words_is_none(ms: int, hertz: tuple[int, ...]) -> None:
    """What is short, bright or long is no hum."""
    assert await answered(sounding(ms, *hertz), Ear()) == []


@in_virtual_time
async def test_a_hum_over_the_interviewer_is_no_answer() -> None:
    """(T1)"""
    assert await answered(sounding(400, 150, 300), Ear(), speaking=True) == []


@in_virtual_time
async def test_a_recogniser_that_tells_words_after_the_end() -> None:
    """Who hears whole utterances tells their end first: a dull "yes" is not taken for a hum besides."""
    assert await answered(sounding(400, 150, 300), Ear(interims=False)) == []


@pytest.mark.parametrize(
    ("text", "chance", "hertz", "written"),
    [
        ("Never.", 0.9999, (150, 300), HUMMED),
        ("Never.", 0.99, (150, 300), "Never."),
        ("Never.", 0.9999, (150, 2_000), "Never."),
        ("No.", 0.9999, (150, 300), "No."),
        ("Yeah.", 0.9999, (150, 300), "Yeah."),
    ],
)
@in_virtual_time
async def test_a_hum_is_written_as_a_hum(
    text: str, chance: float, hertz: tuple[int, ...], written: str
) -> None:
    """Whatever a recogniser makes of it, if it sounds like nothing else; not a backchannel or a call in
    words, which may be what was said (R1)."""
    ear = Ear(final=text, metadata={"chances": (chance, 0.0, 1 - chance)})
    assert await answered(sounding(400, *hertz), ear) == [written]
