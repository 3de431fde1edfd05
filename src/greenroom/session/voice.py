"""Recogniser, voice and voice detector of one interview, as LiveKit plugin objects.

Adapters make a `Voice` (`adapters.speech` for this machine, provider plugins elsewhere, scripted
ones in the simulation); the session builds its `AgentSession` from one and asks nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from livekit.agents import stt, tts, vad

from greenroom.assessment.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Voice:
    """Plugin objects of ONE interview: they emit errors, so interviews never share them."""

    stt: stt.STT[Any]
    tts: tts.TTS[Any]
    vad: vad.VAD
    degraded: tuple[Sentence, ...] = ()
    """Sentences for the candidate: what works less well than it should. Announced, never silent."""


class Degraded(Exception):
    """A part works less well from now on, or as well as before: what its recoverable `error` event
    carries. It is never raised."""

    def __init__(
        self,
        part: Literal["hearing", "voice", "interviewer", "budget", "sound"],
        cause: str,
        notice: Sentence | None = None,
    ) -> None:
        super().__init__(f"{part}: {cause}")
        self.part, self.cause = part, cause
        self.notice = notice
        """A sentence for the candidate; None where it has been said before."""
