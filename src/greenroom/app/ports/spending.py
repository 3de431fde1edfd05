"""What interviews consume, and the limits to it. In the database; an allowance is one interview's view of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

Subject: TypeAlias = Literal["interview", "meeting"]
"""What uses models: an interview with a candidate, or one between the agents of a circle."""


@dataclass(frozen=True, slots=True)
class Amount:
    """Some use of models. Zero by default, and free of charge."""

    tokens_in: int = 0
    tokens_out: int = 0
    characters: int = 0
    """Spoken by a remote voice."""
    seconds: int = 0
    """Heard by a remote recogniser."""
    micros: int | None = 0
    """Millionths of a US dollar; None: the price of some of it is not known."""

    def __add__(self, other: Amount) -> Amount:
        unknown = self.micros is None or other.micros is None
        return Amount(
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.characters + other.characters,
            self.seconds + other.seconds,
            None if unknown else (self.micros or 0) + (other.micros or 0),
        )


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The most that may be used; None: as much as one likes."""

    tokens: int | None = None
    """In and out together."""
    characters: int | None = None
    seconds: int | None = None
    micros: int | None = None

    def allows(self, amount: Amount) -> bool:
        """True when nothing is above the ceiling. An unknown price is not above any."""
        pairs = (
            (self.tokens, amount.tokens_in + amount.tokens_out),
            (self.characters, amount.characters),
            (self.seconds, amount.seconds),
            (self.micros, amount.micros or 0),
        )
        return all(most is None or used <= most for most, used in pairs)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one interview, of either kind, and its owner may use."""

    interview: Ceiling = Ceiling()
    owner: Ceiling = Ceiling()
    owner_since: str | None = None
    """The owner's ceiling counts from this moment on (ISO 8601 with an offset); None: from the first."""


@dataclass(frozen=True, slots=True)
class Reservation:
    """An amount set aside for one use that is about to begin."""

    id: str
    subject_id: str
    owner: str
    amount: Amount


class Usage(Protocol):
    """Reserve before use, settle after. A reservation counts in full until it is settled, also when
    whoever made it is gone.

    What an interview used outlives it, for its owner's ceiling, and then names no interview: who
    deletes an interview gets no new budget."""

    async def reserve(
        self,
        subject_id: str,
        owner: str,
        amount: Amount,
        limits: Limits,
        of: Subject = "interview",
    ) -> Reservation | None:
        """Set `amount` aside, if with all that is used and reserved it stays within both ceilings;
        None if not. Of reservations made at once no two are granted that together go above one.

        Where the price of something is not known, the ceiling on money counts what is known.
        Raises `NotFound` when there is no such interview, or meeting, of this owner.
        """
        ...

    async def settle(self, reservation_id: str, spent: Amount) -> None:
        """Put what was really spent, be it more or less, in the reservation's place. The first
        settlement counts; later ones change nothing. Raises `NotFound` when there is none."""
        ...

    async def spent(
        self,
        *,
        interview_id: str | None = None,
        meeting_id: str | None = None,
        owner: str | None = None,
        since: str | None = None,
    ) -> Amount:
        """The sum of everything used and reserved, of this interview, this meeting, this owner, from
        this moment on (ISO 8601 with an offset). `micros` is None when any part of it has no known
        price."""
        ...

    async def delete_all(self, owner: str) -> None:
        """Erase what an owner has used who is being forgotten."""
        ...

    async def delete_old(self, before: str) -> int:
        """Erase what erased interviews used before this moment (ISO 8601 with an offset); returns how
        many uses."""
        ...


class Allowance(Protocol):
    """Ask before every use, settle after it. Knows the interview, its owner and their limits."""

    async def reserve(self, at_most: Amount) -> str | None:
        """Set the most that one use can take aside, and name it; None: it may not happen."""
        ...

    async def settle(self, reservation: str, spent: Amount) -> None:
        """What was really spent, also when the use failed."""
        ...
