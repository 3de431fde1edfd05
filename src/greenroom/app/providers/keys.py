"""An owner's own providers: a key is entered once, checked, sealed, and shown by four characters (S3).
Beside them the operator's, for who has none."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol

from pydantic import SecretStr

from greenroom.app.ports import (
    Keys,
    NotFound,
    OperatorFault,
    Refused,
    SealedKey,
    UpstreamFault,
    UserFault,
    Vault,
)
from greenroom.app.providers import model_names
from greenroom.app.providers.catalogue import PROVIDERS, ModelChoice, Part, Provider, resolve
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.app.registration import FieldFault
from greenroom.app.timestamps import stamped
from greenroom.assessment.sentence import Sentence

MOST: Final = 20
"""Keys of one owner."""
LONGEST_KEY: Final = 512
SHOWN: Final = 4
SHORTEST_SHOWN: Final = 4 * SHOWN
"""Of a key that is shorter four characters would be too much."""
OPERATORS: Final = "operator:"
"""With a provider's name behind it: in place of a key's id, whoever runs the server provides."""


class KeyCheck(Protocol):
    """Asks a provider whether it accepts a key, and which models it has; that costs nothing."""

    async def __call__(
        self, choice: ModelChoice, part: Part, key: SecretStr | None, models: Sequence[str]
    ) -> Sequence[str] | None:
        """The names of its models, with those of `models` that it knows by another name; None where it
        gives no list. Raises `UpstreamFault` when it does not accept the key, `UserFault` for a choice
        that cannot work."""
        ...


@dataclass(frozen=True, slots=True)
class Entry:
    """What an owner tells us of a provider."""

    provider: str
    key: SecretStr | None = None
    base_url: str | None = None
    models: Mapping[Part, str] = field(default_factory=dict)
    voice: str | None = None


@dataclass(frozen=True, slots=True)
class Entered:
    """A provider that was just checked and kept."""

    row: SealedKey
    listed: bool
    """Whether the names of its models were found on its own list. False: it gives no list, and they are
    taken as they are."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice and the key for it."""

    choice: ModelChoice
    key: SecretStr | None
    operators: bool = False
    """Whoever runs the server chose it, and pays for it."""


class Keyed(Protocol):
    """Something of an owner's for which models were chosen: an interview, a circle."""

    @property
    def owner(self) -> str: ...
    @property
    def keys(self) -> Mapping[str, str]: ...


@dataclass(frozen=True, slots=True)
class Equipped:
    """Who does which part of one interview; this machine does the others."""

    parts: Mapping[Part, Chosen]
    lost: Mapping[Part, str]
    """Chosen, and not there: the key is gone by now or does not open, or the operator has another
    provider now than the candidate was told of; why, for the log."""


