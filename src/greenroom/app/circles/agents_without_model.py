"""Agents without a model: they ask by the goal and answer from what may be told. Nobody judges.

A server without a key can show the whole way of an entry with them. What they say is only what the
other side would be told anyway, so they find nothing out that a table could not; and a verdict would
be made up, so there is none.
"""

from __future__ import annotations

import json
from typing import Any, Final

from greenroom.circle.effects import AskJudge, CallAgent
from greenroom.circle.goals import TurnGoal
from greenroom.circle.inputs import OwnerInput, VisitorInput
from greenroom.circle.profile import project
from greenroom.circle.replies import FaultCause, ReplyFault
from greenroom.circle.rules import Rules

ASKED: Final = {
    TurnGoal.OPEN: "Hello. {aim} Is that something for you?",
    TurnGoal.OBJECTIVE: "What would you bring along, or want to find?",
    TurnGoal.AVAILABILITY: "When does it suit you?",
    TurnGoal.DECIDE: "Thank you. From here the people themselves decide.",
}
NOTHING: Final = "There is nothing more about that in my profile."


class RuleAgent:
    """Implements `ports.CircleAgent` for either side."""

    async def reply(self, call: CallAgent, rules: Rules) -> str:
        said = _asked(call.given) if isinstance(call.given, OwnerInput) else _answered(call)
        return json.dumps({"as_user_message": said[: rules.max_message_chars]}, ensure_ascii=False)


class NobodyJudges:
    """Implements `ports.CircleJudge`: there is no judgement, which is not a no."""

    async def judge(self, ask: AskJudge, rules: Rules) -> str:
        raise ReplyFault(FaultCause.NOBODY, retryable=False)


def _asked(given: OwnerInput) -> str:
    aim = str(given.owner_circle.get("objective_text", ""))
    return ASKED[given.turn_goal].format(aim=f"I am looking for this: {aim}.")


def _answered(call: CallAgent) -> str:
    given = call.given
    if not isinstance(given, VisitorInput):
        raise TypeError("the owner's side asks")
    told = project(given.visitor_profile)
    answers = {
        1: _of(told, "motivations_and_goals", "primary_goal", "What I am after: {}."),
        2: _of(told, "skills_and_identity", "skills", "What I can do: {}."),
        3: _of(told, "lifestyle_and_rhythms", "availability", "When I have time: {}."),
    }
    return answers.get(call.turn) or NOTHING


def _of(told: dict[str, Any], section: str, field: str, sentence: str) -> str | None:
    value = told.get(section, {}).get(field)
    if not value:
        return None
    words = value if isinstance(value, str) else ", ".join(map(str, value))
    return sentence.format(words.replace("_", " "))
