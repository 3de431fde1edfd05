"""The candidate's microphone on its way into the session: bounded, and never cut off in mid-word (T1, W4)."""

import asyncio

import pytest
from livekit import rtc

from greenroom.session.ears import MICROPHONE_HZ, Ears
from greenroom.session.messages import FRAME_SAMPLES
from greenroom.simulation.clock import in_virtual_time


def frame(byte=b"\0"):
    return rtc.AudioFrame(byte * 2 * FRAME_SAMPLES, MICROPHONE_HZ, 1, FRAME_SAMPLES)


@in_virtual_time
async def test_ear_drops_the_oldest():
    """A session that does not keep up loses the oldest sound, and the loss is counted."""
    ear = Ears("test")
    for number in range(103):
        ear.push(frame(bytes([number])))
    heard = await anext(ear)
    assert ear.dropped == 3
    assert bytes(heard.data.cast("B"))[0] == 3
    assert (heard.sample_rate, heard.samples_per_channel) == (16_000, 512)


@in_virtual_time
async def test_ear_ends_a_word():
    """When a microphone goes away in mid-word the session hears a second of silence, then nothing."""
    ear = Ears("test")
    ear.push(frame(b"\1"))
    ear.fall_silent()
    heard = [await anext(ear) for _ in range(33)]
    assert [any(frame.data) for frame in heard] == [True] + [False] * 32
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(anext(ear), 60)


@in_virtual_time
async def test_detached_ear_hears_nothing():
    """What is said while LiveKit does not listen is not heard later."""
    ear = Ears("test")
    ear.on_detached()
    ear.push(frame())
    ear.on_attached()
    ear.close()
    assert [heard async for heard in ear] == []
