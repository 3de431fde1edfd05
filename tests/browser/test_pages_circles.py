"""The pages of circles, served by the real application: forms by keyboard, a conversation as it happens."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
import uvicorn
from audit import faults, resize, violations
from playwright.sync_api import Page, expect
from tests.circle.conftest import LINE, YES, held, turn, turns
from tests.web.circle_app import CIRCLE, ENTRY, Waiting
from tests.web.conftest import House, house

from greenroom.circle.events import CallFailed, Entry

__all__ = ["house"]
pytestmark = pytest.mark.browser


@dataclass
class Site:
    """The application, and what its browser asked for."""

    house: House
    page: Page
    address: str
    loop: asyncio.AbstractEventLoop
    """The server's: the store is shared with it."""

    def api(self, path: str, body: Any) -> Any:
        answer = self.page.request.post(f"{self.address}{path}", data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def write(self, *entries: Entry) -> None:
        """Lines of the one conversation's log, as whoever holds it writes them."""
        asyncio.run_coroutine_threadsafe(self._write(entries), self.loop).result()

    async def _write(self, entries: tuple[Entry, ...]) -> None:
        circles = self.house.store.circles
        (meeting,) = await circles.unfinished()
        log = await circles.log(meeting.id)
        for entry in entries:
            await log.append(entry)

    def conversation(self) -> str:
        """A circle that somebody has entered; the page of its conversation."""
        made = self.api("/api/circles", CIRCLE)
        self.api(f"/api/circles/{made['id']}/entries", ENTRY)
        return f"{self.address}/circles/{made['id']}/interviews/1"


@pytest.fixture
def site(house: House, page: Page) -> Iterator[Site]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()  # who asks before the server is up waits
        app = house.app(missions=Waiting(), hosts=None)
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none"))
        loop = asyncio.new_event_loop()
        serving = server.serve(sockets=[listener])
        thread = threading.Thread(target=loop.run_until_complete, args=[serving], daemon=True)
        thread.start()
        try:
            yield Site(house, page, f"http://127.0.0.1:{listener.getsockname()[1]}", loop)
        finally:
            page.goto("about:blank")  # or the stream would keep the server from ending
            server.should_exit = True
            thread.join()
            loop.close()


def entries(judge: str = YES, **scripts: Any) -> list[Entry]:
    """A whole log after its first line."""
    with ThreadPoolExecutor(1) as other:  # Playwright has a loop in this thread
        _, _, log = other.submit(asyncio.run, held(judge=[judge] * 2, **scripts)).result()
    return log[1:]


def test_a_conversation_as_it_happens(site: Site, complaints: list[str]) -> None:
    """Messages come as they are written, with the goals of one's own side and who writes; then the
    judge reads, and each quote of the verdict leads to the words."""
    page = site.page
    log = entries()
    page.goto(site.conversation())
    writing = page.locator("#writing")
    expect(writing).to_contain_text(
        "Your agent is writing message 1. Goal: open, and ask one thing"
    )
    expect(page.locator("#verdict .yes")).to_have_text("Has not begun.")
    site.write(log[0])
    expect(page.locator("#m1 .words")).to_have_text("owner says 1")
    expect(page.locator("#m1")).to_contain_text("open, and ask one thing")
    expect(writing).to_contain_text("The visitor’s agent is writing message 2.")
    expect(page.locator("#stop")).to_be_visible()
    site.write(*log[1:8])
    expect(page.locator("#m8")).to_contain_text("No goal given")
    expect(page.locator("#messages")).to_contain_text("All messages are used.")
    expect(page.locator("#verdict .yes")).to_have_text("Is reading.")
    expect(page.locator("#stop")).to_be_hidden()
    site.write(*log[8:])
    expect(page.locator("#verdict .yes")).to_have_text("Yes, you are told.")
    expect(page.locator("#verdict .note")).to_have_text(LINE)
    quote = page.locator("#verdict .quote").first
    quote.focus()
    page.keyboard.press("Enter")
    expect(page.locator("mark:target")).to_have_text("owner says 1")
    assert complaints == []


def test_the_page_after_the_end_is_the_page_that_was_watched(site: Site) -> None:
    """Whoever comes later, or loads it again, sees the same, and nothing of a profile."""
    page = site.page
    address = site.conversation()
    page.goto(address)
    site.write(*entries())
    expect(page.locator("#verdict .yes")).to_have_text("Yes, you are told.")
    watched = page.locator("main").inner_text()
    page.reload()
    expect(page.locator("#verdict .yes")).to_have_text("Yes, you are told.")
    assert page.locator("main").inner_text() == watched
    for hidden in ("CANARY", "device-77", "Bo Lind", "Ana Rojas"):
        assert hidden not in page.content()


def test_what_was_said_is_text(site: Site, complaints: list[str]) -> None:
    """Markup in a message is shown as it was written, before and after a reload, and marks count
    characters."""
    page = site.page
    nasty = "</script><img src=x onerror=alert(1)> 🎻🎻 Sundays work."
    quotes = [{"id": "m1", "quote": "owner says 1"}, {"id": "m2", "quote": "Sundays work"}]
    judge = json.dumps({"verdict": "yes", "evidence": quotes, "notification": LINE})
    page.goto(site.conversation())
    site.write(*entries(judge, visitor=[turn(nasty), *turns("visitor")]))
    for _ in range(2):
        expect(page.locator("#m2 .words")).to_have_text(nasty)
        expect(page.locator("#m2 mark")).to_have_text("Sundays work")
        assert page.locator("img").count() == 0
        page.reload()
    assert complaints == []


def test_stopping_a_conversation(site: Site) -> None:
    """The button ends it, and the page says that this is no verdict."""
    page = site.page
    page.goto(site.conversation())
    page.locator("#stop").click()
    expect(page.locator("#messages")).to_contain_text("Somebody stopped the conversation.")
    expect(page.locator("#verdict .yes")).to_have_text("There is no verdict.")


def test_a_circle_is_opened_and_entered_by_keyboard(site: Site) -> None:
    """What is wrong is told beside its field; then the circle is there, and an entry leads to its
    conversation."""
    page, press = site.page, site.page.keyboard.press
    page.goto(f"{site.address}/circles")
    page.locator("#circle-form [type=submit]").focus()
    press("Enter")
    expect(page.locator("#aim")).to_be_focused()
    page.keyboard.type("A cellist for duos")
    page.locator("#radius").fill("9000")
    press("Enter")
    expect(page.locator("#radius")).to_have_accessible_description("Give metres, 5000 at most.")
    page.locator("#radius").fill("400")
    press("Enter")
    page.wait_for_url("**/circles/cir_*")
    expect(page.locator("h1")).to_have_text("A cellist for duos")
    page.locator("#visitor").fill("somebody")
    page.locator("#visitor_profile").fill("no JSON")
    page.locator("#visitor").press("Enter")
    expect(page.locator("#visitor_profile")).to_be_focused()
    page.locator("#visitor_profile").fill('{"bio": "x"}')
    page.locator("#distance").fill("500")
    page.locator("#distance").press("Enter")
    expect(page.locator("#trouble")).to_contain_text("outside the circle’s radius")
    page.locator("#distance").fill("300")
    page.locator("#distance").press("Enter")
    page.wait_for_url("**/interviews/1")
    expect(page.locator("#writing")).to_contain_text("Your agent is writing message 1.")


def test_whose_model_speaks_is_chosen_by_keyboard(site: Site, complaints: list[str]) -> None:
    """A saved key is chosen where a circle is opened, the circle's page names its provider, and says so
    when the key is gone, when another is chosen there; of a conversation that it was to hold the owner reads why there is no verdict."""
    page, press = site.page, site.page.keyboard.press
    key = site.api("/api/keys", {"provider": "openai", "key": "sk-canary-5f1d9c77aa20413e"})
    page.goto(f"{site.address}/circles")
    expect(page.locator("main")).not_to_contain_text("has no language model")
    page.locator("#aim").fill("A cellist for duos")
    expect(page.locator("#providers-llm")).to_be_visible()  # without a choice nobody would judge
    page.locator("#providers-llm").focus()
    page.keyboard.type("OpenAI")
    assert violations(page) == []
    page.locator("#circle-form [type=submit]").focus()
    press("Enter")
    page.wait_for_url("**/circles/cir_*")
    expect(page.locator("main")).to_contain_text("speaks and judges: OpenAI, by your key")
    place = page.url.partition("/circles/")[2]
    site.api(f"/api/circles/{place}/entries", ENTRY)
    assert page.request.delete(f"{site.address}/api/keys/{key['id']}").ok
    page.reload()
    expect(page.locator(".note--stop").first).to_contain_text("was deleted")
    assert violations(page) == []
    site.api("/api/keys", {"provider": "anthropic", "key": "sk-canary-5f1d9c77aa20413f"})
    page.reload()
    page.locator("#providers-llm").focus()
    page.keyboard.type("Anthropic")
    page.locator("#speaks-form [type=submit]").focus()
    press("Enter")
    expect(page.locator("main")).to_contain_text("speaks and judges: Anthropic, by your key")
    expect(page.locator("main")).not_to_contain_text("was deleted")
    site.write(Entry(1, CallFailed("owner", "key_gone", retryable=False, upstream=True)))
    page.goto(f"{page.url}/interviews/1")
    expect(page.locator("#messages")).to_contain_text("The key that was chosen for this circle")
    expect(page.locator("#verdict")).to_contain_text("There is no verdict.")
    assert complaints == []


def test_a_judge_who_was_not_to_be_had(site: Site) -> None:
    """The page says why there is no verdict of a conversation that came to its end."""
    page = site.page
    page.goto(site.conversation())
    site.write(*entries()[:8])
    expect(page.locator("#verdict .yes")).to_have_text("Is reading.")
    site.write(Entry(9, CallFailed("judge", "budget", retryable=False, upstream=True)))
    expect(page.locator("#verdict .yes")).to_have_text("There is no verdict.")
    expect(page.locator("#verdict")).to_contain_text("The budget for models is used up.")


@pytest.mark.parametrize("which", ["circles", "circle", "running", "over"])
def test_every_page_for_everybody(site: Site, complaints: list[str], which: str) -> None:
    """At 320 px and above, in any theme, nothing sticks out, is cut or covered, and axe finds nothing."""
    page = site.page
    conversation = site.conversation()
    if which != "running":
        site.write(*entries())
    address = {
        "circles": f"{site.address}/circles",
        "circle": conversation.rsplit("/interviews", 1)[0],
    }.get(which, conversation)
    resize(page, 360, 740)
    page.goto(address)
    expect(page.locator("h1")).to_be_visible()
    assert faults(page, f"circles-{which}") == []
    assert complaints == []


def test_circles_fit_a_phone_in_every_language(site: Site, complaints: list[str]) -> None:
    """Nothing sticks out at 320 px, and axe finds nothing in German, whose words are the longest."""
    page = site.page
    conversation = site.conversation()
    site.write(*entries())
    page.set_viewport_size({"width": 320, "height": 740})
    for code in ("de", "es", "fr", "hi", "pt"):
        page.goto(f"{site.address}/circles?language={code}")
        for address in (page.url, conversation.rsplit("/interviews", 1)[0], conversation):
            page.goto(address)
            expect(page.locator("h1")).to_be_visible()
            assert page.evaluate("document.documentElement.lang") == code, address
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, (code, address)
            if code == "de":
                assert violations(page) == []
    assert complaints == []
