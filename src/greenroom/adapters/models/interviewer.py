"""A language model as the interviewer."""

from __future__ import annotations

from typing import Any

from livekit.agents import llm

from greenroom.app.ports import Allowance
from greenroom.app.providers import Asked
from greenroom.interview.background import Background
from greenroom.interview.brief import Brief
from greenroom.interview.proposals import Proposal


class ModelInterviewer:
    """Implements `ports.Interviewer` with one request of any LiveKit `LLM` for each answer.

    Not for `Asked.TOOLS`: there the model itself is given to `LiveInterview`.
    """

    def __init__(
        self,
        model: llm.LLM[Any],
        asked: Asked,
        *,
        provider: str,
        background: Background | None = None,
        allowance: Allowance | None = None,
    ) -> None:
        """`provider` is its name in `app.providers`. Without an `allowance` nothing is counted."""
        self._model, self._asked, self._provider = model, asked, provider
        self._background, self._allowance = background or Background(), allowance

    async def reply(self, brief: Brief) -> tuple[Proposal, ...]:
        raise NotImplementedError

    async def aclose(self) -> None:
        """Close the model."""
        await self._model.aclose()
