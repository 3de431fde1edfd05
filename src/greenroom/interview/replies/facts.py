"""What a reply may say about the interview: plain values, None (or "") where they are not known."""

from __future__ import annotations

from dataclasses import dataclass

from greenroom.interview.background import Quote


@dataclass(frozen=True, slots=True)
class ReplyFacts:
    """What is known when a reply is chosen. A wording that needs an unknown value is not chosen."""

    language: str = "en"
    name: str = ""
    """The candidate's, as corrected."""
    stage_seconds: float | None = None
    """Left of this part at most; None: unknown, or there is no limit."""
    whole_seconds: float | None = None
    """Left of the whole interview at most."""
    unhurried: bool = False
    """There are no time limits for this candidate."""
    questions_asked: int | None = None
    """Questions of the parts about work that were asked so far."""
    questions_least: int | None = None
    """Questions of this part that will certainly follow the pending one, if time allows."""
    questions_most: int | None = None
    """Questions of this part that may follow it."""
    stages_to_come: tuple[str, ...] | None = None
    """Titles of the parts after this one, the closing left out; None: unknown."""
    their_questions: bool | None = None
    """A later part is for the candidate's own questions."""
    sound_kept: bool | None = None
    """The candidate allowed that the sound of the answers is kept."""
    kept_days: int | None = None
    """Days for which words and report are kept."""
    theirs: bool = True
    """The report goes to the candidate alone."""
    model: bool | None = None
    """A language model words the questions."""
    can_pause: bool = True
    answers: bool = False
    """The turn is an answer, too: what is said next goes on, and waits for nothing."""
    distressed: bool = False
    """The last aside to the pending question was about distress."""
    study: bool = False
    """Hints may be asked for."""
    country: str = ""
    """Where the host is, ISO 3166-1 alpha-2; "": unknown, and no telephone number is named."""
    job: bool | None = None
    """There is a description of the job."""
    quote: Quote | None = None
    """What answers the question (`AnswerGiven.quote`; found by `replies.job.answer`)."""
