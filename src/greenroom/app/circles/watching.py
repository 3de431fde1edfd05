"""What those who may follow an interview between agents see of its log, entry by entry.

Nobody sees a profile here. The owner sees what was said, what their own agent was to do and wished,
why it ended, and the verdict with its evidence. The visitor's side sees what was said and why it
ended. What agents say to nobody, tags and the visitor's wish to stop, the owner sees under `spec`
alone, where nothing is private.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

from greenroom.app.ports import Written
from greenroom.circle.effects import AskJudge, CallAgent, Done, next_effect
from greenroom.circle.events import (
    CallFailed,
    Decided,
    EndedOutside,
    Event,
    JudgeReplied,
    Notified,
    Started,
    TurnCommitted,
    Verdict,
)
from greenroom.circle.judging.quoted import places
from greenroom.circle.outcome import outcome
from greenroom.circle.rules import Sharing
from greenroom.circle.state import State, fold

Watcher: TypeAlias = Literal["owner", "visitor"]
Seen: TypeAlias = dict[str, Any]


class Following:
    """One watcher's view, fed with the log as it grows."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher
        self._state = State()

    @property
    def over(self) -> bool:
        return self._state.started is not None and isinstance(next_effect(self._state), Done)

    @property
    def last(self) -> int:
        """The number of the last entry, -1 before the first."""
        return self._state.seq - 1

    def feed(self, entries: Iterable[Written]) -> Iterator[Seen]:
        """One object for each entry, in order: `{"seq", "at_ms", "type", …}`, and `next`, whose turn
        it is then. An entry that is not for this watcher has the type `note` and nothing else."""
        for written in entries:
            before, self._state = self._state, fold(self._state, written.entry)
            told = _told(written.entry.event, self._state, self._watcher)
            found = {"seq": written.entry.seq, "at_ms": written.at_ms, "type": "note", **told}
            if self._state.ended is not None and before.ended is None:
                found["ended"] = _end(self._state, written.entry.event, self._watcher)
            yield {**found, "next": _next(self._state, self._watcher)}


def result(entries: Sequence[Written], watcher: Watcher) -> Seen:
    """The public outcome so far; a visitor's has no verdict."""
    state = State()
    for written in entries:
        state = fold(state, written.entry)
    found = outcome(state)
    if watcher == "visitor":
        return {key: found[key] for key in ("transcript", "end_reason")}
    return found


def _told(event: Event, state: State, watcher: Watcher) -> Seen:
    match event:
        case Started():
            return _opening(event)
        case TurnCommitted():
            return {"type": "message", **_message(event, state, watcher)}
        case CallFailed() if watcher == "owner" and event.role != "visitor":
            return {"type": "retry", "role": event.role, "cause": event.cause}
        case Decided() if watcher == "owner":
            return {"type": "verdict", **_verdict(event, state)}
        case Notified() if watcher == "owner":
            return {"type": "told"}
        case EndedOutside() | CallFailed() | JudgeReplied() | Decided() | Notified():
            return {}


def _opening(event: Started) -> Seen:
    brief, rules = event.brief, event.rules
    return {
        "type": "started",
        "objective": brief.circle.objective_text,
        "time_window": brief.circle.time_window,
        "max_messages": 2 * rules.max_per_side,
        "sharing": rules.profile_sharing.value,
        **{key: brief.context[key] for key in brief.context},
    }


def _message(turn: TurnCommitted, state: State, watcher: Watcher) -> Seen:
    own, open_ = turn.speaker == watcher, _shared_in_full(state)
    found: Seen = {
        "index": len(state.turns),
        "speaker": turn.speaker,
        "message": turn.message,
        "truncated": turn.truncated,
    }
    if watcher == "owner" and (own or open_):
        found |= {
            "goal": turn.goal,
            "intent_tag": turn.intent_tag,
            "stop_suggested": turn.stop_suggested,
        }
    return found


def _end(state: State, last: Event, watcher: Watcher) -> Seen:
    """With the provider's cause where it failed: the model of both sides is the owner's choice."""
    also = [reason.value for reason in state.also] if watcher == "owner" else []
    reason = state.ended
    found: Seen = {
        "reason": reason and reason.value,
        "also": also,
        "judged": bool(reason and reason.judged),
    }
    if watcher == "owner" and isinstance(last, CallFailed) and last.upstream:
        found["cause"] = last.cause
    return found


def _verdict(decided: Decided, state: State) -> Seen:
    """Evidence that was found in its message, with its place there; the rest is not shown."""
    public = {Verdict.YES: "yes", Verdict.NO: "no", Verdict.UNDECIDED: "no"}
    return {
        "decision": public[decided.verdict],
        "undecided": decided.verdict is Verdict.UNDECIDED,
        "notification": decided.notification,
        "causes": [cause.value for cause in decided.causes],
        "injection_suspected": decided.injection_suspected,
        "evidence": list(_evidence(state)),
    }


def _evidence(state: State) -> Iterator[Seen]:
    shown = set()
    again = any(opinion.ablated and opinion.judgement for opinion in state.opinions)
    for opinion in state.opinions:
        if opinion.judgement is None or opinion.ablated is not again:
            continue
        for quoted in opinion.judgement.evidence:
            number = quoted.id.removeprefix("m")
            index = int(number) if number.isascii() and number.isdigit() else 0
            if not 1 <= index <= len(state.turns):
                continue
            message = state.transcript[index - 1]
            for place in places(quoted.quote, message, index):
                if (index, place) not in shown:
                    shown.add((index, place))
                    start, end = place.start, place.end
                    words = message.message[start:end]
                    yield {"index": index, "start": start, "end": end, "quote": words}


def _next(state: State, watcher: Watcher) -> Seen | None:
    """Who is at work now; None: it is over."""
    effect = next_effect(state)
    match effect:
        case CallAgent():
            goal = effect.goal if watcher == "owner" and effect.goal is not None else None
            return {"speaker": effect.side, "goal": goal and goal.value}
        case AskJudge():
            return {"speaker": "judge", "goal": None}
        case Done():
            return None
        case _:
            return {"speaker": "code", "goal": None}


def _shared_in_full(state: State) -> bool:
    return state.start.rules.profile_sharing is Sharing.FULL
