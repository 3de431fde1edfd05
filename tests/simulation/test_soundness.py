"""What a record is found at fault for."""

from greenroom.simulation.soundness import faults


def _record(*said: tuple[str, str]) -> dict[str, object]:
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
