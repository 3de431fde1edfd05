"""What is decided of words said over the interviewer."""

from __future__ import annotations

from greenroom_turns import Hold, Spoken, decide
from greenroom_turns.spoken import Alternative, Chances

SPEAKING = (Hold(9_000, 10_000),)
Others = dict[str, float]


def judge(
    text: str,
    others: Others,
    sure: float = 0.6,
    *,
    final: bool = True,
    sound: tuple[float, float] | None = None,
    hum: bool = False,
) -> tuple[str, str]:
    alternatives = tuple(Alternative(*other) for other in others.items())
    ended = 12_500 if final else None
    chances = Chances(*sound, 1 - sum(sound)) if sound else None
    spoken = Spoken(12_000, ended, text, final, sure, None, alternatives, chances, hum)
    decision = decide(spoken, SPEAKING, 12_800)
    return decision.action.value, decision.cause.value
