"""A real PostgreSQL server for tests: a cluster of its own in a temporary directory.

It listens on loopback, knows one user with a password, and is gone when its owner is, however that
ended: the shell around it stops it when our end of a pipe closes. PostgreSQL refuses to run for
root, so under root it runs for the user `postgres` of Debian's package, or else `nobody`.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any, Final

from greenroom.app.ports import OperatorFault

USER: Final = "greenroom"
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a directory of our own is made in it
ROOM: Final = 1_000_000_000
"""Bytes. A container's may be as small as 64 MB."""
READY_S: Final = 60.0
LOOK_S: Final = 0.05

KEEPER: Final = '"$@" & server=$!; read _; kill -QUIT $server; wait $server'
"""SIGQUIT: at once, as in a crash. What was committed is found again by the next start."""

SETTINGS: Final = ("max_connections=40", "shared_buffers=16MB", "autovacuum=off")
HASTY: Final = "fsync=off"
"""The machine will not lose its power in a test."""


class PostgresServer:
    """One server. `start` and `stop` may alternate; the data stays until `running` is left."""

    def __init__(self, home: Path, *, durable: bool) -> None:
        self._home = home
        self._settings = SETTINGS if durable else (*SETTINGS, HASTY)
        self._data = home / "data"
        self._password = secrets.token_urlsafe(24)
        self._port = _free_port()
        self._keeper: subprocess.Popen[bytes] | None = None
        self._databases = 0

    def create(self) -> None:
        """Make the cluster."""
        word = self._home / "password"
        word.write_text(self._password)
        _hand_over(word)
        self._run(
            *(_program("initdb"), "--pgdata", self._data, "--no-sync"),
            *("--encoding=UTF8", "--no-locale", "--auth=scram-sha-256"),
            *(f"--username={USER}", f"--pwfile={word}"),
        )

    def start(self, at: float = 0.0) -> None:
        """Returns when connections are accepted. `at`: not before this moment of the monotonic clock."""
        Event().wait(max(0.0, at - time.monotonic()))
        options = [part for setting in self._settings for part in ("-c", setting)]
        with (self._home / "log").open("ab") as log:
            self._keeper = subprocess.Popen(
                [
                    *("/bin/sh", "-c", KEEPER, "sh", _program("postgres"), "-D", str(self._data)),
                    *("-h", "127.0.0.1", "-p", str(self._port), "-k", str(self._home), *options),
                ],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=self._home,
                start_new_session=True,  # Ctrl-C is for the tests, not for their server
                **_identity(),
            )
        ask = [_program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self._port)]
        until = time.monotonic() + READY_S
        while subprocess.run(ask, check=False).returncode != 0:
            if self._keeper.poll() is not None or time.monotonic() > until:
                raise OperatorFault(f"PostgreSQL did not start: {self._last_words()}")
            time.sleep(LOOK_S)

    def stop(self) -> None:
        """End it; open connections are cut. No error when it does not run."""
        if self._keeper is not None:
            self._keeper.communicate()
            self._keeper = None

    def new_database(self) -> str:
        """The address of a database that is empty."""
        self._databases += 1
        name = f"test_{self._databases}"
        self.sql(f"CREATE DATABASE {name}")
        return self.address(name)

    def address(self, database: str) -> str:
        return f"postgresql://{USER}:{self._password}@127.0.0.1:{self._port}/{database}"

    @property
    def data(self) -> Path:
        """The directory that holds every byte it keeps."""
        return self._data

    @property
    def password(self) -> str:
        return self._password

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Run one statement as the superuser; returns what psql prints."""
        return self._run(
            *(_program("psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"),
            *("-c", statement, self.address(database)),
        )

    def _run(self, *command: str | Path) -> str:
        done: subprocess.CompletedProcess[str] = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=self._home, **_identity()
        )
        if done.returncode != 0:
            raise OperatorFault(f"{Path(command[0]).name} failed: {done.stderr.strip()}")
        return done.stdout.strip()

    def _last_words(self) -> str:
        return (self._home / "log").read_text(errors="replace")[-500:]


@contextmanager
def postgres_server(*, durable: bool = False) -> Iterator[PostgresServer]:
    """A server that has begun; it is stopped and removed in the end. `durable`: as one in use, each
    commit waits for the disk.

    Raises `OperatorFault` when PostgreSQL is not installed.
    """
    directory = None if durable else _memory()
    home = Path(tempfile.mkdtemp(prefix="greenroom-postgresql-", dir=directory))
    _hand_over(home)
    server = PostgresServer(home, durable=durable)
    try:
        server.create()
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(home)


def _memory() -> Path | None:
    """A directory in memory, where thousands of small files cost nothing; None: there is none."""
    there = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
    return MEMORY if there else None


def _program(name: str) -> str:
    """Debian keeps the server's programs out of PATH, by version."""
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda p: int(p.parts[4]))
    found = str(kept[-1]) if kept else shutil.which(name)
    if found is None:
        raise OperatorFault(
            f"PostgreSQL's {name} is not installed; run scripts/programs, or on Debian: "
            "sudo apt-get install --no-install-recommends postgresql"
        )
    return found


def _identity() -> dict[str, Any]:
    """For whom the server runs: for us, unless we are root."""
    if os.geteuid() != 0:
        return {}
    account = _account()
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": ()}


def _hand_over(path: Path) -> None:
    if os.geteuid() == 0:
        account = _account()
        os.chown(path, account.pw_uid, account.pw_gid)
    path.chmod(0o700 if path.is_dir() else 0o600)


def _account() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    return port
