"""What a LiveKit server gets to see of an interview: opaque names and nothing else (Sec).

Room names, identities, metadata and dispatches travel in clear: to every participant, into tokens,
webhooks and logs. So they hold the interview's random id, and never a word about a person. A
ticket is good once, for two minutes, and only for who can ask our database.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Final

AGENT: Final = "greenroom-interviewer"
"""The name that workers register under; only a dispatch that names it reaches them."""
CANDIDATE: Final = "candidate"
"""The one identity that a candidate's token has in the room: who joins with it again replaces the
first, so a second tab takes over."""
TOPIC: Final = "greenroom"
"""Of our messages in the room, in both directions."""
PROBE: Final = '{"probe": true}'
"""Metadata of a dispatch by which `greenroom doctor` looks whether a worker is there: no interview."""


def room_of(interview_id: str) -> str:
    return f"greenroom-{interview_id}"


def agent_of(holder: str) -> str:
    """The identity in the room of the job that holds an interview's lease."""
    return f"agent-{holder}"


@dataclass(frozen=True, slots=True)
class JobMetadata:
    """What a dispatch says: hold this interview, and here is the ticket that proves that we sent it."""

    interview_id: str
    ticket: str = field(repr=False)

    @property
    def metadata(self) -> str:
        return json.dumps({"interview": self.interview_id, "ticket": self.ticket})

    @classmethod
    def of(cls, metadata: str) -> JobMetadata:
        """Raises `ValueError` when the metadata of a dispatch is none of ours."""
        try:
            told = json.loads(metadata)
            return cls(str(told["interview"]), str(told["ticket"]))
        except (KeyError, TypeError, ValueError):
            raise ValueError("this dispatch names no interview; who sent it?") from None
