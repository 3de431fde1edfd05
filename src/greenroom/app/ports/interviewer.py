"""Who proposes the interviewer's next words."""

from __future__ import annotations

from typing import Protocol

from greenroom.interview.brief import Brief
from greenroom.interview.proposals import Proposal


class Interviewer(Protocol):
    """Proposes the reply to one answer. May be slow, wrong or gone: the engine copes."""

    async def reply(self, brief: Brief) -> tuple[Proposal, ...]: ...
