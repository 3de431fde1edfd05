"""The candidate's microphone on its way into the session: bounded, and never cut off in mid-word (T1, W4)."""

import asyncio

import pytest
from livekit import rtc

from greenroom.session.messages import FRAME_SAMPLES
from greenroom.session.microphone_input import MICROPHONE_HZ, MicrophoneInput
from greenroom.simulation.clock import in_virtual_time


def frame(byte=b"\0"):
    return rtc.AudioFrame(byte * 2 * FRAME_SAMPLES, MICROPHONE_HZ, 1, FRAME_SAMPLES)


@in_virtual_time
async def test_ear_drops_the_oldest():
    """A session that does not keep up loses the oldest sound, and the loss is counted."""
    ear = MicrophoneInput("test")
    for number in range(103):
        ear.push(frame(bytes([number])))
    heard = await anext(ear)
    assert ear.dropped == 3
    assert bytes(heard.data.cast("B"))[0] == 3
    assert (heard.sample_rate, heard.samples_per_channel) == (16_000, 512)


@in_virtual_time
async def test_ear_ends_a_word():
    """When a microphone goes away in mid-word the session hears a second of silence, then nothing."""
    ear = MicrophoneInput("test")
    ear.push(frame(b"\1"))
    ear.fall_silent()
    heard = [await anext(ear) for _ in range(33)]
    assert [any(frame.data) for frame in heard] == [True] + [False] * 32
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(anext(ear), 60)


@in_virtual_time
async def test_detached_ear_hears_nothing():
    """What is said while LiveKit does not listen is not heard later."""
    ear = MicrophoneInput("test")
    ear.on_detached()
    ear.push(frame())
    ear.on_attached()
    ear.close()
    assert [heard async for heard in ear] == []


@pytest.mark.parametrize(
    ("waits_ms", "late"),
    [
        ([], False),
        ([32, 32, 32], False),
        ([32, 150], False),
        ([32, 250], True),
        ([32, 1_900], True),
        ([32, 2_100], False),
    ],
)
@in_virtual_time
async def test_ear_knows_a_line_that_stands_still(waits_ms, late):
    """Frames that stay away are late, after a moment and for a while; before the first, and when they
    have stayed away for good, none are."""
    ear = MicrophoneInput("test")
    for wait_ms in waits_ms:
        ear.push(frame())
        await asyncio.sleep(wait_ms / 1000)
    assert ear.late is late


@in_virtual_time
async def test_ear_takes_time_for_what_comes_late():
    """A line that moves again is late until what it brought has been listened to."""
    ear = MicrophoneInput("test")
    ear.push(frame())
    await asyncio.sleep(1)
    for _ in range(31):
        ear.push(frame())
    assert ear.late
    for _ in range(10):
        await asyncio.sleep(0.032)
        ear.push(frame())
    assert not ear.late


@in_virtual_time
async def test_ear_waits_for_no_microphone_that_went():
    """What was switched off is not late."""
    ear = MicrophoneInput("test")
    ear.push(frame())
    await asyncio.sleep(1)
    ear.fall_silent()
    assert not ear.late
