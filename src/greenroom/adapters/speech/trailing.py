"""The text rule in LiveKit's terms: an answer that trails off waits for the longer delay."""

from __future__ import annotations

from livekit.agents import ChatContext
from livekit.agents.language import LanguageCode

from greenroom.turns.unfinished import unfinished


class TrailingText:
    """A turn detector that reads instead of listening: no model, no memory, no time.

    LiveKit asks it after each pause and waits `min_delay` if the words sound finished, `max_delay`
    if not. Which pauses it is right about: docs/decisions/0005-end-of-turn.md.
    """

    def __init__(self, language: str = "en") -> None:
        self._language = language

    @property
    def model(self) -> str:
        return "trailing-text"

    @property
    def provider(self) -> str:
        return "local"

    async def supports_language(self, language: LanguageCode | None) -> bool:
        return True

    async def unlikely_threshold(self, language: LanguageCode | None) -> float | None:
        return 0.5

    async def predict_end_of_turn(
        self,
        chat_ctx: ChatContext,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - LiveKit's signature
    ) -> float:
        """0 or 1: the rule is sure of itself. The words of the open turn come last."""
        messages = chat_ctx.messages()
        text = (messages[-1].text_content or "") if messages else ""
        return 0.0 if unfinished(text, self._language) else 1.0
