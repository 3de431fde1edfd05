"""What the page shows of the candidate's words while they are spoken (`caption` in docs/reference/socket.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


class CandidateCaption:
    """One growing line for each answer."""

    def __init__(self, show: Callable[[Mapping[str, Any]], None]) -> None:
        self._show = show
        self._line = 1

    def write(self, text: str, *, final: bool) -> None:
        """The whole answer so far; `final`: these words stay."""
        self._show(
            {
                "t": "caption",
                "who": "candidate",
                "id": f"c{self._line}",
                "text": text,
                "final": final,
            }
        )

    def next_line(self) -> None:
        """What comes from now on belongs to another answer."""
        self._line += 1
