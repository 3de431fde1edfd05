"""`python -m greenroom.turns decide` on speech made on the spot, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import wave
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from greenroom.adapters.speech.hibari import load_hibari
from greenroom.adapters.speech.weights import Weights

Audio = npt.NDArray[np.int16]
RATE = 24_000


def write(path: Path, samples: Audio, rate: int = RATE, channels: int = 1) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(np.repeat(samples, channels).tobytes())
    return path


def pcm(sound: Any) -> Audio:
    return (np.clip(sound, -1, 1) * 32_767).astype(np.int16)


def decide(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "greenroom.turns", "decide", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=200)


def lines(*arguments: object) -> list[dict[str, Any]]:
    done = decide(*arguments)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("spoken")
    speaker: Any = load_hibari(Weights())
    texts = {
        "ack": "Okay.",
        "stop": "Wait, stop.",
        "mixed": "Yeah, wait a second.",
        "answer": "I led the payments team in Berlin.",
        "yes": "Yes.",
    }
    return {
        name: write(folder / f"{name}.wav", pcm(speaker(text, seed=1)))
        for name, text in texts.items()
    }


@pytest.mark.speech
def test_over_the_interviewer(spoken: dict[str, Path]) -> None:
    """Spoken words over the interviewer get the live decisions, one line a file, in order."""
    found = lines(*spoken.values(), "--floor", "interviewer", "--json")
    assert [line["file"] for line in found] == [str(path) for path in spoken.values()]
    assert [line["decision"] for line in found] == [
        "ignore",
        "interrupt",
        "interrupt",
        "interrupt",
        "ignore",
    ]
    assert all(0 <= line["onset_ms"] < line["decided_ms"] for line in found)


@pytest.mark.speech
def test_to_a_silent_interviewer(spoken: dict[str, Path]) -> None:
    """To a silent interviewer every spoken word is an answer (T2)."""
    found = lines(*spoken.values(), "--floor", "candidate")
    assert {line["decision"] for line in found} == {"answer"}
    assert "payments" in found[3]["text"]


@pytest.mark.speech
def test_yes_to_a_yes_no_question(spoken: dict[str, Path]) -> None:
    """Over the last words of a yes/no question a spoken yes is the answer (T4)."""
    (found,) = lines(spoken["yes"], "--floor", "interviewer", "--question", "yesno")
    assert (found["decision"], found["cause"]) == ("answer", "yes_no_tail")


@pytest.mark.speech
def test_silence_in_any_format(tmp_path: Path) -> None:
    """No speech is ignored, without times, at either end of the accepted formats."""
    quiet = np.zeros(8_000, np.int16)
    low = write(tmp_path / "low.wav", quiet, 8_000)
    high = write(tmp_path / "high.wav", quiet, 48_000, channels=2)
    for line in lines(low, high, "--floor", "interviewer"):
        assert (line["decision"], line["cause"]) == ("ignore", "no_speech")
        assert line["onset_ms"] is None
        assert line["decided_ms"] is None


def test_bad_file_is_named(tmp_path: Path) -> None:
    """A file that is no WAV, or none at all, is refused by name with exit code 2, and no output."""
    text = tmp_path / "text.wav"
    text.write_text("not audio")
    for path in (text, tmp_path / "missing.wav"):
        done = decide(path, "--floor", "candidate")
        assert (done.returncode, done.stdout) == (2, "")
        assert str(path) in done.stderr


def test_importing_the_room_pulls_in_nothing() -> None:
    """`greenroom.turns` alone loads no framework; the gate's names are there all the same (T6)."""
    code = (
        "import sys, greenroom.turns as t;"
        "print([m for m in ('livekit', 'numpy', 'fastapi', 'sqlalchemy') if m in sys.modules]);"
        "print('GatedSTT' in dir(t), t.GatedSTT.__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "True GatedSTT"]
