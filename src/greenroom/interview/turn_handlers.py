"""What follows from a finished turn of the candidate (F17).

The turn is classified once (`classification`). Then the handlers are tried in their order: the first one that the
turn is for does what follows. To change what has precedence, change the order of `HANDLERS`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from greenroom.interview import first_rules
from greenroom.interview.answers import answer
from greenroom.interview.aside_moves import reply_to_aside, with_reply_first
from greenroom.interview.asides import NEVER_WORKED
from greenroom.interview.candidate_commands import active, carry_out, settled
from greenroom.interview.candidate_messages import note, requested
from greenroom.interview.classification import ClassifiedTurn, Handler, classify
from greenroom.interview.clock_holds import awake
from greenroom.interview.commands import Consult
from greenroom.interview.events import AnswerGiven, SpokenCommand
from greenroom.interview.giving_way import interrupted
from greenroom.interview.offers import UNSURE, answer_offer, may_offer_other_words, with_offer
from greenroom.interview.reading import About
from greenroom.interview.skipping import SAME, times_said_before
from greenroom.interview.spoken_requests import (
    BY_WORDS,
    carry_out_spoken,
    interrupted_by,
    only_silences,
)
from greenroom.interview.state import InterviewState, Phase, Step
from greenroom.interview.trailing_request import parted


def handle_turn(state: InterviewState, event: AnswerGiven) -> Step:
    """Classify a finished turn and act on it."""
    began = event.began if state.turn_began is None else min(event.began, state.turn_began)
    state = replace(state, turn_began=None)
    if event.typed:
        state = replace(state, unsent=False)
    if not event.text.strip() or state.index < 0:
        return state, ()
    first = state.rules == 1
    turn = first_rules.classify(state, event) if first else classify(state, event)
    pause = state.pause
    if pause is not None and (event.typed or pause.ours):
        state = awake(state)  # nobody types to somebody else
    elif pause and began >= pause.since and turn.command not in ("resume", "go_on", "end"):
        return state, ()  # said to somebody else: not ours to keep
    handlers = first_rules.HANDLERS if first else HANDLERS
    return next(done for handler in handlers if (done := handler(state, turn)) is not None)


def _in_danger(state: InterviewState, turn: ClassifiedTurn) -> Step | None:
    """Danger to the speaker's own life comes before everything."""
    return (
        reply_to_aside(interrupted(state), turn.event, turn.found.topics) if turn.danger else None
    )


def _ends_in_a_request(state: InterviewState, turn: ClassifiedTurn) -> Step | None:
    """An answer with a request in its last breath: both are taken, one after the other."""
    event = turn.event
    parts = parted(event, turn.language)
    if parts is None or state.phase is not Phase.RUNNING or state.pause is not None:
        return None
    told, request, command = parts
    state, commands = handle_turn(state, told)
    if state.transcript.messages[-1].kind != "answer":
        return None
    if event.cut and command is SpokenCommand.END:
        return note(state, request, "command"), commands
    if command is not SpokenCommand.PAUSE:  # what follows the answer waits only for a pause
        state = settled(state)
        commands = tuple(one for one in commands if not isinstance(one, Consult))
    state, more = carry_out(note(state, request, "command"), command)
    return state, (*commands, *more)


def _ends(state: InterviewState, turn: ClassifiedTurn) -> Step | None:
    """The candidate wants to stop."""
    if turn.found.ending != "yes":
        return None
    return carry_out_spoken(
        requested(interrupted_by(state, turn), turn.event), turn, SpokenCommand.END
    )


def _answers_an_offer(state: InterviewState, turn: ClassifiedTurn) -> Step | None:
    """Yes, no, or "I don't know" to what was offered."""
    offer = state.on_offer
    return answer_offer(_without_offer(state, turn), turn, offer) if offer else None


def _says_the_same_again(state: InterviewState, turn: ClassifiedTurn) -> Step | None:
    """The same words, for the third time in a row."""
    if turn.found.topics or state.phase is not Phase.RUNNING:
        return None
    if times_said_before(state, turn.text) < SAME:
        return None
    return reply_to_aside(_without_offer(state, turn), turn.event, ("already_said.said",))


def _may_be_an_aside(state: InterviewState, turn: ClassifiedTurn) -> Step | None:
    """Nobody can say whether it answers: the question is offered in other words."""
    about = turn.found.unsure
    state = _without_offer(state, turn)
    prompt = state.prompt
    if about is None or prompt is None or not may_offer_other_words(state, prompt):
        return None
    state = note(active(state), turn.event, "aside", about=about)
    state = replace(state, prompt=replace(prompt, asides=(*prompt.asides, UNSURE)))
    return with_offer(state, "offer.other_words", ("other_words",)), ()


def _is_an_aside(state: InterviewState, turn: ClassifiedTurn) -> Step | None:
    """It answers nothing."""
    found = turn.found
    if not found.topics or found.answer:
        return None
    state = _with_work_history(_without_offer(state, turn), turn)
    return reply_to_aside(state, turn.event, found.topics)


def _may_want_to_stop(state: InterviewState, turn: ClassifiedTurn) -> Step | None:
    """It answers nothing, and perhaps asks to stop: the end is offered."""
    found = turn.found
    if found.ending != "perhaps" or found.answer:
        return None
    state = active(_without_offer(state, turn))
    state = note(state, turn.event, "aside", about=About.RESTART)
    return with_offer(state, "offer.stop", ("end",)), ()


def _answers(state: InterviewState, turn: ClassifiedTurn) -> Step:
    """It is assessed. What else is in it is met before, or the end is offered."""
    found, event = turn.found, turn.event
    state = _with_work_history(_without_offer(state, turn), turn)
    state, commands = answer(state, event, found.answer or None, found.topics)
    if found.topics:
        state = with_reply_first(state, found.topics, event)
    elif found.ending == "perhaps":
        state = with_offer(state, "offer.stop", ("end",))
    return state, commands


HANDLERS: Final[tuple[Handler, ...]] = (
    _in_danger,
    *BY_WORDS,
    _ends_in_a_request,
    only_silences,
    _ends,
    _answers_an_offer,
    _says_the_same_again,
    _may_be_an_aside,
    _is_an_aside,
    _may_want_to_stop,
    _answers,
)
"""In this order. The last one takes every turn."""


def _without_offer(state: InterviewState, turn: ClassifiedTurn) -> InterviewState:
    """An offer lapses with the turn after it."""
    return replace(interrupted_by(state, turn), on_offer=())


def _with_work_history(state: InterviewState, turn: ClassifiedTurn) -> InterviewState:
    """The candidate may have said that they have never had a job."""
    said = NEVER_WORKED in turn.found.topics
    return replace(state, never_worked=state.never_worked + 1) if said else state
