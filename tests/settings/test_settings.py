"""Settings: honest about what they do not know, documented, and strict in production."""

from __future__ import annotations

import base64
import os
import re
import stat
from pathlib import Path

import pytest

from greenroom import settings as configuration
from greenroom.app.ports import OperatorFault
from greenroom.data_directory import prepare_data, sealing_keys, signing_secret

DOCUMENT = Path(__file__).parents[2] / "docs" / "reference" / "settings.md"
STRONG = "p8Zq3vT1xYw7RkLm0NbVc5JdHsGf2AeU"
SEALING = "1Fv0yVwVQk1Hq9cQ8mP3sGm5m3mJ0S0bZb7v2cQbq1E="
PRODUCTION = {
    "PRODUCTION": "true",
    "SECRET": STRONG,
    "KEY_ENCRYPTION_KEY": SEALING,
    "PUBLIC_URL": "https://i.example.org",
}


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the variables that a test sets."""
    for name in os.environ:
        if name.startswith(configuration.PREFIX):
            monkeypatch.delenv(name)


def loaded(patch: pytest.MonkeyPatch, **values: str) -> configuration.Settings:
    for name, value in values.items():
        patch.setenv(configuration.PREFIX + name, value)
    return configuration.load()


def test_every_setting_is_documented() -> None:
    """docs/reference/settings.md has a row for each setting, with its default, and for nothing else."""
    rows = dict(
        re.findall(r"^\| `GREENROOM_(\w+)` \| (.*?) \|", DOCUMENT.read_text(), re.MULTILINE)
    )
    fields = configuration.Settings.model_fields
    assert set(rows) == {name.upper() for name in fields}
    told = {name: rows[name.upper()] for name in fields}
    for name, field in fields.items():
        if isinstance(field.default, int | str):
            assert (
                told[name]
                == f"`{str(field.default).lower() if field.default is False else field.default}`"
            )


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A variable sets its setting; the command's option wins; an empty one counts as not there."""
    settings = loaded(monkeypatch, DATA=str(tmp_path), PORT="9000", CAPACITY="3", VOICE="")
    assert (settings.data, settings.port, settings.capacity) == (tmp_path, 9000, 3)
    assert settings.voice == "heart"
    assert configuration.load(port=9001).port == 9001


def test_a_misspelt_setting_stops_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable of ours that does not exist is named and refused."""
    with pytest.raises(OperatorFault, match="GREENROOM_CAPACTY"):
        loaded(monkeypatch, CAPACTY="3")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "99999"),
        ("CAPACITY", "0"),
        ("RETENTION_DAYS", "soon"),
        ("PUBLIC_URL", "ftp://x.example"),
        ("PUBLIC_URL", "https://x.example/path"),
        ("LOG_LEVEL", "LOUD"),
        ("OWNER_BUDGET", "euros=3"),
    ],
)
def test_a_wrong_value_is_told_by_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    """The message names the setting and the reason, and does not repeat the value."""
    with pytest.raises(OperatorFault, match=f"GREENROOM_{name}: ") as caught:
        loaded(monkeypatch, **{name: value})
    assert value not in str(caught.value).replace("greater than or equal to 0", "")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"SECRET": ""}, "GREENROOM_SECRET"),
        ({"SECRET": "short"}, "GREENROOM_SECRET"),
        ({"SECRET": "changeme" * 5}, "GREENROOM_SECRET"),
        ({"KEY_ENCRYPTION_KEY": ""}, "GREENROOM_KEY_ENCRYPTION_KEY"),
        ({"PUBLIC_URL": ""}, "GREENROOM_PUBLIC_URL"),
        ({"PUBLIC_URL": "http://i.example.org"}, "GREENROOM_PUBLIC_URL"),
    ],
)
def test_production_refuses_to_start_unprotected(
    monkeypatch: pytest.MonkeyPatch, changed: dict[str, str], said: str
) -> None:
    """Production needs a long random secret and https, and the refusal does not show the secret (Sec)."""
    with pytest.raises(OperatorFault, match=said) as caught:
        loaded(monkeypatch, **PRODUCTION | changed)
    assert "changeme" not in str(caught.value)
    assert loaded(monkeypatch, **PRODUCTION).secure


def test_the_secret_is_made_once(tmp_path: Path) -> None:
    """Without one a secret is made, kept for its owner's eyes, and the same from then on."""
    settings = configuration.load(data=tmp_path / "new" / "data")
    first = signing_secret(settings)
    kept = settings.data / "secret"
    assert len(first) >= configuration.SHORTEST_SECRET
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert signing_secret(settings) == first
    kept.write_text("x")
    with pytest.raises(OperatorFault, match="damaged"):
        signing_secret(settings)


