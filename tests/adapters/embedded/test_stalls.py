"""A line that stands still in a pause of speech: silence that nobody was heard to keep ends no turn (F9)."""

import asyncio
import contextlib

import pytest

from greenroom.adapters.embedded.rooms import EmbeddedRooms
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.interviewer import PlanInterviewer
from greenroom.interview import journal
from greenroom.interview.endpointing import delay_after_sentence
from greenroom.interview.plan import StagePlan
from greenroom.session.equipment import Equipment
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.clock import VirtualLoop, in_virtual_time
from greenroom.simulation.scripted_speech import scripted_voice

FRAME_S = 0.032
REPLY_S = delay_after_sentence("open", StagePlan("any", "Any").reply_delay, "normal") / 1000
"""The silence after which the built-in plan takes an open answer for over."""


class Microphone:
    """Sends frames of a page at their pace; while the line stands still they gather."""

    def __init__(self, page):
        self.page, self.stands_still, self.waiting = page, False, 0

    async def run(self):
        while True:
            await asyncio.sleep(FRAME_S)
            self.waiting += 1
            while self.waiting and not self.stands_still:
                self.waiting -= 1
                self.page.raw(bytes(1024))


class Interview:
    def __init__(self, store, speaker, microphone):
        self.store, self.speaker, self.microphone = store, speaker, microphone

    async def messages(self, speaker):
        _, state, _ = journal.read(await self.store.journal_lines("i1"))
        return [m for m in state.transcript.messages if m.speaker == speaker]

    async def answers(self):
        return [m.text for m in await self.messages("candidate")]

    async def answered(self, count=1):
        """The second of the loop's clock at which so many answers were on record."""
        async with asyncio.timeout(20):
            while len(await self.answers()) < count:  # noqa: ASYNC110 - what is on record
                await asyncio.sleep(0.01)
        return asyncio.get_running_loop().time()


@contextlib.asynccontextmanager
async def asked(rig):
    """An interview whose first question was just heard to its end."""
    store, speaker, page = MemoryStore().interviews, Speaker(), rig.Page()
    row = await rig.registered(store)

    @contextlib.asynccontextmanager
    async def equip(_row, _plan):
        yield Equipment(scripted_voice(speaker), PlanInterviewer())

    async with EmbeddedRooms(store, capacity=1, equip=equip, now=rig.noon) as rooms:
        visit = asyncio.get_running_loop().create_task(rooms.attend(row, page))
        microphone = Microphone(page)
        sending = asyncio.get_running_loop().create_task(microphone.run())
        await page.until(lambda: page.got("say") and page.idle_after(page.got("say")[0]["id"]))
        live = Interview(store, speaker, microphone)
        while not await live.messages("interviewer"):  # noqa: ASYNC110 - what is on record
            await asyncio.sleep(FRAME_S)
        yield live
        sending.cancel()
    await visit


@pytest.mark.parametrize("begins_s", [0.3, REPLY_S - 0.5, REPLY_S - 0.25])
@pytest.mark.parametrize("lasts_s", [0.9, 1.2, 1.5])
def test_words_behind_a_stall_belong_to_the_answer(rig, begins_s, lasts_s):
    """The line stands still in a pause of speech, and what was said meanwhile comes when it moves
    again: it is one answer, and nobody has talked over the candidate."""

    @in_virtual_time
    async def scenario():
        async with asked(rig) as live:
            await live.speaker.say("I led the migration of our ledger")
            await asyncio.sleep(begins_s)
            live.microphone.stands_still = True
            await asyncio.sleep(lasts_s)
            live.microphone.stands_still = False
            await asyncio.sleep(0.05)
            await live.speaker.say("and it cut the errors by half")
            await live.answered()
            assert await live.answers() == [
                "I led the migration of our ledger and it cut the errors by half"
            ]
            assert len(await live.messages("interviewer")) == 1

    scenario()


@in_virtual_time
async def test_words_behind_a_standstill_of_ours(rig):
    """The process stood still, and the line did not: what came meanwhile is listened to first."""
    async with asked(rig) as live:
        await live.speaker.say("I led the migration of our ledger")
        await asyncio.sleep(REPLY_S - 0.5)
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        loop.advance(1.5)
        await asyncio.sleep(0.05)
        await live.speaker.say("and it cut the errors by half")
        await live.answered()
        assert await live.answers() == [
            "I led the migration of our ledger and it cut the errors by half"
        ]


@in_virtual_time
async def test_silence_behind_a_stall_ends_the_answer(rig):
    """Nothing was said meanwhile: the answer is over as soon as that is heard."""
    async with asked(rig) as live:
        await live.speaker.say("I led the migration of our ledger")
        await asyncio.sleep(REPLY_S - 0.5)
        live.microphone.stands_still = True
        await asyncio.sleep(1.2)
        live.microphone.stands_still = False
        moves = asyncio.get_running_loop().time()
        assert await live.answers() == []
        assert 0.2 < await live.answered() - moves < 0.5


@in_virtual_time
async def test_a_line_that_stays_still_holds_nothing_for_long(rig):
    """A microphone that was switched off after the last word sends nothing more: the answer waits for
    it for 2 s from its last sound."""
    async with asked(rig) as live:
        await live.speaker.say("I led the migration of our ledger")
        await asyncio.sleep(0.6)
        live.microphone.stands_still = True
        still = asyncio.get_running_loop().time()
        assert 1.9 < await live.answered() - still < 2.2


@in_virtual_time
async def test_a_line_that_moves_holds_nothing(rig):
    """Frames that come as they should cost no time, and one that is a little late costs none."""
    async with asked(rig) as live:
        await live.speaker.say("I led the migration of our ledger")
        quiet = asyncio.get_running_loop().time()
        await asyncio.sleep(REPLY_S - 0.15)
        live.microphone.stands_still = True
        await asyncio.sleep(0.15)
        live.microphone.stands_still = False
        assert await live.answered() - quiet < REPLY_S + 0.1
