"""LiveKit's own idea of the candidate's turn: what it has lost of it, and how to end it there."""

from __future__ import annotations

import asyncio
from typing import Any

from livekit.agents import AgentSession, UserInputTranscribedEvent

from greenroom.session.errands import Errands
from greenroom.session.patience import Patience

HURRY_S = 0.05
"""In this time LiveKit has begun to end a turn."""


class LiveKitTurn:
    """Beside our `Turn` LiveKit keeps one of its own. When ours ends without it, it must let go of
    those words: it would end the same turn again later and cut off our reply to it."""

    def __init__(self, session: AgentSession[Any], patience: Patience, errands: Errands) -> None:
        self._session, self._patience, self._errands = session, patience, errands
        self.handing_off = False
        """Between two agents: LiveKit has no turn, and nothing may be told to it."""
        self.orphans = 0
        """Leading pieces of our turn that a handoff made LiveKit forget."""
        self.behind = False
        """It still holds words that were posted: the voice went on after them, or it was between two
        agents and could not be told."""
        self._ended: asyncio.Future[str] | None = None

    def end(self) -> None:
        """Let the turn end without us. The recogniser goes on, so words on their way still come."""
        self.behind = self.handing_off
        if not self.handing_off:
            self._patience.hurry()
            self._errands.later(HURRY_S, self._patience.calm)
            self._ended = self._session.commit_user_turn(skip_reply=True, transcript_timeout=0.0)
            self._shield(self._ended)

    def _shield(self, ended: asyncio.Future[str]) -> None:
        """While LiveKit ends its turn it takes its guess at words that are still on their way for
        new ones, and would stop the interviewer for them."""
        speech = self._session.current_speech
        if speech is None or speech.interrupted or not speech.allow_interruptions:
            return
        speech.allow_interruptions = False
        ended.add_done_callback(lambda _: setattr(speech, "allow_interruptions", True))

    def clear(self) -> None:
        """Drop the turn, and the recogniser's stream with the words that are on their way in it."""
        if not self.handing_off:
            self.behind = False
            self._session.clear_user_turn()

    def made_up(self, event: UserInputTranscribedEvent, last_interim: str) -> bool:
        """While LiveKit ends a turn it takes an interim for final, for its own history, in no
        language. The recogniser's own final of the same words is still to come."""
        ending = self._ended is not None and not self._ended.done()
        return ending and not event.language and event.transcript.strip() == last_interim
