"""Where an interview between agents stands: a fold of its log, and nothing else.

NEW ─Started→ the owner's turn ─TurnCommitted→ the visitor's ─TurnCommitted→ the owner's …
the owner stops, or all turns are used, or it ends from outside → ended
ended, and judged ─JudgeReplied …→ ─Decided→ ─(yes) Notified→ done
ended, and not judged → done
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, assert_never

from greenroom.circle.ends import CircleEnd, ranked
from greenroom.circle.events import (
    CallFailed,
    Decided,
    EndedOutside,
    Entry,
    Event,
    Judgement,
    JudgeReplied,
    Notified,
    Side,
    Started,
    TurnCommitted,
    Verdict,
)
from greenroom.circle.inputs import Message, Transcript
from greenroom.circle.judging.panel import Asked, Case, Opinion, next_asked
from greenroom.circle.profile import names
from greenroom.circle.replies import is_blank


class ProtocolError(ValueError):
    """An event that cannot follow here; the message says which and why."""


@dataclass(frozen=True, slots=True)
class State:
    """After `seq` entries of the log."""

    seq: int = 0
    started: Started | None = None
    turns: tuple[TurnCommitted, ...] = ()
    transcript: Transcript = ()
    """The words of the turns."""
    names: frozenset[str] = frozenset()
    """Of both people, from their profiles."""
    faults: tuple[str, ...] = ()
    """Why the call that is due failed until now."""
    set_aside: Judgement | None = None
    """The last yes that was asked for again."""
    ended: CircleEnd | None = None
    also: tuple[CircleEnd, ...] = ()
    opinions: tuple[Opinion, ...] = ()
    decided: Decided | None = None
    notified: bool = False

    @property
    def speaker(self) -> Side:
        """Whose turn it is, or would be."""
        return "visitor" if len(self.turns) % 2 else "owner"

    def said_by(self, side: Side) -> int:
        """Turns alternate, the owner's first."""
        return (len(self.turns) + (side == "owner")) // 2

    @property
    def start(self) -> Started:
        """Raises `ProtocolError` before it."""
        if self.started is None:
            raise ProtocolError(f"entry {self.seq}: the interview has not started")
        return self.started

    @property
    def case(self) -> Case:
        return Case(self.transcript, self.names, self.start.rules.judges)

    @property
    def judge_asked(self) -> Asked | None:
        """Which member of the panel is due; None: nobody."""
        if self.ended is None or not self.ended.judged or self.decided is not None:
            return None
        return next_asked(self.case, self.opinions)


def folded(entries: Iterable[Entry]) -> State:
    """The state that a log leads to. Raises `ProtocolError`."""
    state = State()
    for entry in entries:
        state = fold(state, entry)
    return state


def fold(state: State, entry: Entry) -> State:
    """One entry further. Raises `ProtocolError` for one that cannot follow: the same one twice, a
    turn out of order or after the end, a second verdict, a yes without its line."""
    if entry.seq != state.seq:
        raise ProtocolError(f"entry {entry.seq} where {state.seq} should be")
    if isinstance(entry.event, Started):
        if state.started is not None:
            raise ProtocolError(f"entry {entry.seq}: started already")
        brief = entry.event.brief
        who = names(brief.owner_profile) | names(brief.visitor_profile)
        return State(seq=1, started=entry.event, names=who)
    state.start  # noqa: B018 - raises where nothing has started
    return _applied(state, entry.event)


def _next(state: State, **changes: Any) -> State:
    return replace(state, seq=state.seq + 1, **changes)


def _applied(state: State, event: Event) -> State:
    match event:
        case TurnCommitted():
            return _with_turn(state, event)
        case CallFailed():
            return _with_failure(state, event)
        case EndedOutside():
            return _ended_outside(state, event)
        case JudgeReplied():
            _require(state, state.judge_asked == Asked(event.member, event.ablated), event)
            opinion = Opinion(event.member, event.ablated, event.judgement)
            return _with_opinion(state, opinion)
        case Decided():
            return _with_verdict(state, event)
        case Notified():
            yes = state.decided is not None and state.decided.verdict is Verdict.YES
            _require(state, yes and not state.notified, event)
            return _next(state, notified=True)
        case Started():  # pragma: no cover - `fold` has it
            raise ProtocolError("started already")
        case other:
            assert_never(other)


