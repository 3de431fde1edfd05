"""Rules of conversation, told from what was really said and heard, by whom and when."""

from __future__ import annotations

import re
from collections.abc import Iterator

from greenroom.interview.commands import Kind, Say
from greenroom.interview.events import AnswerGiven, UtteranceFinished
from greenroom.interview.plan import Millis
from greenroom.simulation.candidate_voice import Utterance
from greenroom.simulation.fuzz.evidence import Evidence
from greenroom.simulation.fuzz.words import ACKS, STOPS
from greenroom.simulation.transport import Cue

SETTLED_S = 6.0
"""Speech this long before the end must be on record: the slowest recogniser has answered by then."""
BLUR_S = 0.3
"""A voice that began this shortly before is not known to the session yet."""
STOPPED_S = 0.7
"""From the word that is known to the silence of the loudspeaker; the real figure is a bench's matter."""
TAIL: Millis = 1_600
"""Over the end of an utterance an acknowledgement may be an answer to it."""
LATE_VOICE: Millis = 2_500
"""Words may interrupt that were spoken this shortly before the interviewer was audible."""
NEAR: Millis = 500
"""An answer that cuts an utterance off comes with its end."""
TOLD: Millis = 6_000
"""A floor that is free for so long is free for a notice, whatever words might still have come."""
SURE = 0.9
REAL_WORDS = 5


def _tag(text: str) -> str | None:
    first = text.split()[0]
    return first if re.fullmatch(r"w\d+w", first) else None


def words_once(seen: Evidence) -> Iterator[str]:
    """Every numbered utterance is in the candidate's messages, once. What was said or typed after the
    button that ended it was pressed is said to nobody, though a slow disk may end it later."""
    texts = " ".join(m["text"] for m in seen.of("candidate")).split()
    first = seen.of("interviewer")
    begun = first[0]["started_ms"] if first else seen.ended_ms
    for tag, began, ended, must in _numbered(seen):
        times = texts.count(tag)
        settled = begun <= began and ended + SETTLED_S * 1000 < seen.over_ms
        if times > 1 or (times == 0 and must and settled and not seen.paused(began, ended)):
            yield f"{tag} (said at {began / 1000:.1f} s) is on record {times} times"


def _numbered(seen: Evidence) -> Iterator[tuple[str, Millis, Millis, bool]]:
    """Tag, begin, end, and whether it must have been heard."""
    for utterance in seen.said:
        if (tag := _tag(utterance.text)) is not None:
            cut = seen.away(utterance.began_s, utterance.ended_s)
            must = bool(utterance.heard) and not cut
            began, ended = seen.ms(utterance.began_s), seen.ms(utterance.ended_s)
            first, last = seen.voice(began, ended)
            known = max(last, seen.ms(_known_s(seen, utterance)))
            if not utterance.hearing.interims and seen.paused(first, known):
                must = False  # nobody can tell whether they were said before the pause
            yield tag, began, ended, must
    for text, at_s in seen.typed:
        if (tag := _tag(text)) is not None:
            yield tag, seen.ms(at_s), seen.ms(at_s), True


def nothing_over_a_voice(seen: Evidence) -> Iterator[str]:
    """The interviewer did not become audible over a voice that it could know of."""
    slack_s = seen.slack / 1000
    for edge in seen.edges:
        if edge.cue is not Cue.SPEECH:
            continue
        for said in seen.said:
            if said.began_s + BLUR_S + slack_s < edge.at_s < said.ended_s - 0.05 and not seen.away(
                said.began_s - 1, said.ended_s
            ):
                at = seen.ms(edge.at_s)
                yield f"the interviewer talks over {said.text[:20]!r} at {at / 1000:.1f} s"


def _audible(seen: Evidence) -> Iterator[tuple[float, float]]:
    """From when until when each utterance of the interviewer was in the loudspeaker."""
    began: float | None = None
    for edge in seen.edges:
        if edge.cue is Cue.SPEECH:
            began = edge.at_s
        elif edge.cue is not Cue.START and began is not None:
            yield began, edge.at_s
            began = None


