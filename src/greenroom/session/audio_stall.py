"""Whether the candidate's sound keeps coming.

The silence that ends a turn is counted on the wall's clock. On a line that stands still it would
count what nobody has heard yet, so that somebody must know when that is so.
"""

from __future__ import annotations

from typing import Final

LATE_S: Final = 0.2
"""Frames come every 32 ms; so long without any, and the next ones are late. A line that has stood still for
less when the turn ends cannot be told from one that moves."""
GONE_S: Final = 2.0
"""After so long they are not late any more: the microphone was switched off, or the line is lost."""
HEARD_S: Final = 0.3
"""What has come late has been listened to in this time."""


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
