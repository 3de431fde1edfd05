"""What goes over the wire as JSON, in both directions. Every text has a greatest length."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    StrictBool,
    StringConstraints,
)

from greenroom.app.plans import builtin_names
from greenroom.app.ports import InterviewRow, Link, PlanRow, SealedKey
from greenroom.app.providers.budgets import Account
from greenroom.app.providers.catalogue import PROVIDERS, Part
from greenroom.app.providers.keys import LONGEST_KEY, Entered, Entry, parts_of
from greenroom.app.registration import LONGEST_LINE, one_line
from greenroom.interview.events import SpokenCommand
from greenroom.interview.plan import LEVELS
from greenroom.web.preparation.forms import Preparation

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
    """The key that does a part; `operator:` and a provider, where whoever runs the server chose it.
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


class Kept(InterviewSoFar):
    papers: Preparation
    """What was handed in; empty once the interview is over."""
    scorecard: dict[str, Any] | None
    """As it was made, its rubric included."""
    links: list[OpenLink]
    sound: list[tuple[int, int]]
    """The stretches of the interview whose sound is kept. The sound is not in here: it is heard at
    `/api/interviews/{id}/sound`."""


class ModelNames(BaseModel):
    """The model for a part, where it is not the provider's usual one."""

    llm: Line = ""
    stt: Line = ""
    tts: Line = ""


class NewKey(BaseModel):
    """A provider of the owner's own. The key is checked by one call, sealed, and never shown again."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"provider": "openai", "key": "sk-…"}]}
    )

    provider: Annotated[
        str, Field(min_length=1, max_length=80, json_schema_extra={"enum": [*PROVIDERS]})
    ]
    key: Annotated[SecretStr, Field(max_length=LONGEST_KEY)] | None = None
    """Not for servers that want none."""
    base_url: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=300, pattern=r"^[!-~]*$")
    ] = ""
    """Where the server is; for a known provider only where it is not the usual place."""
    models: ModelNames = ModelNames()
    voice: Line = ""

    def entry(self) -> Entry:
        models = {Part(part): name for part, name in self.models.model_dump().items() if name}
        return Entry(self.provider, self.key, self.base_url or None, models, self.voice or None)


class SavedKey(BaseModel):
    id: str
    provider: str
    base_url: str | None
    models: dict[str, str]
    voice: str | None
    last4: str
    """The last four characters; empty where there is no key, or a very short one."""
    parts: list[Part]
    """What it can do."""
    created_at: str
    checked_at: str | None
    """When the provider last accepted it."""

    @classmethod
    def of(cls, row: SealedKey) -> dict[str, Any]:
        shown = (name for name in cls.model_fields if name != "parts")
        return {**{name: getattr(row, name) for name in shown}, "parts": [*parts_of(row)]}


class EnteredKey(SavedKey):
    """A key that was just checked."""

    listed: bool
    """Whether the models that were named are on the provider's own list. False: it gives no list, and
    the names are taken as they are."""

    @classmethod
    def told(cls, made: Entered) -> dict[str, Any]:
        return {**SavedKey.of(made.row), "listed": made.listed}


class Nearby(BaseModel):
    """A model server on this machine."""

    title: str
    base_url: str
    models: list[str]


class NearbyList(BaseModel):
    servers: list[Nearby]


class Used(BaseModel):
    """Of providers, in the last 24 hours."""

    since: str
    tokens: int
    """In and out."""
    characters: int
    """Spoken."""
    seconds: int
    """Heard."""
    micros: int | None
    """Millionths of a US dollar; null where the price of some of it is not known."""
    most: dict[str, int | None]
    """The ceiling of each; null: none."""

    @classmethod
    def of(cls, account: Account) -> dict[str, Any]:
        used = account.used
        return {
            "since": account.since,
            "tokens": used.tokens_in + used.tokens_out,
            "characters": used.characters,
            "seconds": used.seconds,
            "micros": used.micros,
            "most": asdict(account.most),
        }


class KeyList(BaseModel):
    keys: list[SavedKey]
    """Newest first."""


class KeptPlan(BaseModel):
    """A plan of the owner's own."""

    id: str
    version: int
    toml: str
    created_at: str
    updated_at: str

    @classmethod
    def of(cls, row: PlanRow) -> dict[str, Any]:
        return {name: getattr(row, name) for name in cls.model_fields}


class Takeaway(BaseModel):
    """Everything that is kept of one owner."""

    interviews: list[Kept]
    keys: list[SavedKey]
    """Without the keys themselves."""
    circles: list[dict[str, Any]]
    """Each with its conversations, as their owner sees them."""
    plans: list[KeptPlan]
    retries: list[dict[str, Any]]
    """Which interview asks which question of which other again."""
    wordings: list[dict[str, Any]]
    """How questions are to be answered next time."""
    drills: list[dict[str, Any]]
    """When a question comes again, and the scheduler's state of it."""
    used: Used


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
