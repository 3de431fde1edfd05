"""One page's socket: bounded both ways, whatever the page does (Sec, W4)."""

import asyncio
import json

from greenroom.adapters.embedded.audio import SocketAudioOutput
from greenroom.adapters.embedded.connection import LOST, REFUSED, SLOW, TAKEN
from greenroom.session.messages import FRAME_BYTES, FRAME_S, Typing
from greenroom.simulation.clock import in_virtual_time


@in_virtual_time
async def test_ping(rig):
    """A ping is answered, and nobody else hears of it."""
    page = rig.Page()
    async with rig.connected(page) as line:
        await page.until(lambda: page.got("pong"))
    assert line.got == []


@in_virtual_time
async def test_improper_messages_are_answered(rig):
    """A message that is not in the protocol gets an `error`; the proper one after it gets through."""
    page = rig.Page()
    async with rig.connected(page) as line:
        page.raw(bytes(9))
        page.send("launch")
        page.send("typing")
        await page.until(lambda: line.got)
        assert [message["title"] for message in page.got("error")] == ["Message refused"] * 2
        assert line.got == [Typing()]
        assert page.closed is None


@in_virtual_time
async def test_patience_ends(rig):
    """A page that goes on sending what it may not is hung up on."""
    page = rig.Page()
    async with rig.connected(page):
        for _ in range(30):
            page.send("launch")
        await page.until(lambda: page.closed)
    assert page.closed[0] == REFUSED


@in_virtual_time
async def test_flood(rig):
    """A thousand proper messages at once do not all get through, and the flood ends the line."""
    page = rig.Page()
    async with rig.connected(page) as line:
        for _ in range(1000):
            page.send("typing")
        await page.until(lambda: page.closed)
    assert len(line.got) <= 61
    assert page.closed[0] == REFUSED


@in_virtual_time
async def test_slow_page_is_let_go(rig):
    """A page that stops reading costs a bounded queue and five seconds, then the line."""
    page = rig.Page()
    async with rig.connected(page) as line:
        page.reading.clear()
        for number in range(100):
            line.connection.show({"t": "caption", "text": str(number)})
        began = asyncio.get_running_loop().time()
        await page.until(lambda: not line.connection.open)
        assert asyncio.get_running_loop().time() - began < 6
        await page.until(lambda: page.closed)
    assert page.closed[0] == SLOW


@in_virtual_time
async def test_outbox_is_bounded(rig):
    """However much is shown to a page that does not read, what waits for it never grows."""
    page = rig.Page()
    async with rig.connected(page) as line:
        page.reading.clear()
        await asyncio.sleep(0.1)
        most = 0
        for number in range(10_000):
            line.connection.show({"t": "caption", "text": str(number)})
            most = max(most, line.connection.waiting)
        assert most <= 128
        await page.until(lambda: page.closed)
    assert page.closed[0] == SLOW


@in_virtual_time
async def test_speech_to_a_slow_page_is_bounded(rig):
    """A voice for a page that stops reading piles up no further than half a second."""
    page, mouth = rig.Page(), SocketAudioOutput(lambda: 0.0, lambda: None)
    async with rig.connected(page, mouth) as line:
        mouth.announce("u1", "question", "many words")
        for frame in rig.speech(20.0, pieces=20):
            await mouth.capture_frame(frame)
        mouth.flush()
        await page.until(lambda: page.played > 48_000)
        page.reading.clear()
        most = 0
        while line.connection.open:
            most = max(most, line.connection.waiting)
            await asyncio.sleep(0.02)
        assert most <= 128
        mouth.detach()
        end = await mouth.wait_for_playout()
        assert end.interrupted


@in_virtual_time
async def test_silent_page_is_gone(rig):
    """A page that does not even ping for over a minute is gone."""
    page = rig.Page()
    connection = rig.Line(page).connection
    await connection.serve(lambda _: None)
    assert page.closed[0] == LOST
    assert 60 < asyncio.get_running_loop().time() < 90


