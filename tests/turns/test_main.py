"""`python -m greenroom.turns decide` on speech made on the spot: once in a process of its own, else in this one."""

from __future__ import annotations

import json
import math
import re
import struct
import subprocess
import sys
import wave
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pytest
from benchmarks.turns.sounds import NOISES

from greenroom import turns
from greenroom.adapters.speech.hibari import load_hibari
from greenroom.adapters.speech.moonshine import Transcript
from greenroom.adapters.speech.weights import Weights
from greenroom.bootstrap.decide import line, listen, read
from greenroom.simulation.clock import run
from greenroom.turns.__main__ import main

pytestmark = pytest.mark.slow

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


def lines(told: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in told.splitlines()]


@dataclass(frozen=True)
class Decided:
    """What came of `decide`."""

    returncode: int
    stdout: str
    stderr: str


Decide = Callable[..., Decided]


@pytest.fixture
def decide(capsys: pytest.CaptureFixture[str]) -> Decide:
    """The command as it is typed, in this process, where what it loads is imported already."""

    def typed(*words: object) -> Decided:
        before, sys.argv = sys.argv, ["greenroom.turns", "decide", *map(str, words)]
        try:
            code = main()
        finally:
            sys.argv = before
        return Decided(code, *capsys.readouterr())

    return typed


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
    """As a process: spoken words over the interviewer get the live decisions, one line a file, in order."""
    words = (*map(str, spoken.values()), "--floor", "interviewer", "--json")
    command = [sys.executable, "-m", "greenroom.turns", "decide", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == 0, done.stderr
    found = lines(done.stdout)
    assert [one["file"] for one in found] == [str(path) for path in spoken.values()]
    assert [one["decision"] for one in found] == [
        "ignore",
        "interrupt",
        "interrupt",
        "interrupt",
        "ignore",
    ]
    assert all(0 <= one["onset_ms"] < one["decided_ms"] for one in found)


@pytest.mark.speech
def test_to_a_silent_interviewer(spoken: dict[str, Path], decide: Decide) -> None:
    """To a silent interviewer every spoken word is an answer (T2)."""
    found = lines(decide(*spoken.values(), "--floor", "candidate").stdout)
    assert len(found) == len(spoken)
    assert {one["decision"] for one in found} == {"answer"}
    assert "payments" in found[3]["text"]


@pytest.mark.speech
@pytest.mark.parametrize(
    ("chances", "decision"), [((0.9, 0.0, 0.1), "ignore"), ((0.1, 0.0, 0.9), "interrupt")]
)
def test_the_sound_reaches_the_decision(
    spoken: dict[str, Path], chances: tuple[float, ...], decision: str
) -> None:
    """What the recogniser says of the sound counts where it does not trust its words (T1)."""

    class Mishearing:
        def transcribe(self, samples: Audio) -> Transcript:
            return Transcript("Member.", 1, math.log(0.6), chances, ())

    taken = run(listen(read(spoken["ack"]), cast("Any", Mishearing()), "interviewer", "open", "en"))
    assert line(str(spoken["ack"]), taken)["decision"] == decision


@pytest.mark.speech
def test_a_file_is_heard_the_same_each_time(spoken: dict[str, Path]) -> None:
    """To the last sample, at a rate that is not the recogniser's: a dither once decided between
    "ok" and "okay", and when a question stopped the interviewer."""
    heard: list[bytes] = []

    class Listening:
        def transcribe(self, samples: Audio) -> Transcript:
            heard.append(samples.tobytes())
            return Transcript("Stop.", 1, math.log(0.9))

    for _ in range(2):
        run(listen(read(spoken["stop"]), cast("Any", Listening()), "interviewer", "open", "en"))
    half = len(heard) // 2
    assert half > 0
    assert heard[:half] == heard[half:]


@pytest.mark.speech
def test_noises_over_the_interviewer(tmp_path: Path, decide: Decide) -> None:
    """Three of each, heard by the live recogniser: the interviewer goes on, and it is no answer."""
    files = [
        write(tmp_path / f"{kind}{n}.wav", pcm(NOISES[kind](np.random.default_rng(n))), 16_000)
        for kind in ("cough", "laugh", "keyboard")
        for n in range(3)
    ]
    found = lines(decide(*files, "--floor", "interviewer").stdout)
    assert {Path(one["file"]).stem: one["decision"] for one in found} == {
        file.stem: "ignore" for file in files
    }


@pytest.mark.speech
def test_yes_to_a_yes_no_question(spoken: dict[str, Path], decide: Decide) -> None:
    """Over the last words of a yes/no question a spoken yes is the answer (T4)."""
    done = decide(spoken["yes"], "--floor", "interviewer", "--question", "yesno")
    (found,) = lines(done.stdout)
    assert (found["decision"], found["cause"]) == ("answer", "yes_no_tail")


@pytest.mark.speech
def test_silence_in_any_format(tmp_path: Path, decide: Decide) -> None:
    """No speech is ignored, without times, at either end of the accepted formats."""
    quiet = np.zeros(8_000, np.int16)
    low = write(tmp_path / "low.wav", quiet, 8_000)
    high = write(tmp_path / "high.wav", quiet, 48_000, channels=2)
    done = decide(low, high, "--floor", "interviewer")
    assert done.returncode == 0, done.stderr
    for found in lines(done.stdout):
        assert (found["decision"], found["cause"]) == ("ignore", "no_speech")
        assert found["onset_ms"] is None
        assert found["decided_ms"] is None


@pytest.mark.parametrize("kind", ["missing", "empty", "text", "cut short", "floats"])
def test_bad_file_is_named(tmp_path: Path, decide: Decide, kind: str) -> None:
    """A file that is no PCM WAV, or none at all, is refused by name with exit code 2 and a reason,
    and no other file is decided on."""
    path = tmp_path / "said.wav"
    sound = write(tmp_path / "sound.wav", np.zeros(800, np.int16))
    whole = sound.read_bytes()
    contents = {
        "empty": b"",
        "text": b"not audio",
        "cut short": whole[:20],
        "floats": whole[:20] + b"\x03\x00" + whole[22:],
    }
    if kind in contents:
        path.write_bytes(contents[kind])
    done = decide(sound, path, "--floor", "candidate")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search(rf"^greenroom\.turns: {re.escape(str(path))}: \S.*[a-z]", done.stderr)


def test_a_bad_file_ends_the_process(tmp_path: Path) -> None:
    """With that exit code, and nothing on standard output."""
    command = [sys.executable, "-m", "greenroom.turns", "decide", "--floor", "candidate"]
    done = subprocess.run([*command, tmp_path / "none.wav"], capture_output=True, timeout=200)
    assert (done.returncode, done.stdout) == (2, b"")


def test_every_pcm_wav_can_be_read(tmp_path: Path) -> None:
    """The same sound in 8, 16, 24 and 32 bits, in one channel or two, plain or in the extensible
    format, is the same samples."""
    said = (np.arange(-400, 400) * 64).astype(np.int16)
    for width in (1, 2, 3, 4):
        octets = said.astype("<i4").view(np.uint8).reshape(-1, 4)
        wide = np.zeros((len(said), width), np.uint8)
        wide[:, -2:] = octets[:, :2] if width > 1 else 0
        if width == 1:
            wide[:, 0] = ((said >> 8) + 128).astype(np.uint8)
        for channels in (1, 2):
            data = np.repeat(wide, channels, axis=0).tobytes()
            plain = struct.pack("<HHIIHH", 1, channels, 16_000, 0, width * channels, width * 8)
            guid = bytes.fromhex("0100000000001000800000aa00389b71")
            long = b"\xfe\xff" + plain[2:] + struct.pack("<HHI", 22, width * 8, 0) + guid
            for header in (plain, long):
                path = tmp_path / "said.wav"
                path.write_bytes(riff(header, data))
                tolerance = 256 if width == 1 else 0
                assert np.allclose(read(path).samples, said, rtol=0, atol=tolerance)


@pytest.mark.parametrize("rate", [8_000, 22_050, 48_000])
def test_a_second_stays_a_second(tmp_path: Path, rate: int) -> None:
    """A tone of 440 Hz is that tone at the recogniser's rate, as long and as loud."""
    tone = pcm(np.sin(2 * np.pi * 440 * np.arange(rate) / rate) / 2)
    heard = read(write(tmp_path / "tone.wav", tone, rate)).samples
    assert len(heard) == 16_000
    assert int(np.abs(np.fft.rfft(heard)).argmax()) == 440
    assert np.abs(heard).max() == pytest.approx(np.abs(tone).max(), rel=0.01)


def riff(header: bytes, data: bytes) -> bytes:
    chunks = b"".join(
        name + struct.pack("<I", len(body)) + body
        for name, body in ((b"fmt ", header), (b"data", data))
    )
    return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WAVE" + chunks


def test_the_room_has_the_gates_names() -> None:
    """The names of the gate on LiveKit are there, although `greenroom.turns` alone loads no framework (T6;
    tests/architecture/test_house.py shows what it loads)."""
    assert "GatedSTT" in dir(turns)
    assert turns.GatedSTT.__name__ == "GatedSTT"
