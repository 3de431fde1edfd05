"""The result as others see it: binary, and honest about doubt."""

from __future__ import annotations

from typing import Any

from greenroom.circle.events import Verdict
from greenroom.circle.state import State


def outcome(state: State) -> dict[str, Any]:
    """`decision` is None for what nobody judged, and "no" with `undecided` for what nobody could
    decide. A line is there for a yes alone."""
    verdict = None if state.decided is None else state.decided.verdict
    public = {Verdict.YES: "yes", Verdict.NO: "no", Verdict.UNDECIDED: "no", None: None}
    return {
        "transcript": [message.plain() for message in state.transcript],
        "end_reason": None if state.ended is None else state.ended.value,
        "also": [reason.value for reason in state.also],
        "decision": public[verdict],
        "undecided": verdict is Verdict.UNDECIDED,
        "notification": None if state.decided is None else state.decided.notification,
    }
