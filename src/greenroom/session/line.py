"""What every line to a candidate does alike, by whatever way their page is reached."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Protocol

from livekit.agents import AgentSession

from greenroom.interview.events import CandidateJoined, CandidateLeft, Event
from greenroom.interview.plan import Millis
from greenroom.session.messages import Deed, ends_answer, event_of

GRACE_S: Final = 1.0
"""Who is back within this, and cut nobody off by going, was never away."""


class Interview(Protocol):
    """Who wants to know what the candidate does besides speaking; `LiveInterview` is one."""

    def post(self, event: Event) -> None: ...

    def end_turn(self) -> None: ...


class Line:
    """Whether the candidate is there, what a page must know first, and what it may say."""

    def __init__(
        self, hello: Mapping[str, Any], now_ms: Callable[[], Millis], *, met: bool = False
    ) -> None:
        """`now_ms` is the interview's clock, `hello` what a page must know first (docs/socket.md);
        `met`: this interview had a page before. `interview` is to be set before anything happens."""
        self.interview: Interview | None = None
        self.session: AgentSession[Any] | None = None
        self._hello, self._now_ms, self._met = hello, now_ms, met
        self._view: Mapping[str, Any] | None = None
        self._present = self._cut = False
        self._absence: asyncio.TimerHandle | None = None

    # the page

    def seen(self, message: Mapping[str, Any]) -> None:
        """Remember what whoever comes later must see, too."""
        if message["t"] == "view":
            self._view = message

    def greeting(self) -> Iterator[Mapping[str, Any]]:
        """The first messages of every page."""
        yield {"t": "hello", "protocol": 1, **self._hello, "resumed": self._met}
        self._met = True
        if self._view is not None:
            yield self._view

    def act(self, deed: Deed) -> bool:
        """The page asks for something. True when that ends the answer, so that its sound ends, too."""
        event = event_of(deed, self._now_ms())
        if event is not None:
            self._tell(event)
        return ends_answer(deed)

    def end_turn(self) -> None:
        if self.interview is not None:
            self.interview.end_turn()

    # who is there

    def join(self) -> None:
        """Somebody can hear us."""
        self._forget_absence()
        if self._cut:
            self._leave()
        if not self._present:
            self._present = True
            self._tell(CandidateJoined(self._now_ms()))

    def lose(self, *, cut: bool) -> None:
        """Nobody hears us; the interview is told if it stays so. `cut`: we were cut off in mid-word,
        and they have missed something however soon they are back."""
        self._cut = self._cut or cut
        if self._present and self._absence is None:
            self._absence = asyncio.get_running_loop().call_later(GRACE_S, self._leave)

    def close(self) -> None:
        """Nothing that happens now is the interview's business."""
        self._forget_absence()
        self.interview = None

    def cut_off(self) -> None:
        """An utterance ended unheard: LiveKit must cut its history at the same word."""
        speech = None if self.session is None else self.session.current_speech
        if speech is not None:
            _ = speech.interrupt(force=True)

    def _leave(self) -> None:
        self._absence, self._cut = None, False
        if self._present:
            self._present = False
            self._tell(CandidateLeft(self._now_ms()))

    def _forget_absence(self) -> None:
        if self._absence is not None:
            self._absence.cancel()
            self._absence = None

    def _tell(self, event: Event) -> None:
        if self.interview is not None:
            self.interview.post(event)
