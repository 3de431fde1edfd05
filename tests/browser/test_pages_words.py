"""What the pages say and where they lead: the start in one click, links to folded places, closed
microphones, names of models."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from room import showing

pytestmark = pytest.mark.browser
SIZES = [(320, 480), (320, 568), (360, 640), (480, 720), (719, 600), (720, 600), (844, 390), (1024, 600), (1280, 640), (1440, 900), (1920, 1080)]  # fmt: skip
ROOM = "/interviews/new/room"


def test_the_start_is_on_the_first_screen(page: Page) -> None:
    """At every width the button that begins stands whole on the first screen, under the words that are
    agreed to; nothing sticks out sideways. So does the way to an interview of one's own."""
    page.goto("/")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for control in (page.locator("#try"), page.get_by_role("link", name="Set up your own")):
            box = control.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height, (width, height)
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
        agreed = page.locator("#try-agree").bounding_box()
        assert agreed is not None
        assert agreed["y"] < (page.locator("#try").bounding_box() or agreed)["y"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_try_takes_one_click(page: Page) -> None:
    """One press agrees to what stands above it, registers for the short plan and leads to the microphone
    check. It says before that one talks to an AI."""
    page.goto("/")
    button = page.get_by_role("button", name="I agree: try it for 3 minutes")
    expect(button).to_have_accessible_description(
        "“I know I will be talking to an AI, not a person, and that my words are written down for the "
        "report.” Nothing you say leaves this server. What is kept"
    )
    with page.expect_request("**/api/interviews") as sent:
        button.click()
    assert sent.value.post_data_json == {"plan": "three-minutes", "consent": True}
    page.wait_for_url("**/interviews/new/check")


def test_a_try_that_is_refused_says_why(page: Page) -> None:
    """What the server does not take is told beside the button, which can be pressed again."""
    page.goto("/")
    page.route("**/api/interviews", lambda route: route.fulfill(status=429, json={"detail": "Too many interviews were begun."}, headers={"retry-after": "30"}))  # fmt: skip
    page.locator("#try").click()
    expect(page.locator("#try-trouble")).to_have_text(
        "Too many interviews were begun. Try again in 30 seconds."
    )
    expect(page.locator("#try-trouble")).to_be_focused()
    expect(page.locator("#try")).not_to_have_attribute("aria-disabled", "true")


def test_a_link_opens_what_is_folded_up(page: Page) -> None:
    """`/#providers` shows the providers: by its address, by a link on the page, and when the same link is
    pressed again after folding. An address that leads nowhere does nothing."""
    page.goto("/#providers")
    expect(page.locator("#providers-llm")).to_be_visible()
    page.locator("#providers summary").click()
    expect(page.locator("#providers-llm")).to_be_hidden()
    page.evaluate("location.hash = ''")
    page.evaluate("location.hash = 'company'")
    expect(page.locator("#company")).to_be_visible()
    page.evaluate("location.hash = '%E0%A4%A'")
    page.goto("/keys?saved=key_openai")
    page.locator("#fresh a").click()
    page.wait_for_url("**/#providers")
    expect(page.locator("#providers-llm")).to_be_visible()
    expect(page.locator("#providers")).to_be_in_viewport()
    page.locator("#providers summary").click()
    page.evaluate("""() => {
        const link = Object.assign(document.createElement("a"), {href: "#providers", textContent: "again"});
        document.querySelector("main").prepend(link);
    }""")
    page.get_by_role("link", name="again").click()
    expect(page.locator("#providers-llm")).to_be_visible()


@pytest.mark.parametrize("mode", ["hold", "type"])
def test_nobody_is_asked_to_speak_into_a_closed_microphone(page: Page, mode: str) -> None:
    """While the interviewer thinks, words that invite to speak stand there only where they are heard."""
    page.goto(ROOM)
    showing("thinking", mode=mode)(page)
    expect(page.locator("#primary")).not_to_contain_text("speak")
    page.locator("[name=mode][value=talk]").check(force=True)
    expect(page.locator("#primary")).to_have_text("More to say? Just speak")


def test_nor_where_there_is_none(page: Page) -> None:
    """The same where the browser gives no microphone."""
    page.goto(f"{ROOM}?refuse=NotAllowedError")
    showing("thinking")(page)
    expect(page.locator("#primary")).not_to_contain_text("speak")


def test_a_model_that_is_not_listed_is_told_at_its_field(page: Page) -> None:
    """The name that the server does not have stands with near ones at the field, which opens for it; what
    a server without a list was given is said to be unchecked."""
    detail = "This server has no model “qwen3”. Nearest: qwen3:8b."
    page.goto("/keys")
    page.locator("#provider").select_option("openai")
    refused = {"errors": [{"pointer": "#/models/llm", "detail": detail}], "status": 422}
    page.route("**/api/keys", lambda route: route.fulfill(status=422, json=refused))
    page.locator("#key").fill("sk-canary-5f1d9c77aa20413e")
    page.locator("#send").click()
    expect(page.locator("#models-llm")).to_be_focused()
    expect(page.locator("#models-llm")).to_have_accessible_description(detail)
    page.unroute("**/api/keys")
    made = {"id": "key_own", "listed": False}
    page.route("**/api/keys", lambda route: route.fulfill(status=201, json=made))
    page.locator("#send").click()
    page.wait_for_url("**/keys?saved=key_own&unlisted=1")
    expect(page.locator("#fresh")).to_contain_text("gives no list of its models")
