"""LiveKit's agents: one for each stage, and one that only waits for the first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Callable
from typing import Any, TypeAlias

from livekit import rtc
from livekit.agents import Agent, ModelSettings, tts, utils

from greenroom.interview.plan import StagePlan
from greenroom.session.whole_sentences import WholeSentences

Entered: TypeAlias = "Callable[[StageAgent], None]"
"""Is told that the handoff to this agent was carried out. Nothing may be awaited in between."""


class StageAgent(Agent):
    """Holds the place of one stage in LiveKit. It decides nothing and says nothing by itself."""

    def __init__(self, entered: Entered, stage: StagePlan | None, epoch: int, **more: Any) -> None:
        # without a model nobody reads instructions, and LiveKit would note them at every handoff
        super().__init__(**({"instructions": ""} | more), id=stage.id if stage else "lobby")
        self._entered, self.stage, self.epoch = entered, stage, epoch

    async def on_enter(self) -> None:
        self._entered(self)

    async def tts_node(
        self, text: AsyncIterable[str], model_settings: ModelSettings
    ) -> AsyncIterator[rtc.AudioFrame]:
        """Speak each sentence as soon as it is there."""
        voice = self.session.tts
        if voice is None:
            return
        adapter = None
        if not voice.capabilities.streaming:
            adapter = tts.StreamAdapter(tts=voice, sentence_tokenizer=WholeSentences())
        options = self.session.conn_options.tts_conn_options
        async with (adapter or voice).stream(conn_options=options) as stream:
            pushing = asyncio.ensure_future(_push(text, stream))
            try:
                async for audio in stream:
                    yield audio.frame
            finally:
                await utils.aio.cancel_and_wait(pushing)
                if adapter is not None:
                    await adapter.aclose()


async def _push(text: AsyncIterable[str], stream: tts.SynthesizeStream) -> None:
    async for piece in text:
        stream.push_text(piece)
    stream.end_input()
