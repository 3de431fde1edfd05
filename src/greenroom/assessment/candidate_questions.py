"""What the candidate asked the interviewer, and what came back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from greenroom.interview.replies.origin import Origin, origin, without_offer

Message = Mapping[str, Any]

ASKED: Final = frozenset({"process", "job", "feedback"})
"""What an aside is about when it asks for something that the interviewer may know (`reading.About`)."""


@dataclass(frozen=True, slots=True)
class CandidateQuestion:
    """One question, by the index of its message."""

    message: int
    text: str
    reply: str
    """What was really heard of the reply, without the offer of another question behind it; "" if none came."""
    origin: Origin
    """Where the reply came from."""


def candidate_questions(
    messages: Sequence[Message], language: str = "en"
) -> tuple[CandidateQuestion, ...]:
    """In order. A request to put a question in other words is none of them."""
    return tuple(_questions(messages, language))


def _questions(messages: Sequence[Message], language: str) -> Iterator[CandidateQuestion]:
    for place, message in enumerate(messages):
        if message["kind"] == "aside" and message.get("about") in ASKED:
            after = takewhile(lambda m: m["speaker"] == "interviewer", messages[place + 1 :])
            heard = next((m["text"] for m in after if m["kind"] == "reply"), "")
            reply = without_offer(heard, language)
            told = origin(message["about"], reply, language) if reply else ""
            yield CandidateQuestion(message["index"], message["text"], reply, told)
