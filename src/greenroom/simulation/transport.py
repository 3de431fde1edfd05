"""A simulated candidate's end of the line: the session's transport, and what the candidate hears."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from livekit.agents import Agent, AgentSession
from livekit.agents.voice import io

from greenroom.interview.events import (
    ActivityNoticed,
    AnswerGiven,
    AnswerMode,
    AnswerModeSet,
    CandidateJoined,
    CandidateLeft,
    CommandGiven,
    Event,
    SpokenCommand,
)
from greenroom.interview.plan import Millis
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.loudspeaker import Loudspeaker, Microphone

ASKING = frozenset(
    {"greeting", "question", "probe", "bridge", "repeat", "simpler", "reprompt", "reply"}
)
"""Kinds of the interviewer's utterances that expect an answer."""


class Cue(StrEnum):
    """What a candidate may wait for."""

    START = "start"
    QUESTION = "question"
    """The interviewer has just finished something that expects an answer, or was cut off."""
    SPEECH = "speech"
    """The interviewer has just become audible."""
    SILENCED = "silenced"
    """The interviewer has finished something that expects no answer."""


@dataclass(frozen=True, slots=True)
class Said:
    """An utterance of the interviewer, as announced."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Edge:
    """A cue, the second (of the loop's clock) at which it was given, and by which words."""

    cue: Cue
    at_s: float
    said: Said
    interrupted: bool = False


class SimulatedTransport:
    """Implements `session.transport.Transport`; a script or a persona acts through it.

    `post` takes what the candidate does besides speaking; `now_ms` is the interview's clock.
    """

    def __init__(
        self, speaker: Speaker, post: Callable[[Event], None], now_ms: Callable[[], Millis]
    ) -> None:
        self.speaker = speaker
        self.edges: list[Edge] = []
        self.stage = 0
        """Index of the stage that the page shows."""
        self.paused = False
        self.question = ""
        """The one that the page shows."""
        self._post = post
        self._now_ms = now_ms
        self._loudspeaker = Loudspeaker()
        self._loudspeaker.on("playback_started", self._started)
        self._loudspeaker.on("playback_finished", self._finished)
        self._said = Said("notice", "")
        self._audible = False
        self._noticed = asyncio.Event()

    async def start(self, session: AgentSession[Any], agent: Agent) -> None:
        session.input.audio = self.microphone()
        session.output.audio = self._loudspeaker
        await session.start(agent)
        self.join()
        self._give(Cue.START)

    def microphone(self) -> Microphone:
        return Microphone()

    def show(self, message: Mapping[str, Any]) -> None:
        if message["t"] == "say":
            self._said = Said(message["kind"], message["text"])
            self._loudspeaker.announce(self._said.text)
        elif message["t"] == "words":
            self._said = Said(self._said.kind, message["text"])
            self._loudspeaker.grow(self._said.text)
        elif message["t"] == "view":
            self.stage = message["stage"]
            self.paused = message["cue"] == "paused"
            self.question = message["question"]

    async def aclose(self) -> None:
        """Whatever the candidate does now is nobody's business."""
        self._post = lambda _: None

    @property
    def heard_ms(self) -> Millis:
        """How much of the interviewer's voice was played so far."""
        return self._loudspeaker.heard_ms

    def now_s(self) -> float:
        """The loop's clock, by which edges and utterances are dated."""
        return asyncio.get_running_loop().time()

    def join(self) -> None:
        self._post(CandidateJoined(self._now_ms()))

    def leave(self) -> None:
        self._post(CandidateLeft(self._now_ms()))

    def command(self, command: SpokenCommand) -> None:
        self._post(CommandGiven(self._now_ms(), command))

    def type(self, text: str, question: str | None = None) -> None:
        """Send typed words; `question`: the words of the question under which they were begun."""
        now = self._now_ms()
        self._post(AnswerGiven(now, text, now, now, typed=True, question=question))

    def draft(self, unsent: bool) -> None:
        """Press a key in the box: it holds unsent words now, or none any more."""
        self._post(ActivityNoticed(self._now_ms(), unsent))

    def answer_by(self, mode: AnswerMode) -> None:
        self._post(AnswerModeSet(self._now_ms(), mode))

    def be_active(self) -> None:
        """Do something other than speaking."""
        self._post(ActivityNoticed(self._now_ms()))

    async def edge(self, after: int, cues: Collection[Cue]) -> tuple[int, Edge]:
        """The first edge with one of `cues` at position `after` or later, and its position."""
        while True:
            for position in range(after, len(self.edges)):
                if self.edges[position].cue in cues:
                    return position, self.edges[position]
            after = len(self.edges)
            self._noticed.clear()
            await self._noticed.wait()

    def _give(self, cue: Cue, *, interrupted: bool = False) -> None:
        self.edges.append(Edge(cue, self.now_s(), self._said, interrupted))
        self._noticed.set()

    def _started(self, _: io.PlaybackStartedEvent) -> None:
        self._audible = True
        self._give(Cue.SPEECH)

    def _finished(self, event: io.PlaybackFinishedEvent) -> None:
        if not self._audible:
            return
        self._audible = False
        asks = event.interrupted or self._said.kind in ASKING
        self._give(Cue.QUESTION if asks else Cue.SILENCED, interrupted=event.interrupted)
