"""What a page may tell its interview, and what comes of it (docs/reference/socket.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never

from greenroom.interview.events import (
    ActivityNoticed,
    AnswerGiven,
    AnswerMode,
    AnswerModeSet,
    CommandGiven,
    Event,
    Pace,
    PaceSet,
    SpokenCommand,
)
from greenroom.interview.plan import Millis

FRAME_SAMPLES = 512
"""Samples in a microphone frame: the window of the voice activity detector at 16 kHz, 32 ms."""
FRAME_BYTES = 2 * FRAME_SAMPLES
FRAME_S = FRAME_SAMPLES / 16_000
_ABOUT_A_QUESTION = frozenset(
    {
        SpokenCommand.SKIP,
        SpokenCommand.REPEAT,
        SpokenCommand.REPHRASE,
        SpokenCommand.HINT,
        SpokenCommand.THINK,
        SpokenCommand.INTERRUPT,
    }
)
"""The others are about the interview as a whole, and mean the same at any time."""
Output: TypeAlias = Literal["heard", "shown", "held"]


@dataclass(frozen=True, slots=True)
class Microphone:
    """32 ms of the candidate: s16le, mono, 16 kHz."""

    pcm: bytes


@dataclass(frozen=True, slots=True)
class PlaybackStarted:
    id: str


@dataclass(frozen=True, slots=True)
class PlaybackEnded:
    """The utterance is over in the loudspeaker, played to its end or cut off after `played_ms`."""

    id: str
    played_ms: Millis
    cut: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Momentary:
    """Meant for the question under which it was done."""

    mid: str | None = None
    """The page's own id of this message, so that it can be acknowledged, and taken once."""
    question: str | None = None
    """The question that the page showed when it was done."""


@dataclass(frozen=True, slots=True)
class CommandPressed(Momentary):
    command: SpokenCommand


@dataclass(frozen=True, slots=True)
class TypedAnswer:
    text: str
    question: str | None = None
    """The words of the question under which it was begun."""
    mid: str | None = None


@dataclass(frozen=True, slots=True)
class Typing:
    """A key in the page's box."""

    draft: bool | None = None
    """Whether the box holds words that were not sent; None: not told."""


@dataclass(frozen=True, slots=True)
class TalkButton(Momentary):
    """Push-to-talk went down or came up."""

    down: bool


@dataclass(frozen=True, slots=True)
class AnswerOver(Momentary):
    """The candidate pressed "I'm finished"."""


@dataclass(frozen=True, slots=True)
class ModeChosen:
    mode: AnswerMode


@dataclass(frozen=True, slots=True)
class PaceChosen:
    pace: Pace


@dataclass(frozen=True, slots=True)
class SoundOutput:
    """Whether the page can play sound: it is heard, it stands still for a while (`held`), or there is
    none and words are shown instead. `playing`: what was cut off by it, with what was heard of it."""

    state: Output
    playing: PlaybackEnded | None = None


@dataclass(frozen=True, slots=True)
class Ping:
    every_ms: Millis | None = None
    """How often the page promises to say something; None: it promises nothing."""


Deed: TypeAlias = (
    CommandPressed | TypedAnswer | Typing | TalkButton | AnswerOver | ModeChosen | PaceChosen
)
"""What the candidate does besides speaking."""
PageMessage: TypeAlias = Microphone | PlaybackStarted | PlaybackEnded | Deed | SoundOutput | Ping


def event_of(deed: Deed, now: Millis) -> Event | None:
    """What the interview is told of it; None: only that the answer is over (`ends_answer`)."""
    match deed:
        case CommandPressed(command=command, mid=mid):
            return CommandGiven(now, command, mid)
        case TypedAnswer(text=text, question=question, mid=mid):
            # no length: typed words took time, but not speaking time, and no pace may come of it
            return AnswerGiven(now, text, now, now, typed=True, question=question, mid=mid)
        case Typing(draft=draft):
            return ActivityNoticed(now, draft)
        case TalkButton(mid=mid):
            return ActivityNoticed(now, mid=mid)
        case ModeChosen(mode=mode):
            return AnswerModeSet(now, mode)
        case PaceChosen(pace=pace):
            return PaceSet(now, pace)
        case AnswerOver(mid=mid):
            return None if mid is None else ActivityNoticed(now, mid=mid)
        case _:
            assert_never(deed)


def ends_answer(deed: Deed) -> bool:
    """Whether the candidate says by it that the answer is over."""
    return isinstance(deed, AnswerOver) or (isinstance(deed, TalkButton) and not deed.down)


def has_lapsed(deed: Deed, question: str | None) -> bool:
    """Whether it was meant for another question than the one that stands now (None: not known)."""
    momentary = ends_answer(deed) or (
        isinstance(deed, CommandPressed) and deed.command in _ABOUT_A_QUESTION
    )
    about = deed.question if isinstance(deed, Momentary) else None
    return momentary and None not in (about, question) and about != question
