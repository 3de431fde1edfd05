"""What one interview is held with, made for it alone, and the news of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from livekit.agents import llm

from greenroom.app.ports import Interviewer, InterviewRow, Reader
from greenroom.app.sound import Keep
from greenroom.interview.background import Background
from greenroom.interview.plan import InterviewPlan
from greenroom.session.voice import Degraded, Voice


class News:
    """Passes news of the parts (failures, recoveries) to the interview. News is kept until the interview
    listens."""

    def __init__(self) -> None:
        self._kept: list[Degraded] = []
        self._listener: Callable[[Degraded], None] | None = None

    def tell(self, news: Degraded) -> None:
        if self._listener is None:
            self._kept.append(news)
        else:
            self._listener(news)

    def listen(self, listener: Callable[[Degraded], None]) -> None:
        self._listener = listener
        while self._kept:
            listener(self._kept.pop(0))


@dataclass(frozen=True, slots=True)
class Equipment:
    """Voice, interviewer and reader of one interview."""

    voice: Voice
    interviewer: Interviewer
    news: News = field(default_factory=News)
    model: llm.LLM[Any] | None = None
    """A model that calls tools. It proposes instead of the interviewer."""
    background: Background = field(default_factory=Background)
    """What such a model is told beyond the plan."""
    keep: Keep | None = None
    """Keeps the sound of the answers; None where the candidate has not allowed it."""
    reader: Reader | None = None
    """Reads each turn; None: the engine goes by words alone."""


Equip: TypeAlias = Callable[[InterviewRow, InterviewPlan], AbstractAsyncContextManager[Equipment]]
"""Makes the equipment. Leaving the context closes what is still open when the interview is over."""
