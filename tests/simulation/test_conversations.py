"""Whole scripted conversations on the real session, judged from their records alone."""

from __future__ import annotations

from functools import partial
from typing import Any

from greenroom.app import plans
from greenroom.app.interviewer import PlanInterviewer
from greenroom.interview.record import record
from greenroom.session.end_of_turn import FINAL_WAIT
from greenroom.simulation import clock
from greenroom.simulation.record_checks import faults
from greenroom.simulation.run import ROBIN, Notebook, hold, simulated_header
from greenroom.simulation.script import Line, perform

INTRO = "I'm a nurse on a surgical ward, nine years now, and I'm best at keeping calm."
STORY = (
    "We had too many falls at night. I decided to move two beds and checked each hour; falls dropped "
    "by forty percent, but it cost us an extra shift."
)


def after(say: str, wait: float = 0.8, seconds: float | None = None) -> Line:
    """Said once a question has ended."""
    return Line("question", wait, say, seconds or 0.36 * len(say.split()))


def over(say: str, wait: float = 1.5, seconds: float | None = None) -> Line:
    """Said while the interviewer speaks."""
    return Line("speech", wait, say, seconds or 0.36 * len(say.split()))


def held(*lines: Line, plan: str = "two-stage") -> dict[str, Any]:
    loaded = plans.load(plan, role=ROBIN.role, level=ROBIN.level)
    header = simulated_header(loaded, 1)
    part = partial(perform, lines)
    state = clock.run(hold(header, part, interviewer=PlanInterviewer(), journal=Notebook()))
    found = record(header, state)
    assert faults(found, [stage.id for stage in loaded.stages]) == []
    return found


def kinds(found: dict[str, Any]) -> list[str]:
    return [message["kind"] for message in found["messages"]]


def causes(found: dict[str, Any]) -> list[str]:
    return [stage["cause"] for stage in found["stages"]]


def test_two_answers_are_enough() -> None:
    """Who says everything is asked nothing more: introduction, one bridge, story, good-bye."""
    found = held(after(INTRO), after(STORY))
    assert kinds(found) == ["question", "answer", "bridge", "answer", "closing"]
    assert causes(found) == ["facts_complete", "depth_met"]


def test_okay_changes_nothing() -> None:
    """A backchannel over the question is noted and leaves the question whole (T1)."""
    found = held(over("okay", seconds=0.4), after(INTRO), after(STORY))
    assert kinds(found)[:3] == ["question", "ack", "answer"]
    assert found["counts"] | {"acks_ignored": 1, "barge_ins": 0} == found["counts"]
    assert not found["messages"][0]["interrupted"]


def test_stop_is_its_own_turn() -> None:
    """ "Stop", and 0.8 s later the answer: two turns, though LiveKit would make one of them (T3, F12)."""
    found = held(over("stop", seconds=0.4), after(INTRO), after(STORY))
    assert kinds(found) == ["question", "command", "answer", "bridge", "answer", "closing"]
    assert found["messages"][0]["interrupted"]
    assert found["counts"]["barge_ins"] == 1


def test_a_good_bye_is_taken_back_by_who_speaks_on() -> None:
    """ "End", "no, go on" over the closing, and at once the answer: the interview goes on (F14)."""
    found = held(
        after(INTRO), after("Please end the interview."), over("No, go on.", 1.0), after(STORY)
    )
    assert found["end_reason"] == "completed"
    assert causes(found) == ["facts_complete", "depth_met"]
    assert kinds(found).count("command") == 2


def test_a_voice_past_the_grace_is_kept_whole() -> None:
    """170 s of voice: the stage changes under it, the words belong to where they began, and the
    bridge comes whole at the first pause (F8, F10)."""
    found = held(after("and then we did another thing " * 60, seconds=170.0), after(STORY))
    answer, bridge = found["messages"][1:3]
    assert (answer["stage"], answer["ended_ms"] - answer["started_ms"]) == ("SELF_INTRO", 170_000)
    assert (bridge["kind"], bridge["interrupted"]) == ("bridge", False)
    assert 300 <= bridge["started_ms"] - answer["ended_ms"] <= 1_500
    assert causes(found)[0] == "deadline"


def test_unbroken_voice_is_left_alone() -> None:
    """Nothing is ever started over a voice; 180 s past the grace the interview is over (F8), as soon
    as the last words are known."""
    found = held(after("and then we did another thing " * 60, seconds=900.0))
    assert found["end_reason"] == "time"
    assert 330_000 <= found["ended_ms"] <= 330_000 + FINAL_WAIT
    assert kinds(found)[0] == "question"
    assert "bridge" not in kinds(found)


def test_a_minute_is_a_minute() -> None:
    """Thinking is granted, announced once, and not taken for silence (F9)."""
    found = held(
        after("Give me a minute, please."), Line("previous", 40.0, INTRO, 6.0), after(STORY)
    )
    assert kinds(found)[:4] == ["question", "thinking", "notice", "answer"]
    assert found["counts"]["reprompts"] == 0


def test_a_request_over_the_question_is_obeyed() -> None:
    """ "Skip this" over the question silences it and moves on, on the candidate's word (F14): to the
    next question of the part."""
    found = held(over("Skip this, please.", 3.0), after(INTRO, 14.0), after(STORY))
    assert kinds(found)[:4] == ["question", "command", "probe", "answer"]
    assert found["messages"][0]["interrupted"]
    assert found["messages"][2]["text"].startswith("All right, we leave that.")
    assert found["counts"]["barge_ins"] == 1


def test_a_part_is_skipped_over_its_question() -> None:
    """ "Skip this part" over the question silences it and leaves the part (F14)."""
    found = held(over("Skip this part, please.", 3.0), after(STORY, 14.0))
    assert kinds(found)[:3] == ["question", "command", "bridge"]
    assert found["messages"][0]["interrupted"]
    assert causes(found)[0] == "candidate_skipped"
    assert found["counts"]["barge_ins"] == 1


def test_enough_is_an_answer_to_a_silent_interviewer() -> None:
    """A stop word is only one over the interviewer's voice (T2)."""
    assert kinds(held(after("Enough."), after(INTRO), after(STORY)))[1] == "answer"


def test_a_question_may_be_asked_for_again_before_its_end() -> None:
    """ "Could you repeat that?" over the question: it is said again, and then answered."""
    found = held(over("Could you repeat that, please?", 4.0), after(INTRO, 8.0), after(STORY))
    assert kinds(found)[:4] == ["question", "command", "repeat", "answer"]
    assert "Please tell me a little about yourself" in found["messages"][2]["text"]
