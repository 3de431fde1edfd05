"""The first rules: a turn is a command, or it is an answer (`state.RULES`).

New interviews do not go by them. Journals that began under them are still read, and replayed, by them.
"""

from __future__ import annotations

from typing import Final

from greenroom.interview.answers import answer
from greenroom.interview.asides import Judged
from greenroom.interview.classification import ClassifiedTurn, Handler, is_over_us, only_stops
from greenroom.interview.events import AnswerGiven
from greenroom.interview.spoken_requests import BY_WORDS, only_silences
from greenroom.interview.state import InterviewState, Step
from greenroom_turns import language as spoken_language


def classify(state: InterviewState, event: AnswerGiven) -> ClassifiedTurn:
    """What the turn is; nothing is read."""
    text, language = event.text.strip(), state.plan.language
    command, over_us = spoken_language.command(text, language), is_over_us(state, event)
    silences = over_us and only_stops(text, language)
    return ClassifiedTurn(event, text, language, command, over_us, silences, Judged(answer=text))


def _answers(state: InterviewState, turn: ClassifiedTurn) -> Step:
    return answer(state, turn.event)


HANDLERS: Final[tuple[Handler, ...]] = (*BY_WORDS, only_silences, _answers)
