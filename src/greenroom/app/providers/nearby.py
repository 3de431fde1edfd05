"""Model servers that may run on this machine, as data: looked for when the owner asks, never used unasked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from greenroom.app.providers.catalogue import PROVIDERS

OWN: Final = PROVIDERS["openai-compatible"]
"""The provider that such a server is saved as."""
OFFERED: Final = 20
"""Models of one server that are offered."""


@dataclass(frozen=True, slots=True)
class Place:
    """A program and the port on which it listens unless somebody says otherwise."""

    title: str
    port: int
    host: str = "127.0.0.1"

    @property
    def base_url(self) -> str:
        return f"http://{self.host}:{self.port}/v1"

    @property
    def lists(self) -> tuple[str, ...]:
        """Where it may have its list of models, in the order in which they are asked for."""
        return f"{self.base_url}/models", f"http://{self.host}:{self.port}/api/tags"


PLACES: Final = (Place("Ollama", 11434), Place("LM Studio", 1234), Place("llama.cpp", 8080))


@dataclass(frozen=True, slots=True)
class NearbyServer:
    """One that answered."""

    title: str
    base_url: str
    models: tuple[str, ...]
    """Names that can be asked for words, as the server lists them."""


Look: TypeAlias = Callable[[], Awaitable[Sequence[NearbyServer]]]


def talking(names: Sequence[str]) -> tuple[str, ...]:
    """Those of the names that may be of a language model: models that only embed text say so in theirs."""
    return tuple(name for name in names if "embed" not in name.lower())[:OFFERED]
