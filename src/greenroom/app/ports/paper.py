"""A report set in type: a page that stands alone, and the same on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Told:
    """What is set."""

    record: Mapping[str, Any]
    report: Mapping[str, Any]
    title: str
    """Of the plan."""
    stages: Mapping[str, str]
    """Titles of the plan's stages, by id."""
    voices: Sequence[tuple[int, int]] = ()
    """When the candidate's voice was there, in milliseconds; empty where only the record is known."""
    correctable: frozenset[int] = frozenset()
    """Messages whose words may have been misheard, by index."""


class Paper(Protocol):
    """Turns a report into a document."""

    def say(self, text: str) -> str:
        """A sentence of a report in the language of whoever reads it."""
        ...

    def html(self, told: Told, *, printed: bool) -> str:
        """One page that needs nothing else: no script, no address; `printed`: for `pdf`. Slow: not for
        the event loop."""
        ...

    async def pdf(self, html: str) -> bytes:
        """A printed page as PDF. Raises `Refused` where this machine cannot make one, in a sentence."""
        ...