class KeyRing:
    """All that is done with providers' keys."""

    def __init__(
        self,
        keys: Keys,
        vault: Vault,
        check: KeyCheck,
        *,
        operators: Mapping[Part, Chosen] | None = None,
    ) -> None:
        self._keys, self._vault, self._check = keys, vault, check
        self._operators = operators or {}

    @property
    def operators(self) -> Mapping[Part, ModelChoice]:
        """Who does a part when the candidate does not choose, where it is not this machine."""
        return {part: chosen.choice for part, chosen in self._operators.items()}

    def with_operators(
        self, chosen: Mapping[str, str], parts: Iterable[Part] = tuple(Part)
    ) -> Mapping[str, str]:
        """What an interview, or a circle, is to be held with, to be kept with it: the owner's choice,
        else the operator's. It uses no other provider than its owner could read about."""
        known = self.operators
        theirs = {p.value: f"{OPERATORS}{known[p].provider}" for p in parts if p in known}
        return theirs | dict(chosen)

    async def enter(self, owner: str, entry: Entry, now: datetime) -> Entered:
        """Check a new key and keep it. Raises `FieldFault` saying what to mend, `Refused` when the
        provider cannot say now, or when there are too many."""
        if len(await self._keys.of_owner(owner)) >= MOST:
            raise Refused(Sentence("{most} keys are kept at most; delete one first.", most=MOST))
        found = await self._checked(f"key_{secrets.token_hex(12)}", owner, entry, now)
        await self._keys.put(found.row)
        return found

    async def replace(self, owner: str, key_id: str, entry: Entry, now: datetime) -> Entered:
        """Check and put in the old one's place. The key is entered anew, also to change something
        else: what was sealed for one address never goes to another."""
        if await self._keys.find(key_id, owner) is None:
            raise NotFound("this key is gone")
        found = await self._checked(key_id, owner, entry, now)
        await self._keys.replace(found.row)
        return found

    async def of_owner(self, owner: str) -> Sequence[SealedKey]:
        return await self._keys.of_owner(owner)

    async def delete(self, owner: str, key_id: str) -> None:
        """Raises `NotFound` for what is not there, or not this owner's."""
        if await self._keys.find(key_id, owner) is None:
            raise NotFound("this key is gone")
        await self._keys.delete(key_id, owner)

    async def permit(self, owner: str, chosen: Mapping[str, str]) -> None:
        """Whether this owner may use these keys for these parts. `FieldFault` if not."""
        for part, key_id in chosen.items():
            row = await self._keys.find(key_id, owner)
            if row is None or Part(part) not in parts_of(row):
                raise FieldFault(f"providers/{part}", Sentence("Choose one of your own providers."))

    async def equip(self, row: Keyed) -> Equipped:
        """The opened keys of an interview or a circle, for immediate use."""
        parts: dict[Part, Chosen] = {}
        lost: dict[Part, str] = {}
        for name, key_id in row.keys.items():
            part = Part(name)
            try:
                parts[part] = await self._chosen(part, key_id, row.owner)
            except OperatorFault as fault:
                lost[part] = str(fault)
        return Equipped(parts, lost)

    async def _chosen(self, part: Part, key_id: str, owner: str) -> Chosen:
        """Raises `OperatorFault` saying why there is none any more."""
        if key_id.startswith(OPERATORS):
            theirs = self._operators.get(part)
            if theirs is None or key_id != f"{OPERATORS}{theirs.choice.provider}":
                raise OperatorFault(f"{key_id.removeprefix(OPERATORS)} is not set for {part} here")
            return theirs
        found = await self._keys.find(key_id, owner)
        if found is None:
            raise OperatorFault(f"the provider key {key_id} was deleted")
        key = self._vault.opened(found) if found.sealed else None
        return Chosen(choice_of(found, part), key)

    async def _checked(self, key_id: str, owner: str, entry: Entry, now: datetime) -> Entered:
        provider = _provider(entry)
        key = _key(entry, provider)
        stamp = stamped(now)
        plain = "" if key is None else key.get_secret_value()
        row = SealedKey(
            id=key_id,
            owner=owner,
            provider=provider.name,
            base_url=entry.base_url and entry.base_url.strip().rstrip("/"),
            models={part.value: name for part, name in entry.models.items() if name},
            voice=entry.voice or None,
            sealed=b"",
            last4=plain[-SHOWN:] if len(plain) >= SHORTEST_SHOWN else "",
            created_at=stamp,
            checked_at=stamp,
        )
        on_list = await self._ask(row, provider, key)
        return Entered(row if key is None else self._vault.sealed(row, key), on_list)

    async def _ask(self, row: SealedKey, provider: Provider, key: SecretStr | None) -> bool:
        """Whether the provider has a list of its models, and the ones that were named are on it."""
        offered = parts_of(row)
        if not offered:
            raise FieldFault("models", Sentence("Name the model for at least one part."))
        for part in offered:
            resolve(choice_of(row, part), part, has_key=key is not None)
        try:
            found = await self._check(
                choice_of(row, offered[0]), offered[0], key, tuple(row.models.values())
            )
        except UserFault as fault:
            raise FieldFault("base_url", fault.args[0]) from None
        except UpstreamFault as fault:
            raise _told(fault, provider, own_address=row.base_url is not None) from None
        if found is None:
            return not row.models
        title = Sentence("This server") if row.base_url is not None else provider.title
        for done_by, name in row.models.items():
            if not model_names.has(found, name):
                reason = await asyncio.to_thread(model_names.unknown, found, name, title)
                raise FieldFault(f"models/{done_by}", reason)
        return True


