"""How a session hears the candidate and is heard: the socket, a LiveKit room, or a simulation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from livekit.agents import Agent, AgentSession


class Transport(Protocol):
    """A session's sound, both ways, and its page.

    What happens on the candidate's side reaches the interview through the `post` its builder gives
    it: `CandidateJoined` when the candidate can hear us (the first time, and after every absence),
    `CandidateLeft` when nobody is there any more, `CommandGiven` for buttons, `AnswerGiven` with
    `typed=True` for typed answers, `ActivityNoticed` for typing and push-to-talk.
    """

    async def start(self, session: AgentSession[Any], agent: Agent) -> None:
        """Attach audio input, audio output and the words, then start the session with `agent`."""
        ...

    def show(self, message: Mapping[str, Any]) -> None:
        """Show the page something: `{"t": …}` of docs/reference/socket.md. Never blocks, never raises.

        Before each utterance the controller shows `{"t": "say", "id", "kind", "text", "more"}`: the
        next segment of audio is that utterance, and `text` is its words. With `more`, those that are
        known, and `{"t": "words", "id", "text", "more"}` follows for each further sentence, with all.
        """
        ...

    async def aclose(self) -> None:
        """Let go of everything; the controller closes the session."""
        ...
