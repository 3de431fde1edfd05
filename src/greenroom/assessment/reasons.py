"""Why there is no score. The list is closed: every refusal of the scorecard is one of these."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from greenroom.assessment.sentence import Sentence


class Reason(StrEnum):
    """In the order in which they are looked for."""

    NO_ANSWER = "no_answer"
    UNUSABLE_AUDIO = "unusable_audio"
    UNCERTAIN = "uncertain"
    OTHER_LANGUAGE = "other_language"
    NOT_UNDERSTOOD = "not_understood"
    TOO_FEW_WORDS = "too_few_words"
    TOO_LONG = "too_long"
    NO_MODEL = "no_model"
    JUDGE_FAILED = "judge_failed"
    NOT_JUDGED = "not_judged"
    NOT_OBSERVED = "not_observed"
    BAD_SCORE = "bad_score"
    NO_QUOTE = "no_quote"
    QUOTE_NOT_FOUND = "quote_not_found"
    INTERVIEWERS_WORDS = "interviewers_words"
    QUOTE_TOO_SHORT = "quote_too_short"
    ADDRESSED_TO_JUDGE = "addressed_to_judge"
    DISAGREED = "disagreed"


SENTENCES: Final = {
    Reason.NO_ANSWER: Sentence("No answer was heard."),
    Reason.UNUSABLE_AUDIO: Sentence(
        "There was a voice for long, but hardly a word was recognised."
    ),
    Reason.UNCERTAIN: Sentence("The recogniser was not sure enough of the words."),
    Reason.OTHER_LANGUAGE: Sentence("The answers are in another language than the interview."),
    Reason.NOT_UNDERSTOOD: Sentence("The words do not read as speech."),
    Reason.TOO_FEW_WORDS: Sentence("Too little was said to judge it."),
    Reason.TOO_LONG: Sentence("The interview is longer than a model can be given at once."),
    Reason.NO_MODEL: Sentence("No model judged this, and no rule of ours may."),
    Reason.JUDGE_FAILED: Sentence("The judge failed."),
    Reason.NOT_JUDGED: Sentence("The judge left this out."),
    Reason.NOT_OBSERVED: Sentence("The judge saw nothing about it in the answers."),
    Reason.BAD_SCORE: Sentence("The judge gave something that is no level from 1 to 5."),
    Reason.NO_QUOTE: Sentence("The judge gave a level without quoting any words for it."),
    Reason.QUOTE_NOT_FOUND: Sentence("The words that the judge quoted were not said in an answer."),
    Reason.INTERVIEWERS_WORDS: Sentence("The judge quoted the interviewer, not the candidate."),
    Reason.QUOTE_TOO_SHORT: Sentence("The judge quoted too little to show anything."),
    Reason.ADDRESSED_TO_JUDGE: Sentence(
        "The words ask the judge for something; asking shows nothing."
    ),
    Reason.DISAGREED: Sentence("Read twice, the judge came to different levels."),
}
"""What a person is told."""
