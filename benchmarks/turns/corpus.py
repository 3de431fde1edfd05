"""The labelled utterances: who says what, how it is disturbed, and what it is worth.

Two sets. TUNING may be looked at and tuned to. HELD_OUT shares no voice with it and, apart from the
few words that the task is about ("okay", "mm-hmm", "stop" …), no phrase; it is only ever scored. A third,
OTHERS, says what both say over the interviewer by voices of neither that the networks are not
taught; hibari has one, at other pitches. Three more are only ever scored: PEOPLE, one woman's prompts,
NOISY, what the held-out set says, in a crowd or an office at 5 dB, and SEALED, what OTHERS says by voices of
no other set, heard once when all was done.
The audio is made on the spot and kept outside the tree; the same corpus is the same samples.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from benchmarks.turns import rooms, sounds
from benchmarks.turns.phrases import PHRASES, Role, SetName
from benchmarks.turns.voices import RATE, Audio, Speaker

Disturbance = Literal["clean", "noise", "babble", "telephone", "crowd", "office"]

VERSION = "2"
"""Of what makes the samples: another version is made again."""
NOISE_DB = 15
BABBLE_DB = 18
PEAKS_DB = (-4, -9, -14)


@dataclass(frozen=True, slots=True)
class Utterance:
    set_name: SetName
    role: Role
    voice: str
    text: str
    disturbance: Disturbance
    audio: Path
    """16 kHz mono samples, `numpy.load`."""

    @property
    def name(self) -> str:
        return f"{self.role}/{self.voice}/{self.text}"

    def samples(self) -> Audio:
        return np.asarray(np.load(self.audio), np.float32)


UNTAUGHT = """
    af_bella af_kore af_nova af_sky am_adam am_liam am_onyx am_puck
    bf_emma bf_lily bm_daniel bm_lewis
"""
"""Kokoro's English voices that the networks are not taught."""
VOICES: dict[SetName, tuple[Speaker, ...]] = {
    "tuning": (
        Speaker("hibari"),
        Speaker("hibari", pitch=0.8),
        Speaker("hibari", speed=1.25),
        Speaker("hibari", pitch=1.05, speed=0.85),
        Speaker("hibari", pitch=0.85, speed=1.1),
        Speaker("hibari", pitch=1.18),
        Speaker("espeak-ng", "en-us"),
        Speaker("espeak-ng", "en-gb"),
        Speaker("espeak-ng", "en-us+f2", speed=1.1),
        Speaker("espeak-ng", "en-us+m3"),
        Speaker("espeak-ng", "en-us+klatt2"),
        Speaker("espeak-ng", "en-us+Andy", speed=0.9),
        Speaker("espeak-ng", "en-us-nyc+f3"),
        Speaker("espeak-ng", "en-gb-x-gbclan"),
        Speaker("flite", "slt"),
        Speaker("flite", "kal16"),
        Speaker("festival", "kal_diphone"),
    ),
    "held-out": (
        Speaker("hibari", pitch=0.9),
        Speaker("hibari", pitch=1.12, speed=0.9),
        Speaker("hibari", pitch=0.75, speed=1.1),
        Speaker("espeak-ng", "en-gb-scotland"),
        Speaker("espeak-ng", "en-gb-x-rp+m7", speed=0.9),
        Speaker("espeak-ng", "en-us+f5"),
        Speaker("espeak-ng", "en-029+f4", speed=1.1),
        Speaker("flite", "rms"),
        Speaker("flite", "awb"),
        Speaker("festival", "cmu_us_slt_arctic_hts"),
    ),
    "others": (
        *(Speaker("kokoro", voice) for voice in UNTAUGHT.split()),
        Speaker("espeak-ng", "en-us+belinda"),
        Speaker("espeak-ng", "en-us+linda"),
        Speaker("espeak-ng", "en-us+Michael"),
        Speaker("espeak-ng", "en-us+quincy"),
        Speaker("espeak-ng", "en-gb+benjamin"),
        Speaker("espeak-ng", "en-gb+edward"),
        Speaker("espeak-ng", "en-gb+travis"),
        Speaker("espeak-ng", "en-gb+m8"),
        Speaker("espeak-ng", "en-gb-x-gbcwmd+steph", speed=0.9),
        Speaker("espeak-ng", "en-gb-scotland+f1"),
        Speaker("espeak-ng", "en-029+m1", speed=1.1),
        Speaker("espeak-ng", "en-us+klatt3"),
        Speaker("hibari", pitch=0.95, speed=1.15),
        Speaker("hibari", pitch=0.82, speed=0.95),
        Speaker("hibari", pitch=1.15, speed=1.05),
    ),
}