def _with_turn(state: State, turn: TurnCommitted) -> State:
    _require(state, state.ended is None and turn.speaker == state.speaker, turn)
    _require(state, turn.speaker == "visitor" or not is_blank(turn.message), turn)
    said = (*state.transcript, Message(turn.speaker, turn.message))
    state = _next(state, turns=(*state.turns, turn), transcript=said, faults=())
    reasons = ranked(_stops(state, turn))
    over = set(reasons) - {CircleEnd.MAX_TURNS} or _all_said(state)
    return replace(state, ended=reasons[0], also=reasons[1:]) if reasons and over else state


def _stops(state: State, turn: TurnCommitted) -> list[CircleEnd]:
    """Every reason to stop that holds now. `MAX_TURNS` holds from a side's last message on."""
    rules, found = state.start.rules, []
    if state.said_by(turn.speaker) >= rules.max_per_side:
        found.append(CircleEnd.MAX_TURNS)
    if turn.speaker == "owner":
        if turn.stop_suggested and state.said_by("visitor") >= rules.min_visitor_turns:
            found.append(CircleEnd.OWNER_STOP)
        return found
    if turn.stop_suggested and rules.honor_visitor_stop:
        found.append(CircleEnd.VISITOR_STOP)
    answers = [one.message for one in state.turns if one.speaker == "visitor"]
    latest = answers[-rules.max_stale :]
    if 0 < rules.max_stale == len(latest) and all(is_blank(answer) for answer in latest):
        found.append(CircleEnd.STALE)
    return found


def _all_said(state: State) -> bool:
    """Whether nobody may speak any more: the visitor answers the owner's last message, or not."""
    rules = state.start.rules
    last: Side = "visitor" if rules.reply_to_final else "owner"
    return state.said_by(last) >= rules.max_per_side


def _with_failure(state: State, failed: CallFailed) -> State:
    asked = state.judge_asked
    due = asked is not None if failed.role == "judge" else state.ended is None
    _require(state, due and failed.role in ("judge", state.speaker), failed)
    faults = (*state.faults, failed.cause)
    set_aside = failed.judgement or state.set_aside
    if failed.retryable and len(faults) < state.start.rules.max_attempts:
        return _next(state, faults=faults, set_aside=set_aside)
    if asked is not None:
        return _with_opinion(state, Opinion(asked.member, asked.ablated, set_aside))
    return _next(state, ended=_end_of(failed), faults=())


def _with_opinion(state: State, opinion: Opinion) -> State:
    return _next(state, opinions=(*state.opinions, opinion), faults=(), set_aside=None)


def _end_of(failed: CallFailed) -> CircleEnd:
    if failed.upstream:
        return CircleEnd.INFRASTRUCTURE_ERROR
    return CircleEnd.OWNER_ERROR if failed.role == "owner" else CircleEnd.VISITOR_ERROR


def _ended_outside(state: State, event: EndedOutside) -> State:
    """Once there is a reason it stays: what comes later changes nothing."""
    _require(state, event.reason.external, event)
    if state.ended is not None:
        return _next(state)
    return _next(state, ended=event.reason, faults=())


def _with_verdict(state: State, event: Decided) -> State:
    due = state.ended is not None and state.ended.judged and state.judge_asked is None
    _require(state, due and state.decided is None, event)
    _require(state, (event.verdict is Verdict.YES) == (event.notification is not None), event)
    return _next(state, decided=event)


def _require(state: State, holds: bool, event: Event) -> None:
    if not holds:
        raise ProtocolError(f"entry {state.seq}: {type(event).__name__} cannot follow here")
