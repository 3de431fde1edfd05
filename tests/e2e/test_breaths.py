"""Who breathes inside an answer is let finish (T8); who holds the space bar down says when it is over."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from tests.e2e import sound
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BREATHS_S = (1.5, 1.8, 1.5)
TOLD = (
    "I repair church organs in three counties.",
    "My father did it before me with the same tools.",
    "Last autumn we took one apart in a village by the sea.",
    "The pipes were full of sand and it sings again now.",
)
HELD = "I work as a nurse in a small hospital, and I am good at calming worried people."


def test_breaths_inside_an_answer_and_a_key_that_is_held(visit: Visit, speaker: Any) -> None:
    """An answer in four sentences with breaths of 1.5 and 1.8 s between them: the loudspeaker gives no sound
    until it is over, it is one answer, and every word is in the record. Then hold to talk."""
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
        space_is_let_go_with_the_last_word(visitor, speaker)

    ((began, ended),) = sound.voiced(tape.microphone, tape.rate, join_s=max(BREATHS_S) + 1)
    parts = sound.voiced(tape.microphone, tape.rate, join_s=min(BREATHS_S) - 0.3)
    gaps = [after - before for (_, before), (after, _) in pairwise(parts)]
    assert gaps == pytest.approx(BREATHS_S, abs=0.3)
    assert not [at for at, _ in sound.voiced(tape.loudspeaker, tape.rate) if began < at < ended]
    mine = [m for m in record["messages"] if m["speaker"] == "candidate"]
    assert [m["kind"] for m in mine] == ["answer"]
    assert sound.word_error_rate(TOLD, (m["text"] for m in mine)) <= 0.15


def space_is_let_go_with_the_last_word(visitor: Visitor, speaker: Any) -> None:
    """Hold to talk, by the space bar: the answer is over at once, in one piece, and has the word that
    was being said (F15, W7)."""
    visitor.page.locator("[name=mode][value=hold]").check()
    visitor.page.locator("#primary").focus()
    speak = visitor.prepare(sound.candidate(speaker, HELD), quiet_s=0)
    questions = len(visitor.told("say"))
    visitor.page.keyboard.down("Space")
    visitor.see("#primary", "Release when you")
    speak()
    visitor.is_out(2)
    visitor.page.keyboard.up("Space")
    visitor.until(lambda: len(visitor.told("say")) > questions)
    visitor.cue("speaking")
    _, held = (m["text"] for m in visitor.record()["messages"] if m["kind"] == "answer")
    assert sound.words(held)[-2:] == ["worried", "people"]
