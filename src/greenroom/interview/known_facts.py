"""What an interview knows of its candidate, across stages: facts, what was heard in each stage, what was asked
of the interviewer, and the name by which the candidate wants to be called (F18)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from greenroom.interview.plan import StagePlan
from greenroom.interview.reading import About
from greenroom.interview.state import InterviewState
from greenroom.interview.transcript import Message, StageLog
from greenroom.interview.understanding.corrections import NAME, corrected, corrected_name
from greenroom.interview.understanding.cues import SURE
from greenroom.interview.understanding.stated import stated

ASKED: Final = frozenset({About.CLARIFY, About.PROCESS, About.JOB, About.FEEDBACK})
"""Asides that ask the interviewer something."""
MOST_ASKED: Final = 8
SUMMARY: Final = 240
"""Characters of what was heard in one stage."""


def known(state: InterviewState) -> tuple[tuple[str, str], ...]:
    """(fact key, what was said) of all stages, the newest word on each."""
    facts: dict[str, str] = {}
    for log in state.transcript.stages:
        facts |= dict(log.facts)
    return tuple(facts.items())


WHO: Final = 0.7
"""Of facts that the greeting's answer states: there people say who they are."""


def stated_before(
    state: InterviewState, stage: StagePlan, wanted: Collection[str]
) -> dict[str, str]:
    """Facts of this stage that answers in other stages stated plainly, though those stages file none ("I'm a
    midwife", to the greeting), the newest word on each."""
    found: dict[str, str] = {}
    greetings = {one.id for one in state.plan.stages if one.kind == "greeting"}
    for message in state.transcript.messages:
        if message.kind == "answer" and message.stage != stage.id:
            least = WHO if message.stage in greetings else SURE
            for one in stated(message.text, state.plan.language):
                if one.key in wanted and one.sure >= least:
                    found[one.key] = message.text[one.start : one.end]
    return found


def summaries(state: InterviewState) -> tuple[tuple[str, str], ...]:
    """(stage title, what was heard in it) of the stages before this one; those in which nothing was told
    are left out."""
    titles = {stage.id: stage.title for stage in state.plan.stages}
    heard = ((titles[log.id], _heard(state, log)) for log in state.transcript.stages[:-1])
    return tuple((title, text) for title, text in heard if text)


def _heard(state: InterviewState, log: StageLog) -> str:
    """The stage's facts, then the candidate's answers that say most, as far as there is room."""
    facts = "; ".join(f"{key}: {text}" for key, text in log.facts if key != NAME)
    answers = [m for m in state.transcript.messages if m.stage == log.id and m.summary]
    best = sorted(answers, key=lambda m: -(m.depth or 0))[:2]
    said = [m.summary or "" for m in answers if m in best]
    parts = [text for text in (facts, *said) if text]
    while len(" / ".join(parts)) > SUMMARY and len(parts) > 1:
        parts.pop()
    return " / ".join(parts)


def asked_us(state: InterviewState) -> tuple[str, ...]:
    """What the candidate asked the interviewer, oldest first; the last few of many."""
    return tuple(m.text for m in state.transcript.messages if _asks(m))[-MOST_ASKED:]


def _asks(message: Message) -> bool:
    return message.kind == "aside" and message.about in ASKED


def with_corrections(state: InterviewState, text: str, topic: str = "") -> InterviewState:
    """The state after the candidate corrected something in these words: the name by which they are called,
    and the facts of every stage. `topic` is the aside's ("name", "fact", "misheard")."""
    facts = {**dict(known(state)), NAME: state.candidate.name or dict(known(state)).get(NAME, "")}
    for key, new in corrected(text, facts, topic):
        state = _renamed(state, new) if key == NAME else state
        state = _with_fact(state, key, new)
    return state


def with_name(state: InterviewState, facts: Mapping[str, str], said: str) -> InterviewState:
    """The state after an answer that tells a name. A registered name stays unless the words deny it or ask
    for another: what a recogniser writes for a name is less sure than what was typed."""
    wished = corrected_name(said, state.candidate.name)
    told = facts.get(NAME, "") if not state.candidate.name else ""
    name = wished or told
    return _with_fact(_renamed(state, name), NAME, name) if name else state


def _renamed(state: InterviewState, name: str) -> InterviewState:
    return replace(state, candidate=replace(state.candidate, name=name))


def _with_fact(state: InterviewState, key: str, new: str) -> InterviewState:
    """In every stage that knows the fact; a name that none knows, in the first that wants one."""
    wanting = {stage.id for stage in state.plan.stages if any(f.key == key for f in stage.facts)}
    logs = state.transcript.stages
    holders = {log.id for log in logs if key in dict(log.facts)}
    if not holders and key == NAME:
        holders = {log.id for log in logs if log.id in wanting}
    changed = tuple(
        replace(log, facts=tuple({**dict(log.facts), key: new}.items()))
        if log.id in holders
        else log
        for log in logs
    )
    return replace(state, transcript=replace(state.transcript, stages=changed))
