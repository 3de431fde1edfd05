"""What every connection to a candidate's page has in common, whatever the transport."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, Protocol

from livekit.agents import AgentSession

from greenroom.interview.events import (
    AnswerMode,
    AnswerModeSet,
    CandidateJoined,
    CandidateLeft,
    Event,
    IncidentNoticed,
)
from greenroom.interview.message_ids import REMEMBERED
from greenroom.interview.plan import Millis
from greenroom.session.messages import (
    Deed,
    ModeChosen,
    Output,
    PaceChosen,
    Typing,
    ends_answer,
    event_of,
    has_lapsed,
)

GRACE_S: Final = 1.0
"""A candidate who is back within this time, and interrupted nobody by leaving, was never away."""
_OUTPUT_INCIDENTS: Final[Mapping[Output, str]] = {
    "shown": "no_output",
    "held": "held",
    "heard": "recovered",
}


class Interview(Protocol):
    """Is told what the candidate does besides speaking. `LiveInterview` implements it."""

    def post(self, event: Event) -> None: ...

    def end_turn(self) -> None: ...


class Line:
    """Whether the candidate is there, what a page must know first, and what it may say."""

    def __init__(
        self,
        hello: Mapping[str, Any],
        now_ms: Callable[[], Millis],
        show: Callable[[Mapping[str, Any]], None],
        *,
        met: bool = False,
        mode: AnswerMode = "talk",
        saved: Iterable[str] = (),
    ) -> None:
        """`now_ms` is the interview's clock, `hello` what a page must know first (docs/reference/socket.md), `show`
        sends the page a message; `met`: this interview had a page before; `mode`: how the candidate
        answers, as the interview knows; `saved`: the ids of messages that its journal has. `interview`
        is to be set before anything happens."""
        self.interview: Interview | None = None
        self.session: AgentSession[Any] | None = None
        self._hello, self._now_ms, self._met = hello, now_ms, met
        self._show = show
        self._saved = deque(saved, REMEMBERED)
        self._unsaved: deque[str] = deque(maxlen=REMEMBERED)
        """Ids of messages that were passed on, and that the journal does not have yet."""
        self._view: Mapping[str, Any] | None = None
        self._present = self._cut = False
        self._heard_at: Millis | None = None
        self._mode = mode
        self._absence: asyncio.TimerHandle | None = None
        self._output: Output = "heard"

    # the page

    def seen(self, message: Mapping[str, Any]) -> None:
        """Remember what whoever comes later must see, too."""
        if message["t"] == "view":
            self._view = message
        elif message["t"] == "saved":
            self._saved.extend(message["mids"])

    def greeting(self) -> Iterator[Mapping[str, Any]]:
        """The first messages of every page."""
        saved = list(self._saved)
        yield {"t": "hello", "protocol": 1, **self._hello, "resumed": self._met, "saved": saved}
        self._met = True
        if self._view is not None:
            yield self._view

    def act(self, deed: Deed) -> bool:
        """The page asks for something. True when that ends the answer, so that its sound ends, too.

        A message that has an id is taken once, and not at all when its question has gone by."""
        mid = None if isinstance(deed, Typing | ModeChosen | PaceChosen) else deed.mid
        if mid is not None:
            if mid in self._saved:
                self._show({"t": "saved", "mids": [mid]})
                return False
            if mid in self._unsaved:
                return False
            if has_lapsed(deed, None if self._view is None else self._view["question"]):
                self._show({"t": "lapsed", "mids": [mid]})
                return False
            self._unsaved.append(mid)
        event = event_of(deed, self._now_ms())
        if event is not None and self._is_news(event):
            self._tell(event)
        return ends_answer(deed)

    def end_turn(self) -> None:
        if self.interview is not None:
            self.interview.end_turn()

    def _is_news(self, event: Event) -> bool:
        """A page tells its mode with every connection; the interview is told of changes."""
        if not isinstance(event, AnswerModeSet):
            return True
        before, self._mode = self._mode, event.mode
        return event.mode != before

    # who is there

    def join(self) -> None:
        """Somebody can hear us."""
        self._forget_absence()
        if self._cut:
            self._leave()
        if not self._present:
            self._present = True
            self._tell(CandidateJoined(self._now_ms()))

    def lose(self, *, cut: bool, silent_s: float | None = None) -> None:
        """Nobody hears us; the interview is told if it stays so. `cut`: they have missed something however
        soon they are back. `silent_s`: nothing has come from them for so long, where what we said since
        may have reached nobody; None: they told how far they heard it."""
        self._cut = self._cut or cut
        if self._absence is None:
            self._heard_at = None if silent_s is None else self._now_ms() - round(1000 * silent_s)
        if self._present and self._absence is None:
            self._absence = asyncio.get_running_loop().call_later(GRACE_S, self._leave)

    def outputs(self, output: Output) -> None:
        """Write down whether the page plays what is said."""
        if output == self._output:
            return
        self._output = output
        cause = _OUTPUT_INCIDENTS[output]
        self._tell(IncidentNoticed(self._now_ms(), "loudspeaker", cause))

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
            self._tell(CandidateLeft(self._now_ms(), self._heard_at))

    def _forget_absence(self) -> None:
        if self._absence is not None:
            self._absence.cancel()
            self._absence = None

    def _tell(self, event: Event) -> None:
        if self.interview is not None:
            self.interview.post(event)
