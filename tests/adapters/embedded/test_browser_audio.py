"""audio.js, worklets.js and socket.js in a real Chromium against the real connection and voice (W2, W3, W4)."""

import asyncio
import base64
import socket
import threading
import wave
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
import uvicorn
from livekit import rtc
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.responses import FileResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

import greenroom.web
from greenroom.adapters.embedded.audio import SocketAudioOutput
from greenroom.adapters.embedded.connection import RESTARTING, Connection
from greenroom.session.messages import Microphone, PlaybackEnded, PlaybackStarted
from greenroom.web.socket import StarletteSocket

pytestmark = pytest.mark.browser

HERE = Path(__file__).parent
STATIC = Path(greenroom.web.__file__).parent / "static"
POLICY = "default-src 'self'; script-src 'self'; worker-src 'self'; img-src data:"
FLAGS = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")
WORDS = "one two three four five six seven eight nine ten"


def voice(seconds, rate, seed):
    """Something like speech: noise below 4 kHz in syllables, the same for the same seed."""
    rng = np.random.default_rng(seed)
    time = np.arange(int(seconds * rate)) / rate
    noise = np.convolve(rng.normal(size=time.size), np.hanning(25), "same")
    syllables = np.clip(np.sin(2 * np.pi * 3.1 * time) + 0.4, 0, 1)
    return (noise / np.abs(noise).max() * syllables * 0.6).astype(np.float32)


def pcm(samples):
    return (samples * 32767).astype("<i2").tobytes()


def likeness(reference, reference_rate, recorded, rate):
    """The greatest normalised cross-correlation of the reference anywhere in the recording, and the
    second at which it is."""
    at = np.arange(int(reference.size * rate / reference_rate)) * reference_rate / rate
    wanted = np.interp(at, np.arange(reference.size), reference)
    if recorded.size < wanted.size:
        recorded = np.pad(recorded, (0, wanted.size - recorded.size))
    size = 1 << (recorded.size + wanted.size).bit_length()
    product = np.fft.irfft(np.fft.rfft(recorded, size) * np.conj(np.fft.rfft(wanted, size)), size)
    product = product[: recorded.size - wanted.size + 1]
    energy = np.concatenate(([0.0], np.cumsum(recorded.astype(float) ** 2)))
    there = energy[wanted.size :] - energy[: -wanted.size]
    scores = product / np.sqrt(np.maximum(there, 1e-9) * float(wanted @ wanted))
    best = int(np.argmax(scores))
    return float(scores[best]), best / rate


class Server:
    """Speaks when told to, and keeps what the microphone sends."""

    def __init__(self):
        self.heard = bytearray()
        self.ends = []
        self.connections = []
        self.echo = False
        self.loop = self.mouth = None

    def app(self):
        async def attend(websocket):
            await websocket.accept()
            self.loop = asyncio.get_running_loop()
            if self.mouth is None:
                self.mouth = SocketAudioOutput(lambda: 0.0, lambda: None)
                self.mouth.on("playback_finished", lambda event: self.ends.append(event))
            connection = Connection(StarletteSocket(websocket))
            self.connections.append(connection)
            self.mouth.attach(connection)
            connection.show({"t": "hello", "saved": []})
            connection.show({"t": "view", "question": "q1"})  # the page counts as there from now on
            await connection.serve(self.receive)
            self.mouth.detach()

        return Starlette(
            routes=[
                Route("/", lambda _: FileResponse(HERE / "page" / "index.html")),
                Mount("/page", StaticFiles(directory=HERE / "page")),
                Mount("/static", StaticFiles(directory=STATIC)),
                WebSocketRoute("/ws/interviews/i1", attend),
            ],
            middleware=[Middleware(BaseHTTPMiddleware, dispatch=strict)],
        )

    def receive(self, message):
        if isinstance(message, Microphone):
            self.heard += message.pcm
            if self.echo:
                samples = np.frombuffer(message.pcm, "<i2")
                more = np.interp(np.arange(768) * 2 / 3, np.arange(512), samples).astype("<i2")
                self.connections[-1].play(more.tobytes())
        elif isinstance(message, PlaybackStarted):
            self.mouth.started(message)
        elif isinstance(message, PlaybackEnded):
            self.mouth.ended(message)

    def say(self, name, samples):
        async def speak():
            self.mouth.announce(name, "question", WORDS)
            await self.mouth.capture_frame(rtc.AudioFrame(pcm(samples), 24_000, 1, samples.size))
            self.mouth.flush()

        asyncio.run_coroutine_threadsafe(speak(), self.loop).result(5)

    def soon(self, call, *args):
        self.loop.call_soon_threadsafe(call, *args)


async def strict(request, call_next):
    response = await call_next(request)
    response.headers["content-security-policy"] = POLICY
    return response


@contextmanager
def serving():
    server = Server()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        runner = uvicorn.Server(
            uvicorn.Config(server.app(), log_level="error", ws="websockets-sansio", lifespan="off")
        )
        thread = threading.Thread(target=runner.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield server, f"http://127.0.0.1:{listener.getsockname()[1]}/"
        finally:
            runner.should_exit = True
            thread.join(10)


@contextmanager
def browsing(url, microphone):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=[*FLAGS, f"--use-file-for-fake-audio-capture={microphone}"],
        )
        page = browser.new_page()
        faults = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
        page.goto(url)
        page.wait_for_function("window.probe !== undefined")
        yield page
        assert [f for f in faults if "WebSocket" not in f] == []
        browser.close()


