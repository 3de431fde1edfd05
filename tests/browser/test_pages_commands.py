"""What a person does in the room: with keys alone, by its buttons, and at its end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from room import ROOM, asked, opened, sent, tell, view

pytestmark = pytest.mark.browser


def test_a_person_without_a_mouse_gets_from_the_start_into_the_room(page: Page) -> None:
    """Keyboard alone: fill in, consent, choose typing, answer, and look at the transcript."""
    press = page.keyboard.press

    def reach(selector: str, most: int = 40) -> None:
        for _ in range(most):
            if page.locator(selector).evaluate("(el) => el === document.activeElement"):
                return
            press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    page.goto("/")
    press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    reach("#name")
    page.keyboard.type("Amara")
    reach("#role")
    page.keyboard.type("Baker")
    reach("[name=plan]:checked")
    press("ArrowDown")
    reach("#consent")
    press("Space")
    reach("#send")
    press("Enter")
    page.wait_for_url("**/check")
    reach("[data-do=type]:visible")
    press("Enter")
    expect(page.locator("#start")).to_be_focused()
    press("Enter")
    page.wait_for_url("**/room")
    asked(page)
    tell(page, view("turn"))
    reach("#typed-text")
    page.keyboard.type("I bake bread in a space of my own.")
    press("Control+Enter")
    assert ["typed", "I bake bread in a space of my own."] in sent(page)
    expect(page.locator("#typed-text")).to_be_focused()
    reach("#log-open")
    press("Enter")
    expect(page.locator("#log-close")).to_be_focused()
    press("Escape")
    expect(page.locator("#log-open")).to_be_focused()


@pytest.mark.parametrize(
    ("cue", "word", "told"),
    [
        ("speaking", "Interrupt", ["command", "interrupt"]),
        ("answering", "I’m finished", ["finish", None]),
        ("paused", "Go on", ["command", "resume"]),
    ],
)
def test_the_main_button_does_what_it_says(
    page: Page, cue: str, word: str, told: list[object]
) -> None:
    """Its words follow the state, and a press sends that and nothing else."""
    opened(page, cue)
    before = len(sent(page))
    page.get_by_role("button", name=word).first.click()
    assert sent(page)[before:] == [told]


@pytest.mark.parametrize("cue", ["turn", "thinking", "minute"])
def test_where_nothing_is_to_be_pressed_nothing_is_sent(page: Page, cue: str) -> None:
    """The dashed button only says what to do."""
    opened(page, cue)
    before = sent(page)
    page.locator("#primary").click(force=True)
    assert sent(page) == before


def test_commands_are_sent_and_pause_becomes_go_on(page: Page) -> None:
    """Five commands, by their buttons."""
    opened(page, "turn")
    for name in ("Repeat", "Rephrase", "A minute", "Skip", "Pause"):
        page.locator(".cmds").get_by_role("button", name=name).click()
    tell(page, view("paused"))
    page.locator(".cmds").get_by_role("button", name="Go on").click()
    commands = [what for kind, what in sent(page) if kind == "command"]
    assert commands == ["repeat", "rephrase", "think", "skip", "pause", "resume"]


def test_space_talks_while_it_is_held_on_its_button_alone(page: Page) -> None:
    """Hold to talk by key: down once, up once; elsewhere space does what it does there."""
    opened(page, "turn")
    page.get_by_text("Hold to talk", exact=True).click()
    page.keyboard.press("Space")
    page.locator("#primary").focus()
    page.keyboard.down("Space")
    page.keyboard.down("Space")
    expect(page.locator("#primary")).to_have_text("Release when you’re done")
    page.keyboard.up("Space")
    page.locator("[data-command=repeat]").focus()
    page.keyboard.press("Space")
    told = [entry for entry in sent(page) if entry[0] in ("hold", "command")]
    assert told == [["hold", True], ["hold", False], ["command", "repeat"]]


def test_letting_go_elsewhere_ends_the_talk(page: Page) -> None:
    """A pointer that leaves the button, or a window that loses the focus, releases it."""
    opened(page, "turn")
    page.get_by_text("Hold to talk", exact=True).click()
    page.locator("#primary").hover()
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    page.locator("#primary").focus()
    page.keyboard.down("Space")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert [what for kind, what in sent(page) if kind == "hold"] == [True, False, True, False]


def test_the_end_is_asked_once(page: Page) -> None:
    """Keep going sends nothing; the second button ends."""
    page.goto(ROOM)
    asked(page)
    page.locator("#end").click()
    page.locator("#stay").click()
    assert ["command", "end"] not in sent(page)
    page.locator("#end").click()
    page.locator("#really-end").click()
    assert sent(page)[-1] == ["command", "end"]


def test_after_the_end_there_is_one_way_on(page: Page) -> None:
    """The main button leads to the report; commands do nothing any more."""
    page.goto(ROOM)
    asked(page)
    tell(
        page,
        view("turn"),
        {"t": "ended", "reason": "completed", "report": "/interviews/done/report"},
    )
    before = sent(page)
    page.locator("[data-command=repeat]").dispatch_event("click")
    assert sent(page) == before
    page.get_by_role("button", name="See the report").click()
    page.wait_for_url("**/interviews/done/report")
