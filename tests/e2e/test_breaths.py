"""Who breathes inside an answer is let finish (T8)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from tests.e2e import sound
from tests.e2e.conftest import Visit

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BREATHS_S = (1.5, 1.8, 1.5)
TOLD = (
    "I repair church organs in three counties.",
    "My father did it before me with the same tools.",
    "Last autumn we took one apart in a village by the sea.",
    "The pipes were full of sand and it sings again now.",
)


def test_breaths_inside_an_answer(visit: Visit, speaker: Any) -> None:
    """An answer in four sentences with breaths of 1.5 and 1.8 s between them: the loudspeaker gives no sound
    until it is over, it is one answer, and every word is in the record."""
    sentences = [sound.audible(sound.candidate(speaker, told)) for told in TOLD]
    breaths = [sound.room_tone(seconds) for seconds in (*BREATHS_S, 0.1)]
    answer = np.concatenate(
        [part for pair in zip(sentences, breaths, strict=True) for part in pair]
    )
    with visit() as visitor:
        visitor.open_room()
        speak = visitor.prepare(answer)
        visitor.cue("turn")
        speak()
        visitor.until(lambda: len(visitor.told("say")) > 1, 120)
        visitor.cue("turn")
        tape, record = visitor.tape(), visitor.record()

    ((began, ended),) = sound.voiced(tape.microphone, tape.rate, join_s=max(BREATHS_S) + 1)
    parts = sound.voiced(tape.microphone, tape.rate, join_s=min(BREATHS_S) - 0.3)
    gaps = [after - before for (_, before), (after, _) in pairwise(parts)]
    assert gaps == pytest.approx(BREATHS_S, abs=0.3)
    assert not [at for at, _ in sound.voiced(tape.loudspeaker, tape.rate) if began < at < ended]
    mine = [m for m in record["messages"] if m["speaker"] == "candidate"]
    assert [m["kind"] for m in mine] == ["answer"]
    assert sound.word_error_rate(TOLD, (m["text"] for m in mine)) <= 0.15
