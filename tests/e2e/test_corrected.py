"""A misheard word corrected, a question practised, both answers compared, the report printed: by keyboard, on a phone."""

from __future__ import annotations

import asyncio
import io
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright, expect
from pypdf import PdfReader
from tests.e2e.conftest import Visit
from tests.e2e.house import House
from tests.e2e.test_report import fits, press
from tests.e2e.visitor import visiting
from tests.web.told import told

from greenroom.adapters.storage.store import open_store

pytestmark = [pytest.mark.browser, pytest.mark.slow]

INTRODUCTION = "I am a data engineer, and I have worked with reports for six years."
HEARD = (
    "Last year I rebuilt the nightly import, because it often failed. I split it into small steps, and it took "
    "fourteen minutes instead of nine ours."
)
SAID = HEARD.replace("fourteen", "forty").replace("ours", "hours")
AGAIN = "I rebuilt the nightly import with one colleague, and it took forty minutes instead of nine hours."


@pytest.fixture
def visit(chromium: Playwright, house: House) -> Visit:
    flags = ("--use-fake-device-for-media-stream",)  # and no leave to use it
    return partial(visiting, chromium, house, None, flags=flags, scripts=())


def speak(house: House, interview_id: str, *answers: str) -> None:
    """An interview that was registered is held with these answers: they are put into the server's store."""

    async def held() -> None:
        store: Any = await open_store(house.data / "greenroom.db")
        try:
            await told(store.interviews, interview_id, answers, spoken=True)
        finally:
            await store.aclose()

    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, held()).result()


def register(page: Page) -> str:
    """The start page by keyboard; returns the interview's id."""
    page.goto("/")
    page.locator("#name").fill("Amara")
    page.locator("#role").fill("Data engineer")
    page.locator("#consent").focus()
    page.keyboard.press("Space")
    press(page, "#send")
    page.wait_for_url("**/check")
    return page.url.split("/")[-2]


def test_a_report_is_corrected_practised_compared_and_printed(visit: Visit, house: House) -> None:
    """What was heard stays beside the correction on page and paper; the coaching quotes the corrected words
    and says so; the question is answered again, and both answers stand side by side."""
    with visit() as visitor:
        page = visitor.page
        page.set_viewport_size({"width": 360, "height": 740})
        interview_id = register(page)
        speak(house, interview_id, INTRODUCTION, HEARD)
        page.goto(f"/interviews/{interview_id}/report")

        # corrected
        turn = page.locator(".turn.c", has_text="nine ours")
        turn.locator("summary").focus()
        page.keyboard.press("Enter")
        fits(page)
        turn.locator("textarea").focus()
        page.keyboard.press("Control+A")
        page.keyboard.type(SAID)
        page.keyboard.press("Tab")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        expect(page.locator("#corrected")).to_contain_text("Your words are saved.")
        corrected = page.locator(".turn.c", has_text="forty minutes instead of nine hours")
        expect(corrected.locator("summary")).to_be_focused()
        expect(corrected).to_contain_text("Corrected by the candidate. We had heard:")
        expect(corrected).to_contain_text("nine ours")
        expect(page.locator(".how")).to_contain_text("corrected by the candidate")
        fits(page)

        # printed
        paper = PdfReader(io.BytesIO(page.pdf()))
        printed = " ".join(" ".join(one.extract_text() for one in paper.pages).split())
        assert "Corrected by the candidate." in printed
        assert "Save the words" not in printed

        # practised
        press(page, ".acts a[href$='/questions']")
        page.wait_for_url("**/questions")
        fits(page)
        asked = page.locator("[data-retry]").last.get_attribute("data-retry")
        press(page, f"[data-retry='{asked}']")
        page.wait_for_url("**/check")
        again = page.url.split("/")[-2]
        assert again != interview_id
        speak(house, again, AGAIN)

        # compared
        page.goto(f"/interviews/{again}/comparison")
        expect(page.locator(".pair").first).to_contain_text(AGAIN)
        fits(page)
        press(page, "[data-grade=good]")
        expect(page.locator("#graded")).to_contain_text("It comes again on")

        # taken back
        page.goto(f"/interviews/{interview_id}/report")
        page.locator(".fix summary", has_text="take it back").focus()
        page.keyboard.press("Enter")
        with page.expect_navigation():
            press(page, "[data-take-back]")
        expect(page.locator("#corrected")).to_contain_text("What was heard is used again.")
        expect(page.locator("#script")).not_to_contain_text("Corrected by the candidate.")
