"""The questions of the role packs, by role and kind, and one of them held as an interview of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Final

from greenroom.app import plans
from greenroom.app.ports import InterviewRow, Mode, NotFound, Refused, Store
from greenroom.app.practice.retrying import alone, forms
from greenroom.app.registration import fresh
from greenroom.app.roles import role_pack, role_packs
from greenroom.app.timestamps import stamped
from greenroom.assessment.sentence import Sentence

_NOT_PRACTISED: Final = frozenset({"greeting", "questions", "closing"})
FIRST_REGISTER: Final = Sentence(
    "Hold one interview first: there you agree to it, and choose who hears and speaks. Then any question "
    "here is one click away."
)


@dataclass(frozen=True, slots=True)
class BankQuestion:
    """One question of a role pack."""

    plan: str
    """The pack's plan."""
    stage: str
    kind: str
    """The stage's title: "Past experience", "System design"."""
    question: str
    """Its id in the plan."""
    text: str


@cache
def questions(role: str) -> tuple[BankQuestion, ...]:
    """Every question of a role pack, in the plan's order. Raises `NotFound`."""
    name = next((p.id for p in plans.catalogue() if role in p.roles), None)
    if name is None:
        raise NotFound("there are no questions for this role")
    plan = plans.load_builtin(name)
    return tuple(
        BankQuestion(name, stage.id, stage.title, question.id, question.text)
        for stage in plan.stages
        if stage.kind not in _NOT_PRACTISED
        for question in (stage.opening, *stage.bank)
        if "{" not in question.text and question.kind != "yesno"
    )


@cache
def roles() -> tuple[tuple[str, str], ...]:
    """Roles that have questions: id and title."""
    known = {role for plan in plans.catalogue() for role in plan.roles}
    return tuple((one.id, one.title) for one in role_packs().values() if one.id in known)


def usual(rows: Sequence[InterviewRow]) -> str:
    """The role to begin with: that of the newest interview that names one."""
    named = (role_pack(row.candidate.get("role", "")) for row in rows)
    known = {role for role, _ in roles()}
    return next((role for role in named if role in known), roles()[0][0])


async def practise(
    store: Store, owner: str, name: str, stage_id: str, question_id: str, now: datetime, mode: Mode
) -> tuple[InterviewRow, str]:
    """Register for one question of the bank, as the owner's newest interview was: the same consent, voice
    and model. Raises `NotFound` for no such question, `Refused` where there is no interview yet."""
    rows = await store.interviews.of_owner(owner)
    packs = (role for plan in plans.catalogue() if plan.id == name for role in plan.roles)
    known = {(one.stage, one.question) for role in packs for one in questions(role)}
    if (stage_id, question_id) not in known:
        raise NotFound("there is no such question")
    if not rows:
        raise Refused(FIRST_REGISTER)
    plan = plans.load_builtin(name)
    stage = next(one for one in plan.stages if one.id == stage_id)
    question = next(one for one in (stage.opening, *stage.bank) if one.id == question_id)
    toml = alone(plan, stage, forms(question), "One question", plans.ONE_QUESTION)
    interview_id, capability, kept = fresh()
    row = replace(
        rows[0],
        id=interview_id,
        plan_toml=toml,
        plan_id=plans.ONE_QUESTION,
        created_at=stamped(now),
        status="created",
        ended_at=None,
        capability_hash=kept,
        mode=mode,
    )
    await store.interviews.create(row)
    return row, capability
