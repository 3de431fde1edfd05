"""A recording heard as live: when we would have stopped for it, and when we would have taken its turn for
over. By the recogniser on board and the gate, in virtual time; nobody answers, so it goes on as it was.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from livekit import rtc
from livekit.agents import stt

from benchmarks.turns.voices import RATE
from greenroom.interview.endpointing import delay_after_sentence, endpointing_delay
from greenroom.interview.plan import QuestionKind
from greenroom.session.endpointing_delay import FIRST
from greenroom_turns.interruption import Action, Decision
from greenroom_turns.livekit import GatedSTT

Samples = npt.NDArray[np.int16]
Span = tuple[float, float]

WINDOW: Final = 512
LEAD_S: Final = 0.512
"""Silence before the recording, for the voice detector to settle, and then some after it."""
AFTER_S: Final = 1.5


@dataclass(frozen=True, slots=True)
class Words:
    """Some of a turn; seconds into the recording."""

    text: str
    began: float
    ended: float


@dataclass(frozen=True, slots=True)
class Heard:
    """Seconds into the recording."""

    stops: tuple[float, ...]
    """When the gate decided to stop for what was said; once for each voice."""
    words: tuple[Words, ...]


async def heard(samples: Samples, floor: Sequence[Span], ear: stt.STT[Any]) -> Heard:
    """`floor`: when the other side speaks, in order and apart."""
    zero = time.time() + LEAD_S
    stops: dict[float, float] = {}
    words: list[Words] = []

    def decided(decision: Decision, _: str, began: float, __: float) -> None:
        if decision.action is Action.INTERRUPT:
            stops.setdefault(began, time.time() - zero)

    def told(text: str, began: float, ended: float, _: float | None, final: bool) -> None:
        if final and text:
            words.append(Words(text, began - zero, ended - zero))

    gated = GatedSTT(ear, on_decision=decided, on_words=told)
    stream = gated.stream()
    edges = [(at, speaks) for span in floor for at, speaks in zip(span, (True, False), strict=True)]
    rest = -len(samples) % WINDOW
    padded = np.pad(samples, (round(LEAD_S * RATE), rest + round(AFTER_S * RATE)))
    for at in range(0, len(padded) - WINDOW + 1, WINDOW):
        while edges and edges[0][0] <= time.time() - zero:
            _turn(gated, zero, *edges.pop(0))
        await asyncio.sleep(WINDOW / RATE)
        stream.push_frame(rtc.AudioFrame(padded[at : at + WINDOW].tobytes(), RATE, 1, WINDOW))
    await asyncio.sleep(AFTER_S)
    for edge, speaks in edges:  # what is beyond the recording ends with it
        _turn(gated, zero, min(edge, time.time() - zero), speaks)
    await stream.aclose()
    return Heard(tuple(stops.values()), tuple(words))


def _turn(gated: GatedSTT, zero: float, at: float, speaks: bool) -> None:
    moment = round(1000 * (zero + at))
    if speaks:
        gated.gate.interviewer_speaks(moment)
    else:
        gated.listener.interviewer_yields(moment)


def ends(words: Sequence[Words], kind: QuestionKind = "open") -> tuple[float, ...]:
    """When our wait would have ended a turn: after its words, unless more of them began before."""
    found, text = [], ""
    for n, said in enumerate(words):
        text = f"{text} {said.text}".strip()
        due = (
            said.ended
            + endpointing_delay(text, delay_after_sentence(kind, FIRST, "normal"), "en") / 1000
        )
        if n + 1 == len(words) or words[n + 1].began > due:
            found.append(due)
            text = ""
    return tuple(found)
