"""Debian's Chromium, driven by Playwright."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Playwright, sync_playwright
from tests.e2e.visitor import CHROMIUM


@contextmanager
def playwright() -> Iterator[Playwright]:
    """Skips the test where Chromium is missing. While it is open, no test can have an event loop of its own."""
    if not CHROMIUM.exists():
        pytest.skip("needs Debian's Chromium: apt install chromium")
    with sync_playwright() as play:
        yield play
