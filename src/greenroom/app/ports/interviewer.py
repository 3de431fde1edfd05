"""Who proposes the interviewer's next words."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from greenroom.interview.brief import Brief
from greenroom.interview.proposals import Note, Proposal


@dataclass(frozen=True, slots=True)
class Notes:
    """What is only to be written down; it decides nothing."""

    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class StreamedReply:
    """A reply that is still being written. What decides is known, the words are not."""

    proposals: tuple[Proposal, ...]
    """An assessment and a move; an `AskQuestion` without its question."""
    rest: AsyncIterator[str | Notes]
    """The words, one whole sentence at a time, then the notes. Raises where the provider fails; what
    came before that stands."""


Reply: TypeAlias = tuple[Proposal, ...] | StreamedReply


class Interviewer(Protocol):
    """Proposes the reply to one answer. May be slow, wrong or gone: the engine copes."""

    async def reply(self, brief: Brief) -> Reply:
        """Whole, or as soon as what decides is known. Cancelled when the answer goes on."""
        ...
