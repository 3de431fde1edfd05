"""Debian's WebKitGTK in its small browser, driven by Selenium over WebDriver, on a screen in memory."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import which
from typing import Any

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

DRIVER = Path("/usr/bin/WebKitWebDriver")
PATIENCE_S = 30


def mini_browser() -> Path | None:
    """Where the browser is that belongs to the library; None if it is not installed."""
    found = sorted(Path("/usr/lib").glob("*/webkit*gtk-*/MiniBrowser"))
    return found[-1] if found and DRIVER.exists() and which("Xvfb") else None


class WebKitTab:
    def __init__(self, driver: WebKitGTK) -> None:
        self.complaints: list[str] = []  # this driver hands out no messages of the console
        self._driver = driver
        self._wait = WebDriverWait(driver, PATIENCE_S, 0.05, (StaleElementReferenceException,))

    def open(self, address: str) -> None:
        self._driver.get(address)

    def run(self, expression: str) -> Any:
        found = self._driver.execute_async_script(
            f"const [done] = arguments; Promise.resolve().then(() => {expression})"
            ".then((value) => done({ value }), (error) => done({ error: String(error) }))"
        )
        assert "error" not in found, found["error"]
        return found.get("value")

    def click(self, selector: str) -> None:
        self._seen(selector).click()

    def type(self, selector: str, text: str) -> None:
        self._seen(selector).send_keys(text)

    def send(self, selector: str) -> None:
        self._seen(selector).send_keys(Keys.CONTROL, Keys.ENTER)

    def _seen(self, selector: str) -> WebElement:
        def seen(driver: Any) -> WebElement | None:
            found = driver.find_elements(By.CSS_SELECTOR, selector)
            return next((one for one in found if one.is_displayed()), None)

        element = self._wait.until(seen, f"nothing can be seen of {selector}")
        assert element is not None
        return element


@contextmanager
def screen() -> Iterator[str]:
    """The name of a display that exists in memory only."""
    reader, writer = os.pipe()
    command = ("Xvfb", "-displayfd", str(writer), "-screen", "0", "1400x900x24", "-nolisten", "tcp")
    process = subprocess.Popen(command, pass_fds=(writer,), stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader) as told:
            yield f":{told.readline().strip()}"
    finally:
        process.terminate()
        process.wait()


@contextmanager
def webkit(environment: Mapping[str, str], display: str, log: Path) -> Iterator[WebKitTab]:
    """A browser of one's own; at the end it and all its processes are gone."""
    options = Options()
    options.binary_location = str(mini_browser())
    options.add_argument("--automation")
    service = Service(
        str(DRIVER),  # named, so that Selenium looks for none
        log_output=str(log),
        env={**os.environ, **environment, "DISPLAY": display},
        popen_kw={"start_new_session": True},
    )
    driver = WebKitGTK(options=options, service=service)
    group = service.process.pid
    try:
        driver.set_script_timeout(PATIENCE_S)
        yield WebKitTab(driver)
    finally:
        driver.quit()
        with suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)
