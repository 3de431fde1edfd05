"""When a part of the voice breaks: it is written down, the candidate is told, and we go on in text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import structlog
from livekit.agents import AgentSession, ErrorEvent, UserInputTranscribedEvent, stt, tts

from greenroom.assessment.sentence import Sentence
from greenroom.interview.events import Event, IncidentNoticed
from greenroom.session.background_tasks import BackgroundTasks
from greenroom.session.clock import SessionClock
from greenroom.session.voice import Degraded

DEAF = Sentence(
    "I cannot hear you at the moment. Please type your answer; I keep trying to listen."
)
MUTE = Sentence(
    "My voice does not work at the moment. Please read the question on the page and answer."
)
FIRST_RETRY_S = 1.0
LAST_RETRY_S = 30.0

log = structlog.get_logger(__name__)


class Faults:
    """Watches LiveKit's unrecoverable errors and brings the recogniser back."""

    def __init__(
        self,
        session: AgentSession[Any],
        clock: SessionClock,
        background_tasks: BackgroundTasks,
        *,
        post: Callable[[Event], None],
        show: Callable[[Mapping[str, Any]], None],
    ) -> None:
        self._session, self._clock, self._background_tasks = session, clock, background_tasks
        self._post, self._show = post, show
        self._retry_s = FIRST_RETRY_S
        self._retrying = False
        self._why_mute = "no_audio"
        session.on("error", self._on_error)
        for part in (session.stt, session.tts):
            if part is not None:  # its own events: the session hears none during a handoff
                part.on("error", self._on_part_error)

    def voiceless(self) -> None:
        """An utterance came to its end without a sound: its words are on the page."""
        self._incident("voice", self._why_mute)
        self._why_mute = "no_audio"
        self._show({"t": "notice", "level": "warn", "text": MUTE})

    def _on_error(self, event: ErrorEvent) -> None:
        kind = getattr(event.error, "type", "")
        if getattr(event.error, "recoverable", False):
            return
        cause = type(getattr(event.error, "error", event.error)).__name__
        log.warning("speech part failed", part=kind, cause=cause)
        if kind == "tts_error":
            self._why_mute = cause
        elif kind == "stt_error" and not self._retrying:
            self._deaf(cause)

    def _on_part_error(self, event: stt.STTError | tts.TTSError) -> None:
        news = event.error
        if not isinstance(news, Degraded):
            return
        self._incident(news.part, news.cause)
        if news.notice is not None:
            self._show({"t": "notice", "level": "info", "text": news.notice})

    def _deaf(self, cause: str) -> None:
        self._retrying = True
        if self._retry_s == FIRST_RETRY_S:
            self._incident("hearing", cause)
            self._show({"t": "notice", "level": "warn", "text": DEAF})
        self._background_tasks.later(self._retry_s, self._listen_again)
        self._retry_s = min(2 * self._retry_s, LAST_RETRY_S)
        self._session.on("user_input_transcribed", self._heard_again)

    def _listen_again(self) -> None:
        self._retrying = False
        self._session.clear_user_turn()  # LiveKit opens a new recogniser stream for this

    def _heard_again(self, event: UserInputTranscribedEvent) -> None:
        if event.transcript:
            self._retry_s = FIRST_RETRY_S
            self._session.off("user_input_transcribed", self._heard_again)

    def _incident(self, kind: str, cause: str) -> None:
        self._post(IncidentNoticed(self._clock.now_ms(), kind, cause))
