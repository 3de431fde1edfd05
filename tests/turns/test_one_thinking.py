"""The scenario that the gate was made for, state by state, beside the same session without it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from greenroom.simulation.clock import run

SOFT_ACKS = ("okay", "yeah", "uh-huh", "right", "hmm", "ok")
ONCE = [
    ("initializing", "listening"),
    ("listening", "thinking"),
    ("thinking", "speaking"),
    ("speaking", "listening"),
]
AGAIN = [("listening", "thinking"), ("thinking", "speaking"), ("speaking", "listening")]


async def story(rig: Any, acks: tuple[str, ...], *, gated: bool) -> Any:
    """A question, and while it is answered at length, acknowledgements."""
    async with rig.Talk(gated=gated, model=rig.Model(says=rig.TALK)) as talk:
        await talk.say("tell me about history")
        await asyncio.sleep(2.5)
        assert talk.states[-1] == "speaking"
        for word in acks:
            await talk.say(word, 0.6)
            await asyncio.sleep(0.5)
        await asyncio.sleep(20)
        return talk


@pytest.mark.parametrize("acks", [*((word,) for word in SOFT_ACKS), SOFT_ACKS])
def test_one_thinking_phase(rig: Any, acks: tuple[str, ...]) -> None:
    """With the gate: one question, one thinking phase, one reply heard without a gap (T1)."""

    async def scenario() -> None:
        talk = await story(rig, acks, gated=True)
        assert talk.transitions == ONCE
        assert talk.ears.gaps == []
        assert talk.history() == ["tell me about history"]
        assert talk.model.asked == ["tell me about history"]
        assert [text for text, _ in talk.acks] == list(acks)

    run(scenario())


@pytest.mark.parametrize("word", SOFT_ACKS)
def test_two_thinking_phases_without_the_gate(rig: Any, word: str) -> None:
    """Without it the same word cuts the reply off and is answered itself: two thinking phases."""

    async def scenario() -> None:
        talk = await story(rig, (word,), gated=False)
        assert talk.transitions == ONCE + AGAIN
        assert talk.history() == ["tell me about history", word]
        assert talk.ears.gaps != []

    run(scenario())
