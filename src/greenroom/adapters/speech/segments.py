"""Where utterances begin and end, and when it is worth guessing at one that goes on. Pure.

Audio comes in windows of 512 samples (32 ms at 16 kHz), each with the VAD's speech probability.
Everything is counted in windows, so the same audio is always cut at the same places.

The recogniser decodes a segment from its start each time, so long segments cost much and, beyond
about 12 s, wrong. A long utterance is therefore CHAINED: past `SOFT_CUT` it is cut at the first gap
between words, past the limit at its quietest place. The parts join without a word lost or doubled,
because each window belongs to exactly one segment.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import numpy as np

from greenroom.adapters.speech.moonshine import (
    PIECE_MAX_S,
    PIECE_MIN_S,
    SAMPLE_RATE,
    Samples,
    quietest,
)

WINDOW = 512
WINDOW_S = WINDOW / SAMPLE_RATE

ONSET = 2
"""Voiced windows in a row that begin an utterance."""
PREROLL = 10
"""Windows kept up to the onset: a soft first consonant is not yet "speech" to the VAD."""
LED, CONSONANT = 16, 4
"""Over a telephone the VAD may be sure of a voice only after a third of a second. Where the first window
kept is about as loud as the onset, a voice would be cut: the windows from which on it is loud are kept,
with a soft consonant before them. What is loud for longer than so many more is a noise."""
LOUD = 0.1
"""Of the onset's energy."""
VOICED, UNVOICED = 0.5, 0.35
"""Speech probability that begins voice and below which it has stopped."""
WORD_END = 4
"""Silent windows after which the last word is surely complete."""
GAP = 6
"""Silent windows that are a place to cut a long utterance."""
END = 13
"""Silent windows that end an utterance: 0.42 s."""
SOFT_CUT = 5 * SAMPLE_RATE
HARD_CUT = PIECE_MAX_S * SAMPLE_RATE - WINDOW
"""Samples."""
FIRST_GUESSES = (8, 14, 21)
"""Windows after the onset at which to guess, close together because a "stop" cannot wait."""
GUESS_EVERY = 10
"""And from then on."""


@dataclass(frozen=True, slots=True)
class Began:
    """An utterance began `ago` windows before now."""

    ago: int


@dataclass(frozen=True, slots=True)
class Guess:
    """Worth a decode now. `settled`: a pause has begun, so the last word is complete. Its samples are
    then as long as they will be when the pause has ended the utterance: the recogniser hears a word
    worse that has little silence after it."""

    samples: Samples
    settled: bool


@dataclass(frozen=True, slots=True)
class Closed:
    """A segment is complete. `ended`: so is the utterance, else another segment follows at once.
    `samples` is empty when no voice came since the last cut."""

    samples: Samples
    silent: int
    """Windows since its last voice."""
    ended: bool
    guessed: bool = False
    """Nothing but silence came since a settled guess: what was heard then is all there is."""


Cut = Began | Guess | Closed


@dataclass(slots=True)
class Segments:
    """Cuts one stream of windows."""

    _windows: list[Samples] = field(default_factory=list)
    """The open segment."""
    _length: int = 0
    """Its samples."""
    _before: deque[Samples] = field(default_factory=lambda: deque(maxlen=PREROLL + LED))
    _speaking: bool = False
    _voiced: bool = False
    """The open segment holds voice."""
    _run: int = 0
    """Voiced windows in a row before an onset."""
    _silent: int = 0
    _age: int = 0
    """Windows since the onset."""
    _next_guess: int = 0

    def push(self, window: Samples, speech: float) -> list[Cut]:
        """The cuts that follow from the next window."""
        return self._within(window, speech) if self._speaking else self._between(window, speech)

    def flush(self) -> list[Cut]:
        """Close now, because somebody decided that the turn is over. A voice that still sounds goes
        on in a new segment."""
        if not self._speaking:
            return []
        return [self._close(ended=self._silent > 0)]

    def _between(self, window: Samples, speech: float) -> list[Cut]:
        self._before.append(window)
        self._run = self._run + 1 if speech > VOICED else 0
        if self._run < ONSET:
            return []
        self._windows = _from_its_beginning(list(self._before))
        self._length = len(self._windows) * WINDOW
        self._speaking = self._voiced = True
        self._silent = self._age = 0
        self._next_guess = FIRST_GUESSES[0]
        return [Began(ONSET)]

    def _within(self, window: Samples, speech: float) -> list[Cut]:
        self._windows.append(window)
        self._length += WINDOW
        self._age += 1
        if speech >= UNVOICED:
            self._silent, self._voiced = 0, True
        else:
            self._silent += 1
        if self._silent >= END:
            return [self._close(ended=True)]
        if self._length >= SOFT_CUT and self._silent >= GAP:
            return [self._close(ended=False)]
        if self._length >= HARD_CUT:
            return [self._split()]
        return self._guess()

    def _guess(self) -> list[Cut]:
        settled = self._silent == WORD_END
        due = self._age >= self._next_guess and self._silent < WORD_END
        if not self._voiced or not (settled or due):
            return []
        later = (at for at in FIRST_GUESSES if at > self._age)
        self._next_guess = next(later, self._age + GUESS_EVERY)
        samples = np.concatenate(self._windows)
        if settled:
            room = PIECE_MAX_S * SAMPLE_RATE - len(samples)
            rest = min((END - WORD_END) * WINDOW, room)
            silence = np.resize(samples[-WORD_END * WINDOW :], rest)
            samples = np.concatenate((samples, silence))
        return [Guess(samples, settled)]

    def _close(self, *, ended: bool) -> Closed:
        samples = np.concatenate(self._windows) if self._voiced else np.zeros(0, np.int16)
        guessed = self._voiced and self._silent >= WORD_END
        closed = Closed(samples, self._silent, ended, guessed)
        self._before.clear()
        self._before.extend(_after_the_last_word(samples, self._silent))
        self._windows, self._length = [], 0
        self._voiced = False
        self._run = 0
        self._speaking = not ended
        return closed

    def _split(self) -> Closed:
        samples = np.concatenate(self._windows)
        at = quietest(samples, PIECE_MIN_S * SAMPLE_RATE, len(samples))
        self._windows, self._length = [samples[at:]], len(samples) - at
        return Closed(samples[:at], 0, ended=False)


def _after_the_last_word(samples: Samples, silent: int) -> list[Samples]:
    """The windows of a pause in which the next utterance may begin softly: the "s" of "okay … stop"."""
    count = min(max(0, silent - WORD_END), len(samples) // WINDOW)
    return list(samples[len(samples) - count * WINDOW :].reshape(count, WINDOW))


def _from_its_beginning(before: list[Samples]) -> list[Samples]:
    """The windows up to an onset that are kept."""
    loud = LOUD * max(map(_energy, before[-ONSET:]))
    first = usual = max(0, len(before) - PREROLL)
    while first and _energy(before[first]) >= loud:
        first -= 1
    return before[max(0, first - CONSONANT) if 0 < first < usual else usual :]


def _energy(window: Samples) -> float:
    return float(np.mean(np.square(window, dtype=np.float32)))
