"""What is kept about an interview beside its journal: sound, scorecards, links, and practice. In the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias

SOUND_HZ: Final = 16_000
"""Sound here is mono, s16le, of so many samples a second."""


SoundSpan: TypeAlias = tuple[int, int]
"""Beginning and end in milliseconds of the interview's clock."""


SoundPlace: TypeAlias = tuple[str, int]
"""An interview's id, and a moment of its clock."""


@dataclass(frozen=True, slots=True)
class SealedSound:
    """A stretch of sound, compressed, and sealed outside of the store."""

    interview_id: str
    at_ms: int
    """When it began, on the interview's clock."""
    length_ms: int
    sealed: bytes = field(repr=False)


class Sounds(Protocol):
    """Sound of interviews whose candidates allow it (`InterviewRow.sound`). Whoever deletes the
    interview deletes its sound."""

    async def allow(self, interview_id: str, allowed: bool) -> bool:
        """Change what the candidate allows. False when the interview has begun, is over, or is gone:
        then nothing was changed."""
        ...

    async def append(self, sound: SealedSound) -> None:
        """Raises `NotFound` where the interview is gone, or its sound may not, or no longer, be kept;
        `OperatorFault` also when too little room would be left for anything else. A moment that is
        kept already stays as it is."""
        ...

    async def between(self, interview_id: str, from_ms: int, to_ms: int) -> Sequence[SealedSound]:
        """The stretches that reach into this one, in order."""
        ...

    async def spans(self, interview_id: str) -> Sequence[SoundSpan]:
        """What is kept, in order."""
        ...

    async def page(self, after: SoundPlace, most: int) -> Sequence[SealedSound]:
        """Everybody's in order of interview id and time, from the first one behind `after` on; for
        sealing them again."""
        ...

    async def reseal(self, sounds: Sequence[SealedSound]) -> None:
        """Put what is the same, sealed again, in the place of each that is still there."""
        ...

    async def delete(self, interview_id: str) -> None:
        """Delete the sound and allow no more of it; the interview stays. Done twice: no error."""
        ...


@dataclass(frozen=True, slots=True)
class ScorecardRow:
    """One interview's scorecard: a request until `card` is there."""

    interview_id: str
    rubric: str
    """Name of a built-in rubric."""
    key: str
    """Id of the owner's sealed key whose model judges; empty: the operator's model."""
    asked_at: str
    """ISO 8601 in UTC; tells one request from the next."""
    card: Mapping[str, Any] | None = None
    """What `app.scorecards.requests.packed` made of the scorecard; None: it is not made yet."""


class Scorecards(Protocol):
    """One for each interview, gone with it."""

    async def ask(self, row: ScorecardRow) -> None:
        """Keep a request, in the place of an earlier one and its card. Raises `NotFound` when there is
        no such interview."""
        ...

    async def find(self, interview_id: str) -> ScorecardRow | None: ...
    async def asked(self) -> Sequence[ScorecardRow]:
        """Requests without a card, the oldest first."""
        ...

    async def keep(self, interview_id: str, asked_at: str, card: Mapping[str, Any]) -> bool:
        """Put the card to its request. False, and nothing changes, when that request is gone,
        replaced or answered."""
        ...


@dataclass(frozen=True, slots=True)
class Link:
    """One link to one report. The token that opens it is not kept: `digest` is its SHA-256."""

    id: str
    digest: str
    interview_id: str
    created_at: str
    expires_at: str
    """ISO 8601 in UTC, both."""
    parts: tuple[str, ...]
    """What it shows; by the names of `app.reports.sharing.Part`."""


class Links(Protocol):
    """Share links. They go with their interview."""

    async def add(self, link: Link) -> None:
        """Raises `NotFound` when there is no such interview, `Refused` when the digest is known."""
        ...

    async def of_interview(self, interview_id: str) -> Sequence[Link]:
        """The oldest first, expired ones too."""
        ...

    async def find(self, digest: str) -> Link | None: ...
    async def delete(self, interview_id: str, link_id: str) -> bool:
        """False when this interview has no such link."""
        ...

    async def expire(self, before: str) -> None:
        """Delete links whose time was over before this moment."""
        ...


@dataclass(frozen=True, slots=True)
class RetryRow:
    """Which question of which interview an interview asks again."""

    interview_id: str
    of_interview: str
    message: int
    """Index of the interviewer's message in the record of `of_interview` that asked it first."""


class Retries(Protocol):
    """One for each interview that is a retry; gone with either of the two interviews."""

    async def put(self, row: RetryRow) -> None:
        """Raises `NotFound` when one of the interviews is gone."""
        ...

    async def find(self, interview_id: str) -> RetryRow | None: ...
    async def of_interview(self, interview_id: str) -> Sequence[RetryRow]:
        """The retries of this interview's questions, by question."""
        ...

    async def of_owner(self, owner: str) -> Sequence[RetryRow]: ...


class Wordings(Protocol):
    """One for each question of an interview; gone with the interview."""

    async def keep(self, interview_id: str, message: int, text: str | None) -> None:
        """Keep `text` for the question that `message` asked; None: nothing any more. Raises `NotFound`
        when the interview is gone."""
        ...

    async def of_interview(self, interview_id: str) -> Mapping[int, str]:
        """By the message that asked."""
        ...

    async def of_owner(self, owner: str) -> Mapping[tuple[str, int], str]:
        """By interview and message."""
        ...


@dataclass(frozen=True, slots=True)
class DrillRow:
    """What is known of one question's repetition. A question without a row was never repeated."""

    interview_id: str
    message: int
    """Index of the interviewer's message in the interview's record that asked the question."""
    card: Mapping[str, Any]
    """The scheduler's own state of it; empty: it has none yet."""
    due: str
    """ISO 8601 in UTC."""
    reviews: int = 0
    dropped: bool = False
    """The owner does not want it again."""


class Drills(Protocol):
    """One for each question; gone with its interview, and so with its owner."""

    async def put(self, row: DrillRow, reviews: int) -> bool:
        """Keep `row`, if there were `reviews` so far. False, and nothing changes, when there were
        others meanwhile. Raises `NotFound` when the interview is gone."""
        ...

    async def find(self, interview_id: str, message: int) -> DrillRow | None: ...
    async def of_owner(self, owner: str) -> Sequence[DrillRow]: ...
