"""Looking a company up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page as a search gives it: somebody else's words, to be cited and never obeyed."""

    title: str
    url: str
    text: str
    published: str | None
    """ISO 8601, where the search says it."""


class Research(Protocol):
    """A search of the web. The company's name leaves this server."""

    @property
    def provider(self) -> str:
        """Who searches, for people."""
        ...

    async def search(self, company: str) -> Sequence[FoundPage]:
        """A few pages about a company, best first. Raises `UpstreamFault`."""
        ...
