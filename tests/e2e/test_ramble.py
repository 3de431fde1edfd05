"""Who does not stop talking."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.e2e import sound
from tests.e2e.conftest import Visit
from tests.e2e.house import BRIEFLY

from greenroom.interview.time_limits import HARD_GRACE, PAUSE

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LIMIT_S = 12
"""Time for a brief greeting, and for the ramble to begin."""
BREATH_S = 0.12
RAMBLE = (
    "I work as a nurse in a small hospital near the coast.",
    "The hospital has forty beds and one very old lift.",
    "My first week there began with a storm and a broken window.",
    "We moved nine patients into the kitchen before the rain came in.",
    "The cook gave every one of them a bowl of soup and some bread.",
    "Later that year the roof began to leak over the second ward.",
    "I made a list of the beds and drew a map of the dry rooms.",
    "The map hung beside the door until the builders went home.",
    "People from other wards came to look at it and made their own.",
    "My chief asked me to teach the new nurses how to draw one.",
    "I have taught eleven of them and most are still with us.",
    "In the winter I also drive the small bus to the next village.",
    "The road is narrow and the sheep do not move for anybody.",
    "I am good at keeping people calm when everything goes wrong.",
)


def unbroken(speaker: Any) -> sound.Samples:
    """All of it in one breath: its pauses are shorter than those that the interviewer waits for."""
    said = np.concatenate([sound.candidate(speaker, sentence) for sentence in RAMBLE])
    spans = sound.voiced(said, sound.MICROPHONE_HZ, join_s=BREATH_S)
    voices = [said[slice(*(round(at * sound.MICROPHONE_HZ) for at in span))] for span in spans]
    breath = sound.room_tone(BREATH_S)
    return np.concatenate([part for voice in voices for part in (voice, breath)])


def test_a_voice_beyond_the_hard_limit(visit: Visit, speaker: Any) -> None:
    """The limit and its grace pass while the candidate talks on: the next part is entered, nothing is
    said until the first pause, every word is in the record, and then comes the bridge (F8, F10, T7)."""
    ramble = unbroken(speaker)
    assert ramble.size / sound.MICROPHONE_HZ > LIMIT_S + HARD_GRACE / 1000
    limit = ("hard_limit = 120", f"hard_limit = {LIMIT_S}")
    with visit(changes=(BRIEFLY, limit)) as visitor:
        visitor.open_room()
        speak = visitor.prepare(ramble)
        visitor.cue("turn")
        speak()
        visitor.until(lambda: len(visitor.told("say")) > 1, 120)
        visitor.cue("speaking")
        visitor.cue("turn")
        tape, record = visitor.tape(), visitor.record()

        # first of all, because a browser without time for it breaks the voice, and breaks are pauses
        ((began, ended),) = sound.voiced(tape.microphone, tape.rate, join_s=PAUSE / 1000)
        said = visitor.told("say")
        assert len(said) == 2, said
        question, bridge = said
        assert bridge["kind"] == "bridge"
        ours = [at for at, _ in sound.voiced(tape.loudspeaker, tape.rate) if at > began]
        assert ours[0] > ended + PAUSE / 1000
        _, heard = max(tape.spoken_of(speaker, bridge["text"]))
        assert heard > ended + PAUSE / 1000

        (move,) = record["transitions"]
        assert (move["to"], move["cause"]) == ("PAST_EXPERIENCE", "deadline")
        assert record["stages"][0]["forced"] is True
        assert move["at_ms"] >= LIMIT_S * 1000 + HARD_GRACE
        mine = [m for m in record["messages"] if m["speaker"] == "candidate"]
        assert {m["kind"] for m in mine} == {"answer"}
        assert mine[0]["started_ms"] < move["at_ms"] < mine[-1]["ended_ms"]
        assert sound.word_error_rate(RAMBLE, (m["text"] for m in mine)) <= 0.15
        theirs = [m for m in record["messages"] if m["speaker"] == "interviewer"]
        assert [m["text"] for m in theirs] == [question["text"], bridge["text"]]
        assert not any(m["interrupted"] for m in theirs)
        assert theirs[1]["started_ms"] >= mine[-1]["ended_ms"] + PAUSE
