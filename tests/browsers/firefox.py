"""Debian's Firefox ESR, driven by Playwright over WebDriver BiDi."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Playwright

FIREFOX = Path("/usr/bin/firefox-esr")
PATIENCE_MS = 30_000
PREFERENCES = {
    "media.navigator.permission.disabled": True,  # the person allows the microphone
    "media.cubeb.backend": "pulse-rust",  # no sound but by the sound server of the test
}


class FirefoxTab:
    def __init__(self, page: Page) -> None:
        self.complaints: list[str] = []
        self._page = page
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda told: told.type == "error" and self.complaints.append(told.text))

    def open(self, address: str) -> None:
        self._page.goto(address)

    def run(self, expression: str) -> Any:
        return self._page.evaluate(expression)

    def click(self, selector: str) -> None:
        self._page.locator(f"{selector} >> visible=true").first.click()

    def type(self, selector: str, text: str) -> None:
        self._page.locator(f"{selector} >> visible=true").first.press_sequentially(text)

    def send(self, selector: str) -> None:
        self._page.locator(selector).press("Control+Enter")


@contextmanager
def firefox(play: Playwright, environment: Mapping[str, str]) -> Iterator[FirefoxTab]:
    """A browser of one's own, closed at the end."""
    browser = play.firefox.launch(
        channel="moz-firefox",
        executable_path=FIREFOX,
        env={**os.environ, **environment},
        firefox_user_prefs=PREFERENCES,
    )
    try:
        yield FirefoxTab(browser.new_page(viewport={"width": 1280, "height": 800}))
    finally:
        browser.close()
