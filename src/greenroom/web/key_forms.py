"""What goes over the wire of an owner's providers: their keys, and what they were used for."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, SecretStr, StringConstraints

from greenroom.app.ports import SealedKey
from greenroom.app.providers.budgets import Account
from greenroom.app.providers.catalogue import PROVIDERS, Part
from greenroom.app.providers.choices import parts_of
from greenroom.app.providers.key_entry import LONGEST_KEY, Entered, Entry
from greenroom.web.forms import Line


class ModelNames(BaseModel):
    """The model for a part, where it is not the provider's usual one."""

    llm: Line = ""
    stt: Line = ""
    tts: Line = ""


class NewKey(BaseModel):
    """A provider of the owner's own. The key is checked by one call, sealed, and never shown again."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"provider": "openai", "key": "sk-…"}]}
    )

    provider: Annotated[
        str, Field(min_length=1, max_length=80, json_schema_extra={"enum": [*PROVIDERS]})
    ]
    key: Annotated[SecretStr, Field(max_length=LONGEST_KEY)] | None = None
    """Not for servers that want none."""
    base_url: Annotated[
        str, StringConstraints(strip_whitespace=True, max_length=300, pattern=r"^[!-~]*$")
    ] = ""
    """Where the server is; for a known provider only where it is not the usual place."""
    models: ModelNames = ModelNames()
    voice: Line = ""

    def entry(self) -> Entry:
        models = {Part(part): name for part, name in self.models.model_dump().items() if name}
        return Entry(self.provider, self.key, self.base_url or None, models, self.voice or None)


class SavedKey(BaseModel):
    id: str
    provider: str
    base_url: str | None
    models: dict[str, str]
    voice: str | None
    last4: str
    """The last four characters; empty where there is no key, or a very short one."""
    parts: list[Part]
    """What it can do."""
    created_at: str
    checked_at: str | None
    """When the provider last accepted it."""

    @classmethod
    def of(cls, row: SealedKey) -> dict[str, Any]:
        shown = (name for name in cls.model_fields if name != "parts")
        return {**{name: getattr(row, name) for name in shown}, "parts": [*parts_of(row)]}


class EnteredKey(SavedKey):
    """A key that was just checked."""

    listed: bool
    """Whether the models that were named are on the provider's own list. False: it gives no list, and
    the names are taken as they are."""

    @classmethod
    def told(cls, made: Entered) -> dict[str, Any]:
        return {**SavedKey.of(made.row), "listed": made.listed}


class Nearby(BaseModel):
    """A model server on this machine."""

    title: str
    base_url: str
    models: list[str]


class NearbyList(BaseModel):
    servers: list[Nearby]


class Used(BaseModel):
    """Of providers, in the last 24 hours."""

    since: str
    tokens: int
    """In and out."""
    characters: int
    """Spoken."""
    seconds: int
    """Heard."""
    micros: int | None
    """Millionths of a US dollar; null where the price of some of it is not known."""
    most: dict[str, int | None]
    """The ceiling of each; null: none."""

    @classmethod
    def of(cls, account: Account) -> dict[str, Any]:
        used = account.used
        return {
            "since": account.since,
            "tokens": used.tokens_in + used.tokens_out,
            "characters": used.characters,
            "seconds": used.seconds,
            "micros": used.micros,
            "most": asdict(account.most),
        }


class KeyList(BaseModel):
    keys: list[SavedKey]
    """Newest first."""
