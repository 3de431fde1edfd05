"""Each rule of the race fuzzer finds an interview that breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.clock import Frozen, Pause
from greenroom.interview.commands import EnterStage, Kind, ReachMilestone, Say
from greenroom.interview.events import DeadlineReached, StageEntered, UtteranceFinished
from greenroom.interview.plan import Millis
from greenroom.interview.state import Closing, Phase
from greenroom.interview.time_limits import CLOSING_LIMIT
from greenroom.simulation import clock
from greenroom.simulation.candidate_voice import Hearing, Utterance
from greenroom.simulation.fuzz.evidence import Evidence, Turned
from greenroom.simulation.fuzz.invariants import INVARIANTS, broken
from greenroom.simulation.fuzz.trial import Trial
from greenroom.simulation.transport import Cue, Edge, Said


@pytest.fixture(scope="module")
def seen() -> Evidence:
    """A sound interview: two stages, answers, a good-bye."""
    trial = Trial(100)
    found = trial.evidence(clock.run(trial.hold(), loop=trial.loop()))
    assert broken(found) == []
    return found


def messages(seen: Evidence, change: Callable[[list[dict[str, Any]]], Iterable[Any]]) -> Evidence:
    """The same with other messages on record."""
    return replace(seen, record=seen.record | {"messages": list(change(seen.record["messages"]))})


def numbered(message: dict[str, Any]) -> bool:
    return message["speaker"] == "candidate" and message["text"][:1] == "w"


def steps(seen: Evidence, *more: Turned) -> Evidence:
    return replace(seen, steps=[*seen.steps, *more])


def turned(seen: Evidence, kind: type[Any]) -> Turned:
    """The last step in which such a command was given."""
    return next(t for t in reversed(seen.steps) if t.given(kind))


def at_work(seen: Evidence) -> Turned:
    """A step in the middle of a stage, with nobody about to leave it."""
    return next(
        t
        for t in seen.steps
        if t.before.phase is Phase.RUNNING and t.before.prompt and not t.before.claim
    )


def long_utterance(seen: Evidence) -> tuple[float, float]:
    """Begin and end, in seconds, of an utterance of the interviewer that was heard whole."""
    began = 0.0
    for edge in seen.edges:
        if edge.cue is Cue.SPEECH:
            began = edge.at_s
        elif not edge.interrupted and edge.at_s - began > 4:
            return began, edge.at_s
    raise AssertionError("no such utterance")


def spoken(seen: Evidence, text: str, seconds: float = 0.6) -> Evidence:
    """The same, with these words over a whole utterance of the interviewer."""
    began, _ = long_utterance(seen)
    said = Utterance(text, began + 1, began + 1 + seconds, Hearing())
    return replace(seen, said=[*seen.said, said])


def ack_as_answer(seen: Evidence) -> Evidence:
    mine = next(
        m
        for m in seen.of("interviewer")
        if m["ended_ms"] - m["started_ms"] > 4_000 and not m["interrupted"]
    )
    at = mine["started_ms"] + 1_000
    ack = {"speaker": "candidate", "kind": "answer", "text": "okay", "started_ms": at}
    return messages(seen, lambda known: [*known, ack | {"ended_ms": at + 300}])


def late_event(seen: Evidence) -> Evidence:
    t = at_work(seen)
    gone = StageEntered(t.before.now, 99)
    return steps(seen, Turned(t.before, gone, (), replace(t.before, utterances=99)))


def skipped_stage(seen: Evidence) -> Evidence:
    t = at_work(seen)
    return steps(seen, replace(t, after=replace(t.after, index=t.before.index + 2)))


def past_the_limit(seen: Evidence) -> Evidence:
    t = at_work(seen)
    late: Millis = t.before.stage_base + t.before.stage.hard_limit + 60_000
    return steps(seen, replace(t, after=replace(t.after, now=late)))


def hasty(seen: Evidence) -> Evidence:
    t = at_work(seen)
    speaking = replace(t.before, voice_since=t.before.now)
    left = EnterStage(1, "TWO", Cause.INACTIVITY)
    return steps(seen, replace(t, before=speaking, commands=(left,)))


def hurried(seen: Evidence) -> Evidence:
    t = at_work(seen)
    writing = replace(t.before, unsent=True)
    left = EnterStage(1, "TWO", Cause.DEADLINE)
    due = DeadlineReached(t.before.now)
    return steps(seen, replace(t, before=writing, event=due, commands=(left,)))


def asked_twice(seen: Evidence) -> Evidence:
    t = seen.steps[-1]
    script = t.after.transcript
    doubled = replace(t.after, transcript=replace(script, asked=(*script.asked, *script.asked)))
    return replace(seen, steps=[*seen.steps[:-1], replace(t, after=doubled)])


def endless_good_bye(seen: Evidence) -> Evidence:
    t = seen.steps[-1]
    audible = seen.ended_ms - 2 * CLOSING_LIMIT
    closing = Closing(audible, EndReason.COMPLETED, Cause.FINISHED, "engine", audible)
    return steps(seen, replace(t, before=replace(t.before, closing=closing)))


def cut_by_nobody(seen: Evidence, heard: str = "Hello", after: Millis = 0) -> Evidence:
    t = next(t for t in seen.steps if t.before.current and t.before.current.audible_at)
    current = t.before.current
    assert current is not None
    assert current.audible_at is not None
    cut = UtteranceFinished(current.audible_at + after, current.id, heard, interrupted=True)
    return replace(steps(seen, replace(t, event=cut)), said=())


def twice_at_once(seen: Evidence) -> Evidence:
    t = turned(seen, Say)
    more = Say("u98", Kind.NOTICE, "Well.", "ONE", None, None)
    return steps(seen, replace(t, commands=(*t.commands, more)))


def told_again(seen: Evidence) -> Evidence:
    told = ReachMilestone("ONE", 50)
    t = Turned(seen.steps[0].before, DeadlineReached(0), (told, told), seen.steps[0].before)
    return steps(seen, t)


def talks_over(seen: Evidence) -> Evidence:
    said = max(seen.said, key=lambda u: u.ended_s - u.began_s)
    middle = (said.began_s + said.ended_s) / 2
    return replace(seen, edges=[*seen.edges, Edge(Cue.SPEECH, middle, Said("probe", "And?"))])


def paused_in_silence(seen: Evidence) -> Evidence:
    t = at_work(seen)
    clock = Frozen(t.after.now, Pause(t.after.now))
    paused = replace(t.after, clock=clock, current=None, claim=None, voice_since=None)
    later = replace(paused, now=paused.now + 10_000)
    waits = DeadlineReached(later.now)
    return steps(seen, replace(t, after=paused), Turned(paused, waits, (), later))


def assessed_aside(seen: Evidence) -> Evidence:
    aside = {
        "speaker": "candidate",
        "kind": "aside",
        "text": "Why?",
        "about": "process",
        "depth": 3,
    }
    return messages(seen, lambda known: [*known, aside | {"started_ms": 0, "ended_ms": 0}])


BREAKS: list[tuple[str, Callable[[Evidence], Evidence]]] = [
    ("F14: nobody was told", paused_in_silence),
    ("F15: w", lambda s: messages(s, lambda known: [m for m in known if not numbered(m)])),
    ("F15: w", lambda s: messages(s, lambda ms: [*ms, *(m for m in ms if numbered(m))])),
    ("F15: the record does not fit", lambda s: replace(s, record=s.record | {"mood": "gay"})),
    ("F15: the journal does not replay", lambda s: replace(s, lines=[*s.lines[:3], *s.lines[5:]])),
    ("F15: the replayed record differs", lambda s: replace(s, lines=s.lines[:-1])),
    ("F15: a task", lambda s: replace(s, complaints=["a task outlived it"])),
    ("F4: the end is None", lambda s: replace(s, record=s.record | {"end_reason": None})),
    ("F4: stages", lambda s: replace(s, record=s.record | {"stages": s.record["stages"][1:]})),
    ("F4: from stage", skipped_stage),
    ("F4: a late StageEntered", late_event),
    ("F8: the interviewer talks over", talks_over),
    ("F8: stage", past_the_limit),
    ("F8: 50 % of ONE", told_again),
    ("F8: left for inactivity", hasty),
    ("F9: deadline over unsent words", hurried),
    ("F10: u98 is said while", twice_at_once),
    ("F11: asked twice", asked_twice),
    ("F12: 'w9w", lambda s: spoken(s, "w9w one two three four", 1.5)),
    ("F13: the good-bye takes", endless_good_bye),
    ("F17: an aside was assessed", assessed_aside),
    ("T1: ", cut_by_nobody),
    ("T1: 'okay'", ack_as_answer),
    ("T3: 'stop'", lambda s: spoken(s, "stop")),
]


@pytest.mark.parametrize(("fault", "change"), BREAKS, ids=[fault for fault, _ in BREAKS])
def test_a_broken_rule_is_told(
    seen: Evidence, fault: str, change: Callable[[Evidence], Evidence]
) -> None:
    """Evidence of a broken rule makes its invariant speak, so a silent one means something."""
    assert any(told.startswith(fault) for told in broken(change(seen)))


def test_a_drop_takes_a_moment_on_the_real_clock(seen: Evidence) -> None:
    """What a voice or a handoff dropped may be on for some milliseconds there; a word of it is never heard,
    and in virtual time it takes none."""

    def told(heard: str, after: Millis, slack: Millis) -> bool:
        late = replace(seen, slack=slack)
        return any("cut off" in one for one in broken(cut_by_nobody(late, heard, after)))

    assert not told("", 6, 400)
    assert told("Hello", 6, 400)
    assert told("", 401, 400)
    assert told("", 6, 0)
    assert not told("", 0, 0)


def test_every_requirement_has_a_break() -> None:
    """No invariant stands in the list that this file never saw speak."""
    asked = {invariant.requirement for invariant in INVARIANTS}
    assert asked == {fault.split(":")[0] for fault, _ in BREAKS}


def test_a_disk_that_stood_still_excuses_one_complaint() -> None:
    """That an agent had gone when its model was asked, and nothing else that is logged beside it."""
    trial = Trial(0)
    gone = "livekit.agents logs an error (RuntimeError: no activity context found, the agent is not running)"
    trial.complaints = [gone, "livekit.agents logs speech not done in time after interruption"]
    assert len(trial.unexcused()) == 2
    trial.notebook.froze = True
    assert trial.unexcused() == trial.complaints[1:]
