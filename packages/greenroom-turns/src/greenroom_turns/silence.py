"""What was meant by words that a silent interviewer hears: they are an answer, but need not be what was
written. Pure."""

from __future__ import annotations

from operator import attrgetter

from greenroom_turns import folding, language
from greenroom_turns.cause import TurnCause
from greenroom_turns.spoken import Spoken
from greenroom_turns.written import written

HUMMED = "Mm-hmm."
"""What a hum is written as when it counts as an answer."""
CERTAIN = 0.88
"""Words more certain than this were spoken, whatever they sound like."""
SURELY_HUMMED = 0.999
"""With this chance of a backchannel, and as dull as a hum, an answer was hummed, whatever was written. 111
hums of closed mouths had 0.9999 and more; of 1,335 short answers none is taken for one."""
NEAR = 4.0
"""A request is meant that is no farther behind the text than so many nats, ..."""
CALLED = {3: 0.98, 4: 0.8}
"""... if it is heard as a call with this chance, by its words; one of more words counts as one of four, and one of
fewer is never meant. Of 2,477 short answers, many with words of requests in them, one was taken for one."""


def answer_meant(spoken: Spoken, lang: str) -> tuple[TurnCause, str | None]:
    """Why it is an answer, and what was said instead of the words written: a hum, a request."""
    if may_be_hummed(spoken, lang) and spoken.sound is not None and spoken.sound.hummed:
        return TurnCause.HUM, HUMMED
    meant = _request(spoken, lang) if spoken.final else None
    return TurnCause.INTERVIEWER_SILENT if meant is None else TurnCause.LIKE_REQUEST, meant


def may_be_hummed(spoken: Spoken, lang: str) -> bool:
    """The same before it is measured how dull it is."""
    heard = spoken.chances
    sure = heard is not None and heard.backchannel >= SURELY_HUMMED
    return sure and not _certain(spoken) and not written(spoken.text, lang).expected


def _request(spoken: Spoken, lang: str) -> str | None:
    """The request that was most likely made, with words that say something else."""
    heard = spoken.chances
    if heard is None or spoken.confidence is None or _certain(spoken):
        return None
    if written(spoken.text, lang).request:
        return None
    best = _likeliest_request(spoken, lang)
    needed = None if best is None else CALLED.get(min(len(folding.words(best)), 4))
    return best if needed is not None and heard.call >= needed else None


def _likeliest_request(spoken: Spoken, lang: str) -> str | None:
    near = [other for other in spoken.alternatives or () if other.behind <= NEAR]
    asked = [other for other in near if language.is_request(other.text, lang)]
    return min(asked, key=attrgetter("behind")).text if asked else None


def _certain(spoken: Spoken) -> bool:
    return spoken.confidence is not None and spoken.confidence >= CERTAIN
