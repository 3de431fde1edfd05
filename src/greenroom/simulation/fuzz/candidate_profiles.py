"""How a random candidate is disposed: what somebody does, how often, and how well it is heard."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from greenroom.simulation.candidate_voice import Hearing


class Act(StrEnum):
    """What a candidate may do at any moment."""

    SPEAK = "speak"
    ACK = "ack"
    STOP = "stop"
    REQUEST = "request"
    ASIDE = "aside"
    BUTTON = "button"
    TYPE = "type"
    DRAFT = "draft"
    """A key in the box, after which it holds words that are not sent, or none any more."""
    MODE = "mode"
    TOUCH = "touch"
    """The keyboard or the push-to-talk key, without a word."""
    LEAVE = "leave"
    CUT = "cut"
    """The line is lost in the middle of a word, which is the end of what is heard."""
    RAMBLE = "ramble"
    STALE_EVENT = "stale_event"
    """Not the candidate's doing: an event of the past comes a second time, too late."""


@dataclass(frozen=True, slots=True)
class CandidateProfile:
    """A disposition. `acts` are weights."""

    name: str
    acts: Mapping[Act, int]
    pauses_s: tuple[float, ...] = (0.05, 0.2, 0.5, 1.0, 1.5, 2.5, 4.0)
    """Between two acts."""
    ambush: float = 0.06
    """How probable an act is in the very instant in which the interview takes a step."""
    patience: tuple[int, int] = (3, 16)
    """How many acts, before nothing more comes."""
    ramble_s: tuple[float, ...] = (8.0, 20.0, 45.0)
    abandons: float = 0.0
    """How probable it is that somebody who left never comes back."""


VOICE_ALONE = {Act.SPEAK: 50, Act.ACK: 25, Act.STOP: 10, Act.REQUEST: 10, Act.ASIDE: 12}
EVERYTHING = VOICE_ALONE | {
    Act.BUTTON: 10,
    Act.TYPE: 6,
    Act.DRAFT: 4,
    Act.MODE: 2,
    Act.TOUCH: 3,
    Act.LEAVE: 6,
    Act.CUT: 3,
    Act.RAMBLE: 2,
    Act.STALE_EVENT: 6,
}
QUIET_S = (4.0, 9.0, 14.0, 22.0)

PROFILES = (
    CandidateProfile("talker", VOICE_ALONE),
    CandidateProfile("anybody", EVERYTHING),
    CandidateProfile(
        "silent", {Act.SPEAK: 2, Act.ACK: 3, Act.REQUEST: 2, Act.TOUCH: 1}, QUIET_S, 0.0, (0, 4)
    ),
    CandidateProfile(
        "thinker", {Act.REQUEST: 6, Act.SPEAK: 2, Act.BUTTON: 4}, QUIET_S, 0.0, (2, 8)
    ),
    CandidateProfile(
        "listener", {Act.ACK: 6, Act.STOP: 3, Act.SPEAK: 3}, (0.5, 1.0, 1.5, 2.5), 0.12, (8, 20)
    ),
    CandidateProfile(
        "clicker", {Act.BUTTON: 6, Act.TYPE: 3, Act.TOUCH: 1, Act.SPEAK: 2}, ambush=0.1
    ),
    CandidateProfile(
        "writer", {Act.DRAFT: 5, Act.TYPE: 3, Act.MODE: 1, Act.LEAVE: 1}, (*QUIET_S, 100.0)
    ),
    CandidateProfile(
        "wanderer", {Act.LEAVE: 4, Act.CUT: 2, Act.SPEAK: 6, Act.TYPE: 1}, ambush=0.1, abandons=0.15
    ),
    CandidateProfile("ambusher", EVERYTHING, (1.5, 2.5, 4.0), 0.3, (6, 14)),
    CandidateProfile(
        "rambler", {Act.RAMBLE: 3, Act.SPEAK: 1, Act.ACK: 1}, (0.5, 1.5, 4.0), 0.02, (2, 6)
    ),
    CandidateProfile(
        "endless", {Act.RAMBLE: 1}, (1.0, 4.0, 9.0), 0.0, (1, 2), (60.0, 150.0, 330.0)
    ),
    CandidateProfile(
        "talkative", {Act.ASIDE: 8, Act.SPEAK: 5, Act.TYPE: 1, Act.BUTTON: 1}, ambush=0.1
    ),
    CandidateProfile("late_events", VOICE_ALONE | {Act.STALE_EVENT: 40}, ambush=0.15),
)
WEIGHTS = (4, 4, 2, 2, 3, 3, 3, 3, 4, 2, 1, 4, 2)


def any_profile(rng: random.Random) -> CandidateProfile:
    return rng.choices(PROFILES, WEIGHTS)[0]


@dataclass(frozen=True, slots=True)
class RecogniserProfile:
    """How the recogniser fares in one interview."""

    delays_s: tuple[float, ...] = (0.3,)
    interims: float = 1.0
    """The share of utterances with words before the last one."""
    confidences: tuple[float, ...] = (0.95,)
    deaf: float = 0.0
    """The share of utterances of which nothing is understood."""

    def hearing(self, rng: random.Random, *, certain: bool) -> Hearing:
        """How one utterance is heard; `certain`: that it is heard at all."""
        deaf = rng.random() < self.deaf and not certain
        return Hearing(
            text="" if deaf else None,
            delay_s=rng.choice(self.delays_s),
            interims=rng.random() < self.interims,
            confidence=rng.choice(self.confidences),
        )


RECOGNISERS = (
    RecogniserProfile(),
    RecogniserProfile((0.1, 0.3, 0.8, 1.4), 0.7, (0.3, 0.95)),
    RecogniserProfile((0.3, 0.8, 1.4), 0.0),
    RecogniserProfile((0.1, 0.3), 1.0, (0.3, 0.6, 0.95), 0.1),
)
