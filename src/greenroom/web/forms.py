"""What goes over the wire of interviews as JSON, in both directions. Every text has a greatest length."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StringConstraints,
)

from greenroom.app.plans import builtin_names
from greenroom.app.ports import InterviewRow, Link
from greenroom.app.providers.catalogue import Part
from greenroom.app.registration import LONGEST_LINE, one_line
from greenroom.interview.events import SpokenCommand
from greenroom.interview.plan import LEVELS

EMAIL = r"^([^@\s]+@[^@\s]+\.[^@\s]+)?$"


def _literally_true(value: object) -> object:
    """1 and 1.0 equal `True` and are no consent."""
    return value if value is True else None


def _without_nul(text: str) -> str:
    return text.replace("\x00", "").strip()


Line = Annotated[str, Field(max_length=LONGEST_LINE), AfterValidator(one_line)]


KeyId = Annotated[str, Field(max_length=40)]


class ChosenProviders(BaseModel):
    """Which of the owner's keys does what. What is left out, the operator's provider does, or this
    machine."""

    llm: KeyId | None = None
    """Phrases the interviewer's words, and reads the answers."""
    stt: KeyId | None = None
    """Turns the candidate's voice into words."""
    tts: KeyId | None = None
    """Speaks."""

    def named(self) -> dict[str, str]:
        return {part: key for part, key in self.model_dump().items() if key}


class NewInterview(BaseModel):
    """An application for an interview. Only `plan` and `consent` are needed."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"plan": "classic", "consent": True}]}
    )

    plan: Annotated[
        str, Field(min_length=1, max_length=80, json_schema_extra={"examples": [*builtin_names()]})
    ]
    """The name of a built-in plan, or the id of one of the owner's own."""
    consent: Annotated[Literal[True], BeforeValidator(_literally_true)]
    """`true` and nothing else: the candidate knows that they will talk to an AI and agrees."""
    name: Line = ""
    email: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=254, pattern=EMAIL)
    ] = ""
    role: Line = ""
    """Free text; its words choose a role pack."""
    level: Annotated[
        str,
        StringConstraints(strip_whitespace=True, to_lower=True, max_length=20),
        Field(json_schema_extra={"enum": ["", *LEVELS]}),
    ] = ""
    job_description: Annotated[str, Field(max_length=20_000), AfterValidator(_without_nul)] = ""
    company: Line = ""
    study: bool = False
    """Study mode: hints on request, and a remark after each answer."""
    keep_sound: StrictBool = False
    """The candidate allows that the sound of the answers is kept, to be heard in the report."""
    unhurried: StrictBool = False
    """No time limits: no reminder, no move for silence and no stage limit is forced."""
    providers: ChosenProviders = ChosenProviders()
    """Keys of the asking owner, by part. Consent covers what they are sent."""


class LanguageNotice(BaseModel):
    language: str
    text: str


class Created(BaseModel):
    id: str
    access_token: str
    """Opens this interview alone. Shown once; only its hash is kept."""
    lacks: list[Part] = []
    """Parts that nothing here does in the plan's language: the candidate types, or reads."""
    notices: list[LanguageNotice] = []
    """The same in words, in the plan's language and in English."""


class NewCommand(BaseModel):
    command: SpokenCommand


class Interview(BaseModel):
    """A stored interview without its record."""

    id: str
    plan: str
    status: Literal["created", "running", "ended"]
    candidate: dict[str, str]
    created_at: str
    ended_at: str | None
    providers: dict[str, str]
    """The key that does a part; `operator:` and a provider, where the operator chose it.
    What is left out, this machine does."""
    keep_sound: bool
    """Whether the sound of the answers may be kept."""
    unhurried: bool
    """Whether the candidate asked for no time limits."""

    @classmethod
    def of(cls, row: InterviewRow) -> dict[str, Any]:
        return {
            "id": row.id,
            "plan": row.plan_id,
            "status": row.status,
            "candidate": dict(row.candidate),
            "created_at": row.created_at,
            "ended_at": row.ended_at,
            "providers": dict(row.keys),
            "keep_sound": row.sound,
            "unhurried": row.unhurried,
        }


class InterviewList(BaseModel):
    interviews: list[Interview]
    """Newest first."""


class InterviewSoFar(Interview):
    record: dict[str, Any] | None
    """The interview record so far; null before the interview began."""


class OpenLink(BaseModel):
    """A link, without what opens it."""

    id: str
    created_at: str
    expires_at: str
    parts: list[str]

    @classmethod
    def of(cls, link: Link) -> dict[str, Any]:
        return {
            "id": link.id,
            "created_at": link.created_at,
            "expires_at": link.expires_at,
            "parts": list(link.parts),
        }


class Report(BaseModel):
    """What the report builder found; see docs/reference/http.md."""

    model_config = ConfigDict(extra="allow")

    language: str
    """What was spoken, BCP 47."""
    sentences_language: str
    """Of the sentences in it; what they quote is as it was said."""
    strengths: list[Any]
    improvements: list[Any]
    question_feedback: list[Any]
    measures: dict[str, Any]
    stages: list[Any]
    not_scored: list[str]


class Health(BaseModel):
    status: Literal["ok", "warming", "degraded", "broken"]
    parts: dict[str, str]
    version: str
