"""From a short interview to its report, and what can be done with that: without a mouse, on a phone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from playwright.sync_api import Page, Playwright, expect
from pypdf import PdfReader
from tests.e2e.conftest import Visit
from tests.e2e.house import House, free_port
from tests.e2e.test_own_model import in_a_thread
from tests.e2e.visitor import Visitor, visiting

from greenroom.testing.providers import OpenAIServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EMAIL = "amara@example.org"
ANSWERS = (
    "My name is Amara, I work as a data engineer, and I am good at making slow reports fast.",
    "Last year I rebuilt the nightly import, because it took nine hours and often failed. I split it "
    "into small steps, and it took forty minutes instead of nine hours.",
)
QUOTE = "it took forty minutes instead of nine hours"


class Judge:
    """A model that quotes what was said, and once what was not."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, request: Any) -> str:
        told = json.dumps(request.body["messages"])
        if "You judge one criterion" not in told:
            return "depth=3; move=ask; question_id=-\nWhat came of it?"  # it interviews, too
        self.asked.append(told)
        invented = "Criterion: Situation" in told
        words = "we doubled our revenue in a year" if invented else QUOTE
        return json.dumps({"reasoning": "It shows.", "quotes": [words], "score": 4})


class Letters:
    """What the mail server was given."""

    def __init__(self) -> None:
        self.taken: list[tuple[list[str], bytes]] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.taken.append((envelope.rcpt_tos, envelope.content))
        return "250 OK"


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge()


@pytest.fixture(scope="module")
def letters() -> Letters:
    return Letters()


@pytest.fixture(scope="module")
def judging_house(
    tmp_path_factory: pytest.TempPathFactory, judge: Judge, letters: Letters
) -> Iterator[House]:
    """A server whose operator has a model and a mail server, both on this machine."""
    mail = Controller(letters, hostname="127.0.0.1", port=free_port())
    mail.start()
    with in_a_thread(OpenAIServer(judge)) as model:
        house = House(
            tmp_path_factory.mktemp("judging"),
            GREENROOM_LLM="openai-compatible",
            GREENROOM_LLM_URL=model.url,
            GREENROOM_LLM_MODEL="local-model",
            GREENROOM_LLM_KEY=str(model.key),
            GREENROOM_SMTP_HOST="127.0.0.1",
            GREENROOM_SMTP_PORT=str(mail.port),
            GREENROOM_SMTP_SECURITY="none",
            GREENROOM_SMTP_FROM="reports@greenroom.example",
        )
        try:
            with house.running():
                yield house
        finally:
            mail.stop()


@pytest.fixture
def visit(chromium: Playwright, judging_house: House) -> Visit:
    flags = ("--use-fake-device-for-media-stream",)  # and no leave to use it
    return partial(visiting, chromium, judging_house, None, flags=flags, scripts=())


def press(page: Page, selector: str) -> None:
    """Enter on something that the keyboard reaches."""
    target = page.locator(selector)
    target.focus()
    expect(target).to_be_focused()
    page.keyboard.press("Enter")


def interview(visitor: Visitor) -> None:
    """Two typed answers, then the end; to the report."""
    page = visitor.page
    page.goto("/")
    page.locator("#name").fill("Amara")
    page.locator("#email").fill(EMAIL)
    page.locator("#role").fill("Baker")
    page.locator("#consent").check()
    press(page, "#send")
    page.wait_for_url("**/check")
    visitor.registered()
    visitor.choose_to_type()
    for answer in ANSWERS:
        visitor.cue("turn")
        page.locator("#typed-text").focus()
        page.keyboard.type(answer)
        page.keyboard.press("Control+Enter")
        visitor.cue("speaking")
    press(page, "#end")
    press(page, "#really-end")
    page.locator("#primary", has_text="See the report").press("Enter")
    page.wait_for_url("**/report")


def fits(page: Page) -> None:
    """Nothing runs out of the page sideways."""
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]


def has_its_links_in_a_line(page: Page) -> None:
    """The head takes no third line of a phone."""
    tops = "new Set([...document.querySelectorAll('.bar nav a')].map(link => link.offsetTop)).size"
    assert page.evaluate(tops) <= 2


def test_the_report_from_the_interview_to_its_end(
    visit: Visit, judge: Judge, letters: Letters, tmp_path: Path
) -> None:
    """At 360 px and by keyboard: interview, have it judged, a quote leads to its words, the invented one
    is dropped, PDF, e-mail, a link that a stranger opens and that then is ended, and all is erased."""
    with visit() as visitor:
        page = visitor.page
        page.set_viewport_size({"width": 360, "height": 740})
        interview(visitor)
        report = page.url
        expect(page.locator("h1")).to_have_text("This went well.")
        expect(page.locator(".how")).to_contain_text(QUOTE)
        fits(page)
        has_its_links_in_a_line(page)

        # judged by the model of this server, in the background
        page.locator("#judge-rubric").select_option("star")
        press(page, "#judge-form button")
        expect(page.locator("#judging-status")).to_contain_text("It is being judged.")
        expect(page.locator(".criterion")).to_have_count(4, timeout=60_000)
        assert len(judge.asked) == 8
        assert not any("Amara" in told or EMAIL in told for told in judge.asked)
        expect(page.locator(".criterion.ns")).to_have_count(1)
        expect(page.locator(".criterion.ns")).to_contain_text("were not said in an answer")
        expect(page.locator("#short")).to_contain_text("2 quotes were left out")
        fits(page)

        # a quote leads to its words
        press(page, ".criterion:not(.ns) a.quote >> nth=0")
        expect(page.locator("mark:target")).to_have_text(QUOTE)
        expect(page.locator("mark:target")).to_be_in_viewport()

        # on paper
        with page.expect_download() as download:
            press(page, "#pdf")
        file = tmp_path / "report.pdf"
        download.value.save_as(file)
        paper = " ".join(" ".join(p.extract_text() for p in PdfReader(file).pages).split())
        assert "Level 4 of 5" in paper
        assert QUOTE in paper.replace("“", "").replace("”", "")

        # by e-mail
        press(page, "#mail")
        expect(page.locator("#mail-status")).to_have_text(
            "The mail server has accepted it.", timeout=60_000
        )
        ((to, letter),) = letters.taken
        assert to == [EMAIL]
        assert b"JVBER" in letter  # %PDF in base64

        # for a stranger
        page.locator("input[value=transcript]").focus()
        page.keyboard.press("Space")
        press(page, "#share-form button")
        expect(page.locator("#share-url")).to_be_focused()
        link = page.locator("#share-url").input_value()
        stranger = visitor.context.browser.new_context(viewport={"width": 360, "height": 740})  # type: ignore[union-attr]
        other = stranger.new_page()
        other.goto(link)
        expect(other.locator("#short")).to_contain_text(QUOTE)
        expect(other.locator("body")).not_to_contain_text("Amara")
        expect(other.locator("body")).not_to_contain_text(EMAIL)
        fits(other)
        other.locator("a.quote").first.press("Enter")
        expect(other.locator("mark:target")).to_be_in_viewport()
        answer = other.goto(report)
        assert answer is not None
        assert answer.status == 404

        # ended
        press(page, "[data-revoke]")
        expect(page.locator("#links-status")).to_contain_text("The link is ended")
        expect(page.locator("#h-links")).to_be_focused()
        answer = other.goto(link)
        assert answer is not None
        assert answer.status == 404
        stranger.close()

        # erased
        press(page, "#delete button")
        press(page, "#erase-yes")
        page.wait_for_url("**/history")
        answer = page.goto(report)
        assert answer is not None
        assert answer.status == 404
