"""Nobody answers."""

from __future__ import annotations

from typing import Any

import pytest
from tests.e2e import sound
from tests.e2e.conftest import Visit
from tests.e2e.house import BRIEFLY

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SOONER = (
    ("reprompt_after = 10\nsimplify_after = 20", "reprompt_after = 3\nsimplify_after = 6"),
    ("inactivity_limit = 30", "inactivity_limit = 9"),
)
"""Seconds of silence, a third of the usual."""
LATE_MS = 3_000
"""By which a busy machine may begin to speak after its time; 0.2 s when nothing else runs here."""


def test_silence_moves_on(visit: Visit, speaker: Any) -> None:
    """Three seconds of silence bring one gentle word, six a simpler question, nine the next part;
    all of it was heard, and the bridge claims to have heard nothing (F8, F9, F10)."""
    with visit(changes=(BRIEFLY, *SOONER)) as visitor:
        visitor.open_room()
        visitor.until(lambda: "bridge" in [say["kind"] for say in visitor.told("say")], 90)
        record, tape = visitor.record(), visitor.tape()
        assert sound.level(tape.microphone) < 1e-3
        said = [m for m in record["messages"] if m["speaker"] == "interviewer"]
        assert [m["kind"] for m in said] == ["question", "reprompt", "simpler"]
        question, reprompt, simpler = said
        silence = reprompt["started_ms"] - question["ended_ms"]
        assert 3_000 <= silence < 3_000 + LATE_MS
        silence += simpler["started_ms"] - reprompt["ended_ms"]
        assert 6_000 <= silence < 6_000 + 2 * LATE_MS
        silence += record["transitions"][0]["at_ms"] - simpler["ended_ms"]
        assert 9_000 <= silence < 9_000 + 2 * LATE_MS
        stage = record["stages"][0]
        assert (stage["cause"], stage["forced"], stage["reprompts"]) == ("inactivity", True, 1)
        for message in (question, reprompt, simpler):
            assert min(s for s, _ in tape.spoken_of(speaker, message["text"])) > sound.HEARD
        assert "heard" not in visitor.told("say")[-1]["text"]
