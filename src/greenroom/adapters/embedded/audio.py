"""The interviewer's voice: LiveKit audio output over one page's socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from greenroom.adapters.embedded.connection import Connection
from greenroom.adapters.embedded.segment import Segment
from greenroom.interview.plan import Millis
from greenroom.session.messages import PlaybackEnded, PlaybackStarted
from greenroom.session.utterance_audio import BYTES_PER_MS, UtteranceOutput

_FRAME = 20 * BYTES_PER_MS
_AHEAD: Millis = 500
_REFILL: Millis = 400
"""Speech is sent up to 0.5 s ahead of the loudspeaker and topped up below 0.4 s: little enough that
a `clear` has nothing to overtake, enough for a hiccup of the network."""
_CLEAR_PATIENCE_S = 0.5


class SocketAudioOutput(UtteranceOutput[Segment]):
    """The interviewer's voice in the page. The page says what was played; we say it if it cannot."""

    def __init__(self, wall: Callable[[], float], lost: Callable[[], None]) -> None:
        super().__init__("page", wall, lost)
        self._loop = asyncio.get_running_loop()
        self._page: Connection | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._watchdog: asyncio.TimerHandle | None = None

    # The page

    def attach(self, page: Connection) -> None:
        self._page = page

    def detach(self, report: PlaybackEnded | None = None) -> bool:
        """The page is gone, or plays nothing; what it was playing ends here, where it says if it does.
        True if that cut somebody off."""
        self._page = None
        segment = None if report is None else self._named(report.id)
        if segment is not None and report is not None:
            segment.most = report.played_ms
        return self._cut_live()

    def started(self, report: PlaybackStarted) -> None:
        segment = self._named(report.id)
        if segment is not None and segment.sent and segment.head.started_at is None:
            segment.head.start(self._now())
            self.on_playback_started(created_at=self._wall())
            self._pump()

    def ended(self, report: PlaybackEnded) -> None:
        segment = self._named(report.id)
        if segment is None:
            return
        played = min(report.played_ms, segment.sent_ms)
        if not report.cut and segment.complete and not segment.waiting:
            self._finish(segment, segment.sent_ms, interrupted=False)
            return
        unasked = not segment.clearing
        self._finish(segment, played, interrupted=True)
        if unasked:
            self._lost()

    # LiveKit's side

    def clear_buffer(self) -> None:
        segment = self._live
        if segment is None or segment.clearing:
            return
        segment.clearing = True
        segment.head.stop(self._now())
        if self._page is not None:
            self._page.drop_audio()
            self._page.show({"t": "clear", "id": segment.id})
        self._loop.call_later(_CLEAR_PATIENCE_S, self._presume_cleared, segment)

    # Pacing

    def _made(self, utterance_id: str, text: str) -> Segment:
        return Segment(utterance_id, text)

    @property
    def _heard(self) -> bool:
        return self._page is not None

    def _show(self, message: Mapping[str, Any]) -> None:
        if self._page is not None:
            self._page.show(message)

    def _go_on(self) -> None:
        if self._timer is None:
            self._pump()

    def _played(self, utterance: Segment) -> Millis:
        return utterance.played(self._now())

    def _now(self) -> Millis:
        return round(self._loop.time() * 1000)

    def _named(self, utterance_id: str) -> Segment | None:
        segment = self._live
        return segment if segment is not None and segment.id == utterance_id else None

    def _order(self, what: str) -> None:
        segment = self._live
        if segment is not None:
            self._show({"t": what, "id": segment.id})

    def _begin(self) -> Segment:
        segment = super()._begin()
        self._watch()
        return segment

    def _complete(self, utterance: Segment) -> None:
        if not utterance.clearing:
            super()._complete(utterance)
            self._pump()

    def _pump(self) -> None:
        """Send what may be sent now, and come back when there is room again."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        segment, page = self._live, self._page
        if segment is None or page is None or segment.clearing:
            return
        while segment.waiting:
            if segment.waiting < _FRAME and not segment.complete:
                break
            lead = segment.sent_ms - segment.played(self._now())
            if lead >= _AHEAD:
                if segment.head.started_at is None:
                    break
                self._timer = self._loop.call_later((lead - _REFILL) / 1000, self._pump)
                break
            if segment.first_sent_at is None:
                segment.first_sent_at = self._now()
            page.play(segment.take(_FRAME))
        self._make_room(segment)
        if segment.complete and not segment.waiting and not segment.sealed:
            segment.sealed = True
            self._order("flush")

    # Endings

    def _watch(self) -> None:
        segment = self._live
        if segment is None:
            return
        if segment.overdue(self._now()):
            self._cut(segment)
            return
        self._watchdog = self._loop.call_later(1.0, self._watch)

    def _presume_cleared(self, segment: Segment) -> None:
        if not segment.over.is_set():
            self._finish(segment, segment.played(self._now()), interrupted=True)

    def _cut(self, utterance: Segment) -> None:
        self._order("clear")
        super()._cut(utterance)

    def _stop(self, utterance: Segment, played_ms: Millis, *, interrupted: bool) -> None:
        for timer in (self._timer, self._watchdog):
            if timer is not None:
                timer.cancel()
        self._timer = self._watchdog = None
