"""Answers as the candidate would count them: what was said to one question is one answer.

A recogniser and an end of turn may cut an answer into several messages. Words of ours that came while the
candidate was speaking or went on ask nothing new (T8), and neither do reminders and simpler forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from greenroom.assessment.exchanges import ASKING
from greenroom.assessment.polite import is_only_polite
from greenroom_turns import folding

Message = Mapping[str, Any]
Span = tuple[int, int]
"""Beginning and end in milliseconds."""

GOING_ON_MS: Final = 1_500
"""Who goes on within this time of the interviewer's beginning had not finished (SYSTEM T8)."""
_VOICED: Final = frozenset({"answer", "command", "thinking", "aside"})
"""Kinds of the candidate's messages that hold the floor; an acknowledgement does not."""


@dataclass(frozen=True, slots=True)
class AnswerTurn:
    """Parts of one answer that nobody's words part. A silence between them is a pause."""

    parts: tuple[Message, ...]

    @property
    def span(self) -> Span:
        return self.parts[0]["started_ms"], max(part["ended_ms"] for part in self.parts)

    @property
    def text(self) -> str:
        return " ".join(part["text"].strip() for part in self.parts).strip()


@dataclass(frozen=True, slots=True)
class Answer:
    """All that was said to one question."""

    turns: tuple[AnswerTurn, ...]
    """In order; more than one where we spoke in between."""
    greeting: bool = False
    """What was said to a greeting: it has a sound, but nobody would count it among their answers."""

    @property
    def text(self) -> str:
        return " ".join(turn.text for turn in self.turns)

    @property
    def spoken(self) -> tuple[AnswerTurn, ...]:
        """Turns that have a length; a typed one has none."""
        return tuple(turn for turn in self.turns if turn.span[1] > turn.span[0])

    @property
    def spoken_ms(self) -> int:
        return sum(end - begin for begin, end in (turn.span for turn in self.turns))


def answers(messages: Sequence[Message]) -> tuple[Answer, ...]:
    """Every answer with words, in the order in which they began. One that was typed late belongs to the
    question that it names."""
    ours = {id(message) for message in talked_over(messages)}
    found: dict[str, list[list[Message]]] = {}
    greetings: set[str] = set()
    pending, last = "", None
    """The question that stands, and that of the message just before, if it was an answer."""
    for place, message in enumerate(sorted(messages, key=_started)):
        if message["kind"] == "answer":
            if message["text"].strip():
                key = message.get("question_id") or pending
                turns = found.setdefault(key, [])
                if key != last:
                    turns.append([])
                turns[-1].append(message)
                last = key
        elif message["kind"] != "ack":
            last = None
            if message["kind"] in ASKING and id(message) not in ours:
                pending = message.get("question_id") or f"at {place}"
                if message["kind"] == "greeting":
                    greetings.add(pending)
    return tuple(
        Answer(tuple(AnswerTurn(tuple(turn)) for turn in turns), key in greetings)
        for key, turns in found.items()
    )


def counted(given: Iterable[Answer], language: str) -> tuple[Answer, ...]:
    """Those that a candidate would count: no greeting, and in English no bare yes, no or thanks."""
    english = folding.is_english(language)
    return tuple(
        answer
        for answer in given
        if not answer.greeting and not (english and is_only_polite(answer.text))
    )


def talked_over(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Messages of the interviewer that began while the candidate was speaking, or so early that the
    candidate went on at once: our fault."""
    return tuple(_talked_over(sorted(messages, key=_started)))


def _talked_over(messages: Sequence[Message]) -> Iterator[Message]:
    until = -1
    """When the candidate's last words end."""
    answered = False
    for at, message in enumerate(messages):
        if message["speaker"] == "candidate":
            if message["kind"] in _VOICED:
                until = max(until, message["ended_ms"])
                answered = message["kind"] == "answer"
            continue
        if message["started_ms"] < until or (answered and _went_on(message, messages[at + 1 :])):
            yield message
        elif not message.get("interrupted", False):
            answered = False


def _went_on(message: Message, later: Sequence[Message]) -> bool:
    """Whether the candidate cut this short by going on with the answer."""
    if not message.get("interrupted", False):
        return False
    limit = message["started_ms"] + GOING_ON_MS
    for one in later:
        if one["started_ms"] > limit:
            return False
        if one["speaker"] == "candidate" and one["kind"] in _VOICED:
            return bool(one["kind"] == "answer")
    return False


def _started(message: Message) -> tuple[int, int]:
    return message["started_ms"], message["ended_ms"]
