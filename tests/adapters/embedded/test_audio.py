"""The interviewer's voice and the candidate's ear over a page's socket (F12, T1, W4)."""

import asyncio

import pytest

from greenroom.adapters.embedded.audio import SocketAudioOutput
from greenroom.simulation.clock import in_virtual_time

TEN_WORDS = "alpha bravo candy delta eagle fancy grape honey igloo jolly"


def mouth_of(lost=lambda: None):
    return SocketAudioOutput(lambda: 1_780_000_000.0, lost)


async def speak(mouth, frames, text=TEN_WORDS, name="u1"):
    mouth.announce(name, "question", text)
    for frame in frames:
        await mouth.capture_frame(frame)
    mouth.flush()


@in_virtual_time
async def test_whole_utterance(rig):
    """What is played to its end is heard whole, and the page knew its words and length first."""
    mouth, page = mouth_of(), rig.Page()
    ends = rig.ends_of(mouth)
    async with rig.connected(page, mouth):
        await speak(mouth, rig.speech(3.0, pieces=7))
        end = await mouth.wait_for_playout()
    assert [m["t"] for m in page.seen if m["t"] != "pong"] == ["say", "length", "flush"]
    assert page.got("length")[0]["ms"] == pytest.approx(3000, abs=1)
    assert not end.interrupted
    assert end.synchronized_transcript == TEN_WORDS
    assert end.playback_position == pytest.approx(3.0, abs=0.001)
    assert len(ends) == 1
    assert page.heard_bytes == page.received


@in_virtual_time
async def test_paced(rig):
    """However fast it was synthesised, speech is never sent more than half a second ahead."""
    mouth, page = mouth_of(), rig.Page()
    async with rig.connected(page, mouth):
        await speak(mouth, rig.speech(8.0))
        await mouth.wait_for_playout()
    assert max(page.ahead) <= 0.55
    assert page.played == 8 * 48_000


@in_virtual_time
async def test_never_starves(rig):
    """The page always has something to play until the end."""
    mouth, page = mouth_of(), rig.Page()
    async with rig.connected(page, mouth):
        began = asyncio.get_running_loop().time()
        await speak(mouth, rig.speech(8.0))
        await mouth.wait_for_playout()
        assert asyncio.get_running_loop().time() - began == pytest.approx(8.0, abs=0.15)


@in_virtual_time
async def test_clear_cuts_the_words(rig):
    """A barge-in cuts the words where it cut the sound: half of the time, half of the words."""
    mouth, page = mouth_of(), rig.Page()
    async with rig.connected(page, mouth):
        await speak(mouth, rig.speech(4.0))
        await page.until(lambda: page.played >= 2.1 * 48_000)
        mouth.clear_buffer()
        asked = asyncio.get_running_loop().time()
        end = await mouth.wait_for_playout()
        assert asyncio.get_running_loop().time() - asked < 0.05
    assert end.interrupted
    assert end.synchronized_transcript == "alpha bravo candy delta eagle"
    assert end.playback_position == pytest.approx(2.1, abs=0.03)


@in_virtual_time
async def test_words_that_come_while_it_is_spoken(rig):
    """Words may come after the utterance began: the page is told, and a cut is made among all of them;
    words that come before the first sound are announced with it."""
    mouth, page = mouth_of(), rig.Page()
    first, last = "alpha bravo candy delta eagle", "fancy grape honey igloo jolly"
    async with rig.connected(page, mouth):
        mouth.announce("u1", "probe", "alpha", more=True)
        mouth.grow({"t": "words", "id": "u1", "text": first, "more": True})
        for frame in rig.speech(2.0):
            await mouth.capture_frame(frame)
        await page.until(lambda: page.played >= 1.0 * 48_000)
        mouth.grow({"t": "words", "id": "u1", "text": f"{first} {last}", "more": False})
        mouth.grow({"t": "words", "id": "u0", "text": "of another", "more": False})
        for frame in rig.speech(2.0):
            await mouth.capture_frame(frame)
        mouth.flush()
        await page.until(lambda: page.played >= 3.3 * 48_000)
        mouth.clear_buffer()
        end = await mouth.wait_for_playout()
    (say,) = page.got("say")
    assert (say["text"], say["more"]) == (first, True)
    assert [(m["text"], m["more"]) for m in page.got("words")] == [(f"{first} {last}", False)]
    assert end.synchronized_transcript == f"{first} fancy grape honey"


@in_virtual_time
async def test_clear_before_the_voice_was_made(rig):
    """Words that were never synthesised are not heard, although all that was made was played."""
    mouth, page = mouth_of(), rig.Page()
    async with rig.connected(page, mouth):
        mouth.announce("u1", "question", TEN_WORDS)
        (frame,) = rig.speech(1.0)
        await mouth.capture_frame(frame)
        await page.until(lambda: page.played == 48_000)
        mouth.flush()  # LiveKit cancels by a flush and a clear in one breath
        mouth.clear_buffer()
        end = await mouth.wait_for_playout()
    assert end.synchronized_transcript == "alpha bravo"
    assert not page.got("length")


