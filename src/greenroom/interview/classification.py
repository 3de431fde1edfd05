"""What a finished turn of the candidate is: command, request for time, aside or answer (F17).

What has to be understood for certain is told by words: commands, and what only silences the interviewer.
Everything else is told by the turn's reading. What follows from it is for `turn_handlers`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from greenroom.interview.asides import Ending, Judged, judged
from greenroom.interview.disambiguation import disambiguated
from greenroom.interview.events import AnswerGiven
from greenroom.interview.reading import Reading
from greenroom.interview.state import InterviewState, Step
from greenroom.interview.understanding import words_reader
from greenroom.interview.understanding.breaks import break_asked_at
from greenroom.interview.understanding.conditions import of_a_condition, of_the_past
from greenroom.interview.understanding.urgent import urgent
from greenroom_turns import language as spoken_language
from greenroom_turns.vocabulary import CommandName

_OF_US: Final = re.compile(r"(?i)\b(?:i|i['’]?m|me|we|us|let['’]?s|interview|(?:good)?bye)\b")
"""Who names themselves, us or the interview wants more than silence."""


@dataclass(frozen=True, slots=True)
class ClassifiedTurn:
    """A finished turn, and what it is."""

    event: AnswerGiven
    text: str
    language: str
    command: CommandName | None
    """What the whole turn asks for."""
    over_us: bool
    """It began while the interviewer could be heard. To a silent one "enough" is an answer."""
    silences: bool
    """It silences the interviewer and says nothing else."""
    found: Judged
    """What of it is an aside, what answers, and whether it wants to stop."""
    danger: bool = False
    """It tells of danger to the speaker's own life."""


Handler: TypeAlias = Callable[[InterviewState, ClassifiedTurn], Step | None]
"""Does what follows from a turn; None: it is no turn of the kind that this handler is for."""


def classify(state: InterviewState, event: AnswerGiven) -> ClassifiedTurn:
    """What the turn is."""
    text, language = event.text.strip(), state.plan.language
    command = spoken_language.command(text, language)
    if command is None and language.startswith("en"):  # a wish for a break, in whatever words
        command = "pause" if break_asked_at(text) == 0 else None
    reading = _reading(state, event)
    found = disambiguated(state, judged(reading, text), text)
    over_us = is_over_us(state, event)
    silences = over_us and _silences(event, text, language, found.ending)
    return ClassifiedTurn(event, text, language, command, over_us, silences, found, reading.danger)


def _reading(state: InterviewState, event: AnswerGiven) -> Reading:
    """What a reader found; where there was none, what the words alone tell. What must not be missed is
    looked for by words as well."""
    text, found = event.text.strip(), event.reading
    if found is None:
        question = state.prompt.question.text if state.prompt is not None else ""
        found = words_reader.read(text, question, (), state.plan.language)
    told = urgent(text)
    found = of_a_condition(found, text) if not told.distress else of_the_past(found, text)
    return replace(
        found,
        end=1.0 if told.end else found.end,
        distress=1.0 if told.distress else found.distress,
        danger=told.danger or found.danger,
    )


def is_over_us(state: InterviewState, event: AnswerGiven) -> bool:
    """Whether the turn began while the interviewer could be heard."""
    if state.current is not None and state.current.audible_at is not None:
        return True
    ours = (m for m in reversed(state.transcript.messages) if m.speaker == "interviewer")
    last = next(ours, None)
    return last is not None and last.started_ms <= event.began <= last.ended_ms


def only_stops(text: str, language: str) -> bool:
    """A bare "wait, stop": it silences the interviewer and says nothing else."""
    if not spoken_language.stops(text, language) or spoken_language.yes_no(text, language):
        return False
    return len(text.split()) <= 3


def _silences(event: AnswerGiven, text: str, language: str, ending: Ending) -> bool:
    """Whether a turn over our words only silences them. "Can we stop" does not: it speaks of the interview. Typed
    words do so only where there are no others ("Stock control.")."""
    if event.typed:
        expected = spoken_language.is_expected(text, language)
        return expected and not spoken_language.yes_no(text, language)
    ends = ending == "yes" and _OF_US.search(text) is not None
    return not ends and only_stops(text, language)
