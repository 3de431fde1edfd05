"""The report of an interview: what was measured, what happened and why; judged by a scorecard or not at all.

Without one there is no score, and the report says so. The record alone gives the same report
always; the times of the candidate's voice (from the journal) add the pauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from greenroom.assessment.delivery import measures
from greenroom.assessment.feedback import feedback
from greenroom.assessment.feedback import told as explained
from greenroom.assessment.heard import NOT_KEPT, Heard, Span
from greenroom.assessment.scorecard import Scorecard
from greenroom.interview.events import AnswerGiven, Event, SpeechStarted, SpeechStopped
from greenroom.turns import TurnCause

NOT_SCORED = (
    "No model has judged this interview, and no rule of ours may judge what you said: "
    "everything here was counted or measured."
)

_UNJUDGED: Final[Mapping[str, list[Any]]] = {
    "strengths": [],
    "improvements": [],
    "question_feedback": [],
    "not_scored": [NOT_SCORED],
}

WITHOUT_SOUND: Final = (
    "The candidate allowed the sound of the answers to be kept. It is not in this file: they alone can "
    "hear it, on the page of the report."
)

JUDGED: Final = {
    "Strengths": "strengths",
    "To work on": "improvements",
    "Question by question": "question_feedback",
}
"""Headings of the parts that a scorecard fills."""


def heard(events: Iterable[Event], asked: Iterable[tuple[str, str]] = ()) -> Heard:
    """What a journal knows besides the record: when there was a voice, how sure the words are, and what
    was `asked` (`interview.transcript.Transcript`)."""
    voices: list[Span] = []
    confidences: dict[tuple[int, str], float] = {}
    began: int | None = None
    for event in events:
        match event:
            case SpeechStarted(began=at):
                began = at
            case SpeechStopped(ended=at) if began is not None:
                if at > began:
                    voices.append((began, at))
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
    tongue: str = "en",
    card: Scorecard | None = None,
) -> dict[str, Any]:
    """INTERFACES' report. Without a scorecard judged parts are empty, and `not_scored` says why."""
    judged = _UNJUDGED if card is None else feedback(card, record["messages"], spoken.questions)
    return {
        "strengths": judged["strengths"],
        "improvements": judged["improvements"],
        "question_feedback": judged["question_feedback"],
        "measures": measures(record, spoken, tongue),
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
    if record.get("sound"):
        lines += [f"_{WITHOUT_SOUND}_", ""]
    for title, key in JUDGED.items():
        if told[key]:
            lines += [f"## {title}", "", *[_claim(claim) for claim in told[key]], ""]
    if told["scorecard"] is not None:
        lines += ["## Who judged", "", plain(judged_by(told["scorecard"])), ""]
    lines += ["## Measured", ""]
    lines += [_measure(name, measure) for name, measure in told["measures"].items()]
    lines += ["", "## Not scored", "", *[f"- {plain(reason)}" for reason in told["not_scored"]]]
    if record.get("coverage"):
        lines += ["", "## What the job asks for", "", *map(_covered, record["coverage"])]
    lines += [
        "",
        "## Stages",
        "",
        "| stage | length | left because | questions |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| {plain(s['id'])} | {clock(s['length_ms'] or 0)} | {s['cause'] or 'not left'} | {s['questions']} |"
        for s in told["stages"]
    ]
    lines += ["", "## Transcript", ""]
    lines += [_said(message) for message in record["messages"]]
    return "\n".join(lines) + "\n"


def judged_by(card: Mapping[str, Any]) -> str:
    """Who judged, by what, and how far it can be believed; `card` is a report's `scorecard`."""
    rubric = f"the rubric “{card['rubric']['title']}” ({card['rubric']['digest']})"
    if card["judge"] is None:
        return f"Nobody was asked to judge it by {rubric}, or nobody could."
    told = [f"Judged by {card['judge']}, by {rubric}."]
    agreement = card["agreement"]
    if agreement is not None and agreement["compared"]:
        told.append(
            f"Each criterion was read {agreement['readings']} times, each time in another order; the readings "
            f"came to the same on {agreement['equal']} of {agreement['compared']}."
        )
    if card["dropped"]:
        claims = "quote was" if card["dropped"] == 1 else "quotes were"
        told.append(f"{card['dropped']} {claims} dropped, because nobody could find the words.")
    told.append(UNCALIBRATED)
    return " ".join(told)


UNCALIBRATED: Final = (
    "The levels are a model's and were never compared with people's: an opinion with its evidence, to "
    "read and to argue with."
)


STATES: Final = {
    "covered": "spoken about",
    "asked": "asked about only",
    "not_reached": "not reached",
}


def _covered(one: Mapping[str, Any]) -> str:
    """A requirement of the job, and the candidate's words about it."""
    words = ", ".join(f"“{plain(q['quote'])}” ({q['message']})" for q in one["quotes"])
    return (
        f"- {plain(one['requirement'])} ({one['kind']}): {STATES[one['state']]}. {words}".rstrip()
    )


def _claim(claim: Mapping[str, Any]) -> str:
    """A remark with the words that it rests on."""
    words = " ".join(f"“{plain(q['quote'])}” ({q['message']})" for q in claim["quotes"])
    if "question" in claim:
        return f"- _{plain(claim['question'])}_ {plain(claim['feedback'])} {words}"
    return f"- {plain(claim['text'])} {words}"


def _measure(name: str, measure: Mapping[str, Any]) -> str:
    label = name.replace("_", " ").capitalize()
    if "not_scored" in measure:
        return f"- **{label}**: not measured. {measure['not_scored']}"
    return f"- **{label}**: {measure['value']} {measure['unit']}. {measure['sentence']} _{measure['definition']}_"


def _said(message: Mapping[str, Any]) -> str:
    by = "Interviewer" if message["speaker"] == "interviewer" else "You"
    cut = " _(cut off)_" if message["interrupted"] else ""
    kind = "" if message["kind"] in ("answer", "question") else f", {message['kind']}"
    doubt = "_perhaps_ " if is_doubted(message) else ""
    return (
        f"- **{by}** ({clock(message['started_ms'])}{kind}): {doubt}{plain(message['text'])}{cut}"
    )


def is_doubted(message: Mapping[str, Any]) -> bool:
    """A murmur that was ignored because its words are not believed: they are a guess. Records of before
    2026-11-24 do not tell."""
    return message["kind"] == "ack" and str(message.get("cause", TurnCause.ACK)) != TurnCause.ACK


def plain(text: str) -> str:
    """Text that Markdown and HTML show as it is."""
    escaped = "".join(f"\\{c}" if c in "\\`*_[]#|~" else c for c in text)
    return " ".join(escaped.replace("&", "&amp;").replace("<", "&lt;").split())
