"""One interview's end of the line in this process: whichever page is attached to it now."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol

import structlog
from livekit.agents import Agent, AgentSession

from greenroom.adapters.embedded.audio import SocketAudioInput, SocketAudioOutput
from greenroom.adapters.embedded.connection import ENDED, RESTARTING, TAKEN, Connection
from greenroom.app.ports import Socket
from greenroom.interview.events import CandidateJoined, CandidateLeft, Event
from greenroom.interview.plan import Millis
from greenroom.session.messages import (
    Deed,
    Microphone,
    ModeChosen,
    PageMessage,
    Ping,
    PlaybackEnded,
    PlaybackStarted,
    ends_answer,
    event_of,
)

GRACE_S = 1.0
"""A page that is back within this, and cut nobody off by going, was never away."""

log = structlog.get_logger(__name__)


class Interview(Protocol):
    """Who wants to know what the candidate does besides speaking; `LiveInterview` is one."""

    def post(self, event: Event) -> None: ...

    def end_turn(self) -> None: ...


class EmbeddedTransport:
    """Implements `session.transport.Transport`. Pages come and go; the newest one wins.

    `now_ms` is the interview's clock, `wall` gives epoch seconds, `hello` is what a page must know
    first (docs/socket.md). `bind` before `start`.
    """

    def __init__(
        self,
        hello: Mapping[str, Any],
        now_ms: Callable[[], Millis],
        wall: Callable[[], float],
    ) -> None:
        self._hello, self._now_ms = hello, now_ms
        self._interview: Interview | None = None
        self._ears = SocketAudioInput()
        self._mouth = SocketAudioOutput(wall, self._cut_off)
        self._session: AgentSession[Any] | None = None
        self._page: Connection | None = None
        self._view: Mapping[str, Any] | None = None
        self._over = self._closed = False
        self._met = False
        self._present = False
        self._cut = False
        self._absence: asyncio.TimerHandle | None = None
        self._left_at: float | None = None

    def bind(self, interview: Interview) -> None:
        self._interview = interview

    # The session's side

    async def start(self, session: AgentSession[Any], agent: Agent) -> None:
        session.input.audio = self._ears
        session.output.audio = self._mouth
        self._session = session
        await session.start(agent)
        self._join()

    def show(self, message: Mapping[str, Any]) -> None:
        match message["t"]:
            case "say":
                words = (message["id"], message["kind"], message["text"])
                self._mouth.announce(*words, more=message["more"])
                return
            case "words":
                self._mouth.grow(message)
                return
            case "view":
                self._view = message
            case "ended":
                self._over = True
            case _:
                """Nothing to remember: it is for the page of this moment."""
        if self._page is not None:
            self._page.show(message)

    async def aclose(self) -> None:
        """Let the page go: for good when the interview is over, else to come back soon."""
        if self._absence is not None:
            self._absence.cancel()
        self._ears.close()
        self._closed = True
        page, self._page = self._page, None
        self._mouth.detach()
        if page is not None:
            self._say_goodbye(page)

    def _say_goodbye(self, page: Connection) -> None:
        page.close(*((ENDED, "over") if self._over else (RESTARTING, "back in a moment")))

    # The page's side

    @property
    def attached(self) -> bool:
        return self._page is not None

    @property
    def away_s(self) -> float:
        """Seconds since the last page went; 0 while one is there, or before the first."""
        if self._page is not None or self._left_at is None:
            return 0.0
        return asyncio.get_running_loop().time() - self._left_at

    async def serve(self, socket: Socket) -> None:
        """Be this page's end of the line until its socket closes or another page takes over."""
        page = Connection(socket)
        if self._closed:
            self._say_goodbye(page)
        else:
            self._attach(page)
        try:
            await page.serve(partial(self._receive, page))
        finally:
            if self._page is page:
                self._page = None
                self._lose()

    def _attach(self, page: Connection) -> None:
        older, self._page = self._page, page
        if older is not None:
            older.show({"t": "taken"})
            older.close(TAKEN, "another page took over")
            self._lose()
        page.show({"t": "hello", "protocol": 1, **self._hello, "resumed": self._met})
        self._met = True
        if self._view is not None:
            page.show(self._view)
        self._mouth.attach(page)
        self._join()

    def _join(self) -> None:
        if self._session is None or self._page is None:
            return
        if self._absence is not None:
            self._absence.cancel()
            self._absence = None
            if self._cut:
                self._leave()
        if not self._present:
            self._present, self._cut = True, False
            self._tell(CandidateJoined(self._now_ms()))

    def _lose(self) -> None:
        """The page is gone: end its speech on both sides, and tell the interview if it stays away."""
        self._left_at = asyncio.get_running_loop().time()
        self._ears.fall_silent()
        self._cut = self._mouth.detach()
        if self._present and self._absence is None:
            self._absence = asyncio.get_running_loop().call_later(GRACE_S, self._leave)

    def _leave(self) -> None:
        self._absence = None
        if self._present:
            self._present = False
            self._tell(CandidateLeft(self._now_ms()))

    def _tell(self, event: Event) -> None:
        if self._interview is not None:
            self._interview.post(event)

    def _cut_off(self) -> None:
        """An utterance ended unheard: LiveKit must cut its history at the same word."""
        speech = None if self._session is None else self._session.current_speech
        if speech is not None:
            _ = speech.interrupt(force=True)

    def _receive(self, page: Connection, message: PageMessage) -> None:
        if page is not self._page:
            return
        match message:
            case Microphone(pcm=pcm):
                self._ears.push(pcm)
            case PlaybackStarted():
                self._mouth.started(message)
            case PlaybackEnded():
                self._mouth.ended(message)
            case ModeChosen() | Ping():
                """The page mutes its own microphone; a connection answers its own pings."""
            case _:
                self._act(message)

    def _act(self, deed: Deed) -> None:
        event = event_of(deed, self._now_ms())
        if event is not None:
            self._tell(event)
        if ends_answer(deed):
            self._end_answer()

    def _end_answer(self) -> None:
        self._ears.fall_silent()
        if self._interview is not None:
            self._interview.end_turn()
