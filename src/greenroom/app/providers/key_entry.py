"""A provider as its owner enters it: what is asked of it before it is kept, and what to mend."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Protocol

from pydantic import SecretStr

from greenroom.app.ports import Refused, SealedKey, UpstreamFault, UserFault, Vault
from greenroom.app.providers import model_names
from greenroom.app.providers.catalogue import PROVIDERS, ModelChoice, Part, Provider, resolve
from greenroom.app.providers.choices import choice_of, parts_of
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.app.registration import FieldFault
from greenroom.app.timestamps import stamped
from greenroom.assessment.sentence import Sentence

LONGEST_KEY: Final = 512
SHOWN: Final = 4
SHORTEST_SHOWN: Final = 4 * SHOWN
"""Of a key that is shorter four characters would be too much."""


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


async def accepted(
    entry: Entry, key_id: str, owner: str, now: datetime, *, check: KeyCheck, vault: Vault
) -> Entered:
    """The entry, checked and sealed. Raises `FieldFault` saying what to mend, `Refused` when the provider
    cannot say now."""
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
    on_list = await _is_listed(check, row, provider, key)
    return Entered(row if key is None else vault.sealed(row, key), on_list)


async def _is_listed(
    check: KeyCheck, row: SealedKey, provider: Provider, key: SecretStr | None
) -> bool:
    """Whether the provider has a list of its models, and the ones that were named are on it."""
    offered = parts_of(row)
    if not offered:
        raise FieldFault("models", Sentence("Name the model for at least one part."))
    for part in offered:
        resolve(choice_of(row, part), part, has_key=key is not None)
    try:
        found = await check(choice_of(row, offered[0]), offered[0], key, tuple(row.models.values()))
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