VOICES["sealed"] = (
    Speaker("kokoro", "af_bella+bm_daniel"),
    Speaker("kokoro", "am_adam+bf_emma"),
    Speaker("kokoro", "am_liam+af_sky", speed=1.1),
    Speaker("kokoro", "bm_lewis+am_puck"),
    Speaker("piper", "joe"),
    Speaker("piper", "joe", pitch=1.1, speed=1.05),
    Speaker("espeak-ng", "en-gb+Alex"),
    Speaker("espeak-ng", "en-us+Denis", speed=0.9),
    Speaker("espeak-ng", "en-gb-scotland+Lee"),
    Speaker("espeak-ng", "en-029+anika"),
    Speaker("hibari", pitch=0.87, speed=0.9),
)
VOICES["people"] = ()
VOICES["noisy"] = VOICES["held-out"]

SPELLED = frozenset({"Mm-hmm.", "Hmm."})
SPELLERS = ("flite", "festival")
"""They say these letter by letter, and are not asked for them."""
HUMS: dict[SetName, tuple[int, ...]] = {
    "tuning": (85, 105, 130, 150, 180, 215, 260),
    "held-out": (92, 118, 140, 165, 195, 235, 250),
    "others": (),
    "people": (),
    "noisy": (),
    "sealed": (),
}
"""Pitches of the synthetic throats."""
SHAPES = ("mm-hmm", "hmm", "mm", "uh-huh")
NOISES_EACH = 5
BABBLE = (
    "The second quarter was better than anybody had expected.",
    "They closed the old office and moved across the river.",
    "If it rains tomorrow we will meet in the library instead.",
    "My sister bought a small house near the northern station.",
)


_Item = tuple[SetName, Role, Speaker | int, str, int]


def corpus(set_name: SetName, *, every: int = 1) -> list[Utterance]:
    """A set in a fixed order; with `every`, a draw of one in so many of each role."""
    items = list(_items(set_name))
    if every > 1:  # drawn: a stride would meet the same phrase of every voice
        items.sort(key=_lot)
    by_role = [[item for item in items if item[1] is role] for role in Role]
    return [_kept(folder(), *item) for chosen in by_role for item in chosen[::every]]


def drawn(set_name: SetName, roles: Collection[Role]) -> Iterator[Utterance]:
    """Those of these roles, in an order of which every beginning is a draw; made as they are asked for."""
    for item in sorted(_items(set_name), key=_lot):
        if item[1] in roles:
            yield _kept(folder(), *item)


def _lot(item: _Item) -> int:
    _, _, who, text, number = item
    voice = who.name if isinstance(who, Speaker) else who
    return zlib.crc32(f"{voice}/{text}/{number}".encode())


def missing_voices(set_name: SetName) -> list[str]:
    return sorted({speaker.engine for speaker in VOICES[set_name] if not speaker.here})


def _items(set_name: SetName) -> Iterator[_Item]:
    """Everything in a set: who or, for what no engine says, a pitch; what; and a number."""
    for speaker in VOICES[set_name]:
        for role, phrases in PHRASES[set_name].items():
            for text in phrases:
                if speaker.here and not (speaker.engine in SPELLERS and text in SPELLED):
                    yield set_name, role, speaker, text, 0
    for hertz in HUMS[set_name]:
        for shape in SHAPES:
            for number in range(2):
                yield set_name, Role.ACK, hertz, shape, number
    for role, text, number in rooms.items(set_name) if set_name in rooms.SETS else _noises():
        yield set_name, role, 0, text, number


