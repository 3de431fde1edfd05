"""An owner's own providers: a key is entered once, checked, sealed, and shown by four characters (S3).
Beside them the operator's, for who has none."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from greenroom.app.ports import Keys, NotFound, OperatorFault, Refused, SealedKey, Vault
from greenroom.app.providers.catalogue import ModelChoice, Part
from greenroom.app.providers.choices import (
    OPERATORS,
    Chosen,
    Equipped,
    Keyed,
    choice_of,
    parts_of,
)
from greenroom.app.providers.key_entry import Entered, Entry, KeyCheck, accepted
from greenroom.app.registration import FieldFault
from greenroom.assessment.sentence import Sentence

MOST: Final = 20
"""Keys of one owner."""


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
        found = await self._accepted(f"key_{secrets.token_hex(12)}", owner, entry, now)
        await self._keys.put(found.row)
        return found

    async def replace(self, owner: str, key_id: str, entry: Entry, now: datetime) -> Entered:
        """Check and put in the old one's place. The key is entered again, also to change something
        else: what was sealed for one address never goes to another."""
        if await self._keys.find(key_id, owner) is None:
            raise NotFound("this key is gone")
        found = await self._accepted(key_id, owner, entry, now)
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

    async def _accepted(self, key_id: str, owner: str, entry: Entry, now: datetime) -> Entered:
        return await accepted(entry, key_id, owner, now, check=self._check, vault=self._vault)
