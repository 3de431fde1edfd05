"""A candidate who does anything at any time, and likes best the worst moment."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import get_args

from greenroom.interview.commands import Command, Consult, EnterStage, Say, StopSpeaking, TakeTurn
from greenroom.interview.events import (
    AnswerMode,
    CandidateJoined,
    CandidateLeft,
    Event,
    HandoffDropped,
    Replied,
    SpokenCommand,
    StageEntered,
    UtteranceFinished,
    UtteranceStarted,
)
from greenroom.interview.state import InterviewState
from greenroom.session.background_tasks import BackgroundTasks
from greenroom.simulation.candidate_voice import until
from greenroom.simulation.fuzz.candidate_profiles import Act, CandidateProfile, RecogniserProfile
from greenroom.simulation.fuzz.words import ACKS, REQUESTS, STOPS, Words
from greenroom.simulation.transport import Cue, SimulatedTransport

AMBUSH_S = (0.0, 0.0, 0.001, 0.02, 0.1, 0.3, 0.7, 1.5, 2.5)
"""How long after a step an ambush comes."""
AWAY_S = (0.05, 0.5, 2.0, 5.0, 40.0)
LAST_SOUND_S = 0.03
"""This shortly before the end of a voice a line may be lost, so that nobody hears it end."""
LAST_LOOK_S = 5.0
"""How often somebody who does nothing more looks whether the interview waits for them."""
GONE_S = 400.0
"""Longer than anybody is waited for."""
BUTTONS = tuple(SpokenCommand)
BUTTON_WEIGHTS = tuple(1 if c is SpokenCommand.END else 4 for c in BUTTONS)
DRAFTS = 0.7
"""The share of keys after which the box holds words."""
EMPTIES = 0.7
"""How probable it is that somebody who does nothing more has left no words in the box."""
SAYING = (Act.SPEAK, Act.ACK, Act.STOP, Act.ASIDE)
GHOSTS = (UtteranceStarted, UtteranceFinished, StageEntered, HandoffDropped, Replied)


class Room(SimulatedTransport):
    """A simulated line on which also things come that come too late."""

    @property
    def zero_s(self) -> float:
        """The second of the loop's clock at which the interview's time began."""
        return self.now_s() - self._now_ms() / 1000

    def stale_event(self, event: Event) -> None:
        self._post(event)


class Chaos:
    """Takes part by chance. Words are numbered, so that each can be traced.

    `pace` stretches everything that takes time: 1 is life.
    """

    def __init__(
        self,
        rng: random.Random,
        profile: CandidateProfile,
        recogniser: RecogniserProfile,
        *,
        pace: float = 1.0,
    ) -> None:
        self.rng, self.profile, self.recogniser, self.pace = rng, profile, recogniser, pace
        self.words = Words(rng)
        self.typed: list[tuple[str, float]] = []
        """(words, second of the loop's clock) of each typed answer."""
        self.end_pressed: list[float] = []
        """Seconds of the loop's clock."""
        self.absences: list[tuple[float, float]] = []
        """From when until when the line was down; seconds of the loop's clock."""
        self._left = rng.randint(*profile.patience)
        self._ambushes = 12
        self._away_since: float | None = None
        self._past: list[Event] = []
        self._shown: list[str] = []
        """Questions under which something may have been begun."""
        self._state: InterviewState | None = None
        self._background_tasks = BackgroundTasks()
        self.room: Room | None = None
        self.zero_s = 0.0

    async def attend(self, room: SimulatedTransport) -> None:
        assert isinstance(room, Room)  # noqa: S101 - the trial made it
        self.room, self.zero_s = room, room.zero_s
        await room.edge(0, (Cue.START,))
        try:
            while self._left > 0:
                self._left -= 1
                await self._sleep(self.rng.choice(self.profile.pauses_s))
                await self._do(room, self._any_act(room))
            if room.paused:
                self._resume(room)
            if self.pace != 1.0 or self.rng.random() < EMPTIES:  # else it waits for long
                self._put_away(room)
            await (self._go_on(room) if self.pace != 1.0 else asyncio.Event().wait())
        finally:
            await self._background_tasks.aclose()
            self._back(room)

    async def _go_on(self, room: Room) -> None:
        """On a real clock nobody stays in a break or leaves words unsent, however late they were begun:
        the interview rightly waits longer for them than a trial may last."""
        while True:
            await asyncio.sleep(LAST_LOOK_S)
            if room.paused:
                self._resume(room)
            state = self._state
            if state is not None and (state.unsent or state.mode == "type"):
                self._put_away(room)

    def _put_away(self, room: Room) -> None:
        room.draft(False)
        room.answer_by("talk")

    def observe(self, event: Event, commands: Sequence[Command], state: InterviewState) -> None:
        """The interview took a step: remember it, and perhaps strike at once."""
        self._state = state
        if isinstance(event, GHOSTS):
            self._past.append(event)
        room = self.room
        if room is None or state.ended or not _worth_it(event, commands) or self._ambushes <= 0:
            return
        if self.rng.random() < self.profile.ambush:
            self._ambushes -= 1
            self._background_tasks.run(self._ambush(room, self.rng.choice(AMBUSH_S)))

    async def _ambush(self, room: Room, delay_s: float) -> None:
        await asyncio.sleep(delay_s)
        await self._do(room, self._any_act(room))

    def _any_act(self, room: Room) -> Act:
        if room.paused and self.rng.random() < 0.7:
            return Act.REQUEST
        acts = self.profile.acts
        return self.rng.choices(tuple(acts), tuple(acts.values()))[0]

    async def _do(self, room: Room, act: Act) -> None:
        if self._away_since is not None and act is not Act.STALE_EVENT:
            return
        if act in SAYING:
            await self._say(room, self._text(act))
            return
        match act:
            case Act.REQUEST:
                await self._request(room)
            case Act.LEAVE if not room.speaker.speaking:
                await self._leave(room)
            case Act.CUT:
                await self._say(room, self.words.answer(), cut=True)
            case Act.RAMBLE:
                await self._ramble(room)
            case Act.LEAVE:
                pass  # no line, no voice: what would be heard of these words is not scripted
            case _:
                self._at_once(room, act)

    def _text(self, act: Act) -> str:
        if act is Act.SPEAK:
            return self.words.answer()
        if act is Act.ASIDE:
            return self.words.aside()
        return self.rng.choice(ACKS if act is Act.ACK else STOPS)

    def _at_once(self, room: Room, act: Act) -> None:
        """What takes no time."""
        match act:
            case Act.BUTTON:
                self._press(room, self.rng.choices(BUTTONS, BUTTON_WEIGHTS)[0])
            case Act.TYPE:
                self._type(room)
            case Act.DRAFT:
                room.draft(self.rng.random() < DRAFTS)
            case Act.MODE:
                room.answer_by(self.rng.choice(get_args(AnswerMode)))
            case Act.TOUCH:
                room.be_active()
            case _:
                self._stale_event(room)

    def _press(self, room: Room, button: SpokenCommand) -> None:
        if button is SpokenCommand.END:
            self.end_pressed.append(room.now_s())
        room.command(button)

    async def _request(self, room: Room) -> None:
        if room.paused and self.rng.random() < 0.5:
            self._resume(room)
            return
        asked = "Okay let's go on." if room.paused else self.rng.choice(REQUESTS)
        await self._say(room, asked)

    def _resume(self, room: Room) -> None:
        room.command(self.rng.choice((SpokenCommand.RESUME, SpokenCommand.GO_ON)))

    def _type(self, room: Room) -> None:
        words = self.words.answer()
        self.typed.append((words, room.now_s()))
        self._shown.append(room.question)
        room.type(words, self.rng.choice((None, room.question, *self._shown)))

    async def _leave(self, room: Room) -> None:
        self._away_since = room.now_s()
        room.leave()
        gone = self.rng.random() < self.profile.abandons
        await self._sleep(GONE_S if gone else self.rng.choice(AWAY_S))
        self._back(room)

    def _back(self, room: Room) -> None:
        if self._away_since is not None:
            self.absences.append((self._away_since, room.now_s()))
            self._away_since = None
            room.join()

    async def _ramble(self, room: Room) -> None:
        seconds = self.rng.choice(self.profile.ramble_s)
        await self._say(room, self.words.answer(round(seconds / 0.4)), seconds)

    def _stale_event(self, room: Room) -> None:
        """An event about something that is over comes a second time."""
        over = [event for event in self._past if self._is_over(event)]
        if over:
            room.stale_event(self.rng.choice(over))

    def _is_over(self, event: Event) -> bool:
        state = self._state
        assert state is not None  # noqa: S101 - there are no past events before it
        match event:
            case UtteranceStarted(utterance_id=gone) | UtteranceFinished(utterance_id=gone):
                return state.current is None or state.current.id != gone
            case StageEntered(epoch=epoch) | HandoffDropped(epoch=epoch):
                return epoch <= state.index
            case Replied(turn_id=turn_id):
                return state.turn is None or state.turn.id != turn_id
            case _:
                return False

    async def _say(
        self, room: Room, text: str, seconds: float | None = None, *, cut: bool = False
    ) -> None:
        """Say it once nobody of us speaks; `cut`: and lose the line over the last word."""
        await room.speaker.silence()
        if self._away_since is not None:
            return
        hearing = self.recogniser.hearing(self.rng, certain=text in STOPS)
        spoken_s = max(0.3, 0.3 * len(text.split())) if seconds is None else seconds
        said = room.speaker.begin(text, spoken_s * self.pace, hearing)
        if cut:
            await until(said.ended_s - LAST_SOUND_S)
            await self._leave(room)
        else:
            await room.speaker.silence()

    async def _sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds * self.pace)


def _worth_it(event: Event, commands: Sequence[Command]) -> bool:
    """A moment in which something else has just begun or ended."""
    return isinstance(event, (*GHOSTS, CandidateJoined, CandidateLeft)) or any(
        isinstance(command, EnterStage | Say | StopSpeaking | TakeTurn | Consult)
        for command in commands
    )
