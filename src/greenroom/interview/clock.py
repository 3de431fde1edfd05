"""Whether the stage's clock runs, and what holds it while it stands still.

Four things hold it: nobody has come yet, the candidate is gone, the candidate has paused, or nobody is
hurried (`waived_limits.py`). An absence may fall into a pause; nothing else goes together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from greenroom.interview.plan import Millis


@dataclass(frozen=True, slots=True)
class Running:
    """Time counts."""


@dataclass(frozen=True, slots=True)
class Unhurried:
    """It is the candidate's move, and nobody is hurried."""


@dataclass(frozen=True, slots=True)
class Pause:
    """The candidate has paused."""

    since: Millis
    untold: bool = True
    """It has yet to be said aloud that we are paused; whatever else waits to be said, waits longer."""
    ours: bool = False
    """It came by itself, because nothing was done for long: any sign of the candidate ends it."""


@dataclass(frozen=True, slots=True)
class Absence:
    """The candidate is not there."""

    since: Millis | None = None
    """None: nobody has come yet."""
    pause: Pause | None = None
    """The candidate has paused as well, and comes back into the pause."""


Hold: TypeAlias = Unhurried | Pause | Absence


@dataclass(frozen=True, slots=True)
class Frozen:
    """The clock stands still. What holds it may change meanwhile; `since` does not."""

    since: Millis
    why: Hold


Clock: TypeAlias = Running | Frozen

RUNNING: Final = Running()
NOBODY_CAME: Final = Frozen(0, Absence())
