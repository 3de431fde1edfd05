"""Sentences that every form of a report shares: why a part was left, how an interview ended, and what is
to be known of a message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from greenroom.interview.causes import Cause, EndReason
from greenroom.turns import TurnCause

LEFT: Final = {
    Cause.FACTS_COMPLETE: "You had said what this part asks for.",
    Cause.CANDIDATE_DONE: "You said that you had nothing to add.",
    Cause.DEPTH_MET: "Your answers were as detailed as this part asks.",
    Cause.TURN_LIMIT: "You gave as many answers as this part takes.",
    Cause.QUESTION_LIMIT: "All questions of this part were asked.",
    Cause.TIME_LOW: "There was little time left for this part.",
    Cause.PROPOSED: "The interviewer proposed to go on, and the plan allowed it.",
    Cause.DEADLINE: "The time for this part was over.",
    Cause.INACTIVITY: "There was a long silence.",
    Cause.CANDIDATE_SKIPPED: "You skipped this part.",
    Cause.CANDIDATE_ENDED: "You ended the interview.",
    Cause.CANDIDATE_LEFT: "The connection was lost and did not come back.",
    Cause.FINISHED: "This part was complete.",
    Cause.FAILED: "Something failed on this server.",
}
ENDED: Final = {
    EndReason.COMPLETED: "The interview was complete.",
    EndReason.CANDIDATE_ENDED: "You ended it.",
    EndReason.CANDIDATE_LEFT: "The connection was lost and did not come back.",
    EndReason.TIME: "The time was over.",
    EndReason.FAILED: "Something failed on this server. What was said until then is here.",
}
BY_THE_CLOCK: Final = "Moved on by the clock."
WENT_WRONG: Final = "Something went wrong, and the interview went on:"
NOT_LEFT: Final = "It has not been left yet."
BY_HAND: Final = "corrected by the candidate"
"""Of a quote that holds words which the recogniser did not write."""
NOTHING_HEARD: Final = "You spoke, but no words could be understood."

FOUND: Final = {
    1: "We found nothing to go on in the answer.",
    2: "We found little detail in the answer.",
    3: "We found some of what was asked.",
    4: "We found most of what was asked.",
    5: "We found all that was asked.",
}
"""How deep an assessed answer went, from 1 to 5, for people."""

_REMARKS: Final = {
    "command": "Taken as a request, not as an answer.",
    "thinking": "Time to think. Not counted as hesitation.",
    "aside": "Not taken as an answer: nothing about it was noted or assessed.",
    "ack": "Not taken as an answer; the interviewer went on.",
}


def remark(message: Mapping[str, Any], *, ours: bool) -> str:
    """What is to be known of a message; `ours`: the interviewer began it over the candidate."""
    if message["speaker"] == "interviewer":
        if ours:
            stopped = " and stopped" if message["interrupted"] else ""
            return f"We began before you had finished{stopped}. That was our fault, not yours."
        return "Stopped here, because you spoke." if message["interrupted"] else ""
    if message["kind"] == "answer" and not message["text"].strip():
        return NOTHING_HEARD
    told = _REMARKS.get(str(message["kind"]), "")
    if message.get("heard"):
        told = f"Corrected by the candidate. We had heard: “{message['heard']}” {told}".strip()
    return told


def left(stage: Mapping[str, Any]) -> str:
    """Why a part was left."""
    return LEFT[Cause(stage["cause"])] if stage["cause"] else NOT_LEFT


def is_doubted(message: Mapping[str, Any]) -> bool:
    """A murmur that was ignored because its words are not believed: they are a guess. Records of before
    2026-11-24 do not tell."""
    return message["kind"] == "ack" and str(message.get("cause", TurnCause.ACK)) != TurnCause.ACK
