"""A real redis-server in a process of its own, on this machine's loopback."""

from __future__ import annotations

import signal
import socket
import subprocess
from pathlib import Path
from threading import Event
from time import monotonic

from greenroom.testing.livekit.server import free_port

READY_S = 30


class RedisProcess:
    """One server; `stop` and `start` it again at the same address. It keeps nothing on a disk."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._command = (
            *("redis-server", "--port", str(self.port), "--bind", "127.0.0.1"),
            *("--save", "", "--dir", str(folder), *options),
        )
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """Returns once it answers."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        until = monotonic() + READY_S
        while not self._answers():
            assert self._process.poll() is None
            assert monotonic() < until
            Event().wait(0.02)

    def stop(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it, as a crash does."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """From now on it takes connections and answers nothing, until it is stopped."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(16) != b""
        except OSError:
            return False
