"""Everything sealed in a store, by kind, and whether it can be opened."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, ParamSpec

from greenroom.app.ports import (
    Folders,
    Keys,
    OperatorFault,
    SealedFolder,
    SealedSound,
    Sealer,
    Sounds,
    Vault,
)
from greenroom.app.preparation.service import about_papers
from greenroom.app.sound import about_sound

AT_ONCE: Final = 100
"""How many rows are read at once, some 300 kB of sound, so that running interviews do not wait for long."""

_P = ParamSpec("_P")


async def pages_of_papers(folders: Folders) -> AsyncIterator[Sequence[SealedFolder]]:
    """Everybody's, also while they change."""
    after = ""
    while page := await folders.page(after, AT_ONCE):
        yield page
        after = page[-1].interview_id


async def pages_of_sound(sounds: Sounds) -> AsyncIterator[Sequence[SealedSound]]:
    """Everybody's, also while more comes."""
    after = "", 0
    while page := await sounds.page(after, AT_ONCE):
        yield page
        after = page[-1].interview_id, page[-1].at_ms


@dataclass(slots=True)
class Tried:
    """What was found of one sort of sealed rows."""

    rows: int = 0
    lost: list[tuple[str | int, ...]] = field(default_factory=list)
    """Primary keys of the rows that are damaged or that no key at hand opens."""

    @property
    def closed(self) -> int:
        return len(self.lost)

    def of(
        self,
        key: tuple[str | int, ...],
        opened: Callable[_P, object],
        *args: _P.args,
        **kwargs: _P.kwargs,
    ) -> None:
        """Count one row; what is in it is dropped."""
        self.rows += 1
        try:
            opened(*args, **kwargs)
        except OperatorFault:
            self.lost.append(key)


async def try_keys(keys: Keys, vault: Vault) -> Tried:
    """Providers' keys of everybody. A provider without a key has nothing to open."""
    tried = Tried()
    for row in await keys.all():
        if row.sealed:
            tried.of((row.id,), vault.opened, row)
    return tried


async def try_papers(folders: Folders, sealer: Sealer, *, some: bool = False) -> Tried:
    """What candidates handed in; `some`: only the first ones."""
    tried = Tried()
    async for page in pages_of_papers(folders):
        for one in page:
            about = about_papers(one.interview_id)
            tried.of((one.interview_id,), sealer.unseal, about, one.sealed)
        if some:
            break
    return tried


async def try_sound(sounds: Sounds, sealer: Sealer, *, some: bool = False) -> Tried:
    """The sound of answers, piece by piece: a move to another key that broke off leaves some behind."""
    tried = Tried()
    async for page in pages_of_sound(sounds):
        for one in page:
            about = about_sound(one.interview_id, one.at_ms)
            tried.of((one.interview_id, one.at_ms), sealer.unseal, about, one.sealed)
        if some:
            break
    return tried
