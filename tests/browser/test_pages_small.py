"""The room at every size: whole, reachable and unobscured, with a keyboard on the screen too."""

from __future__ import annotations

from pathlib import Path

import pytest
from audit import LAID_OUT, SPACED, resize, settled
from playwright.sync_api import Page, expect
from room import LONG_WORDS, showing, tell, view
from states import STATES, State

pytestmark = pytest.mark.browser
MEASURE = (Path(__file__).parent / "measure.js").read_text()
SIZES = [
    (320, 256),  # 1,280 x 1,024 at 400 %
    (320, 568),
    (360, 640),
    (360, 740),
    (568, 320),
    (640, 360),  # 1,280 x 720 at 200 %
    (640, 512),
    (719, 900),
    (720, 480),
    (768, 1024),
    (844, 390),
    (1024, 600),
    (1024, 768),
    (1440, 900),
    (1920, 1080),
]
ROOMS = [
    state
    for state in STATES
    if state.name.startswith("room-") and state.name not in ("room-drawer", "room-end-asked")
]
KEYBOARDS = [(360, 640, 290), (320, 568, 250), (320, 256, 90), (390, 664, 336), (844, 390, 200)]
"""Width, height, and how much of that a keyboard covers."""


def named(name: str) -> State:
    return next(state for state in STATES if state.name == name)


def faults(page: Page, seen: dict[str, int] | None = None) -> list[str]:
    return settled(page, MEASURE, seen)


def everywhere(page: Page, sizes: list[tuple[int, int]]) -> dict[tuple[int, int], list[str]]:
    found = {}
    for width, height in sizes:
        resize(page, width, height)
        if wrong := faults(page, {"top": 0, "bottom": height}):
            found[width, height] = wrong
    return found


@pytest.mark.parametrize("state", ROOMS, ids=lambda state: state.name)
def test_the_room_is_whole_at_every_size(page: Page, state: State) -> None:
    """End, clock and transcript stay in sight; question, box and main button are seen together; the
    other controls are reached by scrolling down, never sideways; nothing covers anything."""
    page.goto(state.path)
    state.reach(page)
    assert everywhere(page, SIZES) == {}


@pytest.mark.parametrize("name", ["room-type", "room-answering", "room-long-word"])
def test_the_room_survives_wider_text(page: Page, name: str) -> None:
    """Nothing is cut or covered with the text spacing of WCAG 1.4.12."""
    state = named(name)
    page.goto(state.path)
    state.reach(page)
    page.evaluate(SPACED)
    assert everywhere(page, [(320, 568), (360, 740), (768, 1024), (1440, 900)]) == {}


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


@pytest.mark.parametrize(
    ("seen", "covered"),
    [
        ({"height": 640, "offsetTop": 0, "scale": 1}, {"over": 0, "under": 0}),
        ({"height": 639.4, "offsetTop": 0, "scale": 1}, {"over": 0, "under": 0}),
        ({"height": 350, "offsetTop": 0, "scale": 1}, {"over": 0, "under": 290}),
        ({"height": 350, "offsetTop": 100, "scale": 1}, {"over": 100, "under": 190}),
        ({"height": 320, "offsetTop": 90, "scale": 2}, {"over": 0, "under": 0}),
        ({"height": 175, "offsetTop": 90, "scale": 2}, {"over": 0, "under": 290}),
    ],
)
def test_what_a_keyboard_covers(
    page: Page, seen: dict[str, float], covered: dict[str, int]
) -> None:
    """It is what is missing of the window's height; zooming with two fingers covers nothing."""
    page.goto("/static/logo.svg")
    found = page.evaluate(
        "async (seen) => (await import('/static/viewport.js')).covered(seen, 640)", seen
    )
    assert found == covered


@pytest.mark.parametrize("width", [320, 1440])
def test_the_ended_room_has_one_thing_to_do(page: Page, width: int) -> None:
    """Nothing live is left: of what can be pressed there are the report, the clock and the transcript."""
    page.set_viewport_size({"width": width, "height": 700})
    state = named("room-ended")
    page.goto(state.path)
    state.reach(page)
    left = page.locator(".room").locator("button:visible, label:visible, textarea:visible")
    assert left.evaluate_all("(all) => all.map((one) => one.id)") == [
        "clock",
        "log-open",
        "primary",
    ]
    expect(page.locator("#primary")).to_have_text("See the report")
    expect(page.locator("#who-them")).to_have_text("The interview is over")


@pytest.mark.parametrize("name", ["room-long-word", "room-long-name"])
def test_the_names_of_parts_can_be_read(page: Page, name: str) -> None:
    """Each name is whole above its bar, or only that of the part that runs is shown; a name that is
    too long even for two lines ends in dots, and the drawer has them all."""
    state = named(name)
    page.goto(state.path)
    state.reach(page)
    for width, height in SIZES:
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
