"""One interview's end of the line in this process: whichever page is attached to it now."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from livekit import rtc
from livekit.agents import Agent, AgentSession

from greenroom.adapters.embedded.audio import SocketAudioOutput
from greenroom.adapters.embedded.connection import ENDED, RESTARTING, TAKEN, Connection
from greenroom.app.ports import Socket
from greenroom.interview.events import AnswerMode
from greenroom.interview.plan import Millis
from greenroom.session.line import Interview, Line
from greenroom.session.messages import (
    FRAME_SAMPLES,
    Microphone,
    PageMessage,
    Ping,
    PlaybackEnded,
    PlaybackStarted,
    SoundOutput,
)
from greenroom.session.microphone_input import MICROPHONE_HZ, MicrophoneInput, Overhear


class EmbeddedTransport:
    """Implements `session.transport.Transport`. Pages come and go; the newest one wins.

    `now_ms` is the interview's clock, `wall` gives epoch seconds, `hello` is what a page must know
    first (docs/reference/socket.md), `saved` the ids of messages that the journal has. `bind` before `start`.
    """

    def __init__(
        self,
        hello: Mapping[str, Any],
        now_ms: Callable[[], Millis],
        wall: Callable[[], float],
        overhear: Overhear | None = None,
        mode: AnswerMode = "talk",
        saved: Iterable[str] = (),
    ) -> None:
        self._line = Line(hello, now_ms, self._tell, mode=mode, saved=saved)
        self._microphone = MicrophoneInput("page", overhear)
        self._speech = SocketAudioOutput(wall, self._line.cut_off)
        self._page: Connection | None = None
        self._over = self._closed = False
        self._left_at: float | None = None

    def bind(self, interview: Interview) -> None:
        self._line.interview = interview

    # The session's side

    async def start(self, session: AgentSession[Any], agent: Agent) -> None:
        session.input.audio = self._microphone
        session.output.audio = self._speech
        await session.start(agent)
        self._line.session = session
        if self._page is not None:
            self._line.join()

    def show(self, message: Mapping[str, Any]) -> None:
        match message["t"]:
            case "say":
                words = (message["id"], message["kind"], message["text"])
                self._speech.announce(*words, more=message["more"])
                return
            case "words":
                self._speech.grow(message)
                return
            case "ended":
                self._over = True
            case _:
                self._line.seen(message)
        self._tell(message)

    def _tell(self, message: Mapping[str, Any]) -> None:
        if self._page is not None:
            self._page.show(message)

    async def aclose(self) -> None:
        """Let the page go: for good when the interview is over, else to come back soon."""
        self._line.close()
        self._microphone.close()
        self._closed = True
        page, self._page = self._page, None
        self._speech.detach()
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
        gone = partial(self._gone, page)
        try:
            await page.serve(partial(self._receive, page), gone)
        finally:
            gone()

    def _gone(self, page: Connection) -> None:
        if self._page is page:
            self._page = None
            self._lose()

    def _attach(self, page: Connection) -> None:
        older, self._page = self._page, page
        if older is not None:
            older.show({"t": "taken"})
            older.close(TAKEN, "another page took over")
            self._lose()
        for message in self._line.greeting():
            page.show(message)
        self._speech.attach(page)
        if self._line.session is not None:
            self._line.join()

    def _lose(self) -> None:
        """The page is gone: end the speech on both sides, and tell the interview if it stays away."""
        self._left_at = asyncio.get_running_loop().time()
        self._microphone.fall_silent()
        self._line.lose(cut=self._speech.detach())

    def _receive(self, page: Connection, message: PageMessage) -> None:
        if page is not self._page:
            return
        match message:
            case Microphone(pcm=pcm):
                self._microphone.push(rtc.AudioFrame(pcm, MICROPHONE_HZ, 1, FRAME_SAMPLES))
            case PlaybackStarted():
                self._speech.started(message)
            case PlaybackEnded():
                self._speech.ended(message)
            case SoundOutput():
                self._listened(page, message)
            case Ping():
                """A connection answers its own pings."""
            case _:
                if self._line.act(message):
                    self._microphone.fall_silent()
                    self._line.end_turn()

    def _listened(self, page: Connection, message: SoundOutput) -> None:
        """A page whose sound stands still is a page that is away: nobody hears us, and no clock runs."""
        self._line.outputs(message.state)
        if message.state == "held":
            self._microphone.fall_silent()
            self._line.lose(cut=self._speech.detach(message.playing))
        else:
            self._speech.attach(page)
            if self._line.session is not None:
                self._line.join()
