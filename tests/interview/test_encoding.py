"""A step's line says this step, whichever was written before it."""

from __future__ import annotations

import json

from greenroom.interview.encoding import encode_entry
from greenroom.interview.events import CandidateJoined, CandidateLeft, Event


def test_a_line_is_that_of_its_own_step() -> None:
    """Steps that take turns, the same one twice, and equal ones whose values are written differently."""
    none = ()
    equal: list[Event] = [CandidateJoined(1), CandidateJoined(1.0)]  # type: ignore[arg-type]
    assert equal[0] == equal[1]
    steps: list[Event] = [
        equal[0],
        CandidateLeft(1),
        equal[0],
        equal[0],
        equal[1],
        CandidateLeft(1),
    ]
    lines = [encode_entry(n, event, none) for n, event in enumerate(steps, 1)]
    assert [json.loads(line)["seq"] for line in lines] == [1, 2, 3, 4, 5, 6]
    told = [line.partition(",")[2] for line in lines]
    assert (
        told[0] == told[2] == told[3] == '"event":{"type":"CandidateJoined","at":1},"commands":[]}'
    )
    assert (
        told[1] == told[5] == '"event":{"type":"CandidateLeft","at":1,"heard":null},"commands":[]}'
    )
    assert told[4] == '"event":{"type":"CandidateJoined","at":1.0},"commands":[]}'
