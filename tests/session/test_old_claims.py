"""A handoff that the engine gave up while the process stood still (F4, F7)."""

import asyncio

import pytest

from greenroom.interview.events import SpokenCommand
from greenroom.simulation.clock import in_virtual_time
from greenroom.simulation.scripted_model import Call, ScriptedModel


class FrozenDisk:
    """Keeps the step of the first skip that leaves a stage for longer than a claim lives, every other
    one for so many turns of the loop. `then` is called when the engine has given the claim up."""

    def __init__(self, turns, then=lambda: None, still_s=15.5):
        self.lines, self.room_for = [], None
        self.turns, self.then, self.held = turns, then, False
        self.still_s = still_s

    async def append(self, line):
        if "candidate_skipped" in line and not self.held:
            self.held = True
            await asyncio.sleep(self.still_s)
        for _ in range(self.turns):
            await asyncio.sleep(0)
        self.lines.append(line)
        if self.held and "DeadlineReached" in line:
            self.then()
            self.then = lambda: None


async def skip_until_the_next_leaves(live):
    """Skip one question and hear the next one out: nothing of it waits in the inbox while the disk is
    frozen, so the claim's deadline is what comes next."""
    await live.asked()
    live.room.command(SpokenCommand.SKIP)
    await live.asked()
    await live.until(lambda: len(live.messages("question")) == 2)
    await asyncio.sleep(0.1)


@pytest.mark.parametrize("turns", range(12))
@in_virtual_time
async def test_a_claim_that_grew_too_old(rig, turns):
    """The handoff is under way, by so many turns of the loop, when the engine has given it up and
    speaks. Nothing breaks, and the stage can still be left."""
    async with rig.holding(lines=FrozenDisk(turns)) as live:
        await skip_until_the_next_leaves(live)
        live.room.command(SpokenCommand.SKIP)
        live.room.command(SpokenCommand.THINK)
        await live.until(lambda: live.messages("notice"))
        assert live.entered == ["garden"]
        assert [i.cause for i in live.state.transcript.incidents] == ["dropped"]
        live.room.command(SpokenCommand.SKIP)
        await live.until(lambda: live.messages("bridge"))
        live.entered_once()


@in_virtual_time
async def test_a_process_that_stood_still_gives_no_handoff_up(rig):
    """Nothing could be carried out while the disk was frozen: the stage is left now, and the answer that led
    to it is asked for no more."""
    async with rig.holding(lines=FrozenDisk(0, still_s=17)) as live:
        await skip_until_the_next_leaves(live)
        live.room.command(SpokenCommand.SKIP)
        await live.until(lambda: live.messages("bridge"))
        assert not live.state.transcript.incidents
        live.entered_once()


@pytest.mark.parametrize("turns", range(12))
@in_virtual_time
async def test_a_model_asked_between_two_agents(rig, turns):
    """An answer comes while a handoff that was given up is under way: no model can be asked then, and
    the plan goes on by itself."""
    disk = FrozenDisk(turns, then=lambda: live.room.type("one two three four"))
    ask = Call("ask_question", {"question": "What else would you like to say about that"})
    model = ScriptedModel(lambda context, tools: [ask])
    async with rig.holding(lines=disk, model=model) as live:
        await skip_until_the_next_leaves(live)
        live.room.command(SpokenCommand.SKIP)
        await live.until(lambda: len(live.messages("question") + live.messages("probe")) > 2)
        live.words_once("one two three four")
        assert live.entered == ["garden"]