def _noises() -> Iterator[tuple[Role, str, int]]:
    for noise in sounds.NOISES:
        for number in range(NOISES_EACH):
            yield Role.NOISE, noise, number


def folder() -> Path:
    """Where everything is kept: $TURNS_CORPUS, or a directory beside the other temporary ones."""
    chosen = os.environ.get("TURNS_CORPUS")
    root = Path(chosen) if chosen else Path(tempfile.gettempdir()) / "greenroom-turns"
    kept = root / VERSION
    kept.mkdir(parents=True, exist_ok=True)
    return kept


def _kept(
    home: Path, set_name: SetName, role: Role, who: Speaker | int, text: str, number: int
) -> Utterance:
    voice = who.name if isinstance(who, Speaker) else f"throat-{who}" if who else "room"
    key = "/".join((set_name, role, voice, text, str(number)))
    seed = zlib.crc32(key.encode())
    disturbance = _disturbance(set_name, who, seed)
    path = home / f"{hashlib.sha256(key.encode()).hexdigest()[:20]}.npy"
    if not path.exists():
        fresh = path.with_suffix(f".{os.getpid()}.npy")
        np.save(fresh, _audio(set_name, who, text, disturbance, seed))
        fresh.replace(path)
    return Utterance(set_name, role, voice, text, disturbance, path)


def _disturbance(set_name: SetName, who: Speaker | int, seed: int) -> Disturbance:
    """Half of all speech is clean."""
    if set_name in rooms.SETS:
        around: tuple[Disturbance, ...] = ("crowd", "office", "clean")
        return around[seed % (2 if isinstance(who, Speaker) else 3)]
    if not isinstance(who, Speaker):
        return "clean"
    disturbed: tuple[Disturbance, ...] = ("noise", "babble", "telephone")
    return "clean" if seed % 2 else disturbed[seed // 2 % 3]


def _audio(
    set_name: SetName, who: Speaker | int, text: str, disturbance: Disturbance, seed: int
) -> Audio:
    random = np.random.default_rng(seed)
    if set_name in rooms.SETS and not isinstance(who, Speaker):
        said = rooms.audio(text, disturbance, random)
    elif isinstance(who, Speaker):
        said = _disturbed(who.says(text), set_name, disturbance, random)
    elif who:
        said = sounds.hum(random, who, text)
    else:
        said = sounds.NOISES[text](random)
    return sounds.at_level(said, PEAKS_DB[seed // 7 % len(PEAKS_DB)])


def _disturbed(
    said: Audio, set_name: SetName, disturbance: Disturbance, random: np.random.Generator
) -> Audio:
    match disturbance:
        case "clean":
            return said
        case "noise":
            return sounds.mixed(said, sounds.pink(random, len(said) / RATE + 0.1), NOISE_DB)
        case "babble":
            return sounds.mixed(said, _babble(set_name, random), BABBLE_DB)
        case "telephone":
            return sounds.telephone(said)
        case "crowd" | "office":
            return rooms.among(said, disturbance, random)


def _babble(set_name: SetName, random: np.random.Generator) -> Audio:
    """Four people talking at once, from somewhere in the middle."""
    speakers = [s for s in VOICES[set_name] if s.engine == "espeak-ng"][: len(BABBLE)]
    tracks = [who.says(text) for who, text in zip(speakers, BABBLE, strict=True)]
    length = min(map(len, tracks))
    together = sum(track[:length] for track in tracks)
    return np.roll(np.asarray(together, np.float32), int(random.integers(length)))


def as_pcm(samples: Audio) -> npt.NDArray[np.int16]:
    return (np.clip(samples, -1, 1) * 32_767).astype(np.int16)
