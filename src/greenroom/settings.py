"""Every setting of the program, read once from the environment and never changed afterwards.

A variable that begins with `GREENROOM_` and is none of these is refused: a misspelt setting that
silently keeps its default is worse than a program that does not start. `docs/reference/settings.md` lists
them all, and a test holds it to that.
"""

from __future__ import annotations

import os
import re
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final, Literal, Self
from urllib.parse import urlsplit

import platformdirs
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from greenroom.app.errors import OperatorFault
from greenroom.app.providers.budgets import ceiling
from greenroom.app.providers.catalogue import ReplyFormat
from greenroom.interview.replies import HELP

PREFIX: Final = "GREENROOM_"
SHORTEST_SECRET: Final = 32
"""Characters. Fewer can be guessed; a production server refuses to start with them."""
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
FEWEST_DISTINCT: Final = 10
"""Distinct characters of a production secret: `changeme` repeated four times is no secret."""


class Settings(BaseSettings):
    """One frozen object; only `bootstrap` builds it."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        frozen=True,
        extra="forbid",
        hide_input_in_errors=True,
    )

    data: Path = Field(default_factory=lambda: platformdirs.user_data_path("greenroom"))
    """Where the database and the generated secret live."""
    database: SecretStr = SecretStr("")
    """Address of a PostgreSQL database, with its password; empty: SQLite, in the data directory."""
    redis: SecretStr = SecretStr("")
    """Address of a Redis in which all `serve` processes that name it count together what callers ask for, with its
    password; empty: each counts for itself, in memory."""
    host: str = "127.0.0.1"
    """Address to listen on. Browsers give the microphone only to localhost and to https."""
    port: int = Field(default=8000, ge=0, le=65_535)
    """Port to listen on; `PORT` and `--port` win."""
    production: bool = False
    """True: no personal data in logs, and only with a secret and a `public_url` of your own."""
    public_url: str | None = None
    """Where browsers reach the server, `https://interviews.example.org`."""
    secret: SecretStr = SecretStr("")
    """Signs the owner's cookie. Empty: made once and kept in the data directory."""
    key_encryption_key: SecretStr = SecretStr("")
    """Seals providers' keys: 32 bytes in base64, older ones behind it. Empty: made once and kept in
    the data directory."""
    metrics_token: SecretStr = SecretStr("")
    """The bearer token that `/metrics` asks for; empty: none."""
    metrics_port: int | None = Field(default=None, ge=0, le=65_535)
    """Port of `/metrics` alone; None: it is on `port`."""
    metrics_host: str = "127.0.0.1"
    """Address of that port."""
    capacity: int = Field(default=8, ge=1, le=500)
    """Interviews that may run at once, in all processes of one database together."""
    process_capacity: int | None = Field(default=None, ge=1, le=500)
    """Of these, how many one process holds: a worker, or a `serve` without LiveKit. None: as many."""
    retention_days: int = Field(default=30, ge=1, le=3650)
    """Interviews are deleted this long after they ended (or were created, when they never did)."""
    country: str | None = None
    """Where its candidates are, ISO 3166-1 alpha-2: whose telephone numbers the interviewer names to somebody in
    danger. None: no number is named."""
    owner_storage_mb: int = Field(default=200, ge=10, le=1_000_000)
    """Megabytes that one owner may store: interviews, sound, papers, scorecards, plans and circles."""
    interviews_per_minute: int = Field(default=20, ge=1)
    """Interviews one owner may create in a minute."""
    requests_per_minute: int = Field(default=600, ge=1)
    """Requests of one owner in a minute."""
    live_per_owner: int = Field(default=1, ge=1)
    """Interviews of one owner that may run, or wait for a room, at once."""
    people_per_address: int = Field(default=500, ge=1)
    """How many people may come from one address at once; what an address may do is for so many."""
    trusted_proxies: str | None = None
    """Addresses and networks whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. None: this
    machine's where there is a `public_url`, else nobody's."""
    drain_seconds: int = Field(default=0, ge=0, le=86_400)
    """How long `serve` waits for the interviews that it holds after SIGTERM. 0: they go on when their
    page is opened again."""
    log_json: bool = False
    """True: what is said to the person at the terminal is JSON, too."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    """The least severe record that is written."""
    models: Path | None = None
    """A directory of your own speech models, with the packaged names."""
    voice: Literal["heart", "deep"] = "heart"
    """The interviewer's voice."""

    interview_budget: str = "tokens=600000 characters=60000 minutes=120 dollars=5"
    """The most that one interview may use of providers."""
    owner_budget: str = "tokens=3000000 characters=300000 minutes=600 dollars=25"
    """The most that all interviews of one owner may use in 24 hours."""
    missions_at_once: int = Field(default=4, ge=1, le=100)
    """Interviews between agents that are held at once with one provider, by all processes."""
    missions_per_minute: int = Field(default=60, ge=1)
    """Of these, how many begin in a minute."""
    provider_hosts: str | None = None
    """Hosts, or hosts with a port, that a typed base URL may lead to besides the public ones."""
    llm: str | None = None
    """Provider of the language model of interviews whose candidate chose none, and of commands
    (`--model llm`), by its name in the table."""
    llm_model: str | None = None
    """Which of its models; None: the one in the table."""
    llm_url: str | None = None
    """Its base URL, where it is a server of your own."""
    llm_key: SecretStr = SecretStr("")
    """Its key."""
    llm_asked: ReplyFormat | None = None
    """How it is asked in interviews, where that is not as the table says."""
    stt: str | None = None
    """Provider of the recogniser of interviews whose candidate chose none."""
    stt_model: str | None = None
    stt_url: str | None = None
    stt_key: SecretStr = SecretStr("")
    tts: str | None = None
    """Provider of the voice of interviews whose candidate chose none."""
    tts_model: str | None = None
    tts_url: str | None = None
    tts_key: SecretStr = SecretStr("")
    tts_voice: str | None = None
    """Which of its voices; None: the one in the table."""
    search: Literal["tavily", "exa"] | None = None
    """Who looks companies up for candidates who ask for it; None: nobody does."""
    search_key: SecretStr = SecretStr("")
    """The key for it."""
    search_url: str | None = None
    """Where it is asked; None: at its usual address."""

    smtp_host: str | None = None
    """Mail server that takes reports to candidates; None: no e-mail is sent."""
    smtp_port: int = Field(default=465, ge=1, le=65_535)
    smtp_security: Literal["tls", "starttls", "none"] = "tls"
    """`none` is for a mail server on this machine alone."""
    smtp_user: str | None = None
    smtp_password: SecretStr = SecretStr("")
    smtp_from: str | None = None
    """Address that reports come from."""

    @field_validator("models")
    @classmethod
    def _is_there(cls, models: Path | None) -> Path | None:
        if models is not None and not os.path.isdir(models):  # noqa: PTH112 - Path's may raise
            raise ValueError(
                f"there is no directory {models}; correct it, or unset it to use the models that "
                "are installed"
            )
        return models

    @field_validator("redis")
    @classmethod
    def _is_a_redis(cls, address: SecretStr) -> SecretStr:
        if address.get_secret_value() and not _names_a_redis(address.get_secret_value()):
            raise ValueError(
                "give an address like redis://:PASSWORD@127.0.0.1:6379/0, with rediss:// for TLS; in the "
                "password write what has a meaning in addresses as %2F"
            )
        return address

    @field_validator("metrics_token")
    @classmethod
    def _is_long(cls, token: SecretStr) -> SecretStr:
        if 0 < len(token.get_secret_value()) < SHORTEST_SECRET:
            raise ValueError(
                f"give {SHORTEST_SECRET} random characters or more, "
                "for example from: openssl rand -hex 32"
            )
        return token

    @field_validator("interview_budget", "owner_budget")
    @classmethod
    def _is_a_ceiling(cls, written: str) -> str:
        ceiling(written)
        return written

    @field_validator("public_url")
    @classmethod
    def _is_an_origin(cls, url: str | None) -> str | None:
        if url is None:
            return None
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
            raise ValueError("give scheme and host alone, like https://interviews.example.org")
        return f"{parts.scheme}://{parts.netloc}"

    @field_validator("country")
    @classmethod
    def _has_numbers(cls, code: str | None) -> str | None:
        if code is not None and code.upper() not in HELP:
            raise ValueError(
                f"no number for help is known there; leave it out, or give one of {', '.join(HELP)}"
            )
        return code and code.upper()

    @field_validator("trusted_proxies")
    @classmethod
    def _are_networks(cls, written: str | None) -> str | None:
        for one in (written or "").split(",") if written else ():
            try:
                ip_network(one.strip())
            except ValueError:
                raise ValueError(
                    "give addresses and networks with commas between, like 10.0.0.5, fd00::/8. "
                    'There is no "*": anyone who reaches the server could then write any address'
                ) from None
        return written

    @model_validator(mode="after")
    def _is_fit_for_production(self) -> Self:
        if not self.production:
            return self
        value = self.secret.get_secret_value()
        if len(value) < SHORTEST_SECRET or len(set(value)) < FEWEST_DISTINCT:
            raise ValueError(
                f"production needs {PREFIX}SECRET: {SHORTEST_SECRET} random characters or more, "
                "for example from: openssl rand -base64 32"
            )
        if self.public_url is None or not self.public_url.startswith("https://"):
            raise ValueError(f"production needs {PREFIX}PUBLIC_URL, beginning with https://")
        if not self.key_encryption_key.get_secret_value():
            raise ValueError(
                f"production needs {PREFIX}KEY_ENCRYPTION_KEY: 32 random bytes in base64, "
                "for example from: openssl rand -base64 32"
            )
        return self

    @model_validator(mode="after")
    def _mail_is_whole(self) -> Self:
        if self.smtp_host is None:
            return self
        if self.smtp_from is None or "@" not in self.smtp_from:
            raise ValueError(f"{PREFIX}SMTP_HOST also needs {PREFIX}SMTP_FROM, an address")
        if self.smtp_security == "none" and self.smtp_host not in LOOPBACK:
            raise ValueError(
                f"{PREFIX}SMTP_SECURITY=none would send reports and password in the clear; it is for "
                "a mail server on this machine"
            )
        return self

    @property
    def store(self) -> Path | str:
        """Where everything is kept: a SQLite file, or an address that holds a password."""
        return self.database.get_secret_value() or self.data / "greenroom.db"

    @property
    def at_most(self) -> int:
        """Interviews that this process may hold at once."""
        return self.process_capacity or self.capacity

    @property
    def ledger(self) -> Path:
        """Where it is noted what was erased, so that no backup brings it back."""
        return self.data / "erased.txt"

    @property
    def proxies(self) -> list[str]:
        """Whose word on where a request comes from is believed."""
        if self.trusted_proxies is not None:
            return [one.strip() for one in self.trusted_proxies.split(",")]
        return ["127.0.0.1", "::1"] if self.public_url is not None else []

    @property
    def secure(self) -> bool:
        """True when browsers reach us by https, so cookies may insist on it."""
        return self.public_url is not None and self.public_url.startswith("https://")


