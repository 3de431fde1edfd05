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
from greenroom.app.reports.coached import deepened, quoted, written
from greenroom.app.reports.wording import BY_THE_CLOCK, ENDED, WENT_WRONG, is_doubted, left, remark
from greenroom.assessment.answers import talked_over
from greenroom.assessment.candidate_questions import candidate_questions
from greenroom.assessment.coaching import Coaching, coach
from greenroom.assessment.delivery import measures
from greenroom.assessment.feedback import feedback
from greenroom.assessment.feedback import told as explained
from greenroom.assessment.heard import NOT_KEPT, Heard, Span
from greenroom.assessment.reasons import Reason
from greenroom.assessment.scorecard import Scorecard
from greenroom.assessment.sentence import Sentence, joined
from greenroom.interview.causes import EndReason
from greenroom.interview.events import AnswerGiven, Event, SpeechStarted, SpeechStopped

NOT_SCORED = Sentence(
    "No model has judged this interview, and no rule of ours gives a level: "
    "everything here was found by rules, counted or measured."
)

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

JUDGED: Final = {
    "Strengths": "strengths",
    "To work on": "improvements",
    "Question by question": "question_feedback",
}
"""Headings of the parts that a scorecard fills."""


def heard(events: Iterable[Event], asked: Mapping[str, str] = MappingProxyType({})) -> Heard:
    """What a journal knows besides the record: when there was a voice, how sure the words are, and what
    was `asked`, by the questions' ids."""
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
                    voices.append((since, max(since + 1, at - LINGERING_MS)))
                began = None
            case AnswerGiven(confidence=float(sure), typed=False) if sure > 0:
                # 0 is what LiveKit puts where a recogniser does not say
                confidences[event.began, event.text.strip()] = sure
            case _:
                pass
    return Heard(tuple(voices), confidences, dict(asked))


def report(
    record: Mapping[str, Any],
    spoken: Heard = NOT_KEPT,
    language: str = "en",
    card: Scorecard | None = None,
    coaching: Coaching | None = None,
) -> dict[str, Any]:
    """INTERFACES' report. The rules coach always (`coaching`: as they were made with the journal's help);
    without a scorecard `not_scored` says why there are no levels."""
    judged = _UNJUDGED if card is None else feedback(card, record["messages"], spoken.questions)
    if coaching is None:
        coaching = coach(record, heard=spoken, language=language)
    return {
        **deepened(judged, coaching),
        "coaching": coaching.plain(),
        "measures": measures(record, spoken, language),
        "candidate_questions": [asdict(one) for one in candidate_questions(record["messages"])],
        "stages": [_stage(stage, record) for stage in record["stages"]],
        "not_scored": judged["not_scored"],
        "scorecard": None if card is None else explained(card),
    }


