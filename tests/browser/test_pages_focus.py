"""Where the focus is, and what a key does there."""

from __future__ import annotations

import string
from collections.abc import Iterator

import pytest
from audit import resize
from playwright.sync_api import Page, expect
from room import ROOM, enter, opened, tell, view
from states import STATES, State

pytestmark = pytest.mark.browser
CUES = ("speaking", "turn", "answering", "thinking", "minute", "paused", "lost")
SINGLE_KEYS = [*string.ascii_letters, *string.digits, *string.punctuation, "Space", "Enter"]
OTHER_KEYS = ["Escape", "Alt+r", "Alt+m", "Alt+p", "Alt+l", "Delete", "Home", "PageDown", "F2"]
PLACES = [
    state
    for state in STATES
    if state.name
    in {
        "start-open", "start-errors", "check-heard", "check-refused", "check-deaf", "room-turn", "room-type",
        "room-drawer", "room-end-asked", "report", "report-judged", "history", "history-delete", "keys-own",
        "privacy", "not-found",
    }
]  # fmt: skip


def acts(page: Page) -> list[list[object]]:
    """What the page has told the interview, but for that somebody types."""
    told: list[list[object]] = page.evaluate("stage.sent.filter(([name]) => name !== 'typing')")
    return told


def focused(page: Page) -> str:
    """The id of the element that has the focus."""
    return str(page.evaluate("document.activeElement.id"))


@pytest.mark.parametrize("cue", CUES)
def test_no_key_acts_from_the_field_but_the_one_that_sends(page: Page, cue: str) -> None:
    """Whatever the interviewer does: a single key writes, or does nothing (WCAG 2.1.4), and the focus stays."""
    opened(page, "turn")
    page.locator("[name=mode][value=type]").check(force=True)
    page.locator("#typed-text").press_sequentially("I bake.")
    page.keyboard.press("Control+Enter")
    tell(page, view(cue))
    before = acts(page)
    for key in SINGLE_KEYS + OTHER_KEYS:
        page.keyboard.press(key)
    assert acts(page) == before
    assert focused(page) == "typed-text"
    expect(page.locator("#typed-text")).to_have_value(
        "".join({"Space": " ", "Enter": "\n"}.get(key, key) for key in SINGLE_KEYS)
    )


@pytest.mark.parametrize("how", ["Control+Enter", "Meta+Enter", "button", "Enter on the button"])
def test_after_sending_the_focus_is_where_the_next_words_go(page: Page, how: str) -> None:
    """However the answer was sent."""
    opened(page, "turn")
    page.locator("[name=mode][value=type]").check(force=True)
    field = page.locator("#typed-text")
    field.fill("I bake bread.")
    if how == "button":
        page.locator("#primary").click()
    elif how.startswith("Enter"):
        page.locator("#primary").press("Enter")
    else:
        field.press(how)
    assert ["typed", "I bake bread."] in acts(page)
    for cue in ("thinking", "speaking", "turn"):
        tell(page, view(cue))
        expect(field).to_be_focused()
    page.keyboard.type("And more")
    expect(field).to_have_value("And more")


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_button_whose_words_changed_says_them_before_it_does_them(page: Page, key: str) -> None:
    """Who has pressed "I'm finished" and presses again does not interrupt; the second press does."""
    opened(page, "answering")
    button = page.locator("#primary")
    button.focus()
    page.keyboard.press(key)
    tell(page, view("thinking"), view("speaking"))
    before = acts(page)
    assert before[-1] == ["finish", None]
    page.keyboard.press(key)
    assert acts(page) == before
    for place in ("#aside", "#status"):
        expect(page.locator(place)).to_contain_text("That button says “Interrupt” now. Press again")
    page.keyboard.press(key)
    assert acts(page)[len(before) :] == [["command", "interrupt"]]


def test_who_comes_to_a_button_presses_it_once(page: Page) -> None:
    """Its words did not change since the focus came: the first press does it. A pointer always does."""
    page.goto(ROOM)
    enter(page)
    page.locator("#primary").focus()
    page.keyboard.press("Enter")
    assert acts(page)[-1] == ["command", "interrupt"]
    tell(page, view("answering"))
    page.locator("#primary").click()
    assert acts(page)[-1] == ["finish", None]


