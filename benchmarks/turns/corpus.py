"""The labelled utterances: who says what, how it is disturbed, and what it is worth.

Two sets. TUNING may be looked at and tuned to. HELD_OUT shares no voice with it and, apart from the
few words that the task is about ("okay", "mm-hmm", "stop" …), no phrase; it is only ever scored.
The audio is made on the spot and kept outside the tree; the same corpus is the same samples.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from benchmarks.turns import sounds
from benchmarks.turns.voices import RATE, Audio, Speaker

SetName = Literal["tuning", "held-out"]
Disturbance = Literal["clean", "noise", "babble", "telephone"]

VERSION = "1"
"""Of what makes the samples: another version is made anew."""
NOISE_DB = 15
BABBLE_DB = 18
PEAKS_DB = (-4, -9, -14)


class Role(StrEnum):
    """What an utterance is, and so what should follow from it."""

    ACK = "ack"
    """A backchannel over the interviewer: nothing."""
    NOISE = "noise"
    """No words at all, over the interviewer: nothing."""
    STOP = "stop"
    """Over the interviewer: it stops."""
    MIXED = "mixed"
    """A backchannel, then speech, or speech at once, over the interviewer: it stops."""
    BRIEF = "brief"
    """A few real words over the interviewer: it stops. What a gate that ignores too much loses."""
    ANSWER = "answer"
    """To a silent interviewer: a turn."""
    TAIL = "tail"
    """A yes over the last words of a yes/no question: a turn, and the question is heard out."""
    THINKING = "thinking"
    """A request for time, to a silent interviewer: a turn, understood as such."""


OVER = (Role.ACK, Role.NOISE, Role.STOP, Role.MIXED, Role.BRIEF)
"""Said over the interviewer, far from the end of its words."""


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


VOICES: dict[SetName, tuple[Speaker, ...]] = {
    "tuning": (
        Speaker("hibari"),
        Speaker("hibari", pitch=0.8),
        Speaker("hibari", speed=1.25),
        Speaker("hibari", pitch=1.05, speed=0.85),
        Speaker("hibari", pitch=0.85, speed=1.1),
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
    ),
}

CORE_ACKS = ("Okay.", "Yeah.", "Right.", "Mm-hmm.", "Uh-huh.", "Hmm.")
CORE_STOPS = ("Stop.", "Wait.", "No.", "Hold on.")

PHRASES: dict[SetName, dict[Role, tuple[str, ...]]] = {
    "tuning": {
        Role.ACK: (
            *CORE_ACKS,
            *("Yes.", "Sure.", "I see.", "Got it.", "That makes sense.", "Of course."),
            *("Okay, okay.", "Cool.", "Yeah, right.", "Ah, okay."),
        ),
        Role.STOP: (
            *CORE_STOPS,
            *("Wait, wait.", "Stop, please.", "Wait a second.", "Excuse me.", "Just a moment."),
        ),
        Role.MIXED: (
            "Yeah, wait a second.",
            "Okay, but I have a question.",
            "Right, hold on.",
            "Yeah, but that was another team.",
            "Could you repeat the question?",
        ),
        Role.BRIEF: ("Which one?", "Sorry, what?", "Skip this one.", "Say that again."),
        Role.ANSWER: (
            *("Yes.", "Okay.", "Mm-hmm.", "No, not yet."),
            "I led the payments team in Berlin.",
            "About five years.",
        ),
        Role.TAIL: ("Yes.", "Yeah.", "Sure."),
        Role.THINKING: ("Let me think.", "Give me a minute.", "Hmm, let me think about that."),
    },
    "held-out": {
        Role.ACK: (
            *CORE_ACKS,
            *("Alright.", "Exactly.", "I understand.", "Good point.", "Sounds good.", "Yep."),
            *("Interesting.", "Oh, okay.", "Great.", "Yeah, yeah, yeah."),
        ),
        Role.STOP: (
            *CORE_STOPS,
            *("Hang on.", "One moment.", "Please stop.", "No, no.", "Sorry, wait."),
        ),
        Role.MIXED: (
            "Okay, stop.",
            "Sure, but let me add something.",
            "Uh-huh, wait, which project?",
            "Yes, but actually I left before that.",
            "What do you mean by that?",
        ),
        Role.BRIEF: (
            *("What was that?", "Repeat, please.", "I have a question.", "Which project?"),
        ),
        Role.ANSWER: (
            *("Yeah.", "Sure.", "Uh-huh.", "Not really."),
            "We moved all of it to the cloud last summer.",
            "Mostly Python and Go.",
        ),
        Role.TAIL: ("Yep.", "Yes, I do.", "Right."),
        Role.THINKING: (
            "I need a moment.",
            "Let me see.",
            "That's a good question, give me a second.",
        ),
    },
}

SPELLED = frozenset({"Mm-hmm.", "Hmm."})
"""flite says these letter by letter; its voices are not asked for them."""
HUMS: dict[SetName, tuple[int, ...]] = {"tuning": (105, 150, 215), "held-out": (92, 125, 180, 245)}
"""Pitches of the synthetic throats."""
SHAPES = ("mm-hmm", "hmm", "mm", "uh-huh")
NOISES_EACH = 5
BABBLE = (
    "The second quarter was better than anybody had expected.",
    "They closed the old office and moved across the river.",
    "If it rains tomorrow we will meet in the library instead.",
    "My sister bought a small house near the northern station.",
)


def corpus(set_name: SetName, *, every: int = 1) -> list[Utterance]:
    """A set in a fixed order; with `every`, one utterance in so many of each role."""
    items = [_kept(folder(), *item) for item in _items(set_name)]
    by_role = [[i for i in items if i.role is role] for role in Role]
    return [item for chosen in by_role for item in chosen[::every]]


def missing_voices() -> list[str]:
    return sorted({s.engine for voices in VOICES.values() for s in voices if not s.here})


_Item = tuple[SetName, Role, Speaker | int, str, int]


def _items(set_name: SetName) -> Iterator[_Item]:
    """Everything in a set: who or, for what no engine says, a pitch; what; and a number."""
    for speaker in VOICES[set_name]:
        for role, phrases in PHRASES[set_name].items():
            for text in phrases:
                if speaker.here and not (speaker.engine == "flite" and text in SPELLED):
                    yield set_name, role, speaker, text, 0
    for hertz in HUMS[set_name]:
        for shape in SHAPES:
            for number in range(2):
                yield set_name, Role.ACK, hertz, shape, number
    for noise in sounds.NOISES:
        for number in range(NOISES_EACH):
            yield set_name, Role.NOISE, 0, noise, number


def folder() -> Path:
    """Where everything is kept: $GREENROOM_CORPUS, or a directory beside the other temporary ones."""
    chosen = os.environ.get("GREENROOM_CORPUS")
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
    clean = not isinstance(who, Speaker)
    disturbance: Disturbance = "clean" if clean else _disturbance(seed)
    path = home / f"{hashlib.sha256(key.encode()).hexdigest()[:20]}.npy"
    if not path.exists():
        fresh = path.with_suffix(f".{os.getpid()}.npy")
        np.save(fresh, _audio(set_name, who, text, disturbance, seed))
        fresh.replace(path)
    return Utterance(set_name, role, voice, text, disturbance, path)


def _disturbance(seed: int) -> Disturbance:
    """Half of all speech is clean."""
    disturbed: tuple[Disturbance, ...] = ("noise", "babble", "telephone")
    return "clean" if seed % 2 else disturbed[seed // 2 % 3]


def _audio(
    set_name: SetName, who: Speaker | int, text: str, disturbance: Disturbance, seed: int
) -> Audio:
    random = np.random.default_rng(seed)
    if isinstance(who, Speaker):
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


def _babble(set_name: SetName, random: np.random.Generator) -> Audio:
    """Four people talking at once, from somewhere in the middle."""
    speakers = [s for s in VOICES[set_name] if s.engine == "espeak-ng"][: len(BABBLE)]
    tracks = [who.says(text) for who, text in zip(speakers, BABBLE, strict=True)]
    length = min(map(len, tracks))
    together = sum(track[:length] for track in tracks)
    return np.roll(np.asarray(together, np.float32), int(random.integers(length)))


def as_pcm(samples: Audio) -> npt.NDArray[np.int16]:
    return (np.clip(samples, -1, 1) * 32_767).astype(np.int16)
