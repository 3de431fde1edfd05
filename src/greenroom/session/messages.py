"""What a page may tell its interview, checked before anything acts on it, and what comes of it
(docs/socket.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, assert_never, cast

from greenroom.interview.events import (
    ActivityNoticed,
    AnswerGiven,
    CommandGiven,
    Event,
    SpokenCommand,
)
from greenroom.interview.plan import Millis

FRAME_SAMPLES = 512
"""Samples in a microphone frame: the window of the voice activity detector at 16 kHz, 32 ms."""
FRAME_BYTES = 2 * FRAME_SAMPLES
TEXT_LIMIT = 16 * 1024
"""Longest text message in characters; a typed answer is a little shorter."""

_ID_LIMIT = 80
_DAY: Millis = 86_400_000

Mode: TypeAlias = Literal["talk", "hold", "type"]


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


@dataclass(frozen=True, slots=True)
class CommandPressed:
    command: SpokenCommand


@dataclass(frozen=True, slots=True)
class TypedAnswer:
    text: str


@dataclass(frozen=True, slots=True)
class Typing:
    pass


@dataclass(frozen=True, slots=True)
class TalkButton:
    """Push-to-talk went down or came up."""

    down: bool


@dataclass(frozen=True, slots=True)
class AnswerOver:
    """The candidate pressed "I'm finished"."""


@dataclass(frozen=True, slots=True)
class ModeChosen:
    mode: Mode


@dataclass(frozen=True, slots=True)
class Ping:
    pass


Deed: TypeAlias = CommandPressed | TypedAnswer | Typing | TalkButton | AnswerOver
"""What the candidate does besides speaking."""
PageMessage: TypeAlias = Microphone | PlaybackStarted | PlaybackEnded | Deed | ModeChosen | Ping


class BadMessageError(ValueError):
    """The page sent something that protocol 1 does not have; the text says what, never quotes it."""


def parse(message: str | bytes) -> PageMessage:
    """One message of the page. Raises `BadMessageError`."""
    if isinstance(message, bytes):
        if len(message) != FRAME_BYTES:
            raise BadMessageError(f"a microphone frame has {FRAME_BYTES} bytes, not {len(message)}")
        return Microphone(message)
    if len(message) > TEXT_LIMIT:
        raise BadMessageError(f"a message may have {TEXT_LIMIT} characters, not {len(message)}")
    try:
        body = json.loads(message)
    except (ValueError, RecursionError) as error:
        raise BadMessageError("a text message is one JSON object") from error
    read = _READERS.get(str(body.get("t"))) if isinstance(body, dict) else None
    if read is None:
        raise BadMessageError(f'unknown message; "t" is one of {", ".join(sorted(_READERS))}')
    return read(body)


def event_of(deed: Deed, now: Millis) -> Event | None:
    """What the interview is told of it; None: only that the answer is over (`ends_answer`)."""
    match deed:
        case CommandPressed(command=command):
            return CommandGiven(now, command)
        case TypedAnswer(text=text):
            # no length: typed words took time, but not speaking time, and no pace may come of it
            return AnswerGiven(now, text, now, now, typed=True)
        case Typing() | TalkButton():
            return ActivityNoticed(now)
        case AnswerOver():
            return None
        case _:
            assert_never(deed)


def ends_answer(deed: Deed) -> bool:
    """Whether the candidate says by it that the answer is over."""
    return isinstance(deed, AnswerOver) or (isinstance(deed, TalkButton) and not deed.down)


def _id(body: Mapping[str, Any]) -> str:
    value = body.get("id")
    if not isinstance(value, str) or not 0 < len(value) <= _ID_LIMIT:
        raise BadMessageError('"id" is the id of a `say`')
    return value


def _played(body: Mapping[str, Any]) -> Millis:
    value = body.get("played_ms")
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= _DAY:
        raise BadMessageError('"played_ms" is a number of milliseconds')
    return round(value)


def _command(body: Mapping[str, Any]) -> CommandPressed:
    try:
        return CommandPressed(SpokenCommand(str(body.get("command"))))
    except ValueError as error:
        raise BadMessageError(f'"command" is one of {", ".join(SpokenCommand)}') from error


def _typed(body: Mapping[str, Any]) -> TypedAnswer:
    text = body.get("text")
    if not isinstance(text, str) or not text.strip():
        raise BadMessageError('"text" is what was typed, and not empty')
    # a browser that cuts a long text may cut an emoji in two: half of one is no text
    whole = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    return TypedAnswer(whole.strip())


def _button(body: Mapping[str, Any]) -> TalkButton:
    down = body.get("down")
    if not isinstance(down, bool):
        raise BadMessageError('"down" is true or false')
    return TalkButton(down)


def _mode(body: Mapping[str, Any]) -> ModeChosen:
    mode = body.get("mode")
    if mode not in ("talk", "hold", "type"):
        raise BadMessageError('"mode" is talk, hold or type')
    return ModeChosen(cast("Mode", mode))


_READERS: Mapping[str, Callable[[Mapping[str, Any]], PageMessage]] = {
    "started": lambda body: PlaybackStarted(_id(body)),
    "finished": lambda body: PlaybackEnded(_id(body), _played(body), cut=False),
    "cleared": lambda body: PlaybackEnded(_id(body), _played(body), cut=True),
    "command": _command,
    "typed": _typed,
    "typing": lambda _: Typing(),
    "ptt": _button,
    "finish": lambda _: AnswerOver(),
    "mode": _mode,
    "ping": lambda _: Ping(),
}