def test_a_key_that_stays_down_presses_once(page: Page) -> None:
    """Enter repeats while it is held; a button is pressed once."""
    opened(page, "answering")
    page.locator("#primary").focus()
    before = len(acts(page))
    for _ in range(5):
        page.keyboard.down("Enter")
        tell(page, view("speaking"))
    page.keyboard.up("Enter")
    page.locator("[data-command=skip]").focus()
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert acts(page)[before:] == [["finish", None], ["command", "skip"]]


def test_space_that_is_held_talks_again_at_the_next_turn(page: Page) -> None:
    """The focus stays on "Hold to talk" while the interviewer speaks; there, space interrupts nobody, and
    at the next turn it talks at once."""
    opened(page, "turn")
    page.get_by_text("Hold to talk", exact=True).click()
    page.locator("#primary").focus()
    page.keyboard.press("Space")
    tell(page, view("thinking"), view("speaking"))
    page.keyboard.press("Space")
    tell(page, view("turn"))
    page.keyboard.press("Space")
    told = [entry for entry in acts(page) if entry[0] in ("hold", "command")]
    assert told == [["hold", True], ["hold", False], ["hold", True], ["hold", False]]


def test_escape_closes_the_transcript_only_from_within(page: Page) -> None:
    """Beside the room on a wide page: Escape in the field is not Escape in the transcript."""
    opened(page, "turn")
    page.locator("[name=mode][value=type]").check(force=True)
    page.locator("#log-open").click()
    page.locator("#typed-text").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#log")).to_be_visible()
    expect(page.locator("#typed-text")).to_be_focused()
    page.locator("#log-close").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#log")).to_be_hidden()
    expect(page.locator("#log-open")).to_be_focused()


def test_the_check_never_drops_the_focus(page: Page) -> None:
    """Each press that takes its own button away leads on, and not to the top of the page."""
    page.goto("/interviews/new/check?refuse=NotAllowedError")
    for press, lands in (
        ("[data-do=ask]:visible", "h-mic"),
        ("[data-do=chime]", ""),
        ("[data-do=deaf]", ""),
        ("[data-do=heard]", "h-spk"),
        ("[data-do=type]:visible", "start"),
    ):
        page.locator(press).first.press("Enter")
        page.wait_for_function("() => document.activeElement !== document.body")
        assert not lands or focused(page) == lands


def stops(page: Page, most: int = 250) -> Iterator[dict[str, object]]:
    """Where the focus is and every place that Tab leads to: name, whether any of it can be seen, and size."""
    page.evaluate("globalThis.met = new Set()")
    for turn in range(most):
        if turn or focused(page) == "":
            page.keyboard.press("Tab")
        stop = page.evaluate(
            """async () => {
                await Promise.allSettled(document.getAnimations().map((move) => move.finished));
                const at = document.activeElement;
                if (at === document.body || met.has(at)) return null;
                met.add(at);
                const box = (at.labels?.length && at.matches("[type=radio], [type=checkbox]") ? at.closest("label") ?? at : at).getBoundingClientRect();
                const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [box.left + x * box.width, box.top + y * box.height]));
                const seen = points.some(([x, y]) => { const top = document.elementFromPoint(x, y); return top && (at.contains(top) || top.contains(at) || [...(at.labels ?? [])].some((label) => label.contains(top))); });
                const inline = getComputedStyle(at).display === "inline" || at.tabIndex < 0;  // a heading that has the focus is nothing to press
                return { name: at.outerHTML.slice(0, 90), seen, inline, width: box.width, height: box.height };
            }"""
        )
        if stop is None:
            return
        yield stop


@pytest.mark.parametrize("state", PLACES, ids=lambda state: state.name)
def test_what_has_the_focus_can_be_seen_and_hit(page: Page, state: State) -> None:
    """On a phone and on a desk every place that Tab leads to is at least partly in sight, under nothing (2.4.11), and
    has 24 by 24 pixels unless it stands in a line of text (2.5.8); also over the notice that there is no network."""
    resize(page, 360, 740)
    page.goto(state.path)
    state.reach(page)
    page.evaluate("globalThis.first = document.activeElement")
    for width in (360, 1440):
        resize(page, width, 740)
        page.evaluate("first === document.body || first.focus()")
        page.evaluate("window.dispatchEvent(new Event('offline'))")
        page.context.set_offline(True)
        found = list(stops(page))
        page.context.set_offline(False)
        assert found, width
        assert [stop["name"] for stop in found if not stop["seen"]] == [], width
        small = [s for s in found if not s["inline"] and (s["width"] < 24 or s["height"] < 24)]
        assert [(s["name"], s["width"], s["height"]) for s in small] == [], width
