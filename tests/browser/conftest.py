"""One Chromium and one stage for all tests of the pages of a process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright
from stage import served

CHROMIUM = Path("/usr/bin/chromium")
WINDOWLESS = Path("/usr/bin/chromium-headless-shell")
"""The same engine without windows, where there is one: a visit by a new visitor takes less than half the computing."""
PATIENCE_MS = 60_000
"""Only what has gone wrong takes so long. A busy machine takes more than 5 s to load a page."""
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def stage_address() -> Iterator[str]:
    with served() as address:
        yield address


@pytest.fixture(scope="session")
def play() -> Iterator[Playwright]:
    """The one Playwright of this process; it holds a running loop, so there cannot be a second."""
    if not CHROMIUM.exists():
        pytest.skip("needs Debian's Chromium: apt install chromium")
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def pages_browser(play: Playwright) -> Iterator[Browser]:
    browser = play.chromium.launch(executable_path=WINDOWLESS if WINDOWLESS.exists() else CHROMIUM)
    yield browser
    browser.close()


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complained about: script errors and refused content."""
    return []


@pytest.fixture
def page(pages_browser: Browser, stage_address: str, complaints: list[str]) -> Iterator[Page]:
    """A fresh visitor, with nothing kept; addresses are relative to the stage."""
    context = pages_browser.new_context(
        base_url=stage_address, viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda told: complaints.append(told.text) if told.type == "error" else None)
    yield page
    context.close()
