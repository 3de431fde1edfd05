"""How somebody outside watches an interview without being part of it: logs and metrics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from greenroom.interview.commands import Command
from greenroom.interview.events import Event
from greenroom.interview.state import InterviewState


class Observe(Protocol):
    """Told of every step of one interview, in order, after it was written down.

    `state` is the one after the step. Must not raise and must not block.
    """

    def __call__(
        self, event: Event, commands: Sequence[Command], state: InterviewState, /
    ) -> None: ...


class Watch(Protocol):
    """Makes the observer of one interview."""

    def __call__(self, interview_id: str, plan_id: str, /) -> Observe: ...
