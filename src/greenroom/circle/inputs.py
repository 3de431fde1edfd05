"""Exactly what each role is given. Who may not see something has no place for it in its type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from greenroom.circle import brief as briefs
from greenroom.circle.brief import CONTEXT, Brief
from greenroom.circle.events import Side
from greenroom.circle.goals import TurnGoal
from greenroom.circle.profile import Profile, project
from greenroom.circle.rules import Rules, Sharing

VISITOR_INSTRUCTION: Final = (
    "Answer the last message as you naturally would, going by your profile. "
    "How much you engage is up to you."
)
"""The same at every turn: the visitor's agent is led by nothing but its profile."""


@dataclass(frozen=True, slots=True)
class Message:
    speaker: Side
    message: str
    """Exactly `as_user_message`."""

    def plain(self) -> dict[str, str]:
        return {"speaker": self.speaker, "message": self.message}


Transcript: TypeAlias = tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class OwnerInput:
    owner_profile: Profile
    visitor_profile: Profile
    """Projected, unless the rules share it in full."""
    owner_circle: Mapping[str, Any]
    context: Mapping[str, Any]
    mission: str
    conversation_so_far: Transcript
    turn_goal: TurnGoal

    def plain(self) -> dict[str, Any]:
        return {
            "owner_profile": dict(self.owner_profile),
            "visitor_profile": dict(self.visitor_profile),
            "owner_circle": dict(self.owner_circle),
            "context": dict(self.context),
            "mission": self.mission,
            "conversation_so_far": [message.plain() for message in self.conversation_so_far],
            "turn_goal": self.turn_goal.value,
        }


@dataclass(frozen=True, slots=True)
class VisitorInput:
    visitor_profile: Profile
    owner_profile: Profile
    """Projected, unless the rules share it in full."""
    context: Mapping[str, Any]
    mission: str
    conversation_so_far: Transcript
    instruction: str = VISITOR_INSTRUCTION

    def plain(self) -> dict[str, Any]:
        return {
            "visitor_profile": dict(self.visitor_profile),
            "owner_profile": dict(self.owner_profile),
            "context": dict(self.context),
            "mission": self.mission,
            "conversation_so_far": [message.plain() for message in self.conversation_so_far],
            "instruction": self.instruction,
        }


@dataclass(frozen=True, slots=True)
class JudgeInput:
    owner_objective: str
    transcript: Transcript

    def plain(self) -> dict[str, Any]:
        return {
            "owner_objective": self.owner_objective,
            "transcript": [message.plain() for message in self.transcript],
        }


def for_owner(brief: Brief, rules: Rules, said: Transcript, goal: TurnGoal) -> OwnerInput:
    return OwnerInput(
        owner_profile=brief.owner_profile,
        visitor_profile=_shared(brief.visitor_profile, rules),
        owner_circle=brief.circle.given,
        context=_context(brief),
        mission=brief.mission,
        conversation_so_far=said,
        turn_goal=goal,
    )


def for_visitor(brief: Brief, rules: Rules, said: Transcript) -> VisitorInput:
    return VisitorInput(
        visitor_profile=brief.visitor_profile,
        owner_profile=_shared(brief.owner_profile, rules),
        context=_context(brief),
        mission=brief.mission,
        conversation_so_far=said,
    )


def for_judge(brief: Brief, said: Transcript) -> JudgeInput:
    return JudgeInput(briefs.objective(brief.circle), said)


def _shared(profile: Profile, rules: Rules) -> Profile:
    return profile if rules.profile_sharing is Sharing.FULL else project(profile)


def _context(brief: Brief) -> dict[str, Any]:
    return {key: brief.context[key] for key in CONTEXT if key in brief.context}