def test_the_sealing_key_is_made_once(tmp_path: Path) -> None:
    """Without one a key for providers' keys is made, for its owner's eyes; another than the secret."""
    settings = configuration.load(data=tmp_path)
    first = sealing_keys(settings)
    kept = tmp_path / "key-encryption-key"
    assert len(base64.b64decode(first)) == 32
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert sealing_keys(settings) == first
    assert signing_secret(settings) != first.encode()


def test_the_secret_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Printing the settings does not print the secret."""
    shown = repr(loaded(monkeypatch, **PRODUCTION))
    assert STRONG not in shown
    assert SEALING not in shown


def test_a_data_directory_that_cannot_be_used(tmp_path: Path) -> None:
    """A file in the directory's place is said in a sentence that names the setting to change."""
    (tmp_path / "file").write_text("")
    with pytest.raises(OperatorFault, match="GREENROOM_DATA"):
        prepare_data(configuration.load(data=tmp_path / "file"))


@pytest.fixture
def no_livekit(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("LIVEKIT_URL", "LIVEKIT_API_KEY", "LIVEKIT_API_SECRET"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_livekit_is_whole_or_not_there(no_livekit: pytest.MonkeyPatch) -> None:
    """Without its address there is no LiveKit; an address needs credentials, and one that is no
    WebSocket's is refused. The secret is shown nowhere."""
    assert configuration.livekit() is None
    no_livekit.setenv("LIVEKIT_URL", "wss://livekit.example.org")
    with pytest.raises(OperatorFault, match="LIVEKIT_API_KEY"):
        configuration.livekit()
    no_livekit.setenv("LIVEKIT_API_KEY", "key")
    no_livekit.setenv("LIVEKIT_API_SECRET", STRONG)
    found = configuration.livekit()
    assert found is not None
    assert (found.url, found.api_key) == ("wss://livekit.example.org", "key")
    assert STRONG not in repr(found)
    no_livekit.setenv("LIVEKIT_URL", "livekit.example.org")
    with pytest.raises(OperatorFault, match="wss://"):
        configuration.livekit()


@pytest.mark.parametrize(
    ("proxies", "public_url", "trusted"),
    [
        (None, None, []),
        (None, "https://i.example.org", ["127.0.0.1", "::1"]),
        ("10.0.0.5, fd00::/8", None, ["10.0.0.5", "fd00::/8"]),
        ("192.0.2.0/24", "https://i.example.org", ["192.0.2.0/24"]),
    ],
)
def test_trusted_proxies(
    monkeypatch: pytest.MonkeyPatch, proxies: str | None, public_url: str | None, trusted: list[str]
) -> None:
    """Nobody is believed unless said, or unless there is a proxy on this machine."""
    given = {"TRUSTED_PROXIES": proxies, "PUBLIC_URL": public_url}
    values = {name: value for name, value in given.items() if value is not None}
    assert loaded(monkeypatch, **values).proxies == trusted


@pytest.mark.parametrize("wrong", ["*", "proxy.lan", "10.0.0.1/8", "10.0.0.5,,::1", "10.0.0.5;::1"])
def test_proxies_that_are_none(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    """What is no address and no network, and "*", stops the program with what to give."""
    with pytest.raises(OperatorFault, match=r"TRUSTED_PROXIES: give addresses and networks"):
        loaded(monkeypatch, TRUSTED_PROXIES=wrong)


@pytest.mark.parametrize(
    "address",
    [
        "redis://127.0.0.1",
        "redis://:a-secret@127.0.0.1:6379/0",
        "rediss://user:a%2Fsecret@redis.example.org:6380/2",
        "redis://[::1]:6379",
    ],
)
def test_an_address_of_a_redis(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """With a password, a port and a number of its database, or without."""
    settings = loaded(monkeypatch, REDIS=address)
    assert settings.redis.get_secret_value() == address
    assert "secret" not in repr(settings.redis)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1:6379",
        "http://127.0.0.1:6379",
        "redis://",
        "redis://:a/secret@127.0.0.1:6379",
        "redis://:a#secret@127.0.0.1:6379",
        "redis://:secret@127.0.0.1:6379x",
        "redis://:secret@127.0.0.1:0",
        "redis://:secret@127.0.0.1:6379/first",
        "redis://:secret@127.0.0.1:6379?retries=9",
    ],
)
def test_no_address_of_a_redis(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """It stops the program, and is not repeated: it may hold a password."""
    with pytest.raises(OperatorFault, match="GREENROOM_REDIS: ") as caught:
        loaded(monkeypatch, REDIS=address)
    assert "secret" not in str(caught.value)
