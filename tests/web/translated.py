"""What the tests of translations share."""

from __future__ import annotations

from babel.messages.catalog import Message

from greenroom.app.reports.incidents import CAUSES
from greenroom.web.languages import ENGLISH, LANGUAGES

OTHERS = [code for code in LANGUAGES if code != ENGLISH]
INCIDENTS = [
    *(f"{kind}/{cause}" for kind in ("interviewer", "voice", "hearing") for cause in CAUSES),
    *("voice/no_audio", "voice/recovered", "hearing/APIError", "hearing/recovered"),
    *("reader/timeout", "handoff/dropped", "loudspeaker/no_output", "loudspeaker/held"),
    *("loudspeaker/recovered", "sound/not_written", "sound/too_slow", "budget/near"),
    *("budget/used_up", "record/words", "patience/untouched", "patience/unsent"),
    *("process/restarted", "session/session_closed", "from/next_year"),
]
"""Every incident of docs/reference/causes.md, as `kind/cause`."""


def places(message: Message) -> set[str]:
    """The files that show it: by them a script gets its words."""
    return {place for place, _ in message.locations}


def halves(incident: str) -> tuple[str, str, str]:
    return incident.partition("/")
