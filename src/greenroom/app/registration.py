"""A candidate registers for an interview, and gets the one token that opens it (W1, Sec)."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from greenroom.app import consent, plans
from greenroom.app.plans.checking import in_turn
from greenroom.app.plans.owner_plans import Chosen, choose
from greenroom.app.ports import InterviewRow, Mode, Store, UserFault
from greenroom.app.timestamps import stamped
from greenroom.assessment.sentence import Sentence
from greenroom.interview.plan import LEVELS

LONGEST_LINE: Final = 120
"""Characters of a name, a role, a company."""


def one_line(text: str) -> str:
    """Control characters are noise in a name; so are runs of space."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


class FieldFault(UserFault):
    """One field of an application cannot be used."""

    def __init__(self, field: str, reason: Sentence) -> None:
        super().__init__(reason)
        self.field = field


@dataclass(frozen=True, slots=True)
class Application:
    """What a candidate tells us. Personal data. Consent was given, or there is no application."""

    plan: str
    """The name of a built-in plan, or the id of one of the owner's own."""
    name: str = ""
    email: str = ""
    role: str = ""
    level: str = ""
    study: bool = False
    """Hints on request, and a remark after each answer; a plan may say so itself."""
    keep_sound: bool = False
    """The sound of the answers may be kept."""
    unhurried: bool = False
    """The candidate asks for no time limits."""
    providers: Mapping[str, str] = field(default_factory=dict)
    """Which of the owner's keys does which part; this machine does the others."""


async def register(
    store: Store,
    application: Application,
    owner: str,
    now: datetime,
    mode: Mode = "embedded",
    language: str = consent.LANGUAGE,
) -> tuple[InterviewRow, str]:
    """Store a new interview; returns it with its capability, which is kept nowhere. `language`: of the page
    that asked for consent.

    Raises `FieldFault` for a plan or a level that does not exist. Whether the owner may use these
    providers is for the caller to know (`KeyRing.permit`).
    """
    chosen = await _chosen(store, owner, application.plan)
    if application.level and application.level not in LEVELS:
        raise FieldFault("level", Sentence("Choose one of {names}.", names=", ".join(LEVELS)))
    toml = chosen.toml
    if application.study:
        toml = await in_turn(owner, plans.studied, toml)
    interview_id, capability, kept = fresh()
    row = InterviewRow(
        id=interview_id,
        owner=owner,
        plan_toml=toml,
        plan_id=chosen.id,
        candidate={
            "name": application.name,
            "email": application.email,
            "role": application.role,
            "level": application.level,
        },
        created_at=stamped(now),
        status="created",
        keys=dict(application.providers),
        capability_hash=kept,
        mode=mode,
        sound=application.keep_sound,
        consent=consent.given(stamped(now), language),
        unhurried=application.unhurried,
    )
    await store.interviews.create(row)
    return row, capability


async def _chosen(store: Store, owner: str, name: str) -> Chosen:
    try:
        chosen = await choose(store.plans, owner, name)
    except UserFault as fault:
        raise FieldFault("plan", fault.args[0]) from None
    if chosen is None:
        raise FieldFault(
            "plan", Sentence("There is no plan of this name, built in or of your own.")
        )
    return chosen


def fresh() -> tuple[str, str, str]:
    """The id of a new interview, its capability, and the digest of it that is stored."""
    interview_id = f"int_{secrets.token_hex(12)}"
    capability = f"{interview_id}.{secrets.token_urlsafe(32)}"
    return interview_id, capability, _fingerprint(capability)


def interview_of(capability: str) -> str:
    """The interview that a capability says it opens, which proves nothing yet."""
    return capability.partition(".")[0]


def capability_opens(row: InterviewRow | None, capability: str) -> bool:
    """Whether this token was given for this interview. Takes as long when the interview does not exist."""
    kept = row.capability_hash if row is not None else ""
    return hmac.compare_digest(_fingerprint(capability), kept)


def _fingerprint(capability: str) -> str:
    """256 random bits need no salt and no slow hash."""
    return hashlib.sha256(capability.encode()).hexdigest()
