"""A candidate in a LiveKit room: joins, hears, speaks, and remembers what it was told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import httpx2
import numpy as np
import numpy.typing as npt
from livekit import rtc

MICROPHONE_HZ: Final = 48_000
EAR_HZ: Final = 24_000
FRAME_MS: Final = 20
LOUD: Final = 0.005
Samples = npt.NDArray[np.int16]


class RoomCandidate:
    """The page of a room without a browser. `house` is the address of `greenroom serve`."""

    def __init__(self, house: str, interview: str, capability: str) -> None:
        self.interview, self.capability = interview, capability
        headers = {"Authorization": f"Bearer {capability}"}
        self._http = httpx2.AsyncClient(base_url=house, headers=headers, timeout=10)
        self._tasks: set[asyncio.Task[None]] = set()
        self._queue = bytearray()
        self._spoken = asyncio.Event()
        self._news = asyncio.Event()
        self.told: list[dict[str, Any]] = []
        """The worker's messages."""
        self.happened: list[tuple[float, str]] = []
        """What the SDK said of the room, by the loop's time."""
        self.heard: list[list[Samples]] = []
        """What came from each track of the interviewer."""
        self.onsets: list[float] = []
        """When the interviewer became audible after a silence."""
        self.ended_speaking = 0.0
        self._loud_at = float("-inf")
        self._connect()

    def _connect(self) -> None:
        self.room = room = rtc.Room()
        room.on("data_received", self._received)
        room.on("track_subscribed", self._subscribed)
        for name in ("reconnecting", "reconnected", "disconnected"):
            room.on(name, lambda *_, name=name: self._note(name))
        room.on("participant_connected", lambda p: self._note(f"joined {p.identity}"))
        room.on("participant_disconnected", lambda p: self._note(f"left {p.identity}"))

    async def token(self) -> Mapping[str, str]:
        answer = await self._http.post("/api/token", json={})
        assert answer.status_code == 201, answer.text
        found: dict[str, str] = answer.json()
        return found

    async def join(
        self, *, microphone: bool = True, admission: Mapping[str, str] | None = None
    ) -> None:
        """By the house's token, or by an `admission` that was got elsewhere."""
        found = admission or await self.token()
        options = rtc.RoomOptions(auto_subscribe=True, connect_timeout=10.0)
        await self.room.connect(found["server_url"], found["participant_token"], options)
        if microphone:
            self._source = rtc.AudioSource(MICROPHONE_HZ, 1, queue_size_ms=200)
            track = rtc.LocalAudioTrack.create_audio_track("microphone", self._source)
            options_ = rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_MICROPHONE)
            await self.room.local_participant.publish_track(track, options_)
            self._run(self._microphone())

    async def leave(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.room.disconnect()

    async def aclose(self) -> None:
        await self.leave()
        await self._http.aclose()

    # what it does

    async def say(self, samples: npt.NDArray[np.float32]) -> float:
        """Speak these samples (48 kHz), to their end; returns the loop's time of it."""
        self._spoken.clear()
        self._queue += (np.clip(samples, -1, 1) * 32_767).astype("<i2").tobytes()
        await self._spoken.wait()
        return self.ended_speaking

    def hush(self) -> None:
        """Stop in mid-word."""
        self._queue.clear()
        self._spoken.set()

    async def tell(self, message: Mapping[str, Any]) -> int:
        """What the page would say besides speech; returns the HTTP status."""
        address = f"/api/interviews/{self.interview}/messages"
        return (await self._http.post(address, json=dict(message))).status_code

    async def record(self) -> dict[str, Any]:
        found = (await self._http.get(f"/api/interviews/{self.interview}")).json()
        record: dict[str, Any] = found["record"]
        return record

    # what it learns

    def got(self, t: str) -> list[dict[str, Any]]:
        return [message for message in self.told if message["t"] == t]

    @property
    def view(self) -> dict[str, Any]:
        views = self.got("view")
        return views[-1] if views else {}

    async def until(self, true: Callable[[], object], within_s: float = 60) -> None:
        """Until it is true of what was told or heard."""
        async with asyncio.timeout(within_s):
            while not true():
                self._news.clear()
                await self._news.wait()

    async def turn(self, after: int = 0) -> None:
        """Until it is our turn, with more than so many utterances announced."""
        await self.until(lambda: len(self.got("say")) > after and self.view.get("cue") == "turn")

    def sound(self) -> Samples:
        """All that was heard, at 24 kHz."""
        return np.concatenate(
            [frame for track in self.heard for frame in track] or [np.zeros(1, np.int16)]
        )

    # the room

    def _note(self, what: str) -> None:
        self.happened.append((asyncio.get_running_loop().time(), what))
        self._news.set()

    def _received(self, packet: rtc.DataPacket) -> None:
        if packet.topic == "greenroom" and packet.participant is not None:
            self.told.append(json.loads(packet.data))
            self._news.set()

    def _subscribed(self, track: rtc.RemoteTrack) -> None:
        if track.kind == rtc.TrackKind.KIND_AUDIO:
            self._run(self._hear(track))

    async def _hear(self, track: rtc.RemoteTrack) -> None:
        mine: list[Samples] = []
        self.heard.append(mine)  # an old track may go on beside the new one for a while
        loop = asyncio.get_running_loop()
        stream = rtc.AudioStream.from_track(
            track=track, sample_rate=EAR_HZ, num_channels=1, frame_size_ms=FRAME_MS
        )
        async for event in stream:
            samples = np.frombuffer(event.frame.data, np.int16).copy()
            mine.append(samples)
            if float(np.sqrt((samples.astype(np.float32) ** 2).mean())) / 32_768 > LOUD:
                if loop.time() - self._loud_at > 0.6:
                    self.onsets.append(loop.time())
                    self._news.set()
                self._loud_at = loop.time()

    async def _microphone(self) -> None:
        """A quiet room between the words: no microphone gives exactly nothing."""
        size = 2 * MICROPHONE_HZ * FRAME_MS // 1000
        hush = (np.random.default_rng(1).normal(size=size // 2) * 4).astype("<i2").tobytes()
        loop = asyncio.get_running_loop()
        began, sent = loop.time(), 0
        while True:
            await asyncio.sleep(max(0.0, began + sent * FRAME_MS / 1000 - loop.time()))
            frame, speaking = hush, bool(self._queue)
            if speaking:
                frame = bytes(self._queue[:size]).ljust(size, b"\0")
                del self._queue[:size]
            await self._source.capture_frame(rtc.AudioFrame(frame, MICROPHONE_HZ, 1, size // 2))
            sent += 1
            if speaking and not self._queue:
                self.ended_speaking = loop.time()
                self._spoken.set()

    def _run(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
