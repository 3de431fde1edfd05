"""The contestant that is not LiveKit: Pipecat's min-words strategy, in an environment of its own.

Its class decides, on the transcripts that our recogniser wrote of the same audio; a whole Pipecat
pipeline would add its own delays to that. (This file is not called after the package, which its
neighbour would then import instead of it.) The environment is made beside the corpus; where its
packages cannot be had, `outcomes` says so by raising `Missing`.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from livekit import rtc
from livekit.agents import stt

from benchmarks.turns.corpus import Utterance
from benchmarks.turns.phrases import OVER, Role
from benchmarks.turns.trial import LEAD_S, TAIL_S, WINDOW, WINDOW_S, Outcome, padded
from benchmarks.turns.voices import RATE

PACKAGE = "pipecat-ai==1.14.0"
MIN_WORDS = 3
"""What its documentation shows."""
SCRIPT = Path(__file__).with_name("pipecat_strategy.py")
MADE_WITHIN_S = 600
ENDED_AFTER_S = 0.5


class Missing(Exception):
    """Why Pipecat's strategy cannot be run here."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Something that the strategy is told, and when, after the utterance's first sound."""

    at_ms: int
    kind: str
    text: str = ""


_KINDS = {
    stt.SpeechEventType.INTERIM_TRANSCRIPT: "interim",
    stt.SpeechEventType.FINAL_TRANSCRIPT: "final",
}


async def heard(utterance: Utterance, ear: stt.STT[Any]) -> tuple[Heard, ...]:
    """What the recogniser writes, with the interviewer's words around it."""
    stream = ear.stream()
    onset = time.time() + LEAD_S
    written: list[Heard] = []

    async def note() -> None:
        async for event in stream:
            if event.type in _KINDS:
                text = event.alternatives[0].text
                written.append(Heard(_ms(time.time() - onset), _KINDS[event.type], text))

    noting = asyncio.ensure_future(note())
    samples = padded(utterance)
    for at in range(0, len(samples), WINDOW):
        await asyncio.sleep(WINDOW_S)
        frame = rtc.AudioFrame(samples[at : at + WINDOW].tobytes(), RATE, 1, WINDOW)
        stream.push_frame(frame)
    await asyncio.sleep(ENDED_AFTER_S)
    noting.cancel()
    await asyncio.gather(noting, return_exceptions=True)
    await stream.aclose()
    talking = utterance.role in OVER or utterance.role is Role.TAIL
    began = [Heard(_ms(-LEAD_S), "bot_started")] if talking else []
    ended = [Heard(_ms(TAIL_S), "bot_stopped")] if utterance.role is Role.TAIL else []
    return tuple(sorted([*began, *ended, *written], key=lambda one: one.at_ms))


def _ms(seconds: float) -> int:
    return round(1000 * seconds)


def outcomes(told: Sequence[tuple[Heard, ...]], folder: Path) -> list[Outcome]:
    """The strategy's decisions, each as if the rest of an agent obeyed at once."""
    lines = "\n".join(json.dumps([[h.kind, h.text] for h in one]) for one in told)
    command = [str(environment(folder) / "bin" / "python"), str(SCRIPT), str(MIN_WORDS)]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"{PACKAGE} failed: {done.stderr.strip().splitlines()[-1:]}")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return [_outcome(one, at) for one, at in zip(told, found, strict=True)]


def _outcome(told: tuple[Heard, ...], at: int | None) -> Outcome:
    if at is None:
        return Outcome()
    before = [one.kind for one in told[:at] if one.kind.startswith("bot")]
    talking = before[-1:] == ["bot_started"]
    return Outcome(told[at].at_ms if talking else None, 0, 1, (told[-1].text,))


def environment(folder: Path) -> Path:
    """Where the package is installed; made on its first use. Raises `Missing`."""
    home = folder / "pipecat"
    python = home / "bin" / "python"
    if not python.exists():
        uv = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
        if uv is None:
            raise Missing("uv is needed to make its environment")
        _made([uv, "venv", "-q", "--python", sys.executable, str(home)])
        try:
            _made([uv, "pip", "install", "-q", "--python", str(python), PACKAGE])
        except Missing:
            shutil.rmtree(home)
            raise
    return home


def _made(command: list[str]) -> None:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=MADE_WITHIN_S
        )
    except subprocess.TimeoutExpired as slow:
        raise Missing(f"{PACKAGE} was not installed within {MADE_WITHIN_S} s") from slow
    if done.returncode:
        raise Missing(f"{PACKAGE} could not be installed: {done.stderr.strip()[-200:]}")
