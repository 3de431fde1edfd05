"""Messages of a page, checked before anything acts on them (docs/reference/socket.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, get_args

from greenroom.interview.bounds import LONGEST_TYPED
from greenroom.interview.events import AnswerMode, Pace, SpokenCommand
from greenroom.interview.plan import Millis
from greenroom.session.messages import (
    FRAME_BYTES,
    AnswerOver,
    CommandPressed,
    Microphone,
    ModeChosen,
    Momentary,
    Output,
    PaceChosen,
    PageMessage,
    Ping,
    PlaybackEnded,
    PlaybackStarted,
    SoundOutput,
    TalkButton,
    TypedAnswer,
    Typing,
)

TEXT_LIMIT = 48 * 1024
"""Longest text message in characters. The longest typed answer fits however JSON writes it."""

_ID_LIMIT = 80
_MID_LIMIT = 64
_QUESTION_LIMIT = 8_000
"""Characters of a question that a page says it showed. The longest that is asked has far fewer."""
_DAY: Millis = 86_400_000


class BadMessageError(ValueError):
    """The page sent something that protocol 1 does not have; the text says what, never quotes it."""

    def __init__(self, why: str, mid: str | None = None) -> None:
        super().__init__(why)
        self.mid = mid
        """The page's id of the message, if it has a sound one."""


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
    mid = _mid(body)
    try:
        return _marked(read(body), mid, body)
    except BadMessageError as error:
        raise BadMessageError(str(error), mid) from None


def _mid(body: Mapping[str, Any]) -> str | None:
    mid = body.get("mid")
    if mid is not None and not (
        isinstance(mid, str) and 0 < len(mid) <= _MID_LIMIT and mid.isascii()
    ):
        raise BadMessageError(f'"mid" is a text of at most {_MID_LIMIT} ASCII characters')
    return mid


def _marked(message: PageMessage, mid: str | None, body: Mapping[str, Any]) -> PageMessage:
    """The message with the id that the page gave it, and with the question that it was about."""
    if isinstance(message, TypedAnswer):
        return replace(message, mid=mid)
    if isinstance(message, Momentary):
        return replace(message, mid=mid, question=_question(body))
    return message


def _told(body: Mapping[str, Any], key: str, holds: Callable[[Any], bool], what: str) -> Any:
    """What the page says under a key. Raises with what it has to be."""
    value = body.get(key)
    if not holds(value):
        raise BadMessageError(f'"{key}" is {what}')
    return value


def _is_time(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _DAY


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _id(body: Mapping[str, Any]) -> str:
    value = _told(
        body, "id", lambda told: _is_text(told) and len(told) <= _ID_LIMIT, "the id of a `say`"
    )
    return str(value)


def _played(body: Mapping[str, Any]) -> Millis:
    return round(float(_told(body, "played_ms", _is_time, "a number of milliseconds")))


def _typed(body: Mapping[str, Any]) -> TypedAnswer:
    answer = _whole(_told(body, "text", _is_text, "what was typed, and not empty"))
    if len(answer) > LONGEST_TYPED:
        raise BadMessageError(
            f"a typed answer may have {LONGEST_TYPED:,} characters, not {len(answer):,}; shorten it or "
            "send it in parts"
        )
    return TypedAnswer(answer, _question(body))


def _question(body: Mapping[str, Any]) -> str | None:
    question = body.get("question")
    if question is not None and not isinstance(question, str):
        raise BadMessageError('"question" is the text of the question that the page showed')
    if len(question or "") > _QUESTION_LIMIT:
        raise BadMessageError(f'"question" may have {_QUESTION_LIMIT:,} characters')
    return _whole(question or "") or None


def _whole(text: str) -> str:
    """A browser that cuts a long text may cut an emoji in two: half of one is no text."""
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace").strip()


def _among(body: Mapping[str, Any], key: str, options: Collection[str], what: str) -> Any:
    return _told(body, key, lambda value: isinstance(value, str) and value in options, what)


def _output(body: Mapping[str, Any]) -> SoundOutput:
    state = _among(body, "state", get_args(Output), "heard, shown or held")
    playing = PlaybackEnded(_id(body), _played(body), cut=True) if "id" in body else None
    return SoundOutput(state, playing)


_COMMANDS = f"one of {', '.join(SpokenCommand)}"
_READERS: Mapping[str, Callable[[Mapping[str, Any]], PageMessage]] = {
    "started": lambda body: PlaybackStarted(_id(body)),
    "finished": lambda body: PlaybackEnded(_id(body), _played(body), cut=False),
    "cleared": lambda body: PlaybackEnded(_id(body), _played(body), cut=True),
    "command": lambda body: CommandPressed(
        SpokenCommand(_among(body, "command", tuple(SpokenCommand), _COMMANDS))
    ),
    "typed": _typed,
    "typing": lambda body: Typing(
        _told(
            body, "draft", lambda draft: draft is None or isinstance(draft, bool), "true or false"
        )
    ),
    "ptt": lambda body: TalkButton(
        _told(body, "down", lambda down: isinstance(down, bool), "true or false")
    ),
    "finish": lambda _: AnswerOver(),
    "mode": lambda body: ModeChosen(
        _among(body, "mode", get_args(AnswerMode), "talk, hold or type")
    ),
    "pace": lambda body: PaceChosen(
        _among(body, "pace", get_args(Pace), "quick, normal or unhurried")
    ),
    "output": _output,
    "ping": lambda body: Ping(
        _told(
            body,
            "every_ms",
            lambda ms: ms is None or (ms and isinstance(ms, int) and _is_time(ms)),
            "a number of milliseconds",
        )
    ),
}