@pytest.fixture
def microphone(tmp_path):
    path = tmp_path / "candidate.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(48_000)
        file.writeframes(pcm(voice(4.0, 48_000, seed=1)))
    return path


def tapped(page, name):
    found = page.evaluate(f"probe.tapped('{name}')")
    samples = np.frombuffer(base64.b64decode(found["samples"]), "<f4")
    return samples, found["rate"], found["from"]


def logged(page, name):
    return [entry for entry in page.evaluate("probe.log()") if entry["name"] == name]


def wait(page, condition, seconds=15):
    for _ in range(int(seconds * 20)):
        if condition():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not happen in time")


def test_sound_both_ways(microphone):
    """The microphone arrives as it was recorded, speech is heard as it was made, `clear` silences
    within a tenth of a second, and after a lost line sound goes both ways again."""
    speech = voice(3.0, 24_000, seed=2)
    with serving() as (server, url), browsing(url, microphone) as page:
        opened = page.evaluate("probe.open(true)")
        assert opened["settings"]["echoCancellation"] is False
        wait(page, lambda: len(server.heard) > 6 * 32_000)

        # the microphone: really sound, at the right pace, and the right sound
        heard = np.frombuffer(bytes(server.heard), "<i2") / 32768
        assert np.sqrt((heard**2).mean()) > 0.01, "the fake microphone is silent"
        recording = voice(4.0, 48_000, seed=1)
        parts = (recording[at : at + 32_000] for at in range(24_000, 144_000, 24_000))
        # the best of several: on a busy machine the fake device itself leaves gaps
        assert max(likeness(part, 48_000, heard, 16_000)[0] for part in parts) > 0.95
        before, began = len(server.heard), page.evaluate("performance.now()")
        page.wait_for_timeout(1500)
        pace = (len(server.heard) - before) / 32 / (page.evaluate("performance.now()") - began)
        assert 0.9 < pace < 1.1

        # the loudspeaker
        server.say("u1", speech)
        wait(page, lambda: server.ends)
        assert not server.ends[0].interrupted
        assert server.ends[0].synchronized_transcript == WORDS
        played, rate, _ = tapped(page, "loudspeaker")
        assert likeness(speech, 24_000, played, rate)[0] > 0.95
        levels = logged(page, "levels")
        assert max(entry["mic"] for entry in levels) > 0.3
        assert max(entry["voice"] for entry in levels) > 0.3
        seconds = levels[-1]["at"] - levels[0]["at"]
        assert 12 < len(levels) / seconds < 20

        # a barge-in
        server.say("u2", speech)
        wait(page, lambda: len(logged(page, "started")) == 2)
        page.wait_for_timeout(1200)
        server.soon(server.mouth.clear_buffer)
        wait(page, lambda: len(server.ends) == 2)
        page.wait_for_timeout(500)
        assert server.ends[1].interrupted
        assert 2 <= len(server.ends[1].synchronized_transcript.split()) <= 7
        played, rate, start = tapped(page, "loudspeaker")
        cleared = logged(page, "clear")[-1]["at"]
        last = start + np.flatnonzero(np.abs(played) > 0.002)[-1] / rate
        assert last - cleared < 0.1
        assert (
            abs(logged(page, "cleared")[-1]["played_ms"] / 1000 - server.ends[1].playback_position)
            < 0.01
        )

        # mute: silence, then nothing
        page.evaluate("probe.audio.mute(true)")
        page.wait_for_timeout(1600)
        quiet = len(server.heard)
        assert not any(server.heard[-24_000:])
        page.wait_for_timeout(300)
        assert len(server.heard) == quiet
        page.evaluate("probe.audio.mute(false)")

        # a lost line in the middle of an utterance
        server.say("u3", speech)
        wait(page, lambda: len(logged(page, "started")) == 3)
        page.wait_for_timeout(700)
        server.soon(server.connections[0].close, RESTARTING, "back in a moment")
        wait(page, lambda: [entry["state"] for entry in logged(page, "state")].count("open") == 2)
        assert server.ends[2].interrupted
        assert 0.4 < server.ends[2].playback_position < 1.6
        states = [entry["state"] for entry in logged(page, "state")]
        assert states == ["connecting", "open", "reconnecting", "open"]
        arrived = len(server.heard)
        server.say("u4", speech[:24_000])
        wait(page, lambda: len(server.ends) == 4)
        assert not server.ends[3].interrupted
        wait(page, lambda: len(server.heard) > arrived + 32_000)


def test_no_loudspeaker(microphone):
    """Where no sound comes out words pass as fast as they would be spoken: they are over no sooner than
    their sound, and are cut where they were. Nobody waits for a browser
    that never starts its sound, and the interview is told."""
    with serving() as (server, url), browsing(url, microphone) as page:
        page.evaluate("probe.soundless(); probe.open(true)")
        wait(page, lambda: server.connections)
        page.evaluate("probe.audio.wake()")
        assert page.evaluate("probe.audio.output") == "shown"
        server.say("u1", voice(1.2, 24_000, seed=2))
        wait(page, lambda: server.ends)
        assert not server.ends[0].interrupted
        assert server.ends[0].synchronized_transcript == WORDS
        assert logged(page, "finished")[0]["played_ms"] == 1200

        server.say("u2", voice(3.0, 24_000, seed=2))
        wait(page, lambda: len(logged(page, "started")) == 2)
        page.wait_for_timeout(500)
        server.soon(server.mouth.clear_buffer)
        wait(page, lambda: len(server.ends) == 2)
        assert server.ends[1].interrupted
        assert logged(page, "cleared")[0]["played_ms"] < 1500
        assert not server.heard
