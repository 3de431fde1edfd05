"""What a run of many interviews must have reached: a fuzzer that never gets there proves nothing.

Each interview is told by the set of what happened in it; `FEATURES` is all that can, and after
`ENOUGH` interviews none may be missing but the `RARE` ones, after `ENOUGH_FOR_RARE` none at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from greenroom.interview.causes import Cause, EndReason, Refusal
from greenroom.interview.commands import EnterStage, Kind, RefuseProposal, SayOn, TakeTurn
from greenroom.interview.deadlines import Timer, timers
from greenroom.interview.events import (
    AnswerGiven,
    CandidateJoined,
    CandidateLeft,
    CommandGiven,
    DeadlineReached,
    HandoffDropped,
    Replied,
    ReplyEnded,
    SpeechStarted,
    SpokenCommand,
    UtteranceFinished,
)
from greenroom.interview.state import InterviewState, Phase
from greenroom.simulation.fuzz.evidence import Evidence, Turned
from greenroom.simulation.fuzz.words import STOPS
from greenroom_turns import language

ENOUGH = 1_000
"""After so many interviews a feature that was never reached is a fault of the fuzzer."""
RARE = frozenset({"timer: wording", "words end with the plan's question"})
"""Reached by about one interview in a thousand (11 and 15 of 10,000)."""
ENOUGH_FOR_RARE = 10_000
DEADLINE_SHARE = 0.05
"""The hard deadline must be reached in this share of the interviews."""
DEADLINE = "stage left: deadline"

# Not asked for: the end `failed`, and the limit on an utterance that is stopped and never ends.
FEATURES: tuple[str, ...] = (
    *(f"end: {reason}" for reason in EndReason if reason is not EndReason.FAILED),
    *(f"stage left: {cause}" for cause in Cause if cause is not Cause.FAILED),
    *(f"said: {kind}" for kind in Kind),
    *(f"heard: {kind}" for kind in ("answer", "ack", "command", "thinking", "aside")),
    *(f"timer: {timer.name.lower()}" for timer in Timer if timer is not Timer.LAST_WORDS),
    *(f"button: {command}" for command in SpokenCommand),
    *(
        f"voice: {command}"
        for command in SpokenCommand
        if command not in ("resume", "interrupt", "hint")
    ),
    *(f"refused: {refusal}" for refusal in Refusal),
    "barge-in",
    "stop word",
    "forced transition",
    "thinking granted twice",
    "handoff dropped",
    "handoff claimed over a voice",
    "voice during a handoff",
    "words during a handoff",
    "command during a handoff",
    "line lost",
    "line lost during a handoff",
    "line lost over a voice",
    "line lost over an utterance",
    "back over a handoff",
    "late reply",
    "two proposals at once",
    "typed over an utterance",
    "good-bye taken back",
    "ramble",
    "floor taken after an unbroken voice",
    "an aside in an answer",
    "offer taken",
    "offer lapsed",
    "question skipped",
    "no interims",
    "nothing understood",
    "two events in one millisecond",
    "interviewer failed",
    "tools form",
    "reply form",
    "stream form",
    "words go on",
    "words end with the plan's question",
    "cut off before the question came",
)


def reached(seen: Evidence) -> frozenset[str]:
    """What happened in this interview."""
    return frozenset((*_of_record(seen), *_of_steps(seen), *_of_voice(seen), f"{seen.form} form"))


def _of_record(seen: Evidence) -> Iterator[str]:
    found = seen.record
    yield f"end: {found['end_reason']}"
    yield from (f"stage left: {stage['cause']}" for stage in found["stages"])
    yield from (f"said: {m['kind']}" for m in seen.of("interviewer"))
    yield from (f"heard: {m['kind']}" for m in seen.of("candidate"))
    if found["counts"]["barge_ins"]:
        yield "barge-in"
    if found["counts"]["forced_transitions"]:
        yield "forced transition"
    if any(incident["kind"] == "interviewer" for incident in found["incidents"]):
        yield "interviewer failed"


def _of_voice(seen: Evidence) -> Iterator[str]:
    if any(s.began_s < since < s.ended_s for s in seen.said for since, _ in seen.absences):
        yield "line lost over a voice"
    if any(not said.hearing.interims for said in seen.said):
        yield "no interims"
    if any(said.hearing.text == "" for said in seen.said):
        yield "nothing understood"
    heard = {m["text"] for m in seen.of("candidate") if m["kind"] == "command"}
    if not heard.isdisjoint(STOPS):
        yield "stop word"
    for m in seen.of("candidate"):
        command = language.command(m["text"], "en") if m["kind"] == "command" else None
        if command is not None:
            yield f"voice: {command}"
        elif m["kind"] == "thinking":
            yield "voice: think"


def _of_steps(seen: Evidence) -> Iterator[str]:
    last = None
    for turned in seen.steps:
        yield from _of_candidate(turned)
        yield from _of_commands(turned)
        yield from _of_timer(turned)
        if last is not None and last.at == turned.event.at and not _timed(last, turned.event):
            yield "two events in one millisecond"
        last = turned.event
        before, after = turned.before, turned.after
        yield from _of_asides(turned)
        if after.prompt is not None and after.prompt.grants > 1:
            yield "thinking granted twice"
        if before.phase is Phase.CLOSING and after.phase is Phase.RUNNING:
            yield "good-bye taken back"
        if isinstance(turned.event, HandoffDropped) and before.claim and not after.claim:
            yield "handoff dropped"


def _of_asides(turned: Turned) -> Iterator[str]:
    before, after = turned.before, turned.after
    if before.on_offer and not after.on_offer:
        paused = after.pause is not None or after.phase is Phase.CLOSING
        yield "offer taken" if paused else "offer lapsed"
    if before.index >= 0 and after.log.skipped > before.log.skipped:
        yield "question skipped"
    if after.transcript.messages[len(before.transcript.messages) :]:
        last = after.transcript.messages[-1]
        if last.kind == "answer" and last.about is not None:
            yield "an aside in an answer"


def _timed(*events: object) -> bool:
    return any(isinstance(event, DeadlineReached) for event in events)


def _of_candidate(turned: Turned) -> Iterator[str]:
    event, before = turned.event, turned.before
    handoff = before.claim is not None and before.index >= 0
    if isinstance(event, CommandGiven):
        yield f"button: {event.command}"
    if isinstance(event, CandidateLeft) and before.present:
        yield from _of_leaving(before)
    if isinstance(event, AnswerGiven) and event.typed and before.current is not None:
        yield "typed over an utterance"
    if handoff and (told := _OVER_A_HANDOFF.get(type(event))):
        yield told


_OVER_A_HANDOFF: dict[type[object], str] = {
    AnswerGiven: "words during a handoff",
    CommandGiven: "command during a handoff",
    CandidateLeft: "line lost during a handoff",
    CandidateJoined: "back over a handoff",
    SpeechStarted: "voice during a handoff",
}


def _of_leaving(before: InterviewState) -> Iterator[str]:
    yield "line lost"
    if before.current is not None:
        yield "line lost over an utterance"


def _of_commands(turned: Turned) -> Iterator[str]:
    event = turned.event
    refused = turned.given(RefuseProposal)
    yield from (f"refused: {command.refusal}" for command in refused)
    if any(command.refusal in (Refusal.STALE_TURN, Refusal.STAGE_IS_OVER) for command in refused):
        yield "late reply"
    if isinstance(event, Replied) and len(refused) > 1:
        yield "two proposals at once"
    yield from _of_words(turned)
    for command in turned.given(TakeTurn):
        ramble = command.cause == "ramble"
        yield "ramble" if ramble else "floor taken after an unbroken voice"
    if turned.given(EnterStage) and turned.before.speaking:
        yield "handoff claimed over a voice"


def _of_words(turned: Turned) -> Iterator[str]:
    """Of an utterance that a model is still wording."""
    ended = isinstance(turned.event, ReplyEnded | DeadlineReached)
    if turned.given(SayOn):
        yield "words end with the plan's question" if ended else "words go on"
    current = turned.before.current
    if isinstance(turned.event, UtteranceFinished) and current is not None and current.draft.open:
        yield "cut off before the question came"


def _of_timer(turned: Turned) -> Iterator[str]:
    if isinstance(turned.event, DeadlineReached):
        now = replace(turned.before, now=turned.after.now)
        due = [(at, timer.value, timer) for at, timer in timers(now) if at <= now.now]
        if due:
            yield f"timer: {min(due)[2].name.lower()}"


def missing(counts: Counter[str], interviews: int) -> list[str]:
    """What so many interviews should have reached and did not; few prove nothing either way."""
    if interviews < ENOUGH:
        return []
    excused = RARE if interviews < ENOUGH_FOR_RARE else frozenset()
    short = [feature for feature in FEATURES if not counts[feature] and feature not in excused]
    share = counts[DEADLINE] / interviews
    if share < DEADLINE_SHARE:
        short.append(f"{DEADLINE} in {share:.1%} of the interviews, at least {DEADLINE_SHARE:.0%}")
    return short


def table(counts: Counter[str], interviews: int) -> Iterable[str]:
    """Lines of the coverage table: feature, interviews, share."""
    for feature in FEATURES:
        share = counts[feature] / max(1, interviews)
        yield f"  {feature:<38} {counts[feature]:>7} {share:>7.1%}"
