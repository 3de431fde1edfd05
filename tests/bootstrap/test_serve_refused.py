"""`greenroom serve` that cannot begin says why in one sentence; by which names it goes."""

from __future__ import annotations

import socket
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from tests.bootstrap.served import command, environment, serving
from tests.typed import typed

from greenroom import settings as configuration
from greenroom.app.ports import OperatorFault
from greenroom.bootstrap.http_server import LOOPBACK, known_hosts
from greenroom.bootstrap.listening import listen


def refused(data: Path, *words: str, **settings: str) -> str:
    """The one sentence that a server says which does not begin, with exit code 3."""
    done = subprocess.run(
        command("serve", *words),
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(data) | settings,
    )
    assert (done.returncode, done.stdout) == (3, "")
    (sentence,) = done.stderr.splitlines()
    return sentence


@pytest.mark.parametrize("told", ["--port", "PORT", "GREENROOM_PORT"])
@pytest.mark.parametrize("port", ["abc", "65536", "-1", "８０００"])
def test_a_port_that_is_none(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    told: str,
    port: str,
) -> None:
    """However it was told: one sentence that names it and says what to give, and exit code 2."""
    words = (f"--port={port}",) if told == "--port" else ()
    monkeypatch.setenv("GREENROOM_DATA", str(tmp_path))
    for name in ("PORT", "GREENROOM_PORT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(told, port)
    done = typed(capsys, "serve", *words)
    assert (done.returncode, done.stdout) == (2, "")
    (sentence,) = done.stderr.splitlines()
    assert f"“{port}” is not a port" in sentence
    assert "PORT=8123 make serve" in sentence


def test_a_directory_of_models_that_is_not_there(tmp_path: Path) -> None:
    """The server does not begin on the usual port either: setting and directory are named."""
    models = tmp_path / "modles"
    sentence = refused(tmp_path, GREENROOM_MODELS=str(models))
    assert f"GREENROOM_MODELS: there is no directory {models}" in sentence


@pytest.mark.parametrize("told", ["--port", "PORT", "GREENROOM_PORT"])
def test_a_port_in_use(tmp_path: Path, told: str) -> None:
    """However the port was told, the sentence names it and the next one."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        words = ("--port", str(port)) if told == "--port" else ()
        sentence = refused(tmp_path, *words, **{told: str(port)})
    assert str(port) in sentence
    assert f"PORT={port + 1}" in sentence


def test_an_unusable_data_directory(tmp_path: Path) -> None:
    """The same for a data directory that cannot be written."""
    (tmp_path / "file").write_text("")
    assert "GREENROOM_DATA" in refused(tmp_path / "file", "--port", "0")


def test_a_data_directory_in_use(tmp_path: Path) -> None:
    """A second server on the same data is refused; once the first is killed there is room again, although it
    could not tidy up."""
    data, log = tmp_path / "data", tmp_path / "log"
    with serving(data, log) as (_, address):
        assert address
        assert str(data) in refused(data, "--port", "0")
    with serving(data, log) as (_, address):
        assert address


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
