"""When the words were said that the gate tells of (T2)."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from greenroom.simulation.clock import run


def test_times_are_those_of_the_speech(rig: Any) -> None:
    """Callbacks get the epoch seconds at which the words were spoken, not transcribed."""
    told: list[tuple[float, float]] = []

    async def scenario() -> None:
        keep = lambda _text, began, ended, _cause: told.append((began, ended))  # noqa: E731
        async with rig.Talk(on_ack=keep) as talk:
            await talk.talk()
            began = await talk.say("okay", 0.5, delay_s=1.5, interims=False)
            ended = time.time()
            await asyncio.sleep(5)
            assert abs(told[0][0] - began) <= 0.06
            assert abs(told[0][1] - ended) <= 0.06

    run(scenario())


def test_words_that_were_cleared_lend_no_time_to_later_ones(rig: Any) -> None:
    """The final of a guess is lost with the recogniser's stream; what is said next began later."""
    told: list[float] = []

    async def scenario() -> None:
        keep = lambda _text, began, _ended, _cause: told.append(began)  # noqa: E731
        async with rig.Talk(on_ack=keep) as talk:
            await talk.talk()
            await talk.say("yeah right", 0.8, delay_s=2.0)
            talk.session.clear_user_turn()
            await asyncio.sleep(0.5)
            began = await talk.say("okay", 0.5, delay_s=0.3, interims=False)
            await asyncio.sleep(3)
            assert [abs(at - began) <= 0.06 for at in told] == [True]

    run(scenario())
