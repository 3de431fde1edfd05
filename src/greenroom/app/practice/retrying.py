"""One question again: an interview of one stage and one question, held by the same voice and model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from greenroom.app import plans
from greenroom.app.plans.checking import plan_of
from greenroom.app.plans.format import MAX_SPOKEN, MAX_TITLE
from greenroom.app.ports import InterviewRow, Mode, NotFound, Refused, RetryRow, Store
from greenroom.app.practice.questions import Held, card_of, context_of, held
from greenroom.app.registration import fresh
from greenroom.app.reports.report_cache import report_cache_of
from greenroom.app.timestamps import stamped
from greenroom.assessment.comparison import Tried, compared
from greenroom.assessment.exchanges import Exchange
from greenroom.assessment.sentence import Sentence
from greenroom.interview.phrases import phrases
from greenroom.interview.plan import InterviewPlan, Question, StagePlan
from greenroom.interview.questions import find

PLAN: Final = "again"
"""Id of the plan of every retry."""


async def retry(
    store: Store, row: InterviewRow, message: int, now: datetime, mode: Mode
) -> tuple[InterviewRow, str]:
    """Register for the question that `message` asked; returns the interview and its capability.

    Raises `NotFound` when nothing was asked there, `Refused` while the interview is not over.
    """
    if row.status != "ended":
        raise Refused(
            Sentence(
                "This interview is not over yet. Its questions can be answered again when it is."
            )
        )
    first = await held(store, row)
    toml = one_question(await plan_of(row), first.exchange(message), first.exchanges)
    interview_id, capability, kept = fresh()
    again = replace(
        row,
        id=interview_id,
        plan_toml=toml,
        plan_id=PLAN,
        created_at=stamped(now),
        status="created",
        ended_at=None,
        capability_hash=kept,
        mode=mode,
    )
    await store.interviews.create(again)
    await store.retries.put(RetryRow(interview_id, row.id, message))
    return again, capability


async def comparison(store: Store, row: InterviewRow) -> dict[str, Any]:
    """A retry beside its question's first answer. Raises `NotFound` when the interview is no retry,
    `Refused` when it has no question yet."""
    known = await store.retries.find(row.id)
    of = None if known is None else await store.interviews.find(known.of_interview)
    if known is None or of is None or of.owner != row.owner:
        raise NotFound("this interview asks nothing again")
    first, second = await held(store, of), await held(store, row)
    if not second.exchanges:
        raise Refused(Sentence("This question has not been asked again yet."))
    both = (
        await _tried(store, first, first.exchange(known.message)),
        await _tried(store, second, second.exchanges[0]),
    )
    told = await report_cache_of(store.interviews).apart(row.owner, partial(compared, *both))
    return {"interview": of.id, "message": known.message, "retry": row.id, **told}


async def _tried(store: Store, interview: Held, exchange: Exchange) -> Tried:
    replayed = interview.replayed
    return Tried(exchange, replayed.heard, replayed.plan.language, await card_of(store, interview))


def one_question(plan: InterviewPlan, exchange: Exchange, found: Sequence[Exchange] = ()) -> str:
    """The TOML of a plan that asks this alone, in the stage in which it was asked. Before a follow-up
    stands the question that it followed: alone nobody would know what "it" is."""
    stage = next((s for s in plan.stages if s.id == exchange.asked["stage"]), plan.stages[0])
    context, lead = context_of(found, exchange), ""
    if context and plan.language == "en":
        lead = f"Before this question you were asked: {context}"
    return alone(plan, stage, _opening(stage, exchange), "One question again", PLAN, lead)


def alone(
    plan: InterviewPlan,
    stage: StagePlan,
    opening: Mapping[str, Any],
    title: str,
    plan_id: str,
    lead: str = "",
) -> str:
    """The TOML of a plan that asks one question in the limits of this stage; `lead` is said before it."""
    table = _stage(plan, stage, opening)
    if lead:
        table["bridge_in"] = lead.replace("{", "").replace("}", "")[:MAX_SPOKEN]
    whole = f"{title}: {plan.title}"
    head = {"schema": 1, "id": plan_id, "title": whole if len(whole) <= MAX_TITLE else title}
    return plans.written({**head, "language": plan.language, "stages": [table]})


def _stage(plan: InterviewPlan, stage: StagePlan, opening: Mapping[str, Any]) -> dict[str, Any]:
    found = {
        "id": stage.id,
        "title": stage.title,
        "instructions": stage.instructions or None,
        "hard_limit": _s(stage.hard_limit),
        "inactivity_limit": _s(stage.inactivity_limit),
        "reprompt_after": _s(stage.reprompt_after),
        "simplify_after": _s(stage.simplify_after),
        "ramble_limit": _s(stage.ramble_limit),
        "thinking_time": _s(stage.thinking_time),
        "reply_delay_ms": stage.reply_delay,
        "maximum_turns": 1,
        "closing": phrases(plan.language).good_bye,
        "opening": opening,
    }
    return {key: value for key, value in found.items() if value is not None}


def _opening(stage: StagePlan, exchange: Exchange) -> Mapping[str, Any]:
    """The plan's own question in all its forms; a model's in the words that were heard."""
    heard = exchange.question.replace("{", "").replace("}", "")[:MAX_SPOKEN]
    question = find(stage, exchange.asked["question_id"]) or Question("heard", heard)
    return forms(question)


def forms(question: Question) -> Mapping[str, Any]:
    """A question in all its forms, as a plan's table."""
    keys = ("text", "simpler", "rephrase", "reprompt")
    told = {key: text for key in keys if (text := getattr(question, key))}
    points = {"points": list(question.points)} if question.points else {}
    return {**told, "kind": question.kind, **points}


def _s(millis: int) -> int:
    return max(1, millis // 1000)