def own_key(row: Keyed, part: Part) -> str | None:
    """The owner's key that does a part; None: the operator or this machine does."""
    key = row.keys.get(part.value)
    return None if key is None or key.startswith(OPERATORS) else key


def parts_of(row: SealedKey) -> tuple[Part, ...]:
    """What a saved provider can do: every part whose model is known."""
    offered = PROVIDERS[row.provider].parts if row.provider in PROVIDERS else {}
    return tuple(
        part for part in Part if part in offered and (row.models.get(part) or offered[part])
    )


def choice_of(row: SealedKey, part: Part) -> ModelChoice:
    return ModelChoice(row.provider, row.models.get(part), row.base_url, row.voice)


def _provider(entry: Entry) -> Provider:
    provider = PROVIDERS.get(entry.provider)
    if provider is None:
        raise FieldFault("provider", Sentence("Choose one of {names}.", names=", ".join(PROVIDERS)))
    if provider.base_url is None and not entry.base_url:
        raise FieldFault(
            "base_url", Sentence("Say where the server is, like http://127.0.0.1:11434/v1.")
        )
    for part in entry.models:
        if part not in provider.parts:
            raise FieldFault(
                f"models/{part.value}", Sentence("{title} does not do this.", title=provider.title)
            )
    return provider


def _key(entry: Entry, provider: Provider) -> SecretStr | None:
    plain = "" if entry.key is None else entry.key.get_secret_value().strip()
    if provider.needs_key and not plain:
        raise FieldFault("key", Sentence("{title} needs a key.", title=provider.title))
    if len(plain) > LONGEST_KEY or not plain.isascii() or not plain.isprintable() or " " in plain:
        raise FieldFault(
            "key",
            Sentence("This is not a key: a key has letters, digits and signs, without spaces."),
        )
    return SecretStr(plain) if plain else None


_MENDABLE: Final = {
    UpstreamCause.KEY_REFUSED: (
        "key",
        Sentence("{title} did not accept this key. Is it whole, and not revoked?"),
    ),
    UpstreamCause.FORBIDDEN: (
        "key",
        Sentence("{title} knows this key, but does not allow it to be used."),
    ),
    UpstreamCause.QUOTA: (
        "key",
        Sentence("{title} accepts this key, but its account has no money left."),
    ),
    UpstreamCause.NOT_FOUND: (
        "base_url",
        Sentence(
            "Something answers there, but not as a model server does. Does the address end in /v1?"
        ),
    ),
    UpstreamCause.REJECTED: (
        "base_url",
        Sentence("Something answers there, but it does not take this."),
    ),
    UpstreamCause.ADDRESS_REFUSED: (
        "base_url",
        Sentence("This name leads to an address that is not allowed here."),
    ),
    UpstreamCause.UNREACHABLE: ("base_url", Sentence("Nothing answers at this address.")),
}
"""What an owner can do something about: which field, and in which words."""


def _told(fault: UpstreamFault, provider: Provider, *, own_address: bool) -> UserFault:
    """The provider's refusal in our words; never in its own, which may quote the key."""
    mendable = _MENDABLE.get(UpstreamCause(fault.cause))
    if mendable is not None and (own_address or mendable[0] != "base_url"):
        at, words = mendable
        title = Sentence("The server") if own_address else provider.title
        return FieldFault(at, Sentence(words.template, title=title))
    return Refused(
        Sentence(
            "The provider could not be asked just now, so nothing was saved. Try again in a minute."
        ),
        status=503,
        retry_after_s=round(fault.retry_after_s or 60),
    )
