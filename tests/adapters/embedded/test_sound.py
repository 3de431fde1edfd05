"""The sound of a candidate over the page's socket: at its time, through pauses, losses and restarts (R1)."""

import asyncio
import contextlib

from greenroom.adapters.embedded.rooms import EmbeddedRooms
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.ports import OperatorFault
from greenroom.interview import journal
from greenroom.interview.record import record
from greenroom.session.equipment import Equipment
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.clock import in_virtual_time
from greenroom.simulation.scripted_speech import scripted_voice

FRAME_S = 0.032
BYTES_PER_MS = 32


class Shelf:
    """What is kept, and a disk that may be full."""

    def __init__(self):
        self.kept, self.full = [], False

    async def keep(self, at_ms, pcm):
        if self.full:
            raise OperatorFault("the disk is full")
        self.kept.append((at_ms, pcm))

    def spans(self, byte):
        """Where this byte was heard, in stretches of milliseconds."""
        found = []
        for at, pcm in self.kept:
            if pcm[0] == byte:
                end = at + len(pcm) // BYTES_PER_MS
                if found and found[-1][1] == at:
                    found[-1] = (found[-1][0], end)
                else:
                    found.append((at, end))
        return found


@contextlib.asynccontextmanager
async def opened(rig, store, shelf):
    visits = []

    @contextlib.asynccontextmanager
    async def equip(row, _plan):
        keep = shelf.keep if row.sound else None
        yield Equipment(scripted_voice(Speaker()), PlanInterviewer(), keep=keep)

    def visit(row, page):
        visits.append(asyncio.get_running_loop().create_task(rooms.attend(row, page)))
        return visits[-1]

    async with EmbeddedRooms(store, capacity=2, equip=equip, now=rig.noon) as rooms:
        yield visit
    await asyncio.gather(*visits)


async def read(store):
    return journal.read(await store.journal_lines("i1"))[:2]


async def speak(page, seconds, byte):
    for _ in range(round(seconds / FRAME_S)):
        await asyncio.sleep(FRAME_S)
        page.raw(bytes([byte]) * 1024)


@in_virtual_time
async def test_nobody_is_recorded_who_did_not_say_so(rig):
    """Without the candidate's word nothing is kept, and the record does not speak of sound."""
    store, shelf, page = MemoryStore().interviews, Shelf(), rig.Page()
    async with opened(rig, store, shelf) as visit:
        visit(await rig.registered(store, sound=False), page)
        await page.until(lambda: page.got("hello"))
        await speak(page, 5, 1)
    assert shelf.kept == []
    assert "sound" not in record(*await read(store))


@in_virtual_time
async def test_sound_stays_at_its_time(rig):
    """Through a pause, a lost line and a new process each sound is where the interview's clock was when it
    was spoken; what was said in the pause is not there; the last second before the end is."""
    store, shelf = MemoryStore().interviews, Shelf()
    pages = [rig.Page() for _ in range(3)]
    loop = asyncio.get_running_loop()
    async with opened(rig, store, shelf) as visit:
        row = await rig.registered(store, sound=True)
        first = visit(row, pages[0])
        await pages[0].until(lambda: pages[0].got("hello"))
        zero = loop.time()
        await speak(pages[0], 2.56, 1)
        pages[0].send("command", command="pause")
        await asyncio.sleep(0.1)
        await speak(pages[0], 3.2, 2)
        pages[0].send("command", command="go_on")
        await asyncio.sleep(0.1)
        went_on = loop.time() - zero
        await speak(pages[0], 1.6, 3)
        pages[0].vanish()
        await first
        await asyncio.sleep(7)
        visit(row, pages[1])
        await pages[1].until(lambda: pages[1].got("hello"))
        back = loop.time() - zero
        await speak(pages[1], 2.24, 4)
    _, state = await read(store)
    async with opened(rig, store, shelf) as visit:
        visit(row, pages[2])
        await pages[2].until(lambda: pages[2].got("hello"))
        await speak(pages[2], 1.6, 5)
    assert record(*await read(store))["sound"] is True
    ((begin, end),) = shelf.spans(1)
    assert abs(begin) <= 60
    assert end - begin == 2_560
    assert shelf.spans(2) == []
    for byte, at, length in ((3, went_on, 1_600), (4, back, 2_240)):
        ((begin, end),) = shelf.spans(byte)
        assert abs(begin - at * 1000) <= 60
        assert end - begin == length
    ((begin, end),) = shelf.spans(5)
    assert state.now <= begin <= state.now + 500
    assert end - begin == 1_600


@in_virtual_time
async def test_a_full_disk_is_an_incident(rig):
    """Sound that cannot be kept stands in the record, once; the interview goes on, and later sound is kept."""
    store, shelf, page = MemoryStore().interviews, Shelf(), rig.Page()
    shelf.full = True
    async with opened(rig, store, shelf) as visit:
        visit(await rig.registered(store, sound=True), page)
        await page.until(lambda: page.got("hello"))
        await speak(page, 3, 1)
        shelf.full = False
        await speak(page, 3, 2)
        await page.until(lambda: page.played > 48_000 or page.got("view"))
    header, state = await read(store)
    told = record(header, state)
    assert [(i["kind"], i["cause"]) for i in told["incidents"]] == [("sound", "not_written")]
    assert shelf.kept
    assert not state.ended
