"""Turns that ask for something in words that leave no doubt (F14, F9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from greenroom.interview.aside_moves import reply_to_aside
from greenroom.interview.candidate_commands import active, carry_out, think
from greenroom.interview.candidate_messages import note, requested
from greenroom.interview.classification import ClassifiedTurn, Handler
from greenroom.interview.endpointing import SLOWER
from greenroom.interview.events import SpokenCommand
from greenroom.interview.giving_way import interrupted
from greenroom.interview.state import InterviewState, Phase, Step
from greenroom.interview.understanding.study import asks_for_hint
from greenroom_turns import language as spoken_language
from greenroom_turns.folding import words

PART: Final = frozenset({"part", "section", "stage", "topic"})
"""Who skips one of these skips more than the question."""


def _asks_for_a_hint(state: InterviewState, turn: ClassifiedTurn) -> Step | None:
    """In study mode."""
    if not state.plan.study or not asks_for_hint(turn.text, turn.language):
        return None
    return carry_out(requested(interrupted(state), turn.event), SpokenCommand.HINT)


def _asks_back(state: InterviewState, turn: ClassifiedTurn) -> Step | None:
    """What sounds like a command asks what the question means."""
    if turn.command is None or not spoken_language.asks_back(turn.text, turn.language):
        return None
    return reply_to_aside(interrupted(state), turn.event, ("clarify.meaning",))


def _commands(state: InterviewState, turn: ClassifiedTurn) -> Step | None:
    """The whole turn is a command."""
    if turn.command is None or (turn.command == "go_on" and not _can_go_on(state)):
        return None
    state = requested(interrupted(state), turn.event)
    part = not PART.isdisjoint(words(turn.text))
    return carry_out_spoken(state, turn, SpokenCommand(turn.command), part=part)


def _can_go_on(state: InterviewState) -> bool:
    """ "Go on" means something while paused, over a good-bye, or when we are waiting."""
    return state.pause is not None or state.phase is Phase.CLOSING


def carry_out_spoken(
    state: InterviewState, turn: ClassifiedTurn, command: SpokenCommand, *, part: bool = False
) -> Step:
    """Carry out a spoken command. An "end" that a lost connection cut off is left: the candidate would not hear the good-bye,
    and could not take it back."""
    if turn.event.cut and command is SpokenCommand.END:
        return active(state), ()
    return carry_out(state, command, part=part)


def _wants_time(state: InterviewState, turn: ClassifiedTurn) -> Step | None:
    """Time to think, or more of it in every pause (rules 2)."""
    slower = state.rules > 1 and spoken_language.slower(turn.text, turn.language)
    if not slower and not spoken_language.thinking(turn.text, turn.language):
        return None
    state = interrupted(state)
    if slower:
        state = replace(state, pace=SLOWER.get(state.pace, state.pace))
    return think(note(state, turn.event, "thinking"))


BY_WORDS: Final[tuple[Handler, ...]] = (_asks_for_a_hint, _asks_back, _commands, _wants_time)


def only_silences(state: InterviewState, turn: ClassifiedTurn) -> Step | None:
    """ "Wait, stop": the interviewer is silent already, and nothing else follows."""
    if not turn.silences:
        return None
    return active(note(interrupted_by(state, turn), turn.event, "command")), ()


def interrupted_by(state: InterviewState, turn: ClassifiedTurn) -> InterviewState:
    """What gave way to this turn was interrupted by it, unless the turn goes on with the answer."""
    return state if turn.found.answer else interrupted(state)
