"""The states of what the interviewer says: worded, waiting, spoken or cut off; and the question that is pending."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from greenroom.interview.commands import Kind
from greenroom.interview.plan import Millis, Question


@dataclass(frozen=True, slots=True)
class Draft:
    """An utterance that waits until the floor is free."""

    kind: Kind
    lead: str
    """Words before the question: thanks, bridge. May be the whole text."""
    question: Question | None = None
    body: str = ""
    """The question as it will be spoken; "" when there is none."""
    follow_up: bool = False
    open: bool = False
    """True: a model is still wording the question. Until then this is the plan's own question, which is not
    said."""

    @property
    def text(self) -> str:
        """What may be said of it by now."""
        return self.lead if self.open else f"{self.lead} {self.body}".strip()


@dataclass(frozen=True, slots=True)
class Utterance:
    """A draft that was handed to the voice."""

    id: str
    draft: Draft
    stage: str
    said_at: Millis
    audible_at: Millis | None = None
    stopped: bool = False
    """True: the engine asked for its end, so the end is no barge-in."""
    firm: bool = False
    """True: the floor was taken from a candidate who had spoken for too long."""
    gave_way: bool = False
    """True: it was stopped because the candidate went on speaking."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The question that is pending. Repeating, rephrasing, simplifying and thinking keep it (F9)."""

    question: Question
    reprompted: bool = False
    simplified: bool = False
    grants: int = 0
    last: bool = False
    """Its answer leaves the stage."""
    offered: bool = False
    """The page offers to put it in other words, because time limits are waived."""
    asides: tuple[str, ...] = ()
    """The asides that were replied to while it is pending ("about.topic"), the latest last."""


@dataclass(frozen=True, slots=True)
class Owed:
    """The reply that an aside needs. It is said before the next utterance, or alone."""

    text: str
    form: Literal["", "again", "other_words"] = ""
    """How the pending question follows it where it is said alone; "": not at all."""


@dataclass(frozen=True, slots=True)
class Yielded:
    """An utterance that was stopped because the candidate went on speaking. Their words decide whether it
    counts as begun."""

    draft: Draft
    heard: str


@dataclass(frozen=True, slots=True)
class Wording:
    """A question that a model was allowed to ask, and whose words are still coming."""

    turn_id: str
    since: Millis
    """When something of it came last."""
    question: Question | None
    """Of the plan; None: the model's own."""
    instead: Question
    """The plan's question that is asked if the words fail."""
    reply: Owed | None = None
    """The words reply to an aside. If they fail this reply is said instead; the question stays pending."""
