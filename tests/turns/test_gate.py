"""What the gate remembers of voices and floors."""

from __future__ import annotations

from greenroom.turns.decision import Action
from greenroom.turns.gate import Gate


def test_a_voice_that_blinks_is_one_voice() -> None:
    """A new detector reports silence in the middle of a voice: the words began where the voice did."""
    gate = Gate()
    gate.voice_begins(1_000)
    gate.voice_ends(5_000)
    gate.voice_begins(5_060)
    gate.voice_ends(9_000)
    verdict = gate.words_come("and so we moved on", 9_300, final=True)
    assert (verdict.spoken.began_ms, verdict.spoken.ended_ms) == (1_000, 9_000)
    assert verdict.decision.action is Action.ANSWER


def test_a_real_pause_makes_two_voices() -> None:
    """A silence that a detector can see separates two voices."""
    gate = Gate()
    gate.voice_begins(1_000)
    gate.voice_ends(5_000)
    gate.voice_begins(5_400)
    gate.voice_ends(9_000)
    verdict = gate.words_come("and so we moved on", 9_300, final=True)
    assert verdict.spoken.began_ms == 5_400
