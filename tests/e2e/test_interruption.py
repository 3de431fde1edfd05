"""The candidate speaks while the interviewer does."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from tests.e2e import sound
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Tape

from greenroom.adapters.speech.hibari import trimmed
from greenroom.adapters.speech.text_normalization import normalized
from greenroom.interview import giving_way

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FIRST, SECOND = 4, 14
"""Words of the greeting's first sentence, and of its second, over which the murmur falls, too."""


def test_a_murmur_is_ignored_and_speech_interrupts(visit: Visit, speaker: Any) -> None:
    """ "Okay" leaves no gap in what the page plays; "wait, stop" and plain speech end it, what was not
    heard is not in the record, and it is not replayed word for word (F11, F12, T1, T3)."""
    with visit(changes=()) as visitor:
        visitor.open_room()
        visitor.cue("speaking")
        visitor.until(lambda: visitor.spoken > FIRST)
        visitor.speak("Okay.")
        visitor.until(lambda: visitor.told("ack"))
        visitor.until(lambda: visitor.spoken > SECOND + 3)
        visitor.speak("Wait, stop.")
        visitor.until(lambda: visitor.told("clear"))
        visitor.cue("turn")
        visitor.answer("I work as a nurse in a small hospital, and I am good at calming people.")
        visitor.cue("speaking")
        # who speaks sooner goes on with the answer
        visitor.page.wait_for_timeout(giving_way.FIRST)
        visitor.until(lambda: visitor.spoken > FIRST)
        visitor.speak("Excuse me, before we go on, I want to say something about my team.")
        visitor.until(lambda: len(visitor.told("clear")) == 2)
        visitor.page.wait_for_timeout(500)

        tape, record = visitor.tape(), visitor.record()
        greeting, bridge = visitor.told("say")[0]["text"], visitor.told("say")[1]["text"]
        assert sound.level(tape.microphone) > 0.01
        no_gap(tape, speaker, greeting)
        assert [m["text"].lower()[:2] for m in record["messages"] if m["kind"] == "ack"] == ["ok"]

        cuts = [m for m in record["messages"] if m["interrupted"]]
        assert [m["kind"] for m in cuts] == ["question", "bridge"]
        for cut, whole in zip(cuts, (greeting, bridge), strict=True):
            assert whole.startswith(cut["text"])
            assert 2 < len(cut["text"].split()) < len(whole.split()) - 2
        assert record["counts"]["barge_ins"] == 2
        assert greeting.split(". ")[0] not in bridge
        stops = [stop(tape, onset) for onset in onsets(tape)]
        print("\nonset of the voice → silence, s:", [round(s, 2) for s in stops])
        lasts = len(sound.candidate(speaker, "Wait, stop.")) / sound.MICROPHONE_HZ
        print(f"“wait, stop” is out → silence, s: {stops[0] - lasts:.2f}")
        assert len(stops) == 2


def no_gap(tape: Tape, speaker: Any, greeting: str) -> None:
    """The sentences that were played whole follow one another as the voice made them."""
    made = [trimmed(s).size / sound.VOICE_HZ for s in speaker.stream(normalized(greeting), seed=1)]
    heard = [at for score, at in tape.spoken_of(speaker, greeting) if score > sound.HEARD]
    assert len(heard) >= 2
    for i, (before, after) in enumerate(pairwise(heard)):
        assert after - before == pytest.approx(made[i], abs=0.03)
    murmur = sound.voiced(tape.microphone, tape.rate, floor=0.01)[0]
    assert heard[0] < murmur[0] < murmur[1] < heard[-1] + made[len(heard) - 1]


def onsets(tape: Tape) -> list[float]:
    """When the candidate began to speak over the interviewer, without the murmur."""
    mine = sound.voiced(tape.microphone, tape.rate, floor=0.01, join_s=1.0)[1:]
    theirs = sound.voiced(tape.loudspeaker, tape.rate)
    return [begin for begin, _ in mine if any(a < begin < b for a, b in theirs)]


def stop(tape: Tape, onset: float) -> float:
    theirs = sound.voiced(tape.loudspeaker, tape.rate)
    return next(end for begin, end in theirs if begin < onset < end) - onset
