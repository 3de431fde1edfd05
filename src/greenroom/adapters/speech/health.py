"""Whether a remote part of the voice can be used: what its failures are followed by."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

import structlog

from greenroom.app.ports import Allowance, UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.assessment.sentence import Sentence
from greenroom.session.voice import Degraded

FIRST_LOOK_S = 20.0
"""After a first failure it is looked for again after so long, then after twice as long each time."""
LONGEST_LOOK_S = 300.0
RECOVERED = "recovered"

P = TypeVar("P")
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Remote(Generic[P]):
    """A plugin of a provider, and how its exceptions are read."""

    plugin: P
    provider: str
    fault_of: Callable[[str, BaseException], UpstreamFault]
    allowance: Allowance | None = None
    """None: nothing is counted."""

    def unaffordable(self) -> UpstreamFault:
        """It may not be asked any more."""
        return UpstreamFault(self.provider, UpstreamCause.BUDGET, retryable=False)


class Health:
    """Of one part in one interview. `tell` is called at every change."""

    def __init__(
        self,
        part: Literal["hearing", "voice"],
        provider: str,
        notice: Sentence,
        tell: Callable[[Degraded], None],
    ) -> None:
        self._part, self._provider, self._tell = part, provider, tell
        self._notice: Sentence | None = notice
        self.usable = True
        self._look_s = FIRST_LOOK_S
        self._look_at: float | None = None

    @property
    def due(self) -> bool:
        """It is time to look whether the part is back."""
        return self._look_at is not None and asyncio.get_running_loop().time() >= self._look_at

    def failed(self, fault: UpstreamFault) -> None:
        """It failed, in use or when it was looked for. The candidate is told the first time; a key
        that was refused is not tried again."""
        log.warning(
            "speech part failed", part=self._part, provider=fault.provider, cause=fault.cause
        )
        if fault.retryable:
            wait_s = max(self._look_s, fault.retry_after_s or 0.0)
            self._look_at = asyncio.get_running_loop().time() + wait_s
            self._look_s = min(2 * self._look_s, LONGEST_LOOK_S)
        else:
            self._look_at = None
        if self.usable:
            self.usable = False
            # of a budget that is used up the candidate hears from the budget
            of_budget = fault.cause == UpstreamCause.BUDGET
            self._tell(Degraded(self._part, fault.cause, None if of_budget else self._notice))
            self._notice = None

    def looking(self) -> None:
        """Somebody looks: nobody else needs to before the answer."""
        self._look_at = None

    def recovered(self) -> None:
        log.info("speech part recovered", part=self._part, provider=self._provider)
        self.usable, self._look_at = True, None
        self._tell(Degraded(self._part, RECOVERED))
