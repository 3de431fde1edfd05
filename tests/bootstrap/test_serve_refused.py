"""`greenroom serve` that cannot begin says why in one sentence; by which names it goes."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.bootstrap.served import command, environment, serving
from tests.typed import typed

from greenroom import settings as configuration
from greenroom.app.ports import OperatorFault
from greenroom.bootstrap.data_dir_lock import occupied
from greenroom.bootstrap.http_server import LOOPBACK, known_hosts
from greenroom.bootstrap.listening import listen

Refused = Callable[..., str]


@pytest.fixture
def refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Refused:
    """The one sentence that a server says which does not begin, with its exit code. It refuses before it
    takes a signal or a lock, so that it may be tried here."""
    for name in [name for name in os.environ if name.startswith(("GREENROOM_", "PORT"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GREENROOM_DATA", str(tmp_path))

    def serve(*words: str, code: int = 3, **settings: str) -> str:
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        done = typed(capsys, "serve", *words)
        assert (done.returncode, done.stdout) == (code, "")
        (sentence,) = done.stderr.splitlines()
        return sentence

    return serve


@pytest.mark.parametrize("told", ["--port", "PORT", "GREENROOM_PORT"])
@pytest.mark.parametrize("port", ["abc", "65536", "-1", "８０００"])
def test_a_port_that_is_none(refused: Refused, told: str, port: str) -> None:
    """However it was told: one sentence that names it and says what to give, and exit code 2."""
    words = (f"--port={port}",) if told == "--port" else ()
    sentence = refused(*words, code=2, **({} if words else {told: port}))
    assert f"“{port}” is not a port" in sentence
    assert "PORT=8123 make serve" in sentence


def test_a_directory_of_models_that_is_not_there(tmp_path: Path, refused: Refused) -> None:
    """The server does not begin on the usual port either: setting and directory are named."""
    models = tmp_path / "modles"
    sentence = refused(GREENROOM_MODELS=str(models))
    assert f"GREENROOM_MODELS: there is no directory {models}" in sentence


@pytest.mark.parametrize("told", ["--port", "PORT", "GREENROOM_PORT"])
def test_a_port_in_use(refused: Refused, told: str) -> None:
    """However the port was told, the sentence names it and the next one."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        words = ("--port", str(port)) if told == "--port" else ()
        sentence = refused(*words, **({} if words else {told: str(port)}))
    assert str(port) in sentence
    assert f"PORT={port + 1}" in sentence


def test_an_unusable_data_directory(tmp_path: Path, refused: Refused) -> None:
    """The same for a data directory that cannot be written."""
    (tmp_path / "file").write_text("")
    assert "GREENROOM_DATA" in refused("--port", "0", GREENROOM_DATA=str(tmp_path / "file"))


def test_a_data_directory_in_use(tmp_path: Path) -> None:
    """A second server on the same data is refused, as a process with one sentence and exit code 3; once the
    first is killed there is room again, although it could not tidy up."""
    data, log = tmp_path / "data", tmp_path / "log"
    with serving(data, log) as (_, address):
        assert address
        done = subprocess.run(
            command("serve", "--port", "0"),
            capture_output=True,
            text=True,
            timeout=60,
            env=environment(data),
        )
        assert (done.returncode, done.stdout) == (3, "")
        (sentence,) = done.stderr.splitlines()
        assert str(data) in sentence
    with occupied(data):
        """There is room."""


def test_a_host_that_is_none() -> None:
    """A name without an address is told by its name, not by the resolver's number."""
    with pytest.raises(OperatorFault, match="no address goes by that name"):
        listen("no such host", 0)


def test_a_host_that_is_not_ours() -> None:
    """An address of another machine cannot be listened on, which is said without a traceback."""
    with pytest.raises(OperatorFault, match=r"cannot listen on 192\.0\.2\.1:0"):
        listen("192.0.2.1", 0)


@pytest.mark.parametrize(
    ("host", "url", "names"),
    [
        ("127.0.0.1", None, LOOPBACK),
        ("127.0.0.1", "https://i.example.org", LOOPBACK | {"i.example.org"}),
        ("0.0.0.0", "https://i.example.org:8443", LOOPBACK | {"i.example.org"}),
        ("0.0.0.0", None, None),
    ],
)
def test_names(host: str, url: str | None, names: frozenset[str] | None) -> None:
    """A server knows itself by loopback names and its public one; on the network without one, by any."""
    assert known_hosts(configuration.load(host=host, public_url=url)) == names
