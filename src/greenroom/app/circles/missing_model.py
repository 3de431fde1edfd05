"""Who stands where a model was chosen that cannot be had: the interview ends unjudged, and says why."""

from __future__ import annotations

from typing import NoReturn

from greenroom.app.ports import UpstreamFault
from greenroom.circle.effects import AskJudge, CallAgent
from greenroom.circle.rules import Rules


class MissingModel:
    """Implements `ports.CircleAgent` and `ports.CircleJudge`. Nobody is asked, and nobody tries again."""

    def __init__(self, cause: str) -> None:
        self._cause = cause

    async def reply(self, call: CallAgent, rules: Rules) -> str:
        self._fail()

    async def judge(self, ask: AskJudge, rules: Rules) -> str:
        self._fail()

    def _fail(self) -> NoReturn:
        raise UpstreamFault("model", self._cause, retryable=False)
