"""Who does which part of an interview, or of a circle: an owner's provider, the operator's, or this machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from pydantic import SecretStr

from greenroom.app.ports import SealedKey
from greenroom.app.providers.catalogue import PROVIDERS, ModelChoice, Part

OPERATORS: Final = "operator:"
"""With a provider's name behind it: in place of a key's id, the operator provides."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice and the key for it."""

    choice: ModelChoice
    key: SecretStr | None
    operators: bool = False
    """The operator chose it, and pays for it."""


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
