"""Why things happen. Every value is public: records, metrics and reports carry them."""

from enum import StrEnum


class Cause(StrEnum):
    """Why a stage was left. The list is closed (docs/reference/causes.md)."""

    FACTS_COMPLETE = "facts_complete"
    CANDIDATE_DONE = "candidate_done"
    DEPTH_MET = "depth_met"
    TURN_LIMIT = "turn_limit"
    QUESTION_LIMIT = "question_limit"
    TIME_LOW = "time_low"
    PROPOSED = "proposed"
    DEADLINE = "deadline"
    INACTIVITY = "inactivity"
    CANDIDATE_SKIPPED = "candidate_skipped"
    CANDIDATE_ENDED = "candidate_ended"
    CANDIDATE_LEFT = "candidate_left"
    FINISHED = "finished"
    FAILED = "failed"

    @property
    def forced(self) -> bool:
        """True when the stage was taken from the candidate instead of being completed."""
        return self in (Cause.DEADLINE, Cause.INACTIVITY)

    @property
    def answered(self) -> bool:
        """True when the stage was left over an answer that had just been given."""
        return self in (
            Cause.FACTS_COMPLETE,
            Cause.CANDIDATE_DONE,
            Cause.DEPTH_MET,
            Cause.TURN_LIMIT,
            Cause.QUESTION_LIMIT,
            Cause.TIME_LOW,
            Cause.PROPOSED,
        )


class EndReason(StrEnum):
    """Why the interview is over."""

    COMPLETED = "completed"
    CANDIDATE_ENDED = "candidate_ended"
    CANDIDATE_LEFT = "candidate_left"
    TIME = "time"
    FAILED = "failed"


class Refusal(StrEnum):
    """Why the engine did not follow a proposal."""

    STALE_TURN = "stale_turn"
    MINIMUM_QUESTIONS = "minimum_questions"
    MINIMUM_TIME = "minimum_time"
    REPEATED_QUESTION = "repeated_question"
    UNKNOWN_QUESTION = "unknown_question"
    EMPTY = "empty"
    OUT_OF_RANGE = "out_of_range"
    STAGE_IS_OVER = "stage_is_over"
    MUST_MOVE_ON = "must_move_on"
    NOT_AN_ASIDE = "not_an_aside"
