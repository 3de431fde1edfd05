"""What the recogniser on board makes of the sets of `benchmarks.turns`, transcript by transcript, as the decision sees it.

Each utterance is said over an interviewer that goes on, in a real session in virtual time; a second of one core each.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from greenroom.simulation import clock

clock.install()  # before the next lines import livekit

from benchmarks.turns.corpus import Utterance, drawn, folder  # noqa: E402
from benchmarks.turns.phrases import OVER, SetName  # noqa: E402
from benchmarks.turns.recogniser import Memory, recogniser  # noqa: E402
from benchmarks.turns.trial import CONTESTANTS, trial  # noqa: E402

from greenroom_turns import Decision, Spoken, TurnCause  # noqa: E402
from greenroom_turns.interruption import Action  # noqa: E402
from greenroom_turns.written import written  # noqa: E402

EACH = 2
"""Alternatives of each kind that are kept, the likeliest."""
UNDECIDED = Decision(Action.WAIT, TurnCause.SPEECH)
"""It never interrupts, so all is heard; of this cause the gate also measures the sound."""


def hear(sets: Iterable[SetName], home: Path) -> None:
    """Add to a file for each set what is not in it."""
    logging.getLogger("livekit").setLevel(logging.ERROR)
    memory = Memory(folder())
    home.mkdir(exist_ok=True)
    for set_name in sets:
        file = home / f"{set_name}.jsonl"
        lines = file.read_text("utf-8").splitlines() if file.exists() else []
        known = {json.loads(line)["name"] for line in lines}
        with file.open("a", encoding="utf-8") as kept:
            for item in drawn(set_name, OVER):
                if item.name not in known:
                    kept.write(json.dumps(_line(item, memory), ensure_ascii=False) + "\n")
                    kept.flush()


def _line(item: Utterance, memory: Memory) -> dict[str, Any]:
    heard: dict[tuple[str, bool], Spoken] = {}

    def note(spoken: Spoken, *_: Any, **__: Any) -> Decision:
        if spoken.text:
            heard[spoken.text, spoken.final] = spoken
        return UNDECIDED

    async def listen() -> None:
        await trial(item, CONTESTANTS[-1], recogniser(memory), note)

    clock.run(listen())
    about = {"name": item.name, "set": item.set_name, "role": item.role, "voice": item.voice}
    said = {"how": item.disturbance, "text": item.text}
    return about | said | {"heard": [_told(one) for one in heard.values()]}


def _told(spoken: Spoken) -> dict[str, Any]:
    sound, chances = spoken.sound, spoken.chances
    return {
        "text": spoken.text,
        "final": spoken.final,
        "sure": None if spoken.confidence is None else round(spoken.confidence, 3),
        "hum": spoken.hum,
        "near": _near(spoken),
        "chances": chances and [chances.backchannel, chances.call, chances.other],
        "sound": sound
        and [sound.duration_ms, sound.voiced_ms, sound.loudness_db, sound.high_band_db],
    }


def _near(spoken: Spoken) -> list[tuple[str, float]] | None:
    """The whole guess that an early transcript begins, and the likeliest of each kind."""
    if spoken.alternatives is None:
        return None
    count: dict[str, int] = {}
    kept = []
    for other in sorted(spoken.alternatives, key=lambda one: one.behind):
        kind = written(other.text, "en").kind
        count[kind] = count.get(kind, 0) + 1
        if other.behind == 0 or count[kind] <= EACH:
            kept.append((other.text, round(other.behind, 2)))
    return kept
