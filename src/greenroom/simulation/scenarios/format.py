"""The scenario file as its author writes it: every key, its unit and its default stand here, and
`docs/scenario.schema.json` is made from here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from greenroom.app.sources.toml_tables import not_blank

MAX_LINES: Final = 2_000
"""Utterances of one part. Ninety minutes of talk are some three hundred."""

_Id = Annotated[str, Field(max_length=60, pattern=r"^[A-Za-z][A-Za-z0-9_-]*$")]
_Stage = Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z][A-Za-z0-9_-]*$")]
_Line = Annotated[str, Field(max_length=300), AfterValidator(not_blank)]
_Words = Annotated[str, Field(max_length=8_000), AfterValidator(not_blank)]
_Reply = Annotated[str, Field(max_length=64_000)]
_Seconds = Annotated[float, Field(ge=0, le=7_200)]
_Level = Annotated[int, Field(ge=1, le=5)]
_Number = Annotated[int, Field(ge=0, le=100_000)]

Act: TypeAlias = Literal[
    "say", "type", "draft", "empty", "leave", "join", "repeat", "rephrase", "hint", "skip", "think", "pause", "resume",
    "go_on", "end", "interrupt",
]  # fmt: skip
Reveal: TypeAlias = Literal["asked", "probed", "volunteered", "never"]
Count: TypeAlias = Literal[
    "greeting", "question", "probe", "reprompt", "simpler", "repeat", "bridge", "notice", "reply", "closing",
    "answer", "aside", "ack", "command", "thinking",
    "barge_ins", "forced_transitions", "natural_transitions", "refused_transitions", "incidents",
    "interrupted", "interviewer_messages", "candidate_messages", "seconds",
]  # fmt: skip
Left: TypeAlias = Literal[
    "facts_complete", "candidate_done", "depth_met", "turn_limit", "question_limit", "time_low",
    "proposed", "deadline", "inactivity", "candidate_skipped", "candidate_ended", "candidate_left",
    "finished", "failed",
]  # fmt: skip
End: TypeAlias = Literal[
    "completed", "candidate_ended", "candidate_left", "time", "failed",
    "infrastructure_error", "cancelled", "budget", "agent_error:owner", "agent_error:visitor",
    "participant_left", "timeout", "owner_stop", "visitor_stop", "stale", "max_turns",
]  # fmt: skip
"""Of an interview with a person, and of one between agents. `interview.causes` and `circle.ends`
are where they come from; a test compares."""


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class LineSource(_Table):
    after: Literal["start", "question", "speech", "previous"] = Field(
        description="What it waits for; see `greenroom simulate --script`."
    )
    wait: _Seconds = Field(0.0, description="Seconds from that cue.")
    say: Annotated[str, Field(max_length=8_000)] = Field("", description="The words.")
    seconds: _Seconds | None = Field(None, description="Their length; 0.36 a word unless said.")
    act: Act = Field(
        "say",
        description="`say` aloud, `type`, `leave` or `join` the line, or press a button of the page. "
        "`draft`, `empty`: press a key, after which the box holds unsent words or none.",
    )


class FactSource(_Table):
    id: _Id = Field(description="Name of the fact in results.")
    text: _Words = Field(description="What the candidate says of it, word for word.")
    topics: list[_Line] = Field(
        [], max_length=20, description="Words or phrases in a question that ask for it."
    )
    reveal: Reveal = Field(
        "asked",
        description="`asked`: to a question with one of its topics; `probed`: when that is asked a "
        "second time; `volunteered`: unasked, in the first answers; `never`.",
    )
    signs: list[_Line] = Field(
        [],
        max_length=10,
        description="Words that show that it was told; the whole text unless given.",
    )
    contradictions: list[_Line] = Field(
        [], max_length=10, description="Words that nobody says who has this fact."
    )


class CandidateSource(_Table):
    """One of `persona`, `script`, `lines`, `facts`; `character` makes a model play the facts."""

    persona: _Id | None = Field(
        None, description="A candidate by name; docs/reference/simulation.md."
    )
    script: _Line | None = Field(None, description="A script file, from this file's folder.")
    lines: list[LineSource] = Field([], max_length=MAX_LINES, description="A script right here.")
    facts: list[FactSource] = Field([], max_length=60, description="A fact sheet.")
    at_once: Annotated[int, Field(ge=1, le=10)] = Field(
        2, description="Facts of the sheet in one answer, at most."
    )
    character: _Words | None = Field(
        None, description="Who a language model plays. Needs a fact sheet, and GREENROOM_LLM."
    )


class CircleSource(_Table):
    mission: _Line = Field(description="A mission file, from this file's folder.")
    owner: list[_Reply] = Field([], max_length=100, description="The owner's agent's replies.")
    visitor: list[_Reply] = Field([], max_length=100, description="The visitor's agent's.")
    judge: list[_Reply] = Field([], max_length=20, description="The judge's.")
    preset: Literal["safe", "spec"] = Field("safe", description="Which profile fields are shared.")


class RubricSource(_Table):
    name: _Line = Field(description="A built-in rubric, or a file from this file's folder.")
    at_least: dict[_Id, _Level] = Field(
        {}, description="The lowest level that passes, by criterion."
    )
    unscored: list[_Id] = Field(
        [], max_length=12, description="Criteria for which no level may stand."
    )
    claims: _Reply | None = Field(
        None,
        description="A judgement written down, as `greenroom score --model script:` takes it. "
        "Without it `--judge llm` judges; without both nothing is judged.",
    )


class ExpectSource(_Table):
    """All of it must hold. That an interview is sound and that its journal gives the same record is
    checked always."""

    end_reason: list[End] = Field([], max_length=10, description="One of these; any unless given.")
    stages: list[_Stage] = Field(
        [], max_length=20, description="Exactly these were entered, in this order."
    )
    causes: dict[_Stage, list[Left]] = Field(
        {}, description="Why a stage was left: one of these for each stage named."
    )
    learned: dict[_Stage, list[_Id]] = Field(
        {}, description="Facts of the plan that a stage learned."
    )
    facts: list[_Id] = Field(
        [], max_length=60, description="Facts of the sheet that the interviewer got to hear."
    )
    coverage: Annotated[int, Field(ge=0, le=100)] | None = Field(
        None, description="Percent of the sheet's facts that can be had, at least."
    )
    said: list[_Line] = Field([], max_length=40, description="Words the interviewer must say.")
    forbidden: list[_Line] = Field(
        [],
        max_length=100,
        description="Words that the interviewer (in a circle: anybody) must not say.",
    )
    at_least: dict[Count, _Number] = Field({}, description="Least numbers of what is counted.")
    at_most: dict[Count, _Number] = Field({}, description="Greatest numbers of what is counted.")
    decision: Literal["yes", "no", "undecided", "none"] | None = Field(
        None, description="Of a circle's judge; `none`: nobody judged."
    )
    rubric: RubricSource | None = Field(None, description="Levels by a rubric.")


class ScenarioSource(_Table):
    schema_: Literal[1] = Field(alias="schema", description="Version of this format: 1.")
    id: _Id = Field(description="Name of the scenario in results; unique in a run.")
    title: _Line = Field(description="What it shows, in a few words.")
    description: _Words | None = Field(None, description="Why it is there.")
    tags: list[_Id] = Field([], max_length=20, description="For people who choose.")
    plan: _Line | None = Field(
        None, description="A built-in plan, or a file from this file's folder."
    )
    role: Annotated[str, Field(max_length=80)] = Field(
        "software engineer", description="What the candidate applies for; chooses a plan's stages."
    )
    level: Annotated[str, Field(max_length=40)] = Field("mid", description="entry, junior, mid …")
    unhurried: bool = Field(False, description="The candidate asked for no time limits.")
    seed: Annotated[int, Field(ge=0, le=2**31)] = Field(
        0, description="All chance of its first run; each further run adds one."
    )
    candidate: CandidateSource | None = Field(None, description="Who is interviewed.")
    circle: CircleSource | None = Field(
        None, description="An interview between two agents, in place of plan and candidate."
    )
    expect: ExpectSource = Field(
        ExpectSource.model_construct(), description="What must come of it."
    )


def json_schema() -> Mapping[str, Any]:
    """The JSON Schema of a scenario file (`docs/scenario.schema.json`). It knows keys, types and
    ranges; what must hold between keys, only `greenroom simulate check` knows."""
    schema = ScenarioSource.model_json_schema(by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "Greenroom scenario",
    }
