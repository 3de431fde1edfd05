"""Sound of about the right length for a text: a hum with the rhythm of syllables."""

from __future__ import annotations

import io
import wave

import numpy as np

SAMPLE_RATE = 24_000
SECONDS_PER_WORD = 0.36
SYLLABLES_PER_S = 4.0
PITCH_HZ = 140.0


def hum(text: str) -> bytes:
    """Mono PCM, 16 bits, 24 kHz: 0.36 s for each word of `text`."""
    seconds = SECONDS_PER_WORD * len(text.split())
    at = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    voice = sum(np.sin(2 * np.pi * PITCH_HZ * n * at) / n for n in range(1, 9))
    loudness = np.sin(np.pi * SYLLABLES_PER_S * at) ** 2
    return bytes((8_000 * loudness * voice / 2).astype("<i2").tobytes())


def as_wav(pcm: bytes) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(SAMPLE_RATE)
        out.writeframes(pcm)
    return file.getvalue()


def seconds_of(wav: bytes) -> float:
    """The length of a WAV file. Raises `wave.Error` or `EOFError` when it is none."""
    with wave.open(io.BytesIO(wav)) as file:
        seconds: float = file.getnframes() / file.getframerate()
    return seconds
