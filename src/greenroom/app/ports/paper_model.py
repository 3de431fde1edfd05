"""A model that reads a candidate's papers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, TypeAlias

from greenroom.app.ports.interviews import InterviewRow


class PaperModel(Protocol):
    """Asked for one JSON object. What it says is checked against the papers, word by word."""

    async def reply(self, system: str, user: str, name: str, schema: Mapping[str, Any]) -> str:
        """The reply as it came. Raises `UpstreamFault`."""
        ...


PaperModels: TypeAlias = Callable[[InterviewRow], AbstractAsyncContextManager[PaperModel | None]]
"""The model that an interview's candidate chose; None: they chose none, or it cannot be had."""
