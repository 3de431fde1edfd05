"""Backchannels in a real AgentSession with the gate and without it, in virtual time."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from greenroom.simulation.clock import run


@pytest.mark.parametrize("words", ["okay", "yeah", "right", "uh-huh", "hmm", "got it"])
def test_ack_leaves_no_trace(rig: Any, words: str) -> None:
    """A backchannel over the interviewer: no gap, no thinking, no turn, and it is reported (T1)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            await talk.say(words)
            await asyncio.sleep(15)
            assert not handle.interrupted
            assert talk.ears.gaps == []
            assert talk.thoughts == 0
            assert talk.history() == []
            assert [text for text, _ in talk.acks] == [words]

    run(scenario())


def test_same_ack_without_the_gate(rig: Any) -> None:
    """On a session without the gate the same word interrupts, and is answered."""

    async def scenario() -> None:
        async with rig.Talk(gated=False) as talk:
            handle = await talk.talk()
            await talk.say("okay", 0.6)
            await asyncio.sleep(15)
            assert handle.interrupted
            assert talk.thoughts == 1
            assert talk.history() == ["okay"]

    run(scenario())


@pytest.mark.parametrize("words", ["okay", "yeah", "hmm"])
def test_ack_to_a_silent_interviewer_is_an_answer(rig: Any, words: str) -> None:
    """When the interviewer is silent the same word is a turn (T2)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            await talk.talk(rig.TALK_S + 1)
            await talk.say(words)
            await asyncio.sleep(5)
            assert talk.history() == [words]
            assert talk.model.asked == [words]

    run(scenario())


def test_cough_is_nothing(rig: Any) -> None:
    """A short voice without words does not stop the interviewer and is no turn."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            await talk.say("", 0.4)
            await asyncio.sleep(15)
            assert not handle.interrupted
            assert talk.ears.gaps == []
            assert talk.thoughts == 0

    run(scenario())


def test_ack_transcribed_after_the_interviewer_finished(rig: Any) -> None:
    """An acknowledgement counts by when it was spoken, however late its transcript (T2)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            await talk.talk(rig.TALK_S - 2.0)
            await talk.say("okay", 0.5, delay_s=2.5, interims=False)
            await asyncio.sleep(8)
            assert talk.history() == []
            assert talk.thoughts == 0
            assert [cause for _, cause in talk.acks] == ["ack"]

    run(scenario())


def test_three_acks_in_a_row(rig: Any) -> None:
    """Each of several acknowledgements is ignored, and words are not added up across them."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            for word in ("okay", "yeah", "right right"):
                await talk.say(word)
                await asyncio.sleep(0.8)
            await asyncio.sleep(15)
            assert not handle.interrupted
            assert talk.ears.gaps == []
            assert [text for text, _ in talk.acks] == ["okay", "yeah", "right right"]

    run(scenario())


def test_answer_after_an_ack(rig: Any) -> None:
    """An ignored acknowledgement is not glued to the answer that follows."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            await talk.talk()
            await talk.say("okay")
            await asyncio.sleep(rig.TALK_S)
            await talk.say("I led the payments team")
            await asyncio.sleep(5)
            assert talk.history() == ["I led the payments team"]

    run(scenario())


def test_ack_while_the_model_thinks(rig: Any) -> None:
    """An acknowledgement while the reply is composed starts no second reply (T1)."""

    async def scenario() -> None:
        async with rig.Talk(model=rig.Model(takes_s=3.0)) as talk:
            await talk.say("that is my answer")
            await asyncio.sleep(1.5)
            assert talk.states[-1] == "thinking"
            await talk.say("yeah")
            await asyncio.sleep(10)
            assert talk.history() == ["that is my answer"]
            assert talk.thoughts == 1

    run(scenario())


def test_ack_while_the_controller_composes(rig: Any) -> None:
    """Composing outside LiveKit holds the floor as well; when it ends, the floor is free (T1)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            talk.gate.composing(True)
            await talk.say("okay")
            await asyncio.sleep(2)
            talk.gate.composing(False)
            assert talk.history() == []
            await talk.say("okay then I began")
            await asyncio.sleep(3)
            assert talk.history() == ["okay then I began"]

    run(scenario())
