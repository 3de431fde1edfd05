"""The report of an interview: what was measured, what happened and why; judged by a scorecard or not at all.

Without one there is no score, and the report says so. The record alone gives the same report
always; the times of the candidate's voice (from the journal) add the pauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any, Final

from greenroom.app.consent import WORDS
from greenroom.app.reports.coached import deepened
from greenroom.app.reports.stage_spans import stage_spans
from greenroom.assessment.candidate_questions import candidate_questions
from greenroom.assessment.coaching import Coaching, coach
from greenroom.assessment.delivery import measures
from greenroom.assessment.exchanges import ASKING
from greenroom.assessment.feedback import feedback
from greenroom.assessment.feedback import told as explained
from greenroom.assessment.reasons import Reason
from greenroom.assessment.scorecard import Scorecard
from greenroom.assessment.sentence import Sentence, joined
from greenroom.assessment.speech import NOT_KEPT, JournalExtract, Span
from greenroom.interview.events import AnswerGiven, Event, SpeechStarted, SpeechStopped

NOT_SCORED = Sentence(
    "No large language model has judged this interview, and nothing of ours gives a level. "
    "This program found, counted and measured what is here; its praise and advice follow fixed rules."
)

SENTENCES_LANGUAGE: Final = "en"
"""Of a report as JSON. Pages and files say the same sentences in the reader's language."""
LINGERING_MS: Final = 48
"""The voice detector hears a voice for so much longer than it sounds: a window and a half of 32 ms. Measured
on recordings whose truth is known (docs/reference/delivery.md)."""

_UNJUDGED: Final[Mapping[str, list[Any]]] = {
    "strengths": [],
    "improvements": [],
    "question_feedback": [],
    "not_scored": [NOT_SCORED],
}

WITHOUT_SOUND: Final = Sentence(
    "The candidate allowed the sound of the answers to be kept. It is not in this file: they alone can "
    "hear it, on the page of the report."
)


def journal_extract(
    events: Iterable[Event],
    asked: Mapping[str, str] = MappingProxyType({}),
    *,
    lingering_ms: int = LINGERING_MS,
) -> JournalExtract:
    """What a journal knows besides the record: when there was a voice, how sure the words are, and what
    was `asked`, by the questions' ids. `lingering_ms`: for so long a voice was heard after it had ended."""
    voices: list[Span] = []
    confidences: dict[tuple[int, str], float] = {}
    began: int | None = None
    for event in events:
        match event:
            case SpeechStarted(began=at):
                began = at
            case SpeechStopped(ended=at) if began is not None:
                since = max(began, voices[-1][1]) if voices else began
                if at > since:
                    voices.append((since, max(since + 1, at - lingering_ms)))
                began = None
            case AnswerGiven(confidence=float(sure), typed=False) if sure > 0:
                # 0 is what LiveKit puts where a recogniser does not say
                confidences[event.began, event.text.strip()] = sure
            case _:
                pass
    return JournalExtract(tuple(voices), confidences, dict(asked))


def report(
    record: Mapping[str, Any],
    spoken: JournalExtract = NOT_KEPT,
    language: str = "en",
    card: Scorecard | None = None,
    coaching: Coaching | None = None,
) -> dict[str, Any]:
    """The report as JSON. `language` is what was spoken. `coaching` was made with the journal's help; without it the
    rules coach from the record alone. Without a scorecard, `not_scored` says why there are no levels."""
    judged = _UNJUDGED if card is None else feedback(card, record["messages"], spoken.questions)
    if coaching is None:
        coaching = coach(record, heard=spoken, language=language)
    return {
        "language": language,
        "sentences_language": SENTENCES_LANGUAGE,
        **deepened(judged, coaching),
        "coaching": coaching.plain(),
        "measures": measures(record, spoken, language, coaching),
        "candidate_questions": [
            asdict(one) for one in candidate_questions(record["messages"], language)
        ],
        "stages": list(_stages(record)),
        "not_scored": judged["not_scored"],
        "scorecard": None if card is None else explained(card),
    }


def _stages(record: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    ended = record["ended_ms"]
    spans = stage_spans(record, ended or 0)
    asked = {m["stage"] for m in record["messages"] if m["kind"] in ASKING}
    for stage, (began, end) in zip(record["stages"], spans, strict=True):
        running = ended is None and stage is record["stages"][-1]
        yield {
            "id": stage["id"],
            "length_ms": None if running else end - began,
            "cause": stage["cause"],
            "forced": stage["forced"],
            "questions": stage["questions"] if stage["id"] in asked else 0,
            "reprompts": stage["reprompts"],
            "facts": dict(stage["facts"]),
        }


def clock(ms: int) -> str:
    """Minutes and seconds, "5:07"."""
    minutes, seconds = divmod(ms // 1000, 60)
    return f"{minutes}:{seconds:02}"


def agreed_to(record: Mapping[str, Any]) -> str | None:
    """To what the candidate agreed and when, in a sentence; None where nobody was asked."""
    given = record.get("consent")
    if given is None:
        return None
    words = WORDS.get(given["version"], {}).get(given["language"])
    quoted = Sentence("“{quote}”", quote=words)
    told = quoted if words else Sentence("version {version}", version=given["version"])
    return Sentence(
        "Agreed to before it began, {at} UTC: {told}",
        at=given["at"][:16].replace("T", " "),
        told=told,
    )


def judged_by(card: Mapping[str, Any]) -> str:
    """Who judged, by what, and how far it can be believed; `card` is a report's `scorecard`. A judge that
    failed is not said to have judged."""
    title = Sentence(card["rubric"]["title"])
    digest = card["rubric"]["digest"]
    rubric = Sentence("the rubric “{title}” ({digest})", title=title, digest=digest)
    judge = card["judge"]
    missing = [entry["not_scored"] for entry in card["criteria"] if "not_scored" in entry]
    failed = sum(reason in _FAILED for reason in missing)
    if failed == len(card["criteria"]):
        return Sentence(
            "Not judged. {judge} was asked to judge by {rubric}, and failed.",
            judge=judge or Sentence("A model"),
            rubric=rubric,
        )
    if judge is None or set(missing) == {Reason.TOO_LONG}:
        return Sentence(
            "Not judged. No model was asked to judge by {rubric}; the reason is below.",
            rubric=rubric,
        )
    told = [Sentence("Judged by {judge}, by {rubric}.", judge=judge, rubric=rubric)]
    if failed:
        told.append(
            Sentence(
                "It failed on {failed} of {of} criteria.", failed=failed, of=len(card["criteria"])
            )
        )
    told += [*_agreed(card["agreement"]), *_left_out(card["dropped"])]
    stands = len(missing) < len(card["criteria"])
    return joined(*told, UNCALIBRATED if stands else Sentence("None of its levels was accepted."))


def _agreed(agreement: Mapping[str, Any] | None) -> Iterator[Sentence]:
    if agreement is not None and agreement["compared"]:
        yield Sentence(
            "It read each criterion {readings} times, in different orders. Its readings agreed on {equal} of "
            "{compared}.",
            **agreement,
        )


def _left_out(quotes: int) -> Iterator[Sentence]:
    if quotes:
        yield Sentence(
            "One quote was left out: the words could not be found in an answer.",
            "{n} quotes were left out: the words could not be found in an answer.",
            n=quotes,
        )


_FAILED: Final = frozenset({Reason.JUDGE_FAILED, Reason.NOT_JUDGED})

UNCALIBRATED: Final = Sentence(
    "The levels are a model's and were never compared with people's. Read them as an opinion with its "
    "evidence."
)
