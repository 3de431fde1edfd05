"""Who holds a button to talk is heard to the last word, once (F15, T7)."""

import asyncio

import pytest

from greenroom.interview.events import AnswerGiven, SpeechStopped
from greenroom.simulation.candidate_voice import Hearing
from greenroom.simulation.clock import in_virtual_time


@in_virtual_time
async def test_push_to_talk_released(rig):
    """Releasing the button ends the turn as soon as its last words are known."""
    async with rig.holding() as live:
        await live.asked()
        await live.speaker.say("I grow beans and", 1.5)
        said = live.room._now_ms()
        await asyncio.sleep(0.28)
        live.interview.end_turn()
        await live.until(lambda: live.answers())
        assert live.answers() == "I grow beans and"
        assert live.of(AnswerGiven)[0].at - said < 700


@pytest.mark.parametrize("early_s", [0.0, 0.2, 0.4])
@in_virtual_time
async def test_push_to_talk_released_under_the_voice(rig, early_s):
    """Who releases the button with the last word, or just before it, is heard to the end, once: the
    recogniser has not guessed that word yet, and its stream must not be ended (F15)."""
    async with rig.holding() as live:
        await live.asked()
        live.speaker.begin("I grow beans and apples", 2.5, Hearing(delay_s=0.8))
        await asyncio.sleep(2.5 - early_s)
        live.interview.end_turn()
        await live.until(lambda: "apples" in live.answers(), 5)
        assert live.answers() == "I grow beans and apples"
        await asyncio.sleep(4)
        assert len(live.of(AnswerGiven)) == 1


@in_virtual_time
async def test_push_to_talk_released_under_a_second_voice(rig):
    """The words before a pause wait for those that are being said, of which nothing is known yet."""
    async with rig.holding() as live:
        await live.asked()
        await live.speaker.say("I grow beans", 1.2)
        await asyncio.sleep(0.4)
        live.speaker.begin("and apples", 0.6, Hearing(interims=False))
        await asyncio.sleep(0.5)
        live.interview.end_turn()
        await live.until(lambda: live.answers(), 3)
        await asyncio.sleep(4)
        assert live.answers() == "I grow beans and apples"
        assert live.of(AnswerGiven)[0].at - live.of(SpeechStopped)[-1].ended < 800


@in_virtual_time
async def test_push_to_talk_without_a_word(rig):
    """Releasing the button without having spoken is not an answer."""
    async with rig.holding() as live:
        await live.asked()
        live.interview.end_turn()
        await asyncio.sleep(3)
        assert not live.of(AnswerGiven)


@pytest.mark.parametrize("early_s", [-0.1, 0.0, 0.5])
@in_virtual_time
async def test_push_to_talk_released_with_a_cough(rig, early_s):
    """Nor is a noise one, of which the recogniser makes no words; what is said next is heard."""
    async with rig.holding() as live:
        await live.asked()
        live.speaker.begin("ahem", 1.0, Hearing(""))
        await asyncio.sleep(1.0 - early_s)
        live.interview.end_turn()
        await asyncio.sleep(4)
        assert not live.of(AnswerGiven)
        await live.speaker.say("I grow beans")
        await live.until(lambda: live.answers(), 5)
        assert live.answers() == "I grow beans"
