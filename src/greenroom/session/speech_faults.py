"""A part of speech fails: the failure is journalled, the candidate is told, and the interview goes on in text."""

from __future__ import annotations

from typing import Any

import structlog
from livekit.agents import AgentSession, ErrorEvent, UserInputTranscribedEvent, stt, tts

from greenroom.assessment.sentence import Sentence
from greenroom.session.background_tasks import BackgroundTasks
from greenroom.session.incidents import Incidents
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


class SpeechFaults:
    """Watches LiveKit's unrecoverable errors and brings the recogniser back."""

    def __init__(
        self,
        session: AgentSession[Any],
        background_tasks: BackgroundTasks,
        incidents: Incidents,
    ) -> None:
        self._session, self._background_tasks = session, background_tasks
        self._incidents = incidents
        self._retry_s = FIRST_RETRY_S
        self._retrying = False
        self._why_mute = "no_audio"
        session.on("error", self._on_error)
        for part in (session.stt, session.tts):
            if part is not None:  # its own events: the session hears none during a handoff
                part.on("error", self._on_part_error)

    def voiceless(self) -> None:
        """An utterance came to its end without a sound: its words are on the page."""
        self._incidents.add("voice", self._why_mute, MUTE, "warn")
        self._why_mute = "no_audio"

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
        if isinstance(news, Degraded):
            self._incidents.add(news.part, news.cause, news.notice)

    def _deaf(self, cause: str) -> None:
        self._retrying = True
        if self._retry_s == FIRST_RETRY_S:
            self._incidents.add("hearing", cause, DEAF, "warn")
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