def _known_s(seen: Evidence, said: Utterance) -> float:
    """When the recogniser was sure of these words: it takes one utterance after the other."""
    earlier = (other for other in seen.said if other.began_s <= said.began_s)
    return max(other.ended_s + other.hearing.delay_s for other in earlier)


def _not_stopped_by(seen: Evidence, said: Utterance) -> bool:
    """The loudspeaker went on although these words were over it and known."""
    if said.hearing.text is not None or said.hearing.confidence < SURE:
        return False
    if seen.away(said.began_s - 1, said.ended_s + 2):
        return False
    known_s = _known_s(seen, said) + STOPPED_S + seen.slack / 1000
    return any(
        began + BLUR_S < said.began_s < ended and known_s < ended for began, ended in _audible(seen)
    )


def stop_stops(seen: Evidence) -> Iterator[str]:
    for said in seen.said:
        if said.text in STOPS and _not_stopped_by(seen, said):
            yield f"{said.text!r} at {seen.ms(said.began_s)} did not stop the interviewer"


def real_speech_stops(seen: Evidence) -> Iterator[str]:
    for said in seen.said:
        real = _tag(said.text) is not None and len(said.text.split()) >= REAL_WORDS
        if real and _not_stopped_by(seen, said):
            yield f"{said.text[:20]!r} at {seen.ms(said.began_s)} did not stop the interviewer"


def only_speech(seen: Evidence) -> Iterator[str]:
    """An utterance that ended early and not by our own will was talked over by real words, or by an
    answer that was spoken to a silent interviewer and known only then."""
    for turned in seen.steps:
        event, current = turned.event, turned.before.current
        if not isinstance(event, UtteranceFinished) or not event.interrupted:
            continue
        if current is None or current.id != event.utterance_id or current.audible_at is None:
            continue
        if current.stopped or not turned.before.present:
            continue
        audible = current.audible_at
        if not event.heard and event.at - audible <= seen.slack:
            continue  # it was dropped just before it was audible, for a handoff or a voice
        if not _real_words(seen, audible, event.at) and not _late_answer(seen, audible, event.at):
            yield f"{current.id} was cut off at {event.at}, and nobody had said a real word"


def _real_words(seen: Evidence, audible: Millis, cut: Millis) -> bool:
    return any(
        audible - LATE_VOICE < seen.ms(said.ended_s) and seen.ms(said.began_s) < cut
        for said in seen.said
        if said.text not in ACKS
    )


def _late_answer(seen: Evidence, audible: Millis, cut: Millis) -> bool:
    answers = (t.event for t in seen.steps if isinstance(t.event, AnswerGiven))
    return any(
        cut - NEAR <= answer.at <= cut + NEAR and answer.began <= audible + BLUR_S * 1000
        for answer in answers
        if not answer.typed
    )


def acks_ignored(seen: Evidence) -> Iterator[str]:
    ours = [m for m in seen.of("interviewer") if not m["interrupted"]]
    for theirs in seen.of("candidate"):
        if theirs["kind"] != "answer" or theirs["text"] not in ACKS:
            continue
        for mine in ours:
            began, ended = mine["started_ms"] + 300, mine["ended_ms"] - TAIL
            if began < theirs["started_ms"] and theirs["ended_ms"] < ended:
                yield f"{theirs['text']!r} at {theirs['started_ms']} is taken for an answer"


def pauses_are_told(seen: Evidence) -> Iterator[str]:
    """Who pauses hears that we are paused, as soon as nobody speaks."""
    told, free = False, None
    for turned in seen.steps:
        after = turned.after
        if free is not None and not told and after.now - free > TOLD + seen.slack:
            yield f"nobody was told of the pause by {after.now}"
            told = True
        if after.pause is None:
            told, free = False, None
            continue
        told = told or any(said.kind is Kind.NOTICE for said in turned.given(Say))
        waits = after.current is not None or after.claim is not None or after.speaking
        if waits or not after.present or after.ended:
            free = None
        elif free is None:
            free = after.now
