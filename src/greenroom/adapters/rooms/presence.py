"""Whether the candidate's page is at the other end of a room, told by its pings and its sound.

Pings come through `serve`, sound through the LiveKit server: while one of both ways is open the
candidate is there. WebRTC fills in sound that does not come, so packets are counted, not frames."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping
from typing import Any, Final

import structlog
from livekit import rtc

from greenroom.session.liveness import Liveness
from greenroom.session.messages import PageMessage, Ping

PULSE_S: Final = 2.0
"""How often the page hears from us, also while `serve` is down and its pings go unanswered."""
_COUNT_S: Final = 1.0

log = structlog.get_logger(__name__)


class Presence:
    """Calls `lost` when nothing has come for too long, and `found` when something comes again.

    A page that does not promise to ping is believed to be there: LiveKit tells when it goes."""

    def __init__(
        self,
        *,
        lost: Callable[[], None],
        found: Callable[[], None],
        show: Callable[[Mapping[str, Any]], None],
        cut_off: Callable[[], bool] = lambda: False,
    ) -> None:
        """`cut_off`: `serve` cannot pass on what pages say; whoever is silent then is not gone."""
        self._lost, self._found, self._show, self._cut_off = lost, found, show, cut_off
        self._liveness = Liveness(asyncio.get_running_loop().time, unpromised_s=math.inf)
        self._track: rtc.Track | None = None

    @property
    def silent_s(self) -> float | None:
        """Seconds since something came from the page. None if it does not promise to be heard of."""
        return self._liveness.silent_s if self._liveness.promising else None

    def begin(self) -> None:
        """A page has come: what an earlier one promised does not bind it."""
        self._liveness.begin()

    def heard(self, message: PageMessage) -> None:
        self._liveness.heard()
        if isinstance(message, Ping):
            self._liveness.promised(message)

    def listen(self, track: rtc.Track | None) -> None:
        """The microphone that is published now."""
        self._track = track

    async def watch(self) -> None:
        while True:
            await self._liveness.lost()
            if self._cut_off():
                self._liveness.heard()
                continue
            log.info("nothing heard from the page")
            self._lost()
            await self._liveness.found()
            self._found()

    async def pulse(self) -> None:
        while True:
            await asyncio.sleep(PULSE_S)
            self._show({"t": "pulse"})

    async def count(self) -> None:
        """Packets that came from the microphone are signs of life."""
        before = ("", 0)
        while True:
            await asyncio.sleep(_COUNT_S)
            track = self._track
            if track is not None and self._liveness.promising:
                now = (track.sid, await _packets(track))
                if now[0] == before[0] and now[1] > before[1]:
                    self._liveness.heard()
                before = now


async def _packets(track: rtc.Track) -> int:
    try:
        stats = await track.get_stats()
    except Exception as error:
        log.debug("no statistics of the microphone", exc_info=error)
        return 0
    return sum(
        one.inbound_rtp.received.packets_received for one in stats if one.HasField("inbound_rtp")
    )
