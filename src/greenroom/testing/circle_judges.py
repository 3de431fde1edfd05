"""A judge of interviews between agents that is a rule, for whoever wants to see what figures make of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final, TypeAlias

from greenroom.circle.effects import AskJudge
from greenroom.circle.events import Verdict
from greenroom.circle.inputs import JudgeInput, Transcript
from greenroom.circle.judging.rendering import message_id
from greenroom.circle.replies import FaultCause, ReplyFault
from greenroom.circle.rules import Rules

Rule: TypeAlias = Callable[[JudgeInput], Verdict | None]
"""None: no judgement that can be read."""
LINE: Final = "Somebody nearby would like that."
QUOTED: Final = 8
"""Words of a message."""


class RuledJudge:
    """Implements `ports.CircleJudge`. Its yes quotes the last words of each side, well enough for any
    gate: whether it is deserved is the rule's affair."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule
        self.asked: list[JudgeInput] = []

    async def judge(self, ask: AskJudge, rules: Rules) -> str:
        self.asked.append(ask.given)
        verdict = self._rule(ask.given)
        if verdict is None:
            raise ReplyFault(FaultCause.NOT_JSON, retryable=False)
        yes = verdict is Verdict.YES
        return json.dumps(
            {
                "reasoning": "the rule says so",
                "evidence": _last_words(ask.given.transcript) if yes else [],
                "criteria": [],
                "injection_suspected": False,
                "verdict": verdict,
                "notification": LINE if yes else None,
            }
        )


def _last_words(transcript: Transcript) -> list[dict[str, str]]:
    """Of each side's last message that says anything."""
    found = {
        message.speaker: (message_id(index), " ".join(message.message.split()[-QUOTED:]))
        for index, message in enumerate(transcript)
        if any(character.isalnum() for character in message.message)
    }
    return [{"id": id_, "quote": quote} for id_, quote in found.values()]
