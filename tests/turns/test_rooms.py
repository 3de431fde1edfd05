"""The benchmark's rooms and prompts are what its table says of them."""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np
import pytest
from benchmarks.turns import rooms
from benchmarks.turns.phrases import Role
from benchmarks.turns.voices import RATE, Audio


def level_db(sound: Audio) -> float:
    return float(10 * np.log10(np.mean(np.square(sound, dtype=np.float64))))


@pytest.mark.parametrize("room", rooms.ROOMS)
def test_a_voice_is_so_much_louder_than_its_room(room: str) -> None:
    """The voice is as it was, and what was added lies 5 dB below it."""
    at = np.arange(2 * RATE) / RATE
    voice = (0.3 * np.sin(2 * np.pi * 200 * at)).astype(np.float32)
    added = rooms.among(voice, room, np.random.default_rng(1)) - voice
    assert level_db(voice) - level_db(added) == pytest.approx(rooms.BELOW_DB, abs=0.1)
    assert level_db(rooms.audio(room, "", np.random.default_rng(1))) > -60, (
        "the room is heard alone"
    )


def test_short_prompts_are_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Prompts of one to four seconds are scored; beeps, silence and long ones are not. Without a folder there
    are none."""
    for name, seconds in (("please-wait", 2.0), ("beep", 2.0), ("yes", 0.4), ("manual", 9.0)):
        with wave.open(str(tmp_path / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(8_000)
            file.writeframes(bytes(int(16_000 * seconds)))
    monkeypatch.setenv("PEOPLE", str(tmp_path))
    assert list(rooms.items("people")) == [(Role.BRIEF, "please-wait", 0)]
    monkeypatch.delenv("PEOPLE")
    assert list(rooms.items("people")) == []
    assert {text for _, text, _ in rooms.items("noisy")} == set(rooms.ROOMS)
