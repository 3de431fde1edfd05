"""A request in the last breath of an answer: "… when things get busy. Can we pause for a moment?" (F14).

The turn is taken apart: what stands before the request is one event, the request another.
"""

from __future__ import annotations

from dataclasses import replace

from greenroom.interview.events import AnswerGiven, SpokenCommand
from greenroom.interview.reading import Reading
from greenroom.interview.understanding.breaks import break_asked_at
from greenroom_turns.language import last_request


def parted(
    event: AnswerGiven, language: str
) -> tuple[AnswerGiven, AnswerGiven, SpokenCommand] | None:
    """What was told, the request after it, and what that asks for; None: the turn does not end in one."""
    text = event.text.strip()
    found: tuple[int, str] | None = last_request(text, language)
    if found is None:
        place = break_asked_at(text) if language.startswith("en") else None
        if not place:  # a turn that is nothing else is a request as a whole
            return None
        found = (place, "pause")
    at, name = found
    told = text[:at].rstrip()
    between = event.began + (event.ended - event.began) * at // len(text)
    first = replace(event, text=told, ended=between, reading=_until(event.reading, len(told)))
    request = replace(event, text=text[at:], began=between, reading=None, quote=None)
    return replace(first, quote=None), request, SpokenCommand(name)


def _until(reading: Reading | None, end: int) -> Reading | None:
    """What was found before this place. That the candidate wants to stop is in the request."""
    if reading is None:
        return None
    return replace(
        reading,
        asides=tuple(one for one in reading.asides if one.end <= end),
        told=tuple(one for one in reading.told if one.end <= end),
        facts=tuple(one for one in reading.facts if one.end <= end),
        phrases=tuple(one for one in reading.phrases if one.end <= end),
        end=0.0,
    )
