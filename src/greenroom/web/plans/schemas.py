"""What the routes of plans take and give."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, Field, model_validator

from greenroom.app.sources.toml_tables import MAX_SOURCE_BYTES
from greenroom.assessment.sentence import Sentence


def _whole(text: str) -> str:
    """JSON can spell half a character, and no file can hold one."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(Sentence("This holds half a character.")) from None
    return text


Toml = Annotated[str, Field(max_length=MAX_SOURCE_BYTES), AfterValidator(_whole)]


class PlanToCheck(BaseModel):
    """One of the two: the text of a plan, or what a form holds of it."""

    toml: Toml | None = None
    plan: dict[str, Any] | None = None
    """The plan's tables, keys as in docs/reference/plans.md."""

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if (self.toml is None) == (self.plan is None):
            raise ValueError(Sentence("Send either `toml` or `plan`."))
        return self


class NewPlan(BaseModel):
    """One of the two: a text, or the plan to copy."""

    toml: Toml | None = None
    copy_of: Annotated[str, Field(max_length=80)] | None = None
    """A built-in plan's name, or the id of one of the owner's own."""

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if (self.toml is None) == (self.copy_of is None):
            raise ValueError(Sentence("Send either `toml` or `copy_of`."))
        return self


class ChangedPlan(BaseModel):
    toml: Toml
    version: Annotated[int, Field(ge=1, le=10**9)]
    """The version that was edited; another one in the store is not written over."""


class PlanFault(BaseModel):
    line: int | None
    """From 1."""
    key: str
    """`stages[0].hard_limit`; empty: the file as a whole."""
    reason: str
    told: str
    """The reason in the language of the page that asks: the person's choice, or their browser's."""


class StageLength(BaseModel):
    id: str
    title: str
    minutes: int


class PlanLength(BaseModel):
    """A plan without fault, summed up for a candidate of unknown role and level."""

    id: str
    title: str
    description: str
    minutes: int
    stages: list[StageLength]


class CheckedPlan(BaseModel):
    toml: str
    plan: dict[str, Any] | None
    """The tables in it; null: it is no TOML."""
    faults: list[PlanFault]
    summary: PlanLength | None
    """Null while there are faults."""


class SavedPlan(CheckedPlan):
    id: str
    version: int
    """0 for a built-in plan."""
    title: str


class PlanRead(BaseModel):
    """A plan in the list."""

    id: str
    title: str
    builtin: bool
    version: int
    updated_at: str | None
    faults: int
    """How many; with none it can be used."""
    minutes: int | None


class PlanList(BaseModel):
    plans: list[PlanRead]
    """The owner's own, the one changed last first; then the built-in ones."""
