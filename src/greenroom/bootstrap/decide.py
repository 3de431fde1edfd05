"""`python -m greenroom.turns decide`: the live recogniser and the live gate on recorded speech.

The audio is fed window by window in virtual time, in which decoding takes no time at all: the same
file always gives the same decision at the same moment.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sys
import time
import wave
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import av
import numpy as np
import numpy.typing as npt

from greenroom.app.ports import GreenroomError, UserFault
from greenroom.simulation import clock
from greenroom_turns.cause import TurnCause
from greenroom_turns.interruption import Action, QuestionKind
from greenroom_turns.language import note as language_note

if TYPE_CHECKING:
    from greenroom.adapters.speech.moonshine import Moonshine
    from greenroom_turns.livekit import GatedSTT

T = TypeVar("T")
Floor = Literal["interviewer", "candidate"]

RATES = (8_000, 48_000)
RATE = 16_000
"""Of the recogniser: what a page sends."""
EXTENSIBLE, PCM = b"\xfe\xff", b"\x01\x00"
"""Format tags of a WAV file, as they stand in it."""
WINDOW_S = 0.032
LEAD_IN_S = 0.5
"""Silence put before the file, for the voice detector to settle."""
LEAD_OUT_S = 1.5
"""And after it, so that the last word is seen to end."""
LONG_AGO_MS = 60_000
"""How long the interviewer has been speaking when the file begins."""
RANKING = (Action.INTERRUPT, Action.ANSWER, Action.IGNORE, Action.WAIT)


@dataclass(frozen=True, slots=True)
class Recording:
    file: str
    samples: npt.NDArray[np.int16]
    """Mono, 16 kHz."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision as it was taken; all times are milliseconds into the file."""

    action: Action
    cause: TurnCause
    text: str
    onset_ms: int
    ended_ms: int
    decided_ms: int


def main(files: list[Path], floor: Floor, question: QuestionKind, language: str) -> int:
    """Print one JSON line a file. 0 whatever is decided, 2 for a bad file, 3 without a recogniser."""
    try:
        recordings = [read(path) for path in files]
        clock.install()  # before the next lines import livekit
        from greenroom.adapters.speech.moonshine import load_moonshine
        from greenroom.adapters.speech.weights import Weights
        from greenroom.settings import Settings

        logging.getLogger("livekit").setLevel(logging.ERROR)
        if note := language_note(language):
            print(f"greenroom.turns: {note}", file=sys.stderr)
        moonshine = load_moonshine(Weights(Settings().models))
    except GreenroomError as fault:
        print(f"greenroom.turns: {fault}", file=sys.stderr)
        return 2 if isinstance(fault, UserFault) else 3
    for recording in recordings:
        taken = clock.run(listen(recording, moonshine, floor, question, language))
        print(json.dumps(line(recording.file, taken), ensure_ascii=False), flush=True)
    return 0


def read(path: Path) -> Recording:
    """A WAV file, mixed to mono at 16 kHz. Raises `UserFault` that says what is wrong with which file."""
    try:
        with wave.open(io.BytesIO(_as_plain(path.read_bytes())), "rb") as file:
            rate, channels, width = file.getframerate(), file.getnchannels(), file.getsampwidth()
            data = file.readframes(file.getnframes())
    except OSError as error:
        raise UserFault(f"{path}: cannot be read: {error.strerror}") from error
    except EOFError as error:
        raise UserFault(f"{path}: not a PCM WAV file: it ends within its header") from error
    except wave.Error as error:
        raise UserFault(f"{path}: not a PCM WAV file: {error}") from error
    if not RATES[0] <= rate <= RATES[1] or channels not in (1, 2) or width not in (1, 2, 3, 4):
        raise UserFault(
            f"{path}: {rate} Hz, {channels} channels, {8 * width} bits; "
            "give PCM of 8 to 48 kHz, mono or stereo, 8 to 32 bits"
        )
    samples = _sixteen_bits(data[: len(data) - len(data) % (width * channels)], width)
    mono = samples.reshape(-1, channels).mean(axis=1).astype(np.int16)
    return Recording(str(path), _at_16_khz(mono, rate))


def _at_16_khz(samples: npt.NDArray[np.int16], rate: int) -> npt.NDArray[np.int16]:
    """Not left to LiveKit's resampler, which dithers: of one file it makes other samples each time, and
    now and then another decision."""
    if rate == RATE or not len(samples):
        return samples
    whole = av.AudioFrame.from_ndarray(samples[None], format="s16", layout="mono")
    whole.sample_rate = rate
    resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
    frames = [*resampler.resample(whole), *resampler.resample(None)]
    return np.concatenate([frame.to_ndarray()[0] for frame in frames])