def _stage(stage: Mapping[str, Any], record: Mapping[str, Any]) -> dict[str, Any]:
    left = stage["left_ms"] if stage["left_ms"] is not None else record["ended_ms"]
    return {
        "id": stage["id"],
        "length_ms": None if left is None else left - stage["entered_ms"],
        "cause": stage["cause"],
        "forced": stage["forced"],
        "questions": stage["questions"],
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
    told = f"“{words}”" if words else Sentence("version {version}", version=given["version"])
    return Sentence(
        "Agreed to before it began, {at} UTC: {told}",
        at=given["at"][:16].replace("T", " "),
        told=told,
    )


def markdown(record: Mapping[str, Any], told: Mapping[str, Any]) -> str:
    """Report and transcript as one Markdown document; `told` is the record's `report`. Candidate's
    words are escaped: they are text."""
    who = record["candidate"]
    title = " ".join(part for part in ("Interview", "with", who["name"]) if who["name"])
    lines = [f"# {plain(title or 'Interview')}", ""]
    lines += [
        f"{record['plan']}, {record['started_at']}, {clock(record['ended_ms'] or 0)} long.",
        "",
    ]
    if (agreed := agreed_to(record)) is not None:
        lines += [plain(agreed), ""]
    if record.get("sound"):
        lines += [f"_{WITHOUT_SOUND}_", ""]
    lines += written(told["coaching"], plain)
    for title, key in JUDGED.items():
        claims = [one for one in told[key] if "rule" not in one and one.get("judged", one)]
        if claims:
            lines += [f"## {title}", "", *[_claim(claim) for claim in claims], ""]
    if told["scorecard"] is not None:
        lines += ["## Judging", "", plain(judged_by(told["scorecard"])), ""]
    lines += ["## Measured", ""]
    lines += [_measure(name, measure) for name, measure in told["measures"].items()]
    lines += ["", "## Not scored", "", *[f"- {plain(reason)}" for reason in told["not_scored"]]]
    if told["candidate_questions"]:
        lines += ["", "## What you asked", "", *map(_asked, told["candidate_questions"])]
    if record.get("coverage"):
        lines += ["", "## What the job asks for", "", *map(_covered, record["coverage"])]
    lines += [
        "",
        "## Stages",
        "",
        "| stage | length | why it was left | questions |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| {plain(s['id'])} | {clock(s['length_ms'] or 0)} | {_left(s)} | {s['questions']} |"
        for s in told["stages"]
    ]
    if record.get("end_reason"):
        lines += ["", ENDED[EndReason(record["end_reason"])]]
    lines += [_incident(incident) for incident in record.get("incidents", ())]
    lines += ["", "## Transcript", ""]
    ours = {id(message) for message in talked_over(record["messages"])}
    lines += [_said(message, ours=id(message) in ours) for message in record["messages"]]
    return "\n".join(lines) + "\n"


def judged_by(card: Mapping[str, Any]) -> str:
    """Who judged, by what, and how far it can be believed; `card` is a report's `scorecard`. A judge that
    failed is not said to have judged."""
    rubric = Sentence("the rubric “{title}” ({digest})", **card["rubric"])
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
    return joined(*told, UNCALIBRATED if stands else Sentence("None of its levels stands."))


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


STATES: Final = {
    "covered": "spoken about",
    "asked": "asked about, and we did not find it in your words",
    "not_reached": "we did not find it in your words",
}


def _covered(one: Mapping[str, Any]) -> str:
    """A requirement of the job, and the candidate's words about it."""
    words = ", ".join(quoted(q, plain) for q in one["quotes"])
    return (
        f"- {plain(one['requirement'])} ({one['kind']}): {STATES[one['state']]}. {words}".rstrip()
    )


def _asked(one: Mapping[str, Any]) -> str:
    """A question of the candidate's, and what was said to it."""
    return f"- “{plain(one['text'])}” ({one['message']}) {plain(one['reply'])}".rstrip()


def _claim(claim: Mapping[str, Any]) -> str:
    """A remark with the words that it rests on."""
    words = " ".join(quoted(q, plain) for q in claim["quotes"])
    if "question" in claim:
        said = claim.get("judged") or claim["feedback"]
        return f"- _{plain(claim['question'])}_ {plain(said)} {words}"
    return f"- {plain(claim['text'])} {words}"


def _measure(name: str, measure: Mapping[str, Any]) -> str:
    label = name.replace("_", " ").capitalize()
    if "not_scored" in measure:
        return f"- **{label}**: not measured. {measure['not_scored']}"
    return f"- **{label}**: {measure['value']} {measure['unit']}. {measure['sentence']} _{measure['definition']}_"


def _left(stage: Mapping[str, Any]) -> str:
    return f"{left(stage)} {BY_THE_CLOCK}" if stage["forced"] else left(stage)


def _incident(incident: Mapping[str, Any]) -> str:
    kind, cause = (plain(incident[key].replace("_", " ")) for key in ("kind", "cause"))
    return f"\n{clock(incident['at_ms'])} {WENT_WRONG} {kind}, {cause}."


def _said(message: Mapping[str, Any], *, ours: bool) -> str:
    by = "Interviewer" if message["speaker"] == "interviewer" else "You"
    kind = "" if message["kind"] in ("answer", "question") else f", {message['kind']}"
    doubt = "_perhaps_ " if is_doubted(message) else ""
    told = remark(message, ours=ours)
    return f"- **{by}** ({clock(message['started_ms'])}{kind}): {doubt}{plain(message['text'])}" + (
        f" _{plain(told)}_" if told else ""
    )


def plain(text: str) -> str:
    """Text that Markdown and HTML show as it is."""
    escaped = "".join(f"\\{c}" if c in "\\`*_[]#|~" else c for c in text)
    return " ".join(escaped.replace("&", "&amp;").replace("<", "&lt;").split())
