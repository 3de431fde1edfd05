"""After a change of the key-encryption key, seals everything again that an older key sealed. Then the older key
can be removed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ParamSpec, TypeVar

from greenroom.app.ports import Folders, Keys, OperatorFault, Sealer, Sounds, Vault
from greenroom.app.preparation.service import about_papers
from greenroom.app.sealed import pages_of_papers, pages_of_sound
from greenroom.app.sound import about_sound

_P = ParamSpec("_P")
_T = TypeVar("_T")


@dataclass(slots=True)
class Rewrapped:
    """What became of one sort of sealed rows."""

    moved: int = 0
    closed: int = 0
    """Rows that no key at hand opens. They stay as they are, and the rows after them are still sealed again."""

    def of(self, rewrap: Callable[_P, _T | None], *args: _P.args, **kwargs: _P.kwargs) -> _T | None:
        """What `rewrap` gives, counted; None: this row stays as it is."""
        try:
            resealed = rewrap(*args, **kwargs)
        except OperatorFault:
            self.closed += 1
            return None
        self.moved += resealed is not None
        return resealed


async def rewrap_keys(keys: Keys, vault: Vault) -> Rewrapped:
    """Providers' keys of everybody."""
    done = Rewrapped()
    for row in await keys.all():
        resealed = done.of(vault.rewrapped, row) if row.sealed else None
        if resealed is not None:
            await keys.reseal(resealed, row.sealed)
    return done


async def rewrap_papers(folders: Folders, sealer: Sealer) -> Rewrapped:
    """What candidates handed in."""
    done = Rewrapped()
    async for page in pages_of_papers(folders):
        for one in page:
            sealed = done.of(sealer.resealed, about_papers(one.interview_id), one.sealed)
            if sealed is not None:
                await folders.reseal(replace(one, sealed=sealed))
    return done


async def rewrap_sound(sounds: Sounds, sealer: Sealer) -> Rewrapped:
    """The sound of answers."""
    done = Rewrapped()
    async for page in pages_of_sound(sounds):
        resealed = []
        for one in page:
            about = about_sound(one.interview_id, one.at_ms)
            sealed = done.of(sealer.resealed, about, one.sealed)
            if sealed is not None:
                resealed.append(replace(one, sealed=sealed))
        await sounds.reseal(resealed)
    return done
