"""A sound server of one's own: a microphone that speaks when told to, a loudspeaker that is recorded."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import which
from threading import Event
from time import monotonic

import numpy as np
from tests.e2e import sound

READY_S = 20
LATENCY_MS = 60
ROOM_TONE = 3000
"""Volume of the noise in the room, about -80 dB: no real microphone gives exactly nothing."""
DEVICES = """
load-module module-native-protocol-unix socket={socket} auth-anonymous=1
load-module module-null-sink sink_name=loudspeaker rate=48000 channels=2 sink_properties=device.description=Loudspeaker
load-module module-null-sink sink_name=voice rate=48000 channels=1 sink_properties=device.description=Voice
load-module module-remap-source source_name=microphone master=voice.monitor source_properties=device.description=Microphone
set-default-sink loudspeaker
set-default-source microphone
"""
FORMAT = ("--raw", "--format=s16le", f"--rate={sound.MICROPHONE_HZ}", "--channels=1")


def no_sound_server(folder: Path) -> dict[str, str]:
    """The environment of a browser on a machine without any sound device."""
    return {"PULSE_SERVER": f"unix:{folder}/none"}


class SoundServer:
    """PulseAudio with two devices that exist in memory only. Use it by `sound_server`."""

    missing = not which("pulseaudio") or not which("pacat")

    def __init__(self, folder: Path, processes: ExitStack) -> None:
        self._folder, self._processes = folder, processes
        self._recording = folder / "loudspeaker.raw"
        self.environment = {"PULSE_SERVER": f"unix:{folder}/socket"}

    def start(self) -> None:
        """Returns when the devices are there; raises AssertionError with the server's log when they are not."""
        script, log = self._folder / "devices.pa", self._folder / "log"
        script.write_text(DEVICES.format(socket=self._folder / "socket"))
        options = ("--daemonize=no", "--exit-idle-time=-1", "--disable-shm", "--use-pid-file=no")
        server = self._run(("pulseaudio", "-n", "-F", str(script), *options), log)
        until = monotonic() + READY_S
        while not self._answers():
            assert server.poll() is None, log.read_text()
            assert monotonic() < until, log.read_text()
            Event().wait(0.1)
        self._play("/dev/urandom", f"--volume={ROOM_TONE}")
        self._cat("--record", "--device=loudspeaker.monitor", str(self._recording))

    def speak(self, samples: sound.Samples) -> None:
        """Begin to say this into the microphone."""
        spoken = self._folder / "spoken.raw"
        spoken.write_bytes(sound.pcm(samples))
        self._play(str(spoken))

    def loudspeaker(self) -> sound.Samples:
        """Everything that came out of the loudspeaker so far, at 48 kHz."""
        written = self._recording.read_bytes()
        samples = np.frombuffer(written[: len(written) // 2 * 2], "<i2")
        return (samples / 32_768).astype(np.float32)

    def _play(self, file: str, *options: str) -> None:
        self._cat("--playback", "--device=voice", *options, file)

    def _cat(self, *options: str) -> None:
        self._run(
            ("pacat", *FORMAT, f"--latency-msec={LATENCY_MS}", *options), self._folder / "log"
        )

    def _answers(self) -> bool:
        told = subprocess.run(("pactl", "info"), env=self._whole_environment(), capture_output=True)
        return b"Default Source: microphone" in told.stdout

    def _whole_environment(self) -> dict[str, str]:
        own = {"XDG_RUNTIME_DIR": str(self._folder), "HOME": str(self._folder)}
        return {**os.environ, **own, **self.environment}

    def _run(self, command: tuple[str, ...], log: Path) -> subprocess.Popen[bytes]:
        with log.open("a") as told:
            process = subprocess.Popen(
                command, stdout=told, stderr=told, env=self._whole_environment()
            )
        self._processes.callback(process.wait)
        self._processes.callback(process.kill)
        return process


@contextmanager
def sound_server(folder: Path) -> Iterator[SoundServer]:
    """A running one. At the end nothing of it is left."""
    with ExitStack() as processes:
        server = SoundServer(folder, processes)
        server.start()
        yield server
