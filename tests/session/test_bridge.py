"""Who talks past the limit of a stage is led on, and every word is on record (F8, F10, T7)."""

import asyncio

import pytest

from greenroom.interview.events import AnswerGiven
from greenroom.simulation.candidate_voice import Hearing
from greenroom.simulation.clock import in_virtual_time
from greenroom.simulation.scripted_speech import scripted_voice


async def rambled(live, last):
    """Talk on until the limit leads to the kitchen; the last words are understood as `last` says."""
    await live.asked()
    while "kitchen" not in live.entered:
        await live.speaker.say("I grow beans and peas and", 3.0, Hearing(delay_s=0.1))
        await asyncio.sleep(0.05)
    await live.speaker.say("then we eat all of it", 3.0, last)


@pytest.mark.parametrize("late_s", [0.3, 0.5, 0.8, 1.2, 2.5])
@in_virtual_time
async def test_bridge_over_words_on_their_way(rig, late_s):
    """The first pause after the limit is taken for the bridge before its last words are understood:
    they are on record and cut nothing off, and no empty answer follows them (F8, T7)."""
    garden = rig.stage("garden", hard_limit=6_000)
    async with rig.holding(garden, rig.stage("kitchen")) as live:
        await rambled(live, Hearing(delay_s=late_s))
        await live.until(lambda: live.messages("bridge"))
        await asyncio.sleep(3)
        assert all(event.text for event in live.of(AnswerGiven))
    assert not live.messages("bridge")[0].interrupted
    assert live.answers().endswith("then we eat all of it")


@pytest.mark.parametrize("late_s", [0.3, 0.8, 1.6])
@pytest.mark.parametrize("voice_s", [0.6, 2.0])
@in_virtual_time
async def test_a_slow_voice_says_the_bridge_once(rig, voice_s, late_s):
    """On a busy machine the bridge takes a while to become audible, and words of the ramble come meanwhile:
    they are on record, and the bridge is not begun again for them (F8, F10)."""

    def slow(speaker):
        voice = scripted_voice(speaker)
        voice.tts.first_byte_s = voice_s
        return voice

    garden = rig.stage("garden", hard_limit=6_000)
    async with rig.holding(garden, rig.stage("kitchen"), voice=slow) as live:
        await rambled(live, Hearing(delay_s=late_s))
        await live.until(lambda: live.messages("bridge"))
        await asyncio.sleep(2)
        assert [said["kind"] for said in live.shown("say")] == ["question", "bridge"]
        assert live.answers().endswith("then we eat all of it")


@in_virtual_time
async def test_words_that_come_after_the_bridge(rig):
    """Words that were spoken before the bridge and come after its end are on record. They answer nothing that
    it asks, so nothing is asked about them, and no question is used up."""
    garden = rig.stage("garden", hard_limit=6_000)
    async with rig.holding(garden, rig.stage("kitchen")) as live:
        await rambled(live, Hearing(delay_s=6.0, interims=False))
        await live.until(lambda: live.answers().endswith("then we eat all of it"))
        await asyncio.sleep(3)
        assert [said["kind"] for said in live.shown("say")] == ["question", "bridge"]
        assert live.state.log.asked == 1
        assert live.state.log.turns == 0
