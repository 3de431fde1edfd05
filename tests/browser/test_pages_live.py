"""The room alive: what it does with what the interview tells it, and with what a person does."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from states import ACK, QUESTION, asked, enter, tell, view

pytestmark = pytest.mark.browser
ROOM = "/interviews/new/room"


def sent(page: Page) -> list[list[object]]:
    """Everything that the page has told the interview so far."""
    told: list[list[object]] = page.evaluate("stage.sent")
    return told


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


def test_the_interviewers_words_follow_the_loudspeaker(page: Page) -> None:
    """Whole words, as many as were heard; after an interruption no more than those."""
    page.goto(ROOM)
    enter(page)
    expect(page.locator("#said")).to_have_text(ACK)
    heard = page.locator("#q").evaluate("(q) => q.firstChild.firstChild.textContent")
    assert QUESTION.startswith(heard)
    assert heard.strip()
    expect(page.locator("#q .yet")).to_have_text(QUESTION[len(heard) :].strip())
    page.evaluate("stage.sound('cleared', {id: 'u1', played_ms: 5100})")
    tell(page, view("answering"))
    expect(page.locator("#q .yet")).to_be_visible()
    expect(page.locator("#who-them")).to_have_text("Interviewer stopped for you")


def test_an_answer_of_several_sentences_grows_while_it_is_spoken(page: Page) -> None:
    """What is sure of it is dark, and what is guessed is not."""
    page.goto(ROOM)
    asked(page)
    caption = {"t": "caption", "who": "candidate", "id": "c"}
    tell(
        page,
        view("answering"),
        {**caption, "text": "We finished.", "final": True},
        {**caption, "text": "We finished. Nobody lost", "final": False},
    )
    expect(page.locator("#mine")).to_have_text("We finished. Nobody lost")
    expect(page.locator("#mine .interim")).to_have_text("Nobody lost")
    tell(page, {**caption, "text": "We finished. Nobody lost any.", "final": True})
    expect(page.locator("#mine .interim")).to_have_text("")


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
    page.goto(ROOM)
    asked(page)
    tell(page, view(cue))
    before = len(sent(page))
    page.get_by_role("button", name=word).first.click()
    assert sent(page)[before:] == [told]


@pytest.mark.parametrize("cue", ["turn", "thinking", "minute"])
def test_where_nothing_is_to_be_pressed_nothing_is_sent(page: Page, cue: str) -> None:
    """The dashed button only says what to do."""
    page.goto(ROOM)
    asked(page)
    tell(page, view(cue))
    before = sent(page)
    page.locator("#primary").click(force=True)
    assert sent(page) == before


def test_commands_are_sent_and_pause_becomes_go_on(page: Page) -> None:
    """Five commands, by their buttons."""
    page.goto(ROOM)
    asked(page)
    tell(page, view("turn"))
    for name in ("Repeat", "Rephrase", "A minute", "Skip", "Pause"):
        page.locator(".cmds").get_by_role("button", name=name).click()
    tell(page, view("paused"))
    page.locator(".cmds").get_by_role("button", name="Go on").click()
    commands = [what for kind, what in sent(page) if kind == "command"]
    assert commands == ["repeat", "rephrase", "think", "skip", "pause", "resume"]


def test_space_talks_while_it_is_held_on_its_button_alone(page: Page) -> None:
    """Hold to talk by key: down once, up once; elsewhere space does what it does there."""
    page.goto(ROOM)
    asked(page)
    tell(page, view("turn"))
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
    page.goto(ROOM)
    asked(page)
    tell(page, view("turn"))
    page.get_by_text("Hold to talk", exact=True).click()
    page.locator("#primary").hover()
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    page.locator("#primary").focus()
    page.keyboard.down("Space")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert [what for kind, what in sent(page) if kind == "hold"] == [True, False, True, False]


def test_the_hidden_clock_stays_hidden(page: Page) -> None:
    """Also after the page was loaded again."""
    page.goto(ROOM)
    asked(page)
    tell(page, view("paused"))
    expect(page.locator("#time")).to_have_text("5:07")
    page.locator("#clock").click()
    page.reload()
    asked(page)
    tell(page, view("paused"))
    expect(page.locator("#time")).to_have_text("Clock")


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
    page.goto("/interviews/new/room")
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


def test_a_lost_line_comes_back_to_the_same_question(page: Page) -> None:
    """While it is lost the question stays, the clock stands, and no command is sent."""
    page.goto(ROOM)
    asked(page)
    tell(page, view("turn"))
    page.evaluate("stage.connection({state: 'reconnecting', attempt: 1})")
    expect(page.locator("#who-them")).to_have_text("Interviewer is reconnecting")
    expect(page.locator("#q")).to_have_text(QUESTION)
    before = sent(page)
    page.locator("[data-command=skip]").click(force=True)
    assert sent(page) == before
    page.evaluate("stage.connection({state: 'open'})")
    tell(page, view("turn"))
    expect(page.locator("#who-you")).to_have_text("Your turn Take your time.")


def test_a_lost_microphone_offers_typing(page: Page) -> None:
    """One press, and the field is there; the trouble is gone."""
    page.goto(ROOM)
    asked(page)
    tell(page, view("turn"))
    page.evaluate("stage.sound('microphone', {state: 'lost', label: ''})")
    page.get_by_role("button", name="Type instead").click()
    expect(page.locator("#typed-text")).to_be_visible()
    expect(page.locator("#aside")).to_have_text("")
    assert ["mode", "type"] in sent(page)


REFUSED = """(text) => stage.post({
    state: "refused", messages: [{t: "typed", mid: "m-1", text}], detail: "too many messages"
})"""


def test_an_answer_that_is_too_long_stays_in_its_box(page: Page) -> None:
    """Near the longest answer the page counts; a longer one is not sent and not cut, and the page says
    what to do. What the server refuses is back in the box, and why is said."""
    page.goto(ROOM)
    asked(page)
    tell(page, view("turn"))
    page.evaluate("stage.sound('microphone', {state: 'lost', label: ''})")
    page.get_by_role("button", name="Type instead").click()
    field, count = page.locator("#typed-text"), page.locator("#typed-count")
    field.fill("b" * 7_000)
    expect(count).to_be_hidden()
    field.fill("b" * 7_990)
    expect(count).to_have_text("7,990 of 8,000 characters.")
    field.fill("b" * 8_120)
    expect(count).to_contain_text("120 characters more than the 8,000 of one answer.")
    field.press("Control+Enter")
    expect(field).to_have_value("b" * 8_120)
    assert "typed" not in [name for name, *_ in sent(page)]
    field.fill("😀" * 8_000)
    field.press("Control+Enter")
    expect(field).to_have_value("")
    assert ["typed", "😀" * 8_000] in sent(page)
    page.evaluate(REFUSED, "😀" * 8_000)
    expect(field).to_have_value("😀" * 8_000)
    expect(page.locator("#aside")).to_contain_text("too many messages")


def test_who_types_is_not_brought_back_by_a_microphone_that_opens_late(page: Page) -> None:
    """Typing is chosen while the browser still opens the microphone: it stays chosen, nothing listens."""
    page.add_init_script("globalThis.stage = {slow: true}")
    page.goto("/interviews/new/check")
    page.locator("[data-do=ask]:visible").first.click()
    page.wait_for_function("() => Boolean(stage.open)")
    page.locator("[data-do=type]:visible").click()
    page.evaluate("stage.open()")
    page.wait_for_function("() => stage.closed === 1")
    expect(page.locator("body")).to_have_attribute("data-state", "typed")
    page.locator("#start").press("Enter")
    page.wait_for_url("**/room")


def test_a_sleeping_browser_is_woken_before_the_interview_begins(page: Page) -> None:
    """No line is opened until there is sound to hear it by."""
    page.add_init_script("globalThis.stage = {asleep: true}")
    page.goto(ROOM)
    page.get_by_role("button", name="Go in").click()
    page.wait_for_function("() => stage.sent.some(([name]) => name === 'connect')")
    assert sent(page).index(["connect", None]) == 0


def test_a_question_that_is_still_being_worded(page: Page) -> None:
    """The question before stays in its place until the new one is known; then both sentences are shown
    as they are spoken."""
    page.goto(ROOM)
    asked(page)
    lead, question = "Six hours is quick.", "What did it cost?"
    tell(page, {"t": "say", "id": "u2", "kind": "probe", "text": lead, "more": True})
    page.evaluate("stage.sound('started', {id: 'u2'}); stage.playhead(600)")
    expect(page.locator("#said")).to_have_text(lead)
    expect(page.locator("#q")).to_have_text(QUESTION)
    tell(page, {"t": "words", "id": "u2", "text": f"{lead} {question}", "more": False})
    expect(page.locator("#said")).to_have_text(lead)
    expect(page.locator("#q")).to_have_text(question)
    tell(page, {"t": "length", "id": "u2", "ms": 2000})
    page.evaluate("stage.sound('finished', {id: 'u2', played_ms: 2000})")
    expect(page.locator("#q .yet")).to_have_count(0)