def _as_plain(data: bytes) -> bytes:
    """PCM in the extensible format, in which most programs write 24 bits, marked as what it is: the
    reader of Python 3.11 knows the plain format alone."""
    at = data.find(b"fmt ") + 8
    extensible = data[at : at + 2] == EXTENSIBLE and data[at + 24 : at + 26] == PCM
    return data[:at] + PCM + data[at + 2 :] if extensible else data


def _sixteen_bits(data: bytes, width: int) -> npt.NDArray[np.int16]:
    """WAV keeps 8 bits unsigned and more signed; of more than 16 the upper 16 are kept."""
    octets = np.frombuffer(data, np.uint8).reshape(-1, width)
    if width == 1:
        return (octets[:, 0].astype(np.int16) - 128) << 8
    return np.ascontiguousarray(octets[:, -2:]).view("<i2")[:, 0]


async def listen(
    recording: Recording, moonshine: Moonshine, floor: Floor, question: QuestionKind, language: str
) -> list[Taken]:
    """Play a recording to the gated recogniser; every decision, in order."""
    from livekit import rtc

    from greenroom_turns.livekit import GatedSTT

    taken: list[Taken] = []
    began = time.time() + LEAD_IN_S  # noqa: TID251 - virtual, as everything here

    def note(decision: Any, text: str, *speech: float) -> None:
        onset_ms, ended_ms, decided_ms = (
            max(0, round((at - began) * 1000))
            for at in (*speech, time.time())  # noqa: TID251
        )
        taken.append(Taken(decision.action, decision.cause, text, onset_ms, ended_ms, decided_ms))

    gated = GatedSTT(_recogniser(moonshine), language=language, on_decision=note)
    gated.expect(question)
    if floor == "interviewer":
        gated.gate.interviewer_speaks(round(began * 1000) - LONG_AGO_MS)
    stream = gated.stream()
    for window in _windows(recording):
        frame = rtc.AudioFrame(window.tobytes(), RATE, 1, len(window))
        await asyncio.sleep(WINDOW_S)
        stream.push_frame(frame)
    await asyncio.sleep(WINDOW_S)
    _fall_silent(gated, taken, began)
    await stream.aclose()
    await gated.aclose()
    return taken


def _fall_silent(gated: GatedSTT, taken: list[Taken], began: float) -> None:
    """A reply that waits for the end of the question was spoken over its last words."""
    if taken and taken[-1].cause is TurnCause.YES_NO_PENDING:
        waiting = taken[-1]
        for verdict in gated.gate.interviewer_yields(round(began * 1000) + waiting.ended_ms):
            decision = verdict.decision
            taken.append(replace(waiting, action=decision.action, cause=decision.cause))


def _windows(recording: Recording) -> list[npt.NDArray[np.int16]]:
    size = round(RATE * WINDOW_S)
    lead_in, lead_out = (round(RATE * s) for s in (LEAD_IN_S, LEAD_OUT_S))
    padded = np.pad(recording.samples, (lead_in, lead_out))
    return [padded[at : at + size] for at in range(0, len(padded), size)]


def _recogniser(moonshine: Moonshine) -> Any:
    """Moonshine as it is live, except that nobody waits for it: virtual time stands still for it."""
    from greenroom.adapters.speech.model_thread import ModelThread
    from greenroom.adapters.speech.moonshine_stt import MoonshineSTT

    class Here(ModelThread):
        async def run(self, call: Callable[[], T], *, urgent: bool = True) -> T:
            return call()

    return MoonshineSTT(moonshine, Here("moonshine"))


def line(file: str, taken: list[Taken]) -> dict[str, Any]:
    """What is printed for a file: its weightiest decision, at the moment of its first taking."""
    if not taken:
        return {
            "file": file,
            "decision": Action.IGNORE.value,
            "cause": TurnCause.NO_SPEECH.value,
            "text": "",
            "onset_ms": None,
            "decided_ms": None,
        }
    action = next(action for action in RANKING if any(t.action is action for t in taken))
    first = next(t for t in taken if t.action is action)
    last = next(t for t in reversed(taken) if t.onset_ms == first.onset_ms)
    if action is Action.WAIT:  # for words that never came: the recording is over
        action = Action.IGNORE
    return {
        "file": file,
        "decision": action.value,
        "cause": first.cause.value,
        "text": last.text or first.text,
        "onset_ms": first.onset_ms,
        "decided_ms": first.decided_ms,
    }