@in_virtual_time
async def test_clear_before_audible(rig):
    """What was cleared before it could be heard was not heard."""
    mouth, page = mouth_of(), rig.Page()
    async with rig.connected(page, mouth):
        await speak(mouth, rig.speech(4.0))
        mouth.clear_buffer()
        end = await mouth.wait_for_playout()
    assert (end.interrupted, end.synchronized_transcript, end.playback_position) == (True, "", 0)


@in_virtual_time
async def test_lost_page_ends_the_utterance(rig):
    """A page that goes away in the middle leaves an interrupted utterance with what was heard."""
    lost = []
    mouth, page = mouth_of(lambda: lost.append(True)), rig.Page()
    async with rig.connected(page, mouth):
        await speak(mouth, rig.speech(4.0))
        await page.until(lambda: page.played >= 1.3 * 48_000)
        assert mouth.detach()
        end = await mouth.wait_for_playout()
        assert end.interrupted
        assert end.synchronized_transcript == "alpha bravo candy"
        assert lost == [True]
        assert not mouth.detach(), "nothing is left to be cut"


@in_virtual_time
async def test_speech_to_nobody(rig):
    """Speech without a page ends at once, unheard, and the next one with a page is heard."""
    mouth, page = mouth_of(), rig.Page()
    await speak(mouth, rig.speech(4.0, pieces=4))
    end = await mouth.wait_for_playout()
    assert (end.interrupted, end.synchronized_transcript) == (True, "")
    async with rig.connected(page, mouth):
        await speak(mouth, rig.speech(1.0), name="u2")
        end = await mouth.wait_for_playout()
    assert (end.interrupted, end.synchronized_transcript) == (False, TEN_WORDS)


@in_virtual_time
async def test_page_that_never_plays(rig):
    """A page that never says `started` is not waited for: interrupted, unheard, after five seconds."""
    mouth, page = mouth_of(), rig.Page(deaf=True)
    async with rig.connected(page, mouth):
        began = asyncio.get_running_loop().time()
        await speak(mouth, rig.speech(2.0))
        end = await mouth.wait_for_playout()
        assert 5 < asyncio.get_running_loop().time() - began < 7
    assert (end.interrupted, end.synchronized_transcript) == (True, "")


@in_virtual_time
async def test_page_that_never_finishes(rig):
    """A page that starts and then forgets is presumed to have played, but not to its end's report."""
    mouth, page = mouth_of(), rig.Page(deaf=True)
    async with rig.connected(page, mouth):
        await speak(mouth, rig.speech(2.0))
        page.send("started", id="u1")
        end = await mouth.wait_for_playout()
        assert asyncio.get_running_loop().time() < 9
    assert end.interrupted
    assert end.synchronized_transcript == TEN_WORDS, "two seconds had long passed"


@in_virtual_time
async def test_clear_that_is_not_answered(rig):
    """A barge-in does not wait for a page that hangs: after half a second our own playhead counts."""
    mouth, page = mouth_of(), rig.Page(deaf=True)
    async with rig.connected(page, mouth):
        await speak(mouth, rig.speech(4.0))
        page.send("started", id="u1")
        await asyncio.sleep(0.99)
        mouth.clear_buffer()
        end = await mouth.wait_for_playout()
    assert end.synchronized_transcript == "alpha bravo"
    assert end.playback_position == pytest.approx(0.99, abs=0.01)


@in_virtual_time
async def test_page_cannot_have_heard_more_than_it_got(rig):
    """A page that claims to have played more than was sent to it is not believed."""
    mouth, page = mouth_of(), rig.Page(deaf=True)
    async with rig.connected(page, mouth):
        await speak(mouth, rig.speech(60.0, pieces=3))
        page.send("started", id="u1")
        page.send("finished", id="u1", played_ms=60_000)
        end = await mouth.wait_for_playout()
    assert end.interrupted
    assert end.playback_position <= 0.6


@in_virtual_time
async def test_synthesiser_waits(rig):
    """No more than half a minute of speech waits here; then the synthesiser does."""
    mouth, page = mouth_of(), rig.Page()
    async with rig.connected(page, mouth):
        talking = asyncio.get_running_loop().create_task(speak(mouth, rig.speech(90.0, pieces=90)))
        await asyncio.sleep(1)
        assert not talking.done()
        await asyncio.sleep(57)
        assert not talking.done()
        await asyncio.sleep(5)
        assert talking.done()
        await mouth.wait_for_playout()
    assert page.played == 90 * 48_000


@in_virtual_time
async def test_two_in_a_row(rig):
    """The second utterance waits for the first, and each has its own words."""
    mouth, page = mouth_of(), rig.Page()
    ends = rig.ends_of(mouth)
    async with rig.connected(page, mouth):
        await speak(mouth, rig.speech(1.0), "one two")
        await speak(mouth, rig.speech(1.0), "three four", "u2")
        await mouth.wait_for_playout()
    assert [end.synchronized_transcript for end in ends] == ["one two", "three four"]
    assert [message["id"] for message in page.got("say")] == ["u1", "u2"]
