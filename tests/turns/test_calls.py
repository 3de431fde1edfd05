"""How many calls an utterance passes through on its way to a decision."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

import pytest

import greenroom_turns
from greenroom_turns import Hold, SoundFeatures, Spoken, decide
from greenroom_turns.spoken import Alternative, Chances

ROOM = str(Path(greenroom_turns.__file__).parent)
SPEAKING = (Hold(9_000, 10_000),)
MOST = 25
HEARD = Chances(0.5, 0.2, 0.3)
SOUND = SoundFeatures(500, 420, -20, -12)
NEAR = tuple(
    Alternative(*one)
    for one in (("Hang on", 1.0), ("Go on", 2.0), ("Right, hold on", 4.1), ("Mm-hmm", 5.0))
)


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("Yeah.", ()),
        ("Stop.", ()),
        ("Okay, but my team moved.", ()),
        ("Tongong.", NEAR),
        ("Very enough.", NEAR),
        ("Say that again.", NEAR),
    ],
)
def test_few_calls(text: str, near: tuple[Alternative, ...]) -> None:
    """A final whose words a guess had shown before; those are looked up in the lists once."""
    guess = Spoken(12_000, None, text, False, 0.6, SOUND, near, HEARD)
    decide(guess, SPEAKING, 12_600)
    final = Spoken(12_000, 12_500, text, True, 0.6, SOUND, near, HEARD)
    calls: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(ROOM):
            calls.append(frame.f_code.co_qualname)

    sys.setprofile(note)
    try:
        decide(final, SPEAKING, 12_800)
    finally:
        sys.setprofile(None)
    assert len(calls) <= MOST, calls
