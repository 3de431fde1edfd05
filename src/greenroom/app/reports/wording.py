"""Sentences that every form of a report shares: why a part was left, how an interview ended, and what is
to be known of a message. All sentences of a cause stand here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from greenroom.assessment.sentence import Sentence, joined
from greenroom.interview.causes import Cause, EndReason
from greenroom_turns import TurnCause

LEFT: Final = {
    Cause.FACTS_COMPLETE: Sentence(
        "The facts that this part needs were heard, as far as we can tell."
    ),
    Cause.CANDIDATE_DONE: Sentence("You said that you had nothing to add."),
    Cause.DEPTH_MET: Sentence(
        "You told what this part asks for, or you answered its last question."
    ),
    Cause.TURN_LIMIT: Sentence("You gave as many answers as this part takes."),
    Cause.QUESTION_LIMIT: Sentence("No further question was due in this part."),
    Cause.TIME_LOW: Sentence("There was little time left for this part."),
    Cause.PROPOSED: Sentence("The interviewer proposed to go on, and the plan allowed it."),
    Cause.DEADLINE: Sentence("The time for this part was over."),
    Cause.INACTIVITY: Sentence("There was a long silence."),
    Cause.CANDIDATE_SKIPPED: Sentence("You skipped this part."),
    Cause.CANDIDATE_ENDED: Sentence("You ended the interview."),
    Cause.CANDIDATE_LEFT: Sentence("The connection was lost and did not come back."),
    Cause.FINISHED: Sentence("This part was complete."),
    Cause.FAILED: Sentence("Something failed on this server."),
}
ENDED: Final = {
    EndReason.COMPLETED: Sentence("The interview was complete."),
    EndReason.CANDIDATE_ENDED: Sentence("You ended it."),
    EndReason.CANDIDATE_LEFT: Sentence("The connection was lost and did not come back."),
    EndReason.TIME: Sentence("The time was over."),
    EndReason.FAILED: Sentence(
        "Something failed on this server. What was said until then is here."
    ),
}
TRIAL_LEFT: Final = {
    Cause.FACTS_COMPLETE: Sentence("all required facts were known"),
    Cause.CANDIDATE_DONE: Sentence("the candidate had nothing to add"),
    Cause.DEPTH_MET: Sentence(
        "the target depth was reached, the story told, or the last probe answered"
    ),
    Cause.TURN_LIMIT: Sentence("`maximum_turns` answers were given"),
    Cause.QUESTION_LIMIT: Sentence("its questions or follow-ups were used up"),
    Cause.TIME_LOW: Sentence("little of `hard_limit` was left, or `soft_limit` had passed"),
    Cause.PROPOSED: Sentence("the interviewer proposed it, and the minimums were met"),
    Cause.DEADLINE: Sentence("`hard_limit` was reached"),
    Cause.INACTIVITY: Sentence("nobody spoke for `inactivity_limit`"),
    Cause.CANDIDATE_SKIPPED: Sentence("the candidate skipped it"),
    Cause.CANDIDATE_ENDED: Sentence("the candidate ended the interview"),
    Cause.CANDIDATE_LEFT: Sentence("the candidate was gone"),
    Cause.FINISHED: Sentence("it ran to its end"),
    Cause.FAILED: Sentence("something broke on our side"),
}
"""The same for the author of a plan that was tried, with the plan's keys."""
TRIAL_ENDED: Final = {
    EndReason.COMPLETED: Sentence("It came to its end, with the good-bye."),
    EndReason.CANDIDATE_ENDED: Sentence("The candidate ended it."),
    EndReason.CANDIDATE_LEFT: Sentence("The candidate was gone."),
    EndReason.TIME: Sentence(
        "The candidate spoke on past the last limit, so that no good-bye could begin."
    ),
    EndReason.FAILED: Sentence("Something broke on our side."),
}
REPLIED: Final[Mapping[str, Sentence]] = {
    "job": Sentence("Answered in the words of the job's description."),
    "company": Sentence("Answered in the words that were found about the company."),
    "interview": Sentence("Answered by what the interviewer knew of this interview."),
    "verdict": Sentence("Not judged: the interviewer gives no verdict while you talk."),
    "unknown": Sentence("Not answered: the interviewer did not know it."),
}
"""What became of a question of the candidate's, by where the reply came from."""
NO_REPLY: Final = Sentence("Nothing was said to it.")
BY_THE_CLOCK: Final = Sentence("Moved on by the clock.")
NOT_LEFT: Final = Sentence("It has not been left yet.")
BY_HAND: Final = Sentence("corrected by the candidate")
"""Of a quote that holds words which the recogniser did not write."""
NOTHING_HEARD: Final = Sentence("You spoke, but no words could be understood.")
OURS: Final = Sentence("We began before you had finished. That was our fault, not yours.")
OURS_STOPPED: Final = Sentence(
    "We began before you had finished and stopped. That was our fault, not yours."
)
STOPPED: Final = Sentence("Stopped here, because you spoke.")

