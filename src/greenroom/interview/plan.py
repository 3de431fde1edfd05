"""What an interview is to be: an ordered list of stages, as frozen data.

`app.plans` builds these from TOML and owns the error messages; here are only the shapes. All times
are integer milliseconds: a float deadline can re-arm itself for ever.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Millis: TypeAlias = int

QuestionKind: TypeAlias = Literal["open", "yesno"]
StageKind: TypeAlias = Literal["greeting", "work", "questions", "closing"]
"""`questions`: the candidate asks. What is said there is never assessed."""

LEVELS = ("entry", "junior", "mid", "senior", "lead", "staff")


@dataclass(frozen=True, slots=True)
class Question:
    """Something that may be asked once. Texts may hold `{name}`, `{role}` and `{level}`."""

    id: str
    text: str
    simpler: str | None = None
    """An easier form, for a candidate who says nothing (F9 t2)."""
    rephrase: str | None = None
    """The same question in other words, for "can you rephrase that?"."""
    kind: QuestionKind = "open"
    points: tuple[str, ...] = ()
    """Key points a good answer covers: words or short phrases, looked for in the answer."""
    hint: str | None = None
    """What is said to a candidate who asks for a hint, in study mode."""
    reprompt: str | None = None
    """A gentle word in a silence after this question (F9 t1); None: one of the stage's."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A follow-up for answers of the given depths."""

    id: str
    text: str
    depths: tuple[int, ...]
    """Depths 1-5 for which this probe fits."""
    topic: str | None = None
    """What it asks for; a probe whose topic (fact key or STAR part) is already known is passed over."""
    last: bool = False
    """True: after its answer the stage is left (F6: "one last question, then advance")."""
    rephrase: str | None = None
    simpler: str | None = None
    reprompt: str | None = None

    @property
    def question(self) -> Question:
        return Question(
            self.id,
            self.text,
            simpler=self.simpler,
            rephrase=self.rephrase,
            reprompt=self.reprompt,
        )


@dataclass(frozen=True, slots=True)
class Fact:
    """Something the stage wants to learn."""

    key: str
    required: bool = False
    question: str | None = None
    """Asked when the fact is missing and there is room for a question."""
    cues: tuple[str, ...] = ()
    """Phrases that introduce it ("I work as"); what follows up to the end of the clause is the fact."""
    simpler: str | None = None
    rephrase: str | None = None
    reprompt: str | None = None


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage. `None` means "no such rule"."""

    id: str
    title: str
    kind: StageKind = "work"
    purpose: str = ""
    instructions: str = ""
    """For a model; a template over `{name}`, `{role}`, `{level}`, `{resume}`, `{job}`."""
    opening: Question = field(default_factory=lambda: Question("opening", ""))
    bank: tuple[Question, ...] = ()
    probes: tuple[Probe, ...] = ()
    facts: tuple[Fact, ...] = ()
    story: bool = False
    """True: complete when a STAR story with action, measurable result and trade-off was told (F5)."""
    minimum_questions: int = 1
    maximum_questions: int | None = None
    maximum_turns: int | None = None
    follow_up_cap: int | None = None
    target_depth: int | None = None
    minimum_time: Millis = 0
    soft_limit: Millis | None = None
    hard_limit: Millis = 300_000
    inactivity_limit: Millis = 45_000
    reprompt_after: Millis = 15_000
    simplify_after: Millis = 30_000
    ramble_limit: Millis = 120_000
    """One answer longer than this is politely ended at a pause (T7)."""
    thinking_time: Millis = 60_000
    """What "give me a minute" buys, twice for each prompt (F9)."""
    reply_delay: Millis = 2_000
    """Silence after which an open answer counts as finished; yes/no questions wait less."""
    bridge_in: str = ""
    """Said on the way in, before the opening question."""
    bridge_out: str = ""
    """Said on the way out, before the next stage's `bridge_in`."""
    reprompts: tuple[str, ...] = ()
    closing: str = ""
    """The good-bye. Used by the last stage; `{remark}` is replaced by one true, positive sentence."""
    requires: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    """Only for these role packs; empty: for all."""
    levels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InterviewPlan:
    """A validated plan, its conditions already resolved for one candidate."""

    id: str
    title: str
    stages: tuple[StagePlan, ...]
    schema: int = 1
    language: str = "en"
    study: bool = False
    """Hints on request, and a remark after each answer."""

    def stage(self, index: int) -> StagePlan:
        return self.stages[index]

    @property
    def experience(self) -> frozenset[str]:
        """The stages that ask for something the candidate did: those that want a story, or, in a plan
        without one, all that work."""
        working = [stage for stage in self.stages if stage.kind == "work"]
        stories = [stage for stage in working if stage.story]
        return frozenset(stage.id for stage in stories or working)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Who is interviewed. Personal data: never logged, never in a room name or a token."""

    name: str = ""
    role: str = ""
    level: str = ""
