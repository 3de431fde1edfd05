"""The plan file as its author writes it: the one place where pydantic meets a plan. Every key, its
unit and its default stand here, and `docs/plan.schema.json` is made from here."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from greenroom.app.sources.toml_tables import not_blank
from greenroom.interview.plan import LEVELS, QuestionKind, StageKind

MAX_STAGES: Final = 20
MAX_TEXTS: Final = 600
"""Questions in all their forms; each is compared with each."""

_ID = r"^[A-Za-z][A-Za-z0-9_-]*$"


_Id = Annotated[str, Field(max_length=40, pattern=_ID)]
MAX_TITLE: Final = 80
_Title = Annotated[str, Field(max_length=MAX_TITLE), AfterValidator(not_blank)]
MAX_SPOKEN: Final = 600
"""Characters of anything that is said aloud."""
_Spoken = Annotated[str, Field(max_length=MAX_SPOKEN), AfterValidator(not_blank)]
_Phrase = Annotated[str, Field(max_length=60), AfterValidator(not_blank)]
_Notes = Annotated[str, Field(max_length=8000), AfterValidator(not_blank)]
_Seconds = Annotated[int, Field(ge=1, le=7200)]
_Count = Annotated[int, Field(ge=1, le=50)]
_Depth = Annotated[int, Field(ge=1, le=5)]
_Levels = Annotated[
    list[Literal["entry", "junior", "mid", "senior", "lead", "staff"]],
    Field(max_length=len(LEVELS)),
]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class OpeningSource(_Table):
    text: _Spoken = Field(description="The question as it is spoken.")
    id: _Id | None = Field(None, description="Name in the record; `STAGE.opening` unless said.")
    simpler: _Spoken | None = Field(None, description="An easier form, after a long silence.")
    rephrase: _Spoken | None = Field(None, description="The same question in other words.")
    kind: QuestionKind = Field("open", description="`yesno` waits less and takes a yes at once.")
    points: list[_Phrase] = Field(
        [], max_length=20, description="Words or phrases that a good answer covers."
    )
    hint: _Spoken | None = Field(
        None, description="Said when the candidate asks for a hint, in study mode."
    )
    reprompt: _Spoken | None = Field(
        None, description="A gentle word in a silence; else one of the stage's `reprompts`."
    )


class QuestionSource(OpeningSource):
    id: _Id = Field(description="Name in the record, unique in the plan.")
    levels: _Levels = Field([], description="Asked only at these levels; absent: of everybody.")


class ProbeSource(_Table):
    id: _Id = Field(description="Name in the record, unique in the plan.")
    text: _Spoken = Field(description="The follow-up as it is spoken.")
    simpler: _Spoken | None = Field(None, description="An easier form, after a long silence.")
    rephrase: _Spoken | None = Field(None, description="The same follow-up in other words.")
    reprompt: _Spoken | None = Field(
        None, description="A gentle word in a silence; else one of the stage's `reprompts`."
    )
    depths: list[_Depth] = Field(
        min_length=1, max_length=5, description="Depths (1-5) of the answers it fits."
    )
    topic: _Id | None = Field(
        None, description="Fact key or story part it asks for; passed over once that is known."
    )
    last: bool = Field(False, description="The stage is left after its answer.")
    levels: _Levels = Field([], description="Asked only at these levels; absent: of everybody.")


class FactSource(_Table):
    key: _Id = Field(description="Name of the fact; well-known: name, role, years, highlight …")
    required: bool = Field(False, description="The stage is complete when all required are known.")
    question: _Spoken | None = Field(None, description="Asked while the fact is missing.")
    simpler: _Spoken | None = Field(None, description="An easier form, after a long silence.")
    rephrase: _Spoken | None = Field(None, description="The same question in other words.")
    reprompt: _Spoken | None = Field(
        None, description="A gentle word in a silence; else one of the stage's `reprompts`."
    )
    cues: list[_Phrase] = Field(
        [], max_length=20, description="Phrases that introduce the fact in an answer."
    )


class WhenSource(_Table):
    roles: list[_Id] = Field([], max_length=20, description="Only for these role packs.")
    levels: _Levels = Field([], description="Only for these levels.")


class StageSource(_Table):
    id: _Id = Field(description="Name of the stage, on a line of its own.")
    title: _Title | None = Field(
        None, description="What the page shows; made from the id if absent."
    )
    kind: StageKind = Field("work", description="`greeting`, `work`, `questions` or `closing`.")
    purpose: _Spoken | None = Field(None, description="What the stage is for, in a sentence.")
    instructions: _Notes | None = Field(None, description="For a model: how to hold this stage.")
    requires: list[_Id] = Field([], max_length=20, description="Earlier stages it needs.")
    when: WhenSource = Field(
        default_factory=lambda: WhenSource.model_validate({}),
        description="Conditions; absent: for everybody.",
    )
    hard_limit: _Seconds = Field(300, description="Seconds after which the stage is left.")
    soft_limit: _Seconds | None = Field(
        None, description="Seconds after which no new topic is begun."
    )
    inactivity_limit: _Seconds = Field(45, description="Seconds of silence that end the stage.")
    reprompt_after: _Seconds | None = Field(
        None, description="Seconds of silence before the reprompt; a third of inactivity_limit."
    )
    simplify_after: _Seconds | None = Field(
        None, description="Seconds of silence before the simpler form; two thirds of it."
    )
    ramble_limit: _Seconds = Field(120, description="Seconds one answer may last.")
    thinking_time: _Seconds = Field(
        60, description="Seconds that a request for time to think buys, twice for each question."
    )
    reply_delay_ms: Annotated[int, Field(ge=200, le=5000)] = Field(
        2000,
        description="Milliseconds of silence that finish an open answer, at the candidate's normal pace.",
    )
    minimum_time: Annotated[int, Field(ge=0, le=7200)] = Field(
        0, description="Seconds before a proposed transition is accepted."
    )
    minimum_questions: Annotated[int, Field(ge=0, le=50)] = Field(
        1, description="Questions asked before the stage may be left by choice."
    )
    maximum_questions: _Count | None = Field(None, description="Questions after which it is left.")
    maximum_turns: _Count | None = Field(None, description="Answers after which it is left.")
    follow_up_cap: Annotated[int, Field(ge=0, le=50)] | None = Field(
        None, description="Follow-ups after which it is left."
    )
    target_depth: _Depth | None = Field(None, description="Depth that lets the stage be left.")
    story: bool = Field(
        False, description="Complete with a STAR story (action, result, trade-off)."
    )
    bridge_in: _Spoken | None = Field(None, description="Said on the way in, before the opening.")
    bridge_out: _Spoken | None = Field(None, description="Said on the way out.")
    reprompts: list[_Spoken] = Field([], max_length=10, description="Gentle words in a silence.")
    closing: _Spoken | None = Field(None, description="The good-bye; it may contain `{remark}`.")
    opening: OpeningSource | None = Field(None, description="The stage's first question.")
    bank: list[QuestionSource] = Field([], max_length=50, description="Further questions.")
    probes: list[ProbeSource] = Field([], max_length=50, description="Follow-ups by depth.")
    facts: list[FactSource] = Field([], max_length=30, description="What the stage wants to learn.")


class PlanHead(_Table):
    """Everything above the first stage."""

    schema_: Literal[1] = Field(alias="schema", description="Version of this format: 1.")
    id: _Id = Field(description="Name of the plan.")
    title: _Title = Field(description="What the page shows.")
    description: _Spoken | None = Field(None, description="Who it is for, in a sentence.")
    language: Literal["en", "es", "fr", "de", "hi", "pt"] = Field(
        "en", description="What is spoken. Facts and depth are understood best in English."
    )
    roles: list[_Id] = Field([], max_length=20, description="Role packs it is made for.")
    study: bool = Field(
        False, description="Study mode: hints on request, and a remark after each answer."
    )
    reprompt_after: _Seconds | None = Field(
        None, description="Seconds, for every stage that says none and whose silence is longer."
    )
    simplify_after: _Seconds | None = Field(
        None, description="Seconds, for every stage that says none and whose silence is longer."
    )


class PlanSource(PlanHead):
    stages: list[StageSource] = Field(
        min_length=1, max_length=MAX_STAGES, description="In the order in which they are held."
    )
