"""What must hold of an interview whose server was killed, told from its journals alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from person import given

from greenroom.interview import journal
from greenroom.interview.engine import step
from greenroom.interview.events import CandidateJoined, UtteranceStarted
from greenroom.interview.record import record
from greenroom.interview.speaking import ASKING
from greenroom.interview.state import InterviewState
from greenroom.simulation.record_checks import faults

AUDIBLE_WITHIN_MS = 4_000
"""After the candidate is back (DESIGN §8)."""


def broken_rules(parts: Sequence[Sequence[str]], reference: Sequence[str]) -> list[str]:
    """`parts` are the journal at each kill and at the end; `reference` is that of the same
    candidate's interview without a kill. Empty: everything holds."""
    whole = parts[-1]
    try:
        header, state, _ = journal.read(whole)
    except journal.JournalError as error:
        return [f"the journal is not sound: {error}"]
    found = record(header, state)
    wrong = faults(found, [stage.id for stage in header.plan.stages])
    wrong += _kept(parts)
    wrong += _spoken(found, whole)
    wrong += _like(found, outcome(reference))
    wrong += [fault for part in parts[:-1] if part for fault in _taken_up(part, whole)]
    return wrong


def outcome(lines: Sequence[str]) -> dict[str, Any]:
    """The record that a journal tells."""
    header, state, _ = journal.read(lines)
    return record(header, state)


def _kept(parts: Sequence[Sequence[str]]) -> Iterator[str]:
    whole = list(parts[-1])
    for part in parts[:-1]:
        if whole[: len(part)] != list(part):
            yield "what was written before the kill was changed by the resume"
    restarts = sum('"type":"SessionResumed"' in line for line in whole)
    ended = sum(_ends(part) for part in parts[:-1])
    begun = sum(len(part) > 1 for part in parts[:-1])
    if restarts != begun - ended:
        yield f"{restarts} resumes after {begun} kills, {ended} of them after the end"


def _ends(lines: Sequence[str]) -> bool:
    return '"type":"EndInterview"' in lines[-1] if lines else False


def _spoken(found: dict[str, Any], whole: Sequence[str]) -> Iterator[str]:
    """Every answer in the journal is on record once, and in its order."""
    answers = [m["text"] for m in found["messages"] if m["kind"] == "answer"]
    if answers != list(given(whole)):
        yield f"{len(given(whole))} answers were committed, on record are {len(answers)}: {answers}"
    if len(set(answers)) != len(answers):
        yield f"an answer is on record twice: {answers}"


def _like(found: dict[str, Any], reference: dict[str, Any]) -> Iterator[str]:
    """The interview went the way it would have gone anyhow."""
    for what, of in (("stages", _stages), ("questions", _questions), ("answers", _answers)):
        if of(found) != of(reference):
            yield f"{what} are {of(found)}; without the kill they are {of(reference)}"
    if found["end_reason"] != reference["end_reason"]:
        yield f"ended as {found['end_reason']}, not as {reference['end_reason']}"


def _stages(found: dict[str, Any]) -> list[tuple[str, str]]:
    return [(stage["id"], stage["cause"]) for stage in found["stages"]]


def _answers(found: dict[str, Any]) -> list[str]:
    return [m["text"] for m in found["messages"] if m["kind"] == "answer"]


def _questions(found: dict[str, Any]) -> list[str]:
    """The questions in the order in which they were first put."""
    ids = [m["question_id"] for m in found["messages"] if m["question_id"] is not None]
    return list(dict.fromkeys(ids))


def _taken_up(before: Sequence[str], whole: Sequence[str]) -> Iterator[str]:
    """The same question is pending when the candidate is back, and it is soon heard again."""
    _, killed, _ = journal.read(before)
    if killed.ended or len(before) == 1:
        return
    state, joined_at = killed, None
    for line in whole[len(before) :]:
        entry = json.loads(line)
        event = journal.decode_event(entry["event"])
        state, _ = step(state, event)
        if isinstance(event, CandidateJoined) and joined_at is None:
            joined_at = event.at
            if _pending(state) != _pending(killed):
                yield f"pending was {_pending(killed)}, after the resume it is {_pending(state)}"
        if joined_at is not None and isinstance(event, UtteranceStarted):
            if event.at - joined_at > AUDIBLE_WITHIN_MS:
                yield f"silent for {event.at - joined_at} ms after the resume"
            return
    if joined_at is None:
        yield "the candidate never came back"


def _pending(state: InterviewState) -> tuple[object, ...]:
    drafts = (state.current.draft if state.current else None, state.draft)
    asking = [d.question.id for d in drafts if d and d.question and d.kind in ASKING]
    prompt = state.prompt.question.id if state.prompt else None
    claim = state.claim.epoch if state.claim else None
    turn = state.turn.id if state.turn and state.consult_since is not None else None
    return (state.phase, state.index, claim, turn, asking[0] if asking else prompt)
