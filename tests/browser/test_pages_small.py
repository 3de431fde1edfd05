"""The room on small screens: with a keyboard over it, names of parts. test_pages_faces.py has each of its states at
every size."""

from __future__ import annotations

import pytest
from audit import LAID_OUT, MEASURE, ROOM, resize, settled
from playwright.sync_api import Page, expect
from room import LONG_WORDS, showing, tell, view
from states import STATES, State

pytestmark = pytest.mark.browser
KEYBOARDS = [(360, 640, 290), (320, 568, 250), (320, 256, 90), (390, 664, 336), (844, 390, 200)]
"""Width, height, and how much of that a keyboard covers."""


def named(name: str) -> State:
    return next(state for state in STATES if state.name == name)


def faults(page: Page, seen: dict[str, int] | None = None) -> list[str]:
    return settled(page, MEASURE, seen)


@pytest.mark.parametrize(("width", "height", "covers"), KEYBOARDS)
@pytest.mark.parametrize("scrolled", [0, 60])
def test_nothing_lies_under_the_keyboard(
    page: Page, width: int, height: int, covers: int, scrolled: int
) -> None:
    """Where a keyboard covers the page without making it lower (as on an iPhone), question, box and
    Send stand above it together, wherever the browser has moved what is seen."""
    page.add_init_script(
        "const seen = Object.assign(new EventTarget(), {width: innerWidth, height: innerHeight, offsetTop: 0,"
        " scale: 1}); Object.defineProperty(window, 'visualViewport', {value: seen})"
    )
    resize(page, width, height)
    page.goto("/interviews/new/room")
    showing("turn", mode="type")(page)
    top = min(scrolled, covers)
    left = height - covers
    page.locator("#typed-text").focus()
    page.evaluate(
        "(change) => { Object.assign(visualViewport, change); visualViewport.dispatchEvent(new Event('resize')) }",
        {"width": width, "height": left, "offsetTop": top},
    )
    assert faults(page, {"top": top, "bottom": top + left}) == []


@pytest.mark.parametrize(("width", "height", "covers"), KEYBOARDS)
def test_a_keyboard_that_makes_the_page_lower(
    page: Page, width: int, height: int, covers: int
) -> None:
    """Where it does (as on Android) the same holds, and a long question gives way to the box."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/interviews/new/room")
    showing("turn", mode="type")(page)
    page.locator("#typed-text").focus()
    resize(page, width, height - covers)
    assert faults(page, {"top": 0, "bottom": height - covers}) == []
    long = f"{LONG_WORDS} " * 6
    tell(page, {"t": "say", "id": "u2", "kind": "probe", "text": long}, view("turn", question=long))
    assert faults(page, {"top": 0, "bottom": height - covers}) == []


COVERS: list[tuple[dict[str, float], dict[str, int]]] = [
    ({"height": 640, "offsetTop": 0, "scale": 1}, {"over": 0, "under": 0}),
    ({"height": 639.4, "offsetTop": 0, "scale": 1}, {"over": 0, "under": 0}),
    ({"height": 350, "offsetTop": 0, "scale": 1}, {"over": 0, "under": 290}),
    ({"height": 350, "offsetTop": 100, "scale": 1}, {"over": 100, "under": 190}),
    ({"height": 320, "offsetTop": 90, "scale": 2}, {"over": 0, "under": 0}),
    ({"height": 175, "offsetTop": 90, "scale": 2}, {"over": 0, "under": 290}),
]


def test_what_a_keyboard_covers(page: Page) -> None:
    """It is what is missing of the window's height; zooming with two fingers covers nothing."""
    page.goto("/static/logo.svg")
    every = [seen for seen, _ in COVERS]
    found = page.evaluate(
        """async (every) => {
            const { covered } = await import("/static/viewport.js");
            return every.map((seen) => covered(seen, 640));
        }""",
        every,
    )
    assert list(zip(every, found, strict=True)) == COVERS


def test_the_ended_room_has_one_thing_to_do(page: Page) -> None:
    """Nothing live is left: of what can be pressed there are the report, the clock and the transcript."""
    state = named("room-ended")
    page.goto(state.path)
    state.reach(page)
    left = page.locator(".room").locator("button:visible, label:visible, textarea:visible")
    for width in (320, 1440):
        resize(page, width, 700)
        page.evaluate(LAID_OUT)
        found = left.evaluate_all("(all) => all.map((one) => one.id)")
        assert found == ["clock", "log-open", "primary"], width
        expect(page.locator("#primary")).to_have_text("See the report")
        expect(page.locator("#who-them")).to_have_text("The interview is over")


@pytest.mark.parametrize("name", ["room-long-word", "room-long-name"])
def test_the_names_of_parts_can_be_read(page: Page, name: str) -> None:
    """Each name is whole above its bar, or only that of the part that runs is shown; a name that is
    too long even for two lines ends in dots, and the drawer has them all."""
    state = named(name)
    page.goto(state.path)
    state.reach(page)
    for width, height in ROOM:
        resize(page, width, height)
        page.evaluate(LAID_OUT)
        cut = page.evaluate(
            """() => {
                const bars = document.getElementById("parts");
                if (bars.classList.contains("bars")) return document.getElementById("part").checkVisibility() ? [] : ["no name"];
                return [...bars.querySelectorAll("li > span")].filter((name) => name.scrollWidth > name.parentElement.clientWidth || name.getBoundingClientRect().right > bars.getBoundingClientRect().right).map((name) => name.textContent);
            }"""
        )
        assert cut == [], (width, height)
    page.locator("#log-open").click()
    names = page.locator("#log-parts li")
    expect(names).to_have_count(6)
    for index in range(6):
        box = names.nth(index)
        assert box.evaluate("(name) => name.scrollWidth <= name.clientWidth")


def test_a_line_is_open_once_the_page_knows_what_is_asked(page: Page) -> None:
    """Until then the room shows the question from before the line was lost, and words that are begun under it
    belong to that one: so after each greeting it waits for the view."""
    page.goto("/static/logo.svg")
    seen = page.evaluate(
        """async () => {
          const { Line } = await import("/static/line.js");
          const line = new Line("i1", { typingMs: 500 });
          const seen = [];
          let state = "";
          line.addEventListener("state", (event) => { state = event.detail.state; });
          const then = (what, happen) => { happen(); seen.push([what, state]); };
          const greeted = () => { line.there = true; line.heard({ t: "hello", saved: [] }); };
          then("greeted", () => { line.connect(); greeted(); });
          then("told", () => line.heard({ t: "view", question: "Who are you?" }));
          then("lost", () => line.again(true));
          then("greeted", greeted);
          then("told", () => line.heard({ t: "view", question: "Where are you from?" }));
          line.close();
          return seen;
        }"""
    )
    assert seen == [
        ["greeted", "connecting"],
        ["told", "open"],
        ["lost", "reconnecting"],
        ["greeted", "reconnecting"],
        ["told", "open"],
    ]
