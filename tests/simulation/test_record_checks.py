"""What a record is found at fault for."""

from typing import Any

from greenroom.simulation.record_checks import faults


def _record(*said: tuple[str, str]) -> dict[str, Any]:
    """A record of the interviewer's utterances: kind and question, one a second, each heard whole."""
    messages = [
        {
            "index": n,
            "speaker": "interviewer",
            "kind": kind,
            "question_id": question,
            "text": f"{kind} {n}",
            "started_ms": 1_000 * n,
            "ended_ms": 1_000 * n + 500,
            "interrupted": False,
        }
        for n, (kind, question) in enumerate(said)
    ]
    return {
        "stages": [],
        "transitions": [],
        "messages": messages,
        "total_messages": {"interviewer": len(messages), "candidate": 0},
        "end_reason": "candidate_left",
        "ended_ms": 1_000 * len(messages),
    }


def _found(*said: tuple[str, str]) -> list[str]:
    return faults(_record(*said), [])


def test_a_prompt_has_one_reprompt() -> None:
    """The second one without an answer between them is a fault (F4)."""
    once = ("question", "first"), ("reprompt", "first")
    assert _found(*once) == []
    assert _found(*once, ("repeat", "first"), ("reprompt", "first")) == [
        "one prompt has a second reprompt at 3000"
    ]


def test_a_question_that_is_first_heard_as_a_repetition_has_a_reprompt_of_its_own() -> None:
    """ "Repeat" pressed as the next question begins is answered with that question (F4, F14)."""
    said = ("question", "first"), ("reprompt", "first"), ("repeat", "next"), ("reprompt", "next")
    assert _found(*said) == []


def _over_an_answer(ended_ms: int, *, interrupted: bool = True) -> list[str]:
    """An utterance that begins a second into an answer of three."""
    record = _record(("question", "first"), ("probe", "next"))
    _, probe = messages = record["messages"]
    probe |= {"ended_ms": ended_ms, "interrupted": interrupted}
    answer = probe | {"speaker": "candidate", "kind": "answer", "started_ms": 0, "ended_ms": 3_000}
    counted = {"interviewer": 2, "candidate": 1}
    whole = {"messages": [*messages, answer], "total_messages": counted, "ended_ms": 9_000}
    return faults(record | whole, [])


def test_who_begins_in_a_breath_gives_way() -> None:
    """An answer of several voices is one message: who was audible in a breath of it and fell silent at
    the next word has not talked over it; who went on has (F8)."""
    over = ["the interviewer starts inside the candidate's speech at 1000"]
    assert _over_an_answer(1_400) == []
    assert _over_an_answer(2_400) == over
    assert _over_an_answer(1_400, interrupted=False) == over
