"""Agents and judges whose words are written down beforehand: one line for each call."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from greenroom.circle.effects import AskJudge, CallAgent
from greenroom.circle.replies import FaultCause, ReplyFault
from greenroom.circle.rules import Rules


class ScriptedAgent:
    """Implements `ports.CircleAgent`.

    {"as_user_message": "Hi, what are you building?", "intent_tag": "clarify_goal"}
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)

    async def reply(self, call: CallAgent, rules: Rules) -> str:
        return _next(self._lines)


class ScriptedCircleJudge:
    """Implements `ports.CircleJudge`. A line is a whole judgement, or its short form, a `decision`
    and perhaps a `notification`: that has no evidence, so its yes passes no gate."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)

    async def judge(self, ask: AskJudge, rules: Rules) -> str:
        return _whole(_next(self._lines))


def _next(lines: Iterator[str]) -> str:
    line = next(lines, None)
    if line is None:
        raise ReplyFault(FaultCause.EXHAUSTED, retryable=False)
    return line


def _whole(line: str) -> str:
    """The short form in the words of the long one."""
    try:
        table = json.loads(line)
    except (ValueError, RecursionError):
        return line
    if not isinstance(table, dict) or "decision" not in table or "verdict" in table:
        return line
    table["verdict"] = table.pop("decision")
    return json.dumps(table)
