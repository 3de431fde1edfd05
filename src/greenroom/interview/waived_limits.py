"""When nobody is hurried, and what happens instead (F8, F9; WCAG 2.2.1).

Three things bring patience: words in the box that were not sent, answering by typing, and "no time
limits", chosen at registration. Then there is no reminder, no simpler form, no move for silence and no
stage limit. While it is the candidate's move, or unsent words wait, the stage's clock stands still.

What was left lying does not hold a room for ever: after `UNTOUCHED` without a sign of the candidate the
interview pauses, and says so; any sign ends that pause. After `absence_limit` more the candidate has left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from greenroom.interview.candidate_commands import pause
from greenroom.interview.clock import Unhurried
from greenroom.interview.clock_holds import freeze, thaw
from greenroom.interview.entries import with_incident
from greenroom.interview.plan import Millis
from greenroom.interview.state import InterviewState, Phase, Step
from greenroom.interview.time_limits import ABSENCE_LIMIT, VOICE_LIMIT

UNTOUCHED: Final[Millis] = 600_000
"""After so long without a word, a key or a button an interview that hurries nobody pauses by itself."""
UNHURRIED_ABSENCE: Final[Millis] = 1_800_000
"""Whoever asked for no time limits may be away, or pause, for so long."""
Offer: TypeAlias = Literal["", "easier", "next", "send"]
"""What is offered and not forced: the question in other words, the next part, sending what was written."""


def absence_limit(state: InterviewState) -> Millis:
    """For how long this candidate may be gone or pause."""
    return UNHURRIED_ABSENCE if state.unhurried else ABSENCE_LIMIT


def left_at(state: InterviewState) -> Iterator[Millis]:
    """When a candidate who is gone, or has paused, has left. Unsent words make a pause longer."""
    limit = absence_limit(state)
    if state.absent_since is not None:
        yield state.absent_since + limit
    if state.pause is not None:
        left = state.pause.since + limit
        yield max(left, state.touched + UNTOUCHED + limit) if state.unsent else left


def waives_limit(state: InterviewState) -> bool:
    """Whether the stage's limit is not enforced. A stage that asked nothing keeps nobody in it."""
    return state.unsent or (state.patient and state.prompt is not None)


def untouched_at(state: InterviewState) -> Millis | None:
    """When the interview pauses by itself; None while no limit is waived."""
    if state.held_since is None:
        return None
    due = max(state.held_since, state.touched) + UNTOUCHED
    if state.voice_since is not None:
        return max(due, state.voice_since + VOICE_LIMIT)
    return due if state.turn_began is None else max(due, state.words_due)


def pause_untouched(state: InterviewState) -> Step:
    """Nothing was done for long: pause, and have it on record why."""
    return pause(with_incident(state, "patience", "untouched"), ours=True)


def offer_at(state: InterviewState) -> Millis | None:
    """When the page offers other words for the question; None: not, or no more."""
    prompt = state.prompt
    if state.held_since is None or prompt is None or state.unsent or prompt.offered:
        return None
    if state.turn_open or state.grant_until is not None or state.index < 0:
        return None
    other = prompt.question.rephrase or prompt.question.simpler
    since = max(state.held_since, state.touched, state.quiet_since)
    return since + state.stage.simplify_after if other else None


def offer_other_words(state: InterviewState) -> InterviewState:
    """Offer other words for the pending question, on the page."""
    prompt = state.prompt
    return state if prompt is None else replace(state, prompt=replace(prompt, offered=True))


def page_offer(state: InterviewState) -> Offer:
    """What the page offers at this instant."""
    if state.ended:
        return ""
    if state.closing is not None:
        return "send" if state.closing.heard else ""
    if not state.patient or state.phase is not Phase.RUNNING or state.index < 0:
        return ""
    if state.elapsed >= state.stage.hard_limit:
        return "next"
    waits = state.held_since is not None and not state.unsent
    return "easier" if waits and state.prompt is not None and state.prompt.offered else ""


def with_clock(state: InterviewState) -> InterviewState:
    """Let the stage's clock stand still, or run again, as patience wants it now."""
    holds = _holds(state)
    if holds == (state.held_since is not None):
        return state
    return freeze(state, Unhurried()) if holds else thaw(state)


def _holds(state: InterviewState) -> bool:
    if not state.patient or state.phase is not Phase.RUNNING or state.index < 0:
        return False
    if not state.present or state.pause is not None:
        return False
    return state.unsent or _their_move(state)


def _their_move(state: InterviewState) -> bool:
    """Something was asked, and nothing of ours is on its way. What waits for their voice to end is not."""
    draft = None if state.speaking and state.rules > 1 else state.draft
    ours = (state.current, draft, state.claim, state.consult_since)
    return state.prompt is not None and all(item is None for item in ours)
