"""What an interviewer can tell of the interview beside its plan: where it is held, and what is kept."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Circumstances:
    """None (or "") where it is not known."""

    country: str = ""
    """Whose telephone numbers for help are named, ISO 3166-1 alpha-2."""
    kept_days: int | None = None
    """The interview is erased so many days after it ended."""
    model: bool | None = None
    """A language model words the questions."""
    job: bool | None = None
    """There is a description of the job."""
    sound: bool | None = None
    """The sound of the answers is kept."""


UNKNOWN = Circumstances()
