"""Rooms in which others talk and work, and one woman's prompts: what is only ever scored.

The rooms are recordings that livekit-agents brings. The prompts are Debian's asterisk-core-sounds-en-wav;
PEOPLE names the folder that holds them (`usr/share/asterisk/sounds/en_US_f_Allison`). Short ones are a few
real words over the interviewer, for which it stops.
"""

from __future__ import annotations

import functools
import os
import re
import wave
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.turns import sounds
from benchmarks.turns.folders import sound
from benchmarks.turns.phrases import Role, SetName
from benchmarks.turns.voices import RATE, Audio, decoded, trimmed

Random = np.random.Generator

SETS: Final[tuple[SetName, ...]] = ("people", "noisy")
ROOMS: Final[Mapping[str, str]] = {"crowd": "crowded-room.ogg", "office": "office-ambience.ogg"}
BELOW_DB: Final = 5
"""A voice is so much louder than the room."""
ALONE_S: Final = 3.0
ALONE_EACH: Final = 10
ALONE_PEAK_DB: Final = -20
"""Of a room without a voice."""
PROMPTS_S: Final = (1.0, 4.0)
NO_PROMPT: Final = re.compile(r"beep|tone|silence|tt-monkeys\.")


def items(set_name: SetName) -> Iterator[tuple[Role, str, int]]:
    """What is not said by a speaker: role, text and number."""
    if set_name == "people":
        for path in prompts():
            yield Role.BRIEF, path.stem, 0
        return
    for room in ROOMS:
        for number in range(ALONE_EACH):
            yield Role.NOISE, room, number


def prompts() -> list[Path]:
    home = os.environ.get("PEOPLE")
    found = sorted(Path(home).glob("*.wav")) if home else []
    return [path for path in found if not NO_PROMPT.search(path.name) and _is_short(path)]


def _is_short(path: Path) -> bool:
    with wave.open(str(path)) as file:
        seconds: float = file.getnframes() / file.getframerate()
    return PROMPTS_S[0] <= seconds <= PROMPTS_S[1]


def audio(text: str, disturbance: str, random: Random) -> Audio:
    """A room alone, or a prompt in one."""
    if text in ROOMS:
        return sounds.at_level(_some_of(ROOMS[text], ALONE_S, random), ALONE_PEAK_DB)
    (path,) = (path for path in prompts() if path.stem == text)
    said = trimmed(decoded(path.read_bytes()))
    return among(said, disturbance, random) if disturbance in ROOMS else said


def among(said: Audio, room: str, random: Random) -> Audio:
    return sounds.mixed(said, _some_of(ROOMS[room], len(said) / RATE, random), BELOW_DB)


def _some_of(name: str, seconds: float, random: Random) -> Audio:
    """So much of what goes on in a room, from somewhere in the middle."""
    whole = _recorded(name)
    length = round((seconds + 0.1) * RATE)
    at = int(random.integers(max(1, len(whole) - length)))
    return np.resize(whole[at : at + length], length)


@functools.cache
def _recorded(name: str) -> Audio:
    data = resources.files("livekit.agents").joinpath("resources", name).read_bytes()
    return sound(data).astype(np.float32) / np.float32(32_768)
