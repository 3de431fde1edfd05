"""What a screen reader would announce: `announced.js` in a page, its clock in the hands of the test."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.sync_api import Page

SCRIPT = Path(__file__).with_name("announced.js")
MORNING = datetime(2026, 11, 26, 9, tzinfo=UTC)
LONG_MS = 6_000
"""Longer than a state must stand before it is announced."""


class Listener:
    """Somebody who listens to the page through a screen reader, and lets time pass."""

    def __init__(self, page: Page, path: str, **kept: str) -> None:
        self.page = page
        page.clock.install(time=MORNING)
        page.clock.pause_at(MORNING + timedelta(seconds=1))
        page.add_init_script(path=SCRIPT)
        for key, value in kept.items():
            page.add_init_script(f"localStorage.setItem({key!r}, {value!r})")
        page.goto(path)
        page.wait_for_function("() => globalThis.stage?.tell")
        self._heard = 0

    def hears(self) -> list[str]:
        """What was announced since the last time, once everything has settled."""
        self.page.clock.run_for(LONG_MS)
        announced: list[str] = self.page.evaluate("announced")
        new, self._heard = announced[self._heard :], len(announced)
        return new
