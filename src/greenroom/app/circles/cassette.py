"""An interview's replies kept as JSON lines, and given again without a model.

{"role": "owner", "asked": "9f…", "reply": "{\\"as_user_message\\": …}"}

`asked` is a digest of exactly what that role was given, so a cassette that no longer fits what is
asked is found out at the first call that differs, and not passed over. A judge's nonce is no part of
it: it is new for every request.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from typing import Any

from greenroom.app.ports import CircleAgent, CircleJudge, UpstreamFault, UserFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.circle.effects import AskJudge, CallAgent
from greenroom.circle.replies import FaultCause, ReplyFault
from greenroom.circle.rules import Rules


class Recorder:
    """Lets one role reply, and has each reply written down, failures of a provider too."""

    def __init__(
        self,
        role: str,
        inner: CircleAgent | CircleJudge,
        write: Callable[[str], None],
    ) -> None:
        self._role, self._inner, self._write = role, inner, write

    async def reply(self, call: CallAgent, rules: Rules) -> str:
        return await self._kept(call, self._inner.reply(call, rules))  # type: ignore[union-attr]

    async def judge(self, ask: AskJudge, rules: Rules) -> str:
        return await self._kept(ask, self._inner.judge(ask, rules))  # type: ignore[union-attr]

    async def _kept(self, asked: CallAgent | AskJudge, replying: Any) -> str:
        line: dict[str, Any] = {"role": self._role, "asked": _digest(asked)}
        try:
            reply: str = await replying
        except UpstreamFault as fault:
            self._write(json.dumps({**line, "fault": fault.cause}))
            raise
        self._write(json.dumps({**line, "reply": reply}, ensure_ascii=False))
        return reply


class Cassette:
    """Implements `ports.CircleAgent` and `ports.CircleJudge` for every role that it was recorded of."""

    def __init__(self, lines: Iterable[str], where: str) -> None:
        """Raises `UserFault` for lines that are none of a cassette's."""
        self._where = where
        self._kept: defaultdict[str, deque[dict[str, Any]]] = defaultdict(deque)
        for number, line in enumerate(lines, 1):
            kept = _read(line)
            if kept is None:
                raise UserFault(f"{where}:{number}: no line of a cassette")
            self._kept[kept["role"]].append(kept)

    async def reply(self, call: CallAgent, rules: Rules) -> str:
        return self._next(call.side, call)

    async def judge(self, ask: AskJudge, rules: Rules) -> str:
        return self._next("judge", ask)

    def _next(self, role: str, asked: CallAgent | AskJudge) -> str:
        if not self._kept[role]:
            raise ReplyFault(FaultCause.EXHAUSTED, retryable=False)
        kept = self._kept[role].popleft()
        if kept["asked"] != _digest(asked):
            raise UserFault(
                f"{self._where}: the {role} is asked something else than when this was recorded; "
                "record it again"
            )
        if "fault" in kept:
            cause = UpstreamCause(kept["fault"])
            raise UpstreamFault("cassette", cause, retryable=cause.retryable)
        reply: str = kept["reply"]
        return reply


def _read(line: str) -> dict[str, Any] | None:
    try:
        kept = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(kept, dict) or not isinstance(kept.get("asked"), str):
        return None
    told = isinstance(kept.get("reply"), str) or kept.get("fault") in set(UpstreamCause)
    return kept if told and kept.get("role") in ("owner", "visitor", "judge") else None


def _digest(asked: CallAgent | AskJudge) -> str:
    given = json.dumps([asked.given.plain(), asked.faults], sort_keys=True)
    return hashlib.sha256(given.encode()).hexdigest()
