"""How a moment is written down wherever one is kept: rows, journals, links."""

from __future__ import annotations

from datetime import datetime


def stamped(moment: datetime) -> str:
    """A moment in UTC: ISO 8601, to the millisecond. Such texts sort by time."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
