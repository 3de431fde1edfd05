"""What no interview may break, each rule with the requirement that asks for it.

`INVARIANTS` is the whole list; a rule yields a sentence for each time it was broken. Rules about who
said what when stand in `conversation_rules`, those that need the record alone in `simulation.record_checks`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any, TypeAlias

from greenroom.interview import journal
from greenroom.interview.causes import Cause
from greenroom.interview.commands import (
    Consult,
    EnterStage,
    Kind,
    ReachMilestone,
    RefuseProposal,
    Say,
)
from greenroom.interview.engine import step
from greenroom.interview.events import (
    AnswerGiven,
    DeadlineReached,
    HandoffDropped,
    Replied,
    SentenceOffered,
    StageEntered,
    UtteranceFinished,
    UtteranceStarted,
)
from greenroom.interview.plan import Millis
from greenroom.interview.questions import same_question
from greenroom.interview.record import record
from greenroom.interview.record_schema import record_schema
from greenroom.interview.state import InterviewState, Phase
from greenroom.interview.time_limits import CLAIM_LIMIT, CLOSING_LIMIT, HARD_GRACE, VOICE_LIMIT
from greenroom.interview.waived_limits import UNTOUCHED
from greenroom.simulation.fuzz import conversation_rules
from greenroom.simulation.fuzz.evidence import Evidence, Turned
from greenroom.simulation.record_checks import faults as unsound

Rule: TypeAlias = Callable[[Evidence], Iterator[str]]
LATE_MS = 3_000
"""A slow disk may hold a step up for this long."""


@dataclass(frozen=True, slots=True)
class Invariant:
    requirement: str
    says: str
    rule: Rule


def broken(evidence: Evidence) -> list[str]:
    """Everything that this interview broke, each with its requirement."""
    return [
        f"{invariant.requirement}: {fault}"
        for invariant in INVARIANTS
        for fault in invariant.rule(evidence)
    ]


def _sound(seen: Evidence) -> Iterator[str]:
    yield from unsound(seen.record, [stage.id for stage in seen.plan.stages])


@cache
def _validator() -> Any:
    import jsonschema_rs  # of the development lock: the product itself needs no validator

    return jsonschema_rs.validator_for(record_schema(), validate_formats=True)


def _valid(seen: Evidence) -> Iterator[str]:
    for fault in _validator().iter_errors(seen.record):
        yield f"the record does not fit its schema: {fault.instance_path}: {fault.message}"


def _replays(seen: Evidence) -> Iterator[str]:
    try:
        header, state, _ = journal.read(seen.lines)
    except journal.JournalError as error:
        yield f"the journal does not replay: {error}"
        return
    if record(header, state) != seen.record:
        yield "the replayed record differs"


def _ends(seen: Evidence) -> Iterator[str]:
    if seen.record["end_reason"] in (None, "failed"):
        yield f"the end is {seen.record['end_reason']}"
    stages = sum(stage.hard_limit + HARD_GRACE + CLAIM_LIMIT for stage in seen.plan.stages)
    limit = stages + 2 * VOICE_LIMIT + LATE_MS
    ran = sum(t.after.now - t.before.now for t in seen.steps if _clock_runs(t.before))
    if ran > limit:
        yield f"the clocks ran for {ran / 1000:.0f} s, the limits allow {limit / 1000:.0f} s"


def _clock_runs(state: InterviewState) -> bool:
    """It is not held, and does not wait for unsent words after the good-bye (`_good_bye_ends`)."""
    waits = state.closing is not None and state.closing.heard
    return not state.frozen and not waits


def _one_way(seen: Evidence) -> Iterator[str]:
    for turned in seen.steps:
        before, after = turned.before, turned.after
        for command in turned.given(EnterStage):
            claimed = before.claim.epoch if before.claim else None
            if claimed not in (None, command.epoch) or command.epoch != before.index + 1:
                yield f"stage {command.epoch} is claimed in stage {before.index}, claim {claimed}"
        moved = after.index - before.index
        if moved and not (moved == 1 and isinstance(turned.event, StageEntered)):
            yield f"from stage {before.index} to {after.index} by {type(turned.event).__name__}"


def _dead(state: InterviewState, event: object) -> bool:
    """The event is about something that is no more, or not yet."""
    match event:
        case UtteranceStarted(utterance_id=gone) | UtteranceFinished(utterance_id=gone):
            return state.current is None or state.current.id != gone
        case StageEntered(epoch=epoch) | HandoffDropped(epoch=epoch):
            return state.claim is None or state.claim.epoch != epoch
        case Replied(turn_id=turn_id):
            return state.turn is None or state.turn.id != turn_id
        case SentenceOffered(turn_id=turn_id):
            return state.wording is None or state.wording.turn_id != turn_id
        case _:
            return False


def _uncounted(state: InterviewState) -> InterviewState:
    """The state without the size of what is written down: an event that changes nothing is written, too."""
    return replace(state, written=0)


def _dead_is_dead(seen: Evidence) -> Iterator[str]:
    for turned in seen.steps:
        if not _dead(turned.before, turned.event):
            continue
        state, nothing = step(turned.before, UtteranceStarted(turned.event.at, ""))
        commands = tuple(c for c in turned.commands if not isinstance(c, RefuseProposal))
        if (_uncounted(turned.after), commands) != (_uncounted(state), nothing):
            yield f"a late {type(turned.event).__name__} changed something at {turned.event.at}"


def _one_utterance(seen: Evidence) -> Iterator[str]:
    out: str | None = None
    for turned in seen.steps:
        if isinstance(turned.event, UtteranceFinished) and turned.event.utterance_id == out:
            out = None
        for command in turned.given(Say):
            if out is not None:
                yield f"{command.utterance_id} is said while {out} is out"
            out = command.utterance_id
            yield from _floor(turned, command)


def _floor(turned: Turned, command: Say) -> Iterator[str]:
    state = turned.after
    if not state.present or state.speaking:
        yield f"{command.utterance_id} is said to nobody or over a voice at {state.now}"
    if state.pause is not None and command.kind is not Kind.NOTICE:
        yield f"{command.utterance_id} is said in a pause at {state.now}"


def _questions_once(seen: Evidence) -> Iterator[str]:
    if not seen.steps:
        return
    asked = seen.steps[-1].after.transcript.asked
    for (one, this), (other, that) in combinations(asked, 2):
        if one == other or same_question(this, that):
            yield f"asked twice: {one} {this!r} and {other} {that!r}"


def _hard_limit(seen: Evidence) -> Iterator[str]:
    """A stage is left, or at least claimed, when its limit and the grace are over; one that a good-bye
    was taken back in, from then on."""
    told: set[int] = set()
    back: Millis = 0
    for turned in seen.steps:
        state, now = turned.before, turned.after.now
        if state.phase is not Phase.RUNNING:
            back = now
        if state.phase is not Phase.RUNNING or state.index < 0 or state.frozen:
            continue
        if state.patient:
            back = now
            continue
        if state.claim is not None or (state.bridging and state.overrun_since is not None):
            continue
        over = now - max(back, state.stage_base + state.stage.hard_limit + HARD_GRACE)
        if over > LATE_MS + seen.slack and state.index not in told:
            told.add(state.index)
            yield f"stage {state.index} goes on {over} ms after its limit and grace"


def _milestones(seen: Evidence) -> Iterator[str]:
    reached = Counter(
        (command.stage, command.percent)
        for turned in seen.steps
        for command in turned.given(ReachMilestone)
    )
    for (stage, percent), times in reached.items():
        if times > 1:
            yield f"{percent} % of {stage} is told {times} times"


def _patient(seen: Evidence) -> Iterator[str]:
    """Nobody is moved on for silence who is speaking, was granted time, or was silent for less."""
    for turned in seen.steps:
        before, after = turned.before, turned.after
        if not any(c.cause is Cause.INACTIVITY for c in turned.given(EnterStage)):
            continue
        if before.speaking:
            yield f"left for inactivity at {after.now} while the candidate speaks"
        if before.grant_until is not None and before.grant_until > after.now:
            yield f"left for inactivity at {after.now} while time to think is granted"
        if before.patient:
            yield f"left for inactivity at {after.now} while nobody is hurried"
        stage = before.stage
        late = replace(before, now=after.now).little_time
        needed = stage.simplify_after if late else stage.inactivity_limit
        quiet = conversation_rules.quiet_ms(seen, before.log.entered_ms, after.now)
        if quiet < needed - 500:
            yield f"left for inactivity at {after.now} after {quiet} ms of silence"


def _good_bye_ends(seen: Evidence) -> Iterator[str]:
    before = seen.steps[-1].before if seen.steps else None
    last = before.closing if before is not None else None
    if before is None or last is None or last.audible_at is None:
        return
    since = max(last.audible_at, before.touched) if last.heard else last.audible_at
    limit = UNTOUCHED if before.unsent else CLOSING_LIMIT
    if seen.ended_ms - since > limit + LATE_MS:
        yield f"the good-bye takes {seen.ended_ms - since} ms"


def _nobody_is_hurried(seen: Evidence) -> Iterator[str]:
    """Over words that were not sent there is no reminder, no simpler form and no forced move."""
    for turned in seen.steps:
        before = turned.before
        if not before.unsent or not isinstance(turned.event, DeadlineReached):
            continue
        for said in turned.given(Say):
            if said.kind in (Kind.REPROMPT, Kind.SIMPLER) and before.draft is None:
                yield f"{said.kind} over unsent words at {turned.after.now}"
        for move in turned.given(EnterStage):
            if move.cause is not None and move.cause.forced:
                yield f"{move.cause} over unsent words at {turned.after.now}"


def _asides(seen: Evidence) -> Iterator[str]:
    """An aside is no answer: nothing is assessed, nobody is asked about it, and the question is answered by
    other words than these."""
    for turned in seen.steps:
        before, after = turned.before, turned.after
        new = after.transcript.messages[len(before.transcript.messages) :]
        if not isinstance(turned.event, AnswerGiven) or all(m.kind != "aside" for m in new):
            continue
        if turned.given(Consult) or before.log.turns < after.log.turns:
            yield f"{turned.event.text!r} is an aside and an answer at {after.now}"
        if any(m.kind == "answer" and m.text == turned.event.text.strip() for m in new):
            yield f"{turned.event.text!r} is on record twice at {after.now}"
        told = _facts(after) - _facts(before)
        if before.turn is None and any(key != "name" for key, _ in told):
            yield f"{turned.event.text!r} is an aside and the facts {told}"
    for message in seen.of("candidate"):
        if message["kind"] == "aside" and (message["depth"] is not None or not message["about"]):
            yield f"an aside was assessed: {message['text']!r}"


def _facts(state: InterviewState) -> set[tuple[str, str]]:
    return {fact for log in state.transcript.stages for fact in log.facts}


def _owed(seen: Evidence) -> Iterator[str]:
    """What is owed to an aside is said, as soon as there is somebody to say it to."""
    if seen.steps and seen.steps[-1].after.owed is not None:
        last = seen.steps[-1].before
        if last.present and last.pause is None and last.phase is Phase.RUNNING:
            yield f"a reply was never said: {seen.steps[-1].after.owed.text!r}"


def _quiet_log(seen: Evidence) -> Iterator[str]:
    yield from seen.complaints


INVARIANTS: tuple[Invariant, ...] = (
    Invariant("F17", "an aside is never assessed, a fact, or an answer", _asides),
    Invariant("F17", "an aside is met", _owed),
    Invariant("F4", "the record is sound: stages, voices, prompts, end (F8-F11, F13)", _sound),
    Invariant("F4", "every interview ends, and not by a fault, within its limits", _ends),
    Invariant("F4", "one claim at a time; stages change by +1, by a commit alone", _one_way),
    Invariant("F4", "an event about something that is over changes nothing", _dead_is_dead),
    Invariant("F8", "a stage is left at its hard limit, at most 30 s of grace later", _hard_limit),
    Invariant("F8", "a milestone is told once", _milestones),
    Invariant("F8", "inactivity is silence: nobody speaks, nobody was granted time", _patient),
    Invariant("F9", "nobody is hurried over unsent words", _nobody_is_hurried),
    Invariant("F8", "nothing is started over a voice", conversation_rules.nothing_over_a_voice),
    Invariant("F10", "one utterance at a time, to somebody, with the floor free", _one_utterance),
    Invariant("F11", "no question twice, in these or nearly these words", _questions_once),
    Invariant("F12", "real speech stops the interviewer", conversation_rules.real_speech_stops),
    Invariant("F13", "the good-bye ends the session, 60 s later at the latest", _good_bye_ends),
    Invariant("F14", "who pauses is told of it", conversation_rules.pauses_are_told),
    Invariant("F15", "no word lost, none doubled", conversation_rules.words_once),
    Invariant("F15", "the journal replays to the same record", _replays),
    Invariant("F15", "the record fits docs/record.schema.json", _valid),
    Invariant("F15", "no error is logged, no task outlives the interview", _quiet_log),
    Invariant(
        "T1",
        "only real speech interrupts, never an acknowledgement",
        conversation_rules.only_speech,
    ),
    Invariant(
        "T1",
        "an acknowledgement over the interviewer is no answer",
        conversation_rules.acks_ignored,
    ),
    Invariant("T3", "stop always stops", conversation_rules.stop_stops),
)
