"""What is written down about an answer: its depth, the points in it, a summary, facts.

Notes decide nothing, so a model may send them late. They must be true all the same: what a model
notes has to be made of the candidate's own words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from greenroom.interview.causes import Refusal
from greenroom.interview.known_facts import with_name
from greenroom.interview.proposals import AssessResponse, Note, RecordResponse
from greenroom.interview.questions import content
from greenroom.interview.reading import Told
from greenroom.interview.stage_facts import RENEWED
from greenroom.interview.state import InterviewState
from greenroom.interview.transcript import Message
from greenroom.interview.understanding.corrections import NAME
from greenroom.interview.understanding.protected import is_protected
from greenroom.interview.understanding.story import PARTS

A_MODEL = 0.7
"""How sure a part of a story is that a model found: the words were said, the label is its own."""
GROUNDED = 0.6
"""This share of a summary's content words must be the candidate's."""


def last_answer(state: InterviewState, turn_id: str) -> int | None:
    """Where the last answer of this turn stands among the messages; None: nothing was said in it,
    or the turn has gone on under another id."""
    messages = state.transcript.messages
    places = (i for i in range(len(messages) - 1, -1, -1) if messages[i].turn_id == turn_id)
    return next(places, None)


def taken(state: InterviewState, turn_id: str, note: Note) -> tuple[InterviewState, Refusal | None]:
    """Write a note about this turn down, unless it is impossible."""
    place = last_answer(state, turn_id)
    if place is None:
        return state, None
    last = state.transcript.messages[place]
    match note:
        case AssessResponse(depth_score=depth, key_points_covered=points):
            if not 1 <= depth <= 5:
                return state, Refusal.OUT_OF_RANGE
            return _with(state, place, replace(last, depth=depth, points=points)), None
        case RecordResponse(summary=summary, facts=facts, told=told):
            open_turn = state.turn is not None and state.turn.id == turn_id
            stage = state.log.id if open_turn else last.stage
            state = _with_facts(state, stage, dict(facts))
            if state.rules > 1:
                state = with_name(state, dict(facts), last.text)
            kept = summary.strip() or last.summary
            parts = last.told or _located(last.text, told or ())
            return _with(state, place, replace(last, summary=kept, told=parts)), None


def of_a_model(state: InterviewState, turn_id: str, note: Note) -> Note:
    """The note without what the candidate did not say."""
    if isinstance(note, AssessResponse):
        return note
    said = content(" ".join(m.text for m in state.transcript.messages if m.speaker == "candidate"))
    facts = tuple((key, text) for key, text in note.facts if content(text) <= said)
    if state.rules > 1:
        facts = tuple(fact for fact in facts if not _is_protected(*fact))
    words = content(note.summary)
    true = len(words & said) >= GROUNDED * len(words)
    return RecordResponse(note.summary if true else "", facts, note.told)


def _located(text: str, told: Iterable[tuple[str, str]]) -> tuple[Told, ...]:
    """The parts of a story whose words stand in the text, in its order."""
    small, found = text.lower(), list[Told]()
    for part, words in told:
        start = small.find(words.strip().lower())
        if part in PARTS and words.strip() and start >= 0 and len(small) == len(text):
            found.append(Told(part, start, start + len(words.strip()), A_MODEL))
    return tuple(sorted(found, key=lambda one: (one.start, one.part)))


def _is_protected(key: str, text: str) -> bool:
    return key != NAME and is_protected(text, languages=key == "skills")


def facts_with(
    known: tuple[tuple[str, str], ...], new: Mapping[str, str], rules: int
) -> tuple[tuple[str, str], ...]:
    """Facts with the new ones added. What was known first stays, but for those that the newest word
    replaces (`stage_facts.RENEWED`); by the first rules all stay."""
    merged = dict(known)
    for key, text in new.items():
        if rules > 1 and key in RENEWED:
            merged[key] = text
        merged.setdefault(key, text)
    return tuple(merged.items())


def _with_facts(state: InterviewState, stage: str, facts: Mapping[str, str]) -> InterviewState:
    """Only those that the stage wants."""
    keys = {fact.key for plan in state.plan.stages if plan.id == stage for fact in plan.facts}
    new = {key: text for key, text in facts.items() if key in keys and text.strip()}
    if not new:
        return state
    logs = tuple(
        replace(log, facts=facts_with(log.facts, new, state.rules)) if log.id == stage else log
        for log in state.transcript.stages
    )
    return replace(state, transcript=replace(state.transcript, stages=logs))


def _with(state: InterviewState, place: int, message: Message) -> InterviewState:
    messages = list(state.transcript.messages)
    messages[place] = message
    return replace(state, transcript=replace(state.transcript, messages=tuple(messages)))
