"""LiveKit's agents: one for each stage, and one that only waits for the first."""

from __future__ import annotations

from typing import Any, Protocol

from livekit.agents import Agent, StopResponse, llm

from greenroom.interview.plan import StagePlan


class Host(Protocol):
    """What an agent tells the session. Synchronous: nothing may be awaited in between."""

    def entered(self, agent: StageAgent) -> None:
        """The handoff to this agent was carried out."""
        ...

    def turn_completed(self, text: str, confidence: float | None) -> None:
        """LiveKit took the candidate's turn for finished, with these words."""
        ...


class StageAgent(Agent):
    """Holds the place of one stage in LiveKit. It decides nothing and says nothing by itself."""

    def __init__(self, host: Host, stage: StagePlan | None, epoch: int, **more: Any) -> None:
        super().__init__(
            instructions=stage.purpose if stage else "",
            id=stage.id if stage else "lobby",
            **more,
        )
        self.host, self.stage, self.epoch = host, stage, epoch

    async def on_enter(self) -> None:
        self.host.entered(self)

    async def on_user_turn_completed(
        self, turn_ctx: llm.ChatContext, new_message: llm.ChatMessage
    ) -> None:
        """The answer goes to the engine; what is said next comes from there, never from here."""
        text = new_message.text_content or ""
        self.host.turn_completed(text, new_message.transcript_confidence)
        raise StopResponse
