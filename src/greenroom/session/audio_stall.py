"""Whether the candidate's sound keeps coming.

The silence that ends a turn is measured by the wall clock. While the connection stalls that would count speech
that has not arrived yet, so a stall must be detected.
"""

from __future__ import annotations

from typing import Final

LATE_S: Final = 0.2
"""Frames come every 32 ms. After so long without one, the next ones are late. A shorter stall at the end of a
turn cannot be detected."""
GONE_S: Final = 2.0
"""After so long they are not late but missing: the microphone was switched off, or the connection is lost."""
HEARD_S: Final = 0.3
"""By then the recogniser has heard the frames that came late."""


class AudioStallDetector:
    """One beat for each frame. Times in seconds of one clock."""

    def __init__(self) -> None:
        self._last: float | None = None
        self._moves_since = float("-inf")

    def beat(self, at: float) -> None:
        if self._last is not None and at - self._last >= LATE_S:
            self._moves_since = at
        self._last = at

    def stop(self) -> None:
        """No more frames are expected."""
        self._last = None

    def late(self, now: float) -> bool:
        """Words may have been spoken already that nobody has heard yet."""
        if self._last is None:
            return False
        return LATE_S <= now - self._last < GONE_S or now - self._moves_since < HEARD_S
