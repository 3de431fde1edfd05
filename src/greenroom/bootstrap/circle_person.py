"""A person at the terminal who speaks for one side of an interview between agents."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Final

from greenroom.bootstrap.output import printable
from greenroom.circle.effects import CallAgent
from greenroom.circle.ends import CircleEnd
from greenroom.circle.inputs import OwnerInput
from greenroom.circle.prompts import COMPLAINTS
from greenroom.circle.replies import FaultCause, ReplyFault
from greenroom.circle.rules import Rules

STOP: Final = "/stop"
"""Before a message: this is the last one."""


class Person:
    """Implements `ports.CircleAgent`: one line of input is one message. Its end is theirs."""

    def __init__(self) -> None:
        self.left = False

    def outside(self) -> CircleEnd | None:
        """For `RunningMission`: a person who left ends it."""
        return CircleEnd.PARTICIPANT_LEFT if self.left else None

    async def reply(self, call: CallAgent, rules: Rules) -> str:
        self._show(call)
        line = await asyncio.to_thread(sys.stdin.readline)
        if not line:
            self.left = True
            raise ReplyFault(FaultCause.EXHAUSTED)  # asked again, which `outside` forbids
        message = line.rstrip("\n")
        stops = message.startswith(STOP)
        said = message.removeprefix(STOP).lstrip() if stops else message
        return json.dumps({"as_user_message": said, "stop_suggested": stops})

    def _show(self, call: CallAgent) -> None:
        """What they may know, as the agent in their place would."""
        given = call.given
        if call.faults:
            _say(COMPLAINTS.get(call.faults[-1], "That could not be used; write it again."))
        elif given.conversation_so_far:
            _say(f"\n{printable(given.conversation_so_far[-1].message)}\n")
        else:
            _say(f"{printable(given.mission)}\n({STOP} before a message: it is the last one)\n")
        goal = f" ({given.turn_goal.value})" if isinstance(given, OwnerInput) else ""
        print(f"{call.side}{goal}: ", end="", file=sys.stderr, flush=True)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
