"""A real livekit-server in a process of its own, on this machine's loopback."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import urllib.request
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Final

VERSION: Final = "1.13.5"
KEY: Final = "devkey"
SECRET: Final = "a-secret-of-tests-with-more-than-32-characters"  # noqa: S105 - of a server that lives for one test
READY_S: Final = 30


def find_server() -> Path | None:
    """The binary that `scripts/livekit-server` built for tests, or the one on PATH."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    built = cache / "greenroom" / f"livekit-server-{VERSION}"
    if built.exists():
        return built
    found = shutil.which("livekit-server")
    return Path(found) if found else None


def free_port(kind: int = socket.SOCK_STREAM) -> int:
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class LiveKitProcess:
    """One server; `kill` and `start` it again at the same address. `redis`: one node of several."""

    def __init__(
        self, binary: Path, folder: Path, *, webhook: str | None = None, redis: str | None = None
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._binary, self._folder = binary, folder
        self.port = free_port()
        self.log = folder / "livekit.log"
        self.url = f"ws://127.0.0.1:{self.port}"
        self.named = f"ws://localhost:{self.port}"
        """The same by a name, which a browser can be told to find elsewhere."""
        self._config = folder / "livekit.json"  # JSON is YAML
        self._config.write_text(json.dumps(self._configuration(webhook, redis)))
        self._process: subprocess.Popen[bytes] | None = None

    def _configuration(self, webhook: str | None, redis: str | None) -> dict[str, object]:
        udp = free_port(socket.SOCK_DGRAM)
        return {
            "port": self.port,
            "bind_addresses": ["127.0.0.1"],
            "keys": {KEY: SECRET},
            "rtc": {
                "tcp_port": 0,
                "udp_port": udp,
                "enable_loopback_candidate": True,
                "use_external_ip": False,
                "node_ip": "127.0.0.1",
                # none at all, and clients are handed public ones
                "stun_servers": [f"127.0.0.1:{udp}"],
            },
            "logging": {"level": "warn", "json": True},
            **({"webhook": {"api_key": KEY, "urls": [webhook]}} if webhook else {}),
            **({"redis": {"address": redis}} if redis else {}),
        }

    @property
    def environment(self) -> dict[str, str]:
        """What `serve` and `worker` must know."""
        return {"LIVEKIT_URL": self.url, "LIVEKIT_API_KEY": KEY, "LIVEKIT_API_SECRET": SECRET}

    def start(self, at: float = 0.0) -> None:
        """Returns once it answers. `at`: not before this moment of the monotonic clock."""
        Event().wait(max(0.0, at - monotonic()))
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [self._binary, "--config", self._config], stdout=log, stderr=log
            )
        until = monotonic() + READY_S
        while not self._answers():
            assert self._process.poll() is None, self.log.read_text()
            assert monotonic() < until, self.log.read_text()
            Event().wait(0.02)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=1):
                return True
        except OSError:
            return False

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it; with SIGKILL as a crash does."""
        if self._process is not None:
            self._process.send_signal(how)
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
