"""What the gate makes of one guess after another."""

from __future__ import annotations

from greenroom_turns.gate import Gate
from greenroom_turns.interruption import Action
from greenroom_turns.spoken import Alternative, Chances


def test_half_an_oh_is_no_call() -> None:
    """ "Oh, okay" is guessed as a "no" twice: that it was a "no" before makes it no call (T1)."""
    gate = Gate()
    gate.interviewer_speaks(0)
    actions = [
        gate.words_come(
            text,
            5_000 + after,
            final=final,
            began_ms=5_000,
            ended_ms=5_700 if final else None,
            confidence=0.7,
            alternatives=(Alternative("No", -0.1), Alternative("Oh", 1.6)),
            chances=Chances(0.9, 0.06, 0.04),
        ).decision.action
        for text, after, final in (
            ("No.", 300, False),
            ("No,", 500, False),
            ("Oh, okay.", 900, True),
        )
    ]
    assert actions == [Action.WAIT, Action.WAIT, Action.IGNORE]
