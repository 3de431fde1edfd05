"""What the measure of a sound tells apart."""

from __future__ import annotations

import math
from array import array

from hypothesis import given
from hypothesis import strategies as st

from greenroom_turns.sound import RecentSound, SoundFeatures, measure, pcm16

RATE = 16_000


def tone(*hertz: float, ms: int = 400, level: int = 6_000) -> array[int]:
    count = RATE * ms // 1000
    return array(
        "h",
        (
            int(sum(level * math.sin(2 * math.pi * f * i / RATE) for f in hertz))
            for i in range(count)
        ),
    )


def test_hum_and_open_mouth() -> None:
    """A voice without overtones above 1 kHz measures far below one with them."""
    assert measure(tone(150, 300), RATE).high_band_db < -35
    assert measure(tone(150, 300, 2_000), RATE).high_band_db > -10


def test_silence_around_the_voice_does_not_count() -> None:
    """Only the voiced part is measured, whatever surrounds it."""
    quiet = array("h", [0] * RATE)
    bare, padded = measure(tone(200), RATE), measure(quiet + tone(200) + quiet, RATE)
    assert padded.duration_ms == 2_400
    assert (padded.voiced_ms, padded.high_band_db) == (bare.voiced_ms, bare.high_band_db)


def test_loudness_is_relative_to_full_scale() -> None:
    """Half the amplitude is six decibels less."""
    loud, soft = measure(tone(200, level=8_000), RATE), measure(tone(200, level=4_000), RATE)
    assert loud.loudness_db - soft.loudness_db == 6


@given(st.lists(st.integers(-32_768, 32_767), max_size=2_000), st.sampled_from([8_000, 48_000]))
def test_any_sound_can_be_measured(samples: list[int], rate: int) -> None:
    """Measuring is total, and the shares are shares."""
    features = measure(samples, rate)
    assert features.voiced_ms <= features.duration_ms + 20
    assert -90 <= features.loudness_db <= 0
    assert features.high_band_db <= 3


def test_recent_sound_is_found_by_its_time() -> None:
    """Frames are kept for four seconds; a stretch of them can be measured, in mono."""
    recent = RecentSound()
    hum, hiss = tone(200, ms=100).tobytes(), tone(3_000, ms=100).tobytes()
    for n in range(60):
        stereo = b"".join(hum[i : i + 2] + hiss[i : i + 2] for i in range(0, len(hum), 2))
        recent.add(n * 100, stereo, RATE, channels=2)
    found = recent.between(5_000, 5_400)
    assert isinstance(found, SoundFeatures)
    assert found.duration_ms == 500
    assert found.high_band_db < -35
    assert recent.between(0, 1_000) is None


def test_odd_byte_is_dropped() -> None:
    """Half a sample at the end of a buffer is no sample."""
    assert list(pcm16(b"\x01\x00\xff\xff\x07")) == [1, -1]