MEASURES: Final[Mapping[str, Sentence]] = {
    "answers": Sentence("Answers"),
    "answer_length": Sentence("Length of an answer"),
    "speech_rate": Sentence("Pace, pauses included"),
    "articulation_rate": Sentence("Pace, pauses left out"),
    "fillers": Sentence("Filler words"),
    "pauses": Sentence("Pauses while you spoke"),
    "breaks": Sentence("Silences after you stopped"),
    "overlap": Sentence("Interviewer spoke over you"),
    "response_latency": Sentence("Time before you answered"),
    "talk_ratio": Sentence("Your share of the talking"),
    "time_to_the_point": Sentence("Time to the point"),
    "story_parts": Sentence("Parts of a story"),
}
"""What each measure is called."""
FOUND: Final = {
    1: Sentence("We found nothing to go on in the answer."),
    2: Sentence("We found little detail in the answer."),
    3: Sentence("We found some of what was asked."),
    4: Sentence("We found most of what was asked."),
    5: Sentence("We found all that was asked."),
}
"""How deep an assessed answer went, from 1 to 5, for people."""

_REMARKS: Final = {
    "command": Sentence("Taken as a request, not as an answer."),
    "thinking": Sentence("Time to think. Not counted as hesitation."),
    "aside": Sentence("Not taken as an answer: it is shown here, and was not assessed."),
    "ack": Sentence("Not taken as an answer; the interviewer went on."),
}


def remark(message: Mapping[str, Any], *, ours: bool) -> str:
    """What is to be known of a message; `ours`: the interviewer began it over the candidate."""
    if message["speaker"] == "interviewer":
        if ours:
            return OURS_STOPPED if message["interrupted"] else OURS
        return STOPPED if message["interrupted"] else ""
    if message["kind"] == "answer" and not message["text"].strip():
        return NOTHING_HEARD
    told = _REMARKS.get(str(message["kind"]), "")
    if message.get("heard"):
        corrected = Sentence(
            "Corrected by the candidate. We had heard: “{heard}”", heard=message["heard"]
        )
        told = joined(corrected, told)
    return told


def replied(asked: Mapping[str, Any]) -> str:
    """What became of a question of the candidate's, in one short sentence; "" of a model's own words."""
    return REPLIED.get(asked["origin"], "") if asked["reply"] else NO_REPLY


def left(stage: Mapping[str, Any]) -> str:
    """Why a part was left."""
    return LEFT[Cause(stage["cause"])] if stage["cause"] else NOT_LEFT


def is_doubted(message: Mapping[str, Any]) -> bool:
    """A murmur that was ignored because its words are not believed: they are a guess. Records of before
    2026-11-24 do not tell."""
    return message["kind"] == "ack" and str(message.get("cause", TurnCause.ACK)) != TurnCause.ACK
