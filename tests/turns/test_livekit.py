"""The gate in a real AgentSession, in virtual time; and the same without it, to show the difference."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from livekit.agents import Agent

from greenroom.simulation.clock import run

FIRST_INTERIM_S = 0.36 + 0.25
"""The scripted recogniser's: a word at the usual pace, and its lag."""


@pytest.mark.parametrize("words", ["stop", "wait", "hold on", "no no"])
def test_stop_word_stops_at_its_first_interim(rig: Any, words: str) -> None:
    """A stop word silences the interviewer within 50 ms of the first transcript of it (T3)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            began = await talk.say(words)
            spoken_s = FIRST_INTERIM_S + (0.36 if words == "hold on" else 0)
            await asyncio.sleep(15)
            assert handle.interrupted
            assert talk.ears.gaps[0] - began <= spoken_s + 0.05
            assert talk.history() == [words]

    run(scenario())


def test_mixed_speech_interrupts(rig: Any) -> None:
    """What begins as a backchannel and goes on as speech interrupts, all of it as one turn (T3)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            await talk.say("yeah wait a second")
            await asyncio.sleep(15)
            assert handle.interrupted
            assert talk.history() == ["yeah wait a second"]
            assert talk.acks == []

    run(scenario())


def test_real_speech_interrupts(rig: Any) -> None:
    """Real words over the interviewer stop it and are answered (F12)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            await talk.say("my team moved the whole store to another region")
            await asyncio.sleep(15)
            assert handle.interrupted
            assert talk.thoughts == 1
            assert talk.history() == ["my team moved the whole store to another region"]

    run(scenario())


@pytest.mark.parametrize(("seconds", "delay"), [(0.9, 0.6), (1.6, 1.0)])
def test_hard_race(rig: Any, seconds: float, delay: float) -> None:
    """Voice activity long before any text: an acknowledgement still leaves no gap (T5)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            await talk.say("okay", seconds, delay_s=delay, interims=False)
            await asyncio.sleep(15)
            assert not handle.interrupted
            assert talk.ears.gaps == []
            assert talk.thoughts == 0

    run(scenario())


def test_hard_race_the_other_way(rig: Any) -> None:
    """Voice activity long before any text: a stop word is not missed (T5)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            began = await talk.say("stop please", 0.9, delay_s=0.6, interims=False)
            await asyncio.sleep(15)
            assert handle.interrupted
            assert talk.ears.gaps[0] - began <= 0.9 + 0.6 + 0.05

    run(scenario())


def test_long_voice_without_words_interrupts(rig: Any) -> None:
    """A voice of two seconds without a transcript is no backchannel: the interviewer stops (T5)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            handle = await talk.talk()
            began = await talk.say("a long story", 4.0, delay_s=0.5, interims=False)
            await asyncio.sleep(15)
            assert handle.interrupted
            assert talk.ears.gaps[0] - began <= 2.1
            assert talk.history() == ["a long story"]

    run(scenario())


@pytest.mark.parametrize(("kind", "answered"), [("yesno", True), ("open", False), (None, False)])
def test_yes_over_the_last_words(rig: Any, kind: Any, answered: bool) -> None:
    """A yes over the last words answers a yes/no question, and only that (T4)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            talk.gate.expect(kind)
            handle = await talk.talk(rig.TALK_S - 0.8)
            await talk.say("yes", 0.3, delay_s=0.1)
            await asyncio.sleep(6)
            assert not handle.interrupted
            assert talk.history() == (["yes"] if answered else [])
            assert len(talk.acks) == (0 if answered else 1)

    run(scenario())


def test_yes_in_the_middle_of_a_yes_no_question(rig: Any) -> None:
    """Long before its end, a yes/no question has not been asked yet: "yes" only follows it (T1)."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            talk.gate.expect("yesno")
            handle = await talk.talk()
            await talk.say("yes")
            await asyncio.sleep(15)
            assert not handle.interrupted
            assert talk.history() == []
            assert len(talk.acks) == 1

    run(scenario())


def test_words_spoken_before_the_interviewer_do_not_interrupt(rig: Any) -> None:
    """A late transcript of words that were spoken before is kept for the controller, not obeyed."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            await talk.say("and I also ran the shop", delay_s=3.0, interims=False)
            await asyncio.sleep(0.5)
            handle = await talk.talk(rig.TALK_S + 3)
            assert not handle.interrupted
            assert talk.ears.gaps == []
            assert talk.late == ["and I also ran the shop"]
            assert talk.history() == []

    run(scenario())


def test_late_words_without_a_controller(rig: Any) -> None:
    """Without a callback such words become a turn as soon as the interviewer has finished."""

    async def scenario() -> None:
        async with rig.Talk(on_late_words=None) as talk:
            await talk.say("and I also ran the shop", delay_s=3.0, interims=False)
            await asyncio.sleep(0.5)
            handle = await talk.talk(rig.TALK_S + 3)
            assert not handle.interrupted
            assert talk.history() == ["and I also ran the shop"]

    run(scenario())


def test_same_late_words_without_the_gate(rig: Any) -> None:
    """On a session without the gate the same late words cut the interviewer off."""

    async def scenario() -> None:
        async with rig.Talk(gated=False) as talk:
            await talk.say("and I also ran the shop", delay_s=3.0, interims=False)
            await asyncio.sleep(0.5)
            handle = await talk.talk(rig.TALK_S + 3)
            assert handle.interrupted

    run(scenario())


def test_gate_survives_a_handoff(rig: Any) -> None:
    """After a handoff to another agent the gate ignores and stops as before, on the same stream."""

    async def scenario() -> None:
        async with rig.Talk() as talk:
            talk.session.update_agent(Agent(instructions="another"))
            await asyncio.sleep(1)
            handle = await talk.talk()
            await talk.say("okay")
            await asyncio.sleep(1)
            assert not handle.interrupted
            await talk.say("stop")
            await asyncio.sleep(3)
            assert handle.interrupted
            assert [text for text, _ in talk.acks] == ["okay"]

    run(scenario())
