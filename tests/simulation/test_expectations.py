"""What a scenario expects: each check can hold and can fail, and shows the words."""

from __future__ import annotations

from typing import Any

import pytest

from greenroom.simulation.expectations import Check, levels, of_circle, of_interview
from greenroom.simulation.fact_sheet import told
from greenroom.simulation.scenarios.format import ExpectSource, FactSource, RubricSource

SHEET = (
    FactSource(id="role", text="I bake bread.", topics=["about yourself"]),
    FactSource(id="price", text="It cost me sleep.", topics=["cost"]),
)


def message(index: int, speaker: str, kind: str, text: str, **more: Any) -> dict[str, Any]:
    stage = "INTRO" if index < 2 else "STORY"
    said = {"index": index, "speaker": speaker, "kind": kind, "text": text, "stage": stage}
    return {**said, "interrupted": False, **more}


RECORD: dict[str, Any] = {
    "end_reason": "completed",
    "ended_ms": 61_500,
    "stages": [
        {"id": "INTRO", "cause": "facts_complete", "facts": {"role": "bake bread"}},
        {"id": "STORY", "cause": "deadline", "facts": {}},
    ],
    "transitions": [{"refused": True}, {"refused": False}],
    "incidents": [],
    "counts": {"barge_ins": 1, "forced_transitions": 1, "natural_transitions": 1},
    "messages": [
        message(0, "interviewer", "question", "Tell me about yourself.", interrupted=True),
        message(1, "candidate", "answer", "I bake bread."),
        message(2, "interviewer", "bridge", "Thank you. And the story?"),
        message(3, "interviewer", "closing", "Good-bye."),
    ],
}


def checked(**expected: Any) -> list[Check]:
    expect = ExpectSource.model_validate(expected)
    return list(of_interview(expect, RECORD, told(SHEET, RECORD)))


@pytest.mark.parametrize(
    ("holds", "fails"),
    [
        ({"end_reason": ["completed", "time"]}, {"end_reason": ["time"]}),
        ({"stages": ["INTRO", "STORY"]}, {"stages": ["STORY", "INTRO"]}),
        ({"causes": {"INTRO": ["facts_complete"]}}, {"causes": {"INTRO": ["deadline"]}}),
        ({"causes": {"STORY": ["deadline"]}}, {"causes": {"END": ["finished"]}}),
        ({"learned": {"INTRO": ["role"]}}, {"learned": {"STORY": ["role"]}}),
        ({"facts": ["role"]}, {"facts": ["price"]}),
        ({"coverage": 50}, {"coverage": 51}),
        ({"said": ["good-bye"]}, {"said": ["I bake"]}),
        ({"forbidden": ["bread"]}, {"forbidden": ["THE STORY"]}),
        ({"at_least": {"barge_ins": 1}}, {"at_least": {"barge_ins": 2}}),
        ({"at_most": {"seconds": 61}}, {"at_most": {"seconds": 60}}),
        ({"at_least": {"interrupted": 1}}, {"at_most": {"interrupted": 0}}),
        ({"at_most": {"refused_transitions": 1}}, {"at_most": {"refused_transitions": 0}}),
        ({"at_least": {"interviewer_messages": 3}}, {"at_least": {"candidate_messages": 2}}),
        ({"at_most": {"incidents": 0}}, {"at_least": {"incidents": 1}}),
        ({"at_least": {"answer": 1}}, {"at_least": {"probe": 1}}),
    ],
)
def test_each_expectation(holds: dict[str, Any], fails: dict[str, Any]) -> None:
    """One that the record bears out, one that it does not."""
    (good,) = checked(**holds)
    assert good.passed is True, good
    (bad,) = checked(**fails)
    assert bad.passed is False, bad


def test_quotes_are_the_words() -> None:
    """Every quote stands in the record where it says."""
    found = checked(
        end_reason=["completed"],
        stages=["INTRO", "STORY"],
        learned={"INTRO": ["role"]},
        facts=["role"],
        said=["good-bye"],
        forbidden=["the story"],
        at_least={"answer": 1},
    )
    for check in found:
        assert check.quotes, check
        for quote in check.quotes:
            text = RECORD["messages"][quote.message]["text"]
            assert text[quote.start : quote.end] == quote.text
    assert [q.text for q in found[4].quotes] == ["the story"]


OUTCOME = {
    "transcript": [
        {"speaker": "owner", "message": "Chess on Sunday?"},
        {"speaker": "visitor", "message": "Yes."},
    ],
    "end_reason": "owner_stop",
    "decision": "yes",
    "undecided": False,
    "notification": "Somebody plays chess.",
}


@pytest.mark.parametrize(
    ("expected", "more", "passes"),
    [
        ({"decision": "yes"}, {}, [True]),
        ({"decision": "no"}, {}, [False]),
        ({"decision": "undecided"}, {"decision": "no", "undecided": True}, [True]),
        ({"decision": "no"}, {"decision": "no", "undecided": True}, [False]),
        ({"decision": "none"}, {"decision": None}, [True]),
        ({"forbidden": ["piano"]}, {}, [True, True]),
        ({"forbidden": ["Sunday"]}, {}, [False, True]),
        ({"forbidden": ["somebody"]}, {}, [True, False]),
        ({"end_reason": ["owner_stop"]}, {}, [True]),
    ],
)
def test_a_circle(expected: dict[str, Any], more: dict[str, Any], passes: list[bool]) -> None:
    """Of an outcome end, decision and words are checked, those of the push line too."""
    expect = ExpectSource.model_validate(expected)
    assert [check.passed for check in of_circle(expect, OUTCOME | more)] == passes


def test_levels() -> None:
    """A level that is high enough holds, with its quotes; without a judge nobody can tell; a judge who
    found nothing fails it. `unscored` is the other way round."""
    quote = {"message": 1, "start": 0, "end": 6, "quote": "I bake"}
    card = [
        {"id": "result", "score": 3, "quotes": [quote]},
        {"id": "action", "not_scored": "no_model"},
        {"id": "task", "not_scored": "quote_not_found"},
    ]
    wanted = {"result": 3, "action": 1, "task": 1}
    found = list(levels(RubricSource(name="star", at_least=wanted), card))
    assert [check.passed for check in found] == [True, None, False]
    assert found[0].quotes[0].text == "I bake"
    (low,) = levels(RubricSource(name="star", at_least={"result": 4}), card)
    assert low.passed is False
    none = levels(RubricSource(name="star", unscored=["result", "task", "action"]), card)
    assert [check.passed for check in none] == [False, True, None]
