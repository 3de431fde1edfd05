"""`greenroom doctor` on whole and on broken machines."""

import json
import socket
from pathlib import Path

import pytest

from greenroom.bootstrap import doctor

pytestmark = pytest.mark.speech


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A data directory of its own and a port that is free."""
    monkeypatch.setenv("GREENROOM_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("GREENROOM_PORT", "0")
    return tmp_path


def test_a_whole_machine_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    """Everything loads, the sentence comes back, exit code 0, and each part has its line."""
    assert doctor.main(as_json=False) == 0
    out = capsys.readouterr().out
    assert "FAIL" not in out
    for part in ("python", "write-ahead log", "hibari-heart", "words came back"):
        assert part in out


def test_json_alone_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """`--json` prints one JSON document and nothing else."""
    assert doctor.main(as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ok"]
    assert all({"name", "ok", "detail", "remedy", "required"} == set(c) for c in found["checks"])


def test_wrong_weights_are_told_without_a_stack_trace(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong file fails its own check and the round trip, with the remedy, and exits 3."""
    (machine / "encoder_model.ort").write_bytes(b"wrong")
    monkeypatch.setenv("GREENROOM_MODELS", str(machine))
    assert doctor.main(as_json=False) == 3
    out = capsys.readouterr().out
    assert "FAIL  weights moonshine-tiny-encoder" in out
    assert "ok    weights moonshine-tiny-decoder" in out
    assert "FAIL  speak and hear" in out
    assert "scripts/weights" in out
    assert "Traceback" not in out


def test_a_misspelt_setting_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without settings nothing else can be judged, and the variable is named."""
    monkeypatch.setenv("GREENROOM_VIOCE", "deep")
    assert doctor.main(as_json=True) == 3
    checks = json.loads(capsys.readouterr().out)["checks"]
    assert "GREENROOM_VIOCE" in checks[-1]["detail"]


def test_a_missing_directory_of_models_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is named, and the packaged models do not silently take its place."""
    monkeypatch.setenv("GREENROOM_MODELS", "/no/such/directory")
    assert doctor.main(as_json=False) == 3
    out = capsys.readouterr().out
    assert "FAIL  settings: GREENROOM_MODELS: there is no directory /no/such/directory" in out


def test_a_data_directory_that_cannot_be_used_is_told(
    machine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file where the directory should be is named, and the remedy with it."""
    (machine / "file").touch()
    monkeypatch.setenv("GREENROOM_DATA", str(machine / "file"))
    assert doctor.main(as_json=False) == 3
    assert f"FAIL  data directory: the data directory {machine / 'file'}" in capsys.readouterr().out


def test_a_taken_port_is_a_remark(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Greenroom itself may hold the port, so that alone fails nothing."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setenv("GREENROOM_PORT", str(taken.getsockname()[1]))
        assert doctor.main(as_json=False) == 0
    assert "none  port" in capsys.readouterr().out
