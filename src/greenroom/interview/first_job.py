"""What is asked of somebody who has never had a job: nothing that takes one for granted (English).

A question in which some form speaks of the candidate's job as a fact ("your work", "your team") is left out, unless
it names school or a course as well. The opening of a stage cannot be left out: it is asked in another form.
"""

from __future__ import annotations

import re
from typing import Final

from greenroom.interview.plan import Question

_A_JOB: Final = re.compile(
    r"\byour (?:\w+ ){0,2}?(?:work|job|jobs|role|position|career|team|boss|manager|colleagues?|co-?workers?|company|"
    r"employer|customers?|clients?|shifts?)\b|\bpiece of work\b|\bthis (?:kind|line|sort) of work\b|\bthis field\b|\bat work\b",
    re.I,
)
_SCHOOL: Final = re.compile(r"\b(?:study|studies|studying|school|course|class|home|hobby)\b", re.I)
SOMETHING_DONE: Final = (
    "Let's talk about something that you did: for school, at home, in a club, or for others."
)
"""How a stage about work begins instead."""


def takes_a_job_for_granted(text: str) -> bool:
    return _A_JOB.search(text) is not None and _SCHOOL.search(text) is None


def about_a_job(question: Question) -> bool:
    """Whether one of the question's forms takes a job for granted."""
    return any(map(takes_a_job_for_granted, _forms(question)))


def without_a_job(question: Question) -> str | None:
    """The first form that takes no job for granted; None if all do."""
    return next((one for one in _forms(question) if not takes_a_job_for_granted(one)), None)


def lead_without_a_job(lead: str) -> str:
    return SOMETHING_DONE if takes_a_job_for_granted(lead) else lead


def other_words_without_a_job(question: Question, said: str) -> str | None:
    """The same of the forms in other words that are not in what was `said` last."""
    others = (one for one in _forms(question)[1:] if one not in said)
    return next((one for one in others if not takes_a_job_for_granted(one)), None)


def _forms(question: Question) -> tuple[str, ...]:
    return tuple(filter(None, (question.text, question.rephrase, question.simpler)))
