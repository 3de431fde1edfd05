"""Parts of the voice that break: announced, on record, never the end of the interview (S4)."""

import asyncio
import gc
from dataclasses import replace

import pytest
from livekit.agents import APIConnectionError, APIStatusError

from greenroom.interview.commands import Say
from greenroom.interview.events import IncidentNoticed, UtteranceFinished
from greenroom.simulation.clock import in_virtual_time
from greenroom.simulation.scripted_speech import ScriptedSTT, ScriptedTTS, scripted_voice
from greenroom_turns.livekit.stream import GatedStream


class BrokenTTS(ScriptedTTS):
    """Synthesises nothing while `broken`."""

    def __init__(self):
        super().__init__()
        self.broken = True

    def stream(self, **options):
        stream = super().stream(**options)
        if self.broken:

            async def refuse(output):
                raise APIStatusError("no", status_code=401, retryable=False)

            stream._run = refuse
        return stream


class BrokenSTT(ScriptedSTT):
    """Loses its connection whenever it is opened, the first `failures` times."""

    def __init__(self, speaker, failures):
        super().__init__(speaker)
        self.failures = failures

    def stream(self, **options):
        stream = super().stream(**options)
        if self.failures:
            self.failures -= 1

            async def lose():
                await asyncio.sleep(0.5)
                raise APIConnectionError("gone", retryable=False)

            stream._run = lose
        return stream


@in_virtual_time
async def test_no_voice(rig):
    """Without a voice the questions stand on the page, the candidate is told, answers count."""
    broken = BrokenTTS()

    def voice(speaker):
        return replace(scripted_voice(speaker), tts=broken)

    async with rig.holding(voice=voice) as live:
        await live.until(lambda: live.of(UtteranceFinished), 90)
        assert live.of(UtteranceFinished)[0].heard == live.of(Say)[0].text
        assert live.shown("say")[0]["text"] == live.of(Say)[0].text
        assert live.shown("notice")[0]["level"] == "warn"
        assert [e.kind for e in live.of(IncidentNoticed)] == ["voice"]
        live.room.type("I grow beans")
        await live.until(lambda: live.answers())
        broken.broken = False
        await live.audible()


@pytest.fixture
def uncollected():
    """What earlier tests left behind is gone, and what this one leaves stays where it is seen."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@in_virtual_time
async def test_deaf_for_a_while(rig, uncollected):
    """When the recogniser fails the candidate is told once, and it is opened again until it works.
    No failure is left to asyncio, whose log would draw it again when it is forgotten."""

    def voice(speaker):
        return replace(scripted_voice(speaker), stt=BrokenSTT(speaker, failures=4))

    async with rig.holding(voice=voice) as live:
        await live.until(lambda: live.shown("notice"))
        await asyncio.sleep(20)
        assert len(live.shown("notice")) == 1
        assert [e.kind for e in live.of(IncidentNoticed)] == ["hearing"]
        await live.speaker.say("I grow beans in the garden")
        await live.until(lambda: "beans" in live.answers())
    tasks = [one._task for one in gc.get_objects() if isinstance(one, GatedStream)]
    assert len(tasks) > 4
    assert not any(task._log_traceback for task in tasks)


@in_virtual_time
async def test_degraded_voice_is_announced(rig):
    """What a voice cannot do as well as it should is shown to the candidate at the start."""

    def voice(speaker):
        return replace(scripted_voice(speaker), degraded=("I speak with a simpler voice.",))

    async with rig.holding(voice=voice) as live:
        await live.audible()
        assert live.shown("notice")[0] == {
            "t": "notice",
            "level": "info",
            "text": "I speak with a simpler voice.",
        }


@in_virtual_time
async def test_transport_fails_to_start(rig):
    """A transport that cannot start is the caller's error, and leaves nothing running."""

    async def refuse(session, agent):
        raise ConnectionError("no room")

    async def attempt():
        async with rig.holding() as live:
            live.room.start = refuse
            await asyncio.sleep(1)

    with pytest.raises(ConnectionError, match="no room"):
        await attempt()