@in_virtual_time
async def test_a_page_that_promised_to_ping_is_missed_in_five_seconds(rig):
    """Its line stands still, and nobody hangs up; the answer to a farewell is not waited for."""
    page, gone_at = rig.Page(), []
    connection, loop = rig.Line(page).connection, asyncio.get_running_loop()
    page.send("ping", every_ms=2_000)
    loop.call_later(1.0, page.reading.clear)
    loop.call_later(1.5, connection.show, {"t": "view"})
    await connection.serve(lambda _: None, lambda: gone_at.append(loop.time()))
    assert 4 < gone_at[0] <= 5


@in_virtual_time
async def test_a_standstill_of_ours_is_not_the_pages(rig):
    """The process stood still for longer than a page may: what came meanwhile is read before anything is
    made of it."""
    page = rig.Page()
    async with rig.connected(page) as line:
        page.send("ping", every_ms=2_000)
        for _ in range(5):
            await page.until(lambda: len(page.got("pong")) >= 1)
            asyncio.get_running_loop().advance(8.0)
            page.send("ping", every_ms=2_000)
            await asyncio.sleep(1)
        assert line.connection.open


@in_virtual_time
async def test_a_refused_message_is_named(rig):
    """`error` has the id of the message, so that its words can be given back."""
    page = rig.Page()
    async with rig.connected(page):
        page.send("typed", text="x" * 9_000, mid="m-1")
        page.send("typed", text="short", mid="é" * 9)
        page.send("ping", every_ms=0)
        await page.until(lambda: len(page.got("error")) == 3)
    assert [message.get("mid") for message in page.got("error")] == ["m-1", None, None]


@in_virtual_time
async def test_last_words(rig):
    """What was shown before a close is still sent; speech that waits is not."""
    page = rig.Page()
    async with rig.connected(page) as line:
        await page.until(lambda: page.got("pong"))
        await page.send_text(json.dumps({"t": "say", "id": "u1", "text": ""}))
        line.connection.play(bytes(960))
        line.connection.show({"t": "taken"})
        line.connection.close(TAKEN, "another page took over")
        line.connection.show({"t": "view"})
        await page.until(lambda: page.closed)
    assert page.seen[-1] == {"t": "taken"}
    assert page.received == 0
    assert page.closed == (TAKEN, "another page took over")


@in_virtual_time
async def test_sound_comes_no_faster_than_it_can_be_spoken(rig):
    """Five seconds may come at once, after the network stood still; of what comes at once behind it
    nothing is heard, and real time is heard again afterwards."""
    page = rig.Page()
    async with rig.connected(page) as line:
        for _ in range(400):
            page.raw(bytes(FRAME_BYTES))
        await asyncio.sleep(0)
        await page.until(lambda: len(line.got) >= 156)
        assert len(line.got) * FRAME_S <= 5.1
        heard = len(line.got)
        await asyncio.sleep(10)
        for _ in range(100):
            page.raw(bytes(FRAME_BYTES))
            await asyncio.sleep(FRAME_S)
        await page.until(lambda: len(line.got) == heard + 100)
        assert page.closed is None


@in_virtual_time
async def test_sound_that_goes_on_too_fast_ends_the_line(rig):
    """Three times real time: the line is closed with a reason, and what was heard is real time."""
    page = rig.Page()
    async with rig.connected(page) as line:
        began = asyncio.get_running_loop().time()
        while page.closed is None:
            page.raw(bytes(FRAME_BYTES))
            await asyncio.sleep(FRAME_S / 3)
        seconds = asyncio.get_running_loop().time() - began
        assert len(line.got) * FRAME_S <= 5.1 + 1.05 * seconds
    assert page.closed == (REFUSED, "sound comes faster than real time")


@in_virtual_time
async def test_a_line_that_hiccups_again_and_again_stays(rig):
    """Four seconds of standstill and then all of it at once, again and again, loses nothing."""
    page = rig.Page()
    async with rig.connected(page) as line:
        for _ in range(60):
            await asyncio.sleep(4)
            for _ in range(125):
                page.raw(bytes(FRAME_BYTES))
        await page.until(lambda: len(line.got) == 60 * 125)
        assert page.closed is None