def _names_a_redis(address: str) -> bool:
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return False
    return (
        parts.scheme in ("redis", "rediss")
        and bool(parts.hostname)
        and port != 0
        and re.fullmatch(r"(/\d*)?", parts.path) is not None
        and not (parts.query or parts.fragment)
    )


def load(**given: Any) -> Settings:
    """The settings of this process; `given` (the command's options) wins over the environment.

    Raises `OperatorFault` naming each setting that is unknown or wrong, never its value.
    """
    names = {PREFIX + name.upper() for name in Settings.model_fields}
    unknown = sorted(
        name for name in os.environ if name.startswith(PREFIX) and name.upper() not in names
    )
    if unknown:
        raise OperatorFault(
            f"unknown setting {', '.join(unknown)}; docs/reference/settings.md lists the settings there are"
        )
    try:
        return Settings(**given)
    except ValidationError as error:
        raise OperatorFault(_sentence(error)) from None


def _sentence(error: ValidationError) -> str:
    return "; ".join(
        (f"{PREFIX}{str(fault['loc'][0]).upper()}: " if fault["loc"] else "")
        + fault["msg"].removeprefix("Value error, ")
        for fault in error.errors(include_input=False, include_url=False)
    )


class LiveKitSettings(BaseSettings):
    """LiveKit's own variables, under the names that all its tools share. None is set: no LiveKit."""

    model_config = SettingsConfigDict(
        env_prefix="LIVEKIT_", env_ignore_empty=True, frozen=True, hide_input_in_errors=True
    )

    url: str = ""
    """The LiveKit server, for browsers and workers alike: `wss://livekit.example.org`."""
    api_key: str = ""
    api_secret: SecretStr = SecretStr("")


def livekit() -> LiveKitSettings | None:
    """The LiveKit server of this process. Raises `OperatorFault` when half of it is set."""
    found = LiveKitSettings()
    if not found.url:
        return None
    if urlsplit(found.url).scheme not in ("ws", "wss") or not urlsplit(found.url).netloc:
        raise OperatorFault("LIVEKIT_URL: give an address that begins with wss:// or ws://")
    if not found.api_key or not found.api_secret.get_secret_value():
        raise OperatorFault("LIVEKIT_URL also needs LIVEKIT_API_KEY and LIVEKIT_API_SECRET")
    return found
