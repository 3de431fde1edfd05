"""The pages alive: what they do with what the interview tells them, and with what a person does."""

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
    press("Alt+l")
    expect(page.locator("#log-close")).to_be_focused()
    press("Escape")
    expect(page.locator("#log-open")).to_be_focused()


def test_errors_stand_beside_their_fields_and_the_form_keeps_its_words(page: Page) -> None:
    """Without consent nothing is sent; a server's complaint opens the part that holds its field."""
    page.goto("/")
    page.locator("#name").fill("bad")
    page.locator("#send").click()
    expect(page.locator("#consent")).to_be_focused()
    expect(page.locator("#consent")).to_have_accessible_description(
        "Please tick this first. We do not start without it. The written record is deleted after 30 days, or when you say so. What is kept Nothing you say leaves this server."
    )
    page.locator("#consent").check()
    page.locator("#send").click()
    expect(page.locator("#job_description")).to_be_focused()
    expect(page.locator("#job_description-err")).to_have_text(
        "This is too long: 20 000 characters at most."
    )
    expect(page.locator("#consent-err")).to_have_count(0)
    assert page.locator("#name").input_value() == "bad"


def test_a_refusal_says_when_to_come_back(page: Page) -> None:
    """A refusal that belongs to no field stands by the button, with the time to wait."""
    page.goto("/")
    page.get_by_text("Your résumé and the job").click()
    page.locator("#company").fill("full")
    page.locator("#consent").check()
    page.locator("#send").click()
    expect(page.locator("#trouble")).to_contain_text(
        "Too many interviews were begun. Try again in 30 seconds."
    )


def test_without_a_network_nothing_is_lost(page: Page) -> None:
    """Offline is said, sending fails politely, and the form keeps its words."""
    page.goto("/")
    page.locator("#role").fill("Baker")
    page.locator("#consent").check()
    page.context.set_offline(True)
    expect(page.locator(".offline")).to_contain_text("You are offline.")
    page.locator("#send").click()
    expect(page.locator("#trouble")).to_contain_text("Nothing was sent.")
    assert page.locator("#role").input_value() == "Baker"


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


def test_a_screen_reader_hears_finished_sentences_and_changes_of_floor_only(page: Page) -> None:
    """Interim words and the interviewer's are not announced; the latter can be asked for."""
    page.goto(ROOM)
    asked(page)
    expect(page.locator("#captions")).to_have_text("")
    tell(
        page,
        view("answering"),
        {"t": "caption", "who": "candidate", "id": "c", "text": "We fin", "final": False},
    )
    expect(page.locator("#captions")).to_have_text("")
    tell(
        page, {"t": "caption", "who": "candidate", "id": "c", "text": "We finished.", "final": True}
    )
    expect(page.locator("#captions")).to_have_text("You: We finished.")
    expect(page.locator("#status")).to_have_text("You’re speaking")
    page.locator("#log-open").click()
    page.locator("#read-aloud").check()
    tell(
        page,
        {"t": "say", "id": "u2", "kind": "probe", "text": "Why?"},
        view("speaking", question="Why?"),
    )
    expect(page.locator("#status")).to_have_text("")
    page.evaluate(
        "stage.sound('started', {id: 'u2'}); stage.sound('finished', {id: 'u2', played_ms: 300})"
    )
    expect(page.locator("#captions")).to_contain_text("Interviewer: Why?")


def test_an_answer_of_several_sentences_grows_while_it_is_spoken(page: Page) -> None:
    """What is sure of it is dark, what is guessed is not, and each sentence is announced once."""
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
    expect(page.locator("#captions p")).to_have_text(["You: We finished.", "You: Nobody lost any."])


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
    """Five commands, by button or by key."""
    page.goto(ROOM)
    asked(page)
    tell(page, view("turn"))
    for name in ("Repeat", "Rephrase", "A minute", "Skip", "Pause"):
        page.locator(".cmds").get_by_role("button", name=name).click()
    page.keyboard.press("Alt+m")
    tell(page, view("paused"))
    page.locator(".cmds").get_by_role("button", name="Go on").click()
    commands = [what for kind, what in sent(page) if kind == "command"]
    assert commands == ["repeat", "rephrase", "think", "skip", "pause", "think", "resume"]


def test_space_talks_while_it_is_held_but_never_inside_a_field_or_on_a_button(page: Page) -> None:
    """Hold to talk by key: down once, up once; on a command it presses the command."""
    page.goto(ROOM)
    asked(page)
    tell(page, view("turn"))
    page.get_by_text("Hold to talk", exact=True).click()
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
    page.locator("[data-command=repeat]").click(force=True)
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


def test_who_types_is_not_brought_back_by_a_microphone_that_opens_late(page: Page) -> None:
    """Typing is chosen while the browser still opens the microphone: it stays chosen, nothing listens."""
    page.add_init_script("globalThis.stage = {slow: true}")
    page.goto("/interviews/new/check")
    page.locator("[data-do=ask]:visible").first.click()
    page.wait_for_function("Boolean(stage.open)")
    page.locator("[data-do=type]:visible").click()
    page.evaluate("stage.open()")
    page.wait_for_function("stage.closed === 1")
    expect(page.locator("body")).to_have_attribute("data-state", "typed")
    page.locator("#start").press("Enter")
    page.wait_for_url("**/room")


def test_a_sleeping_browser_is_woken_before_the_interview_begins(page: Page) -> None:
    """No line is opened until there is sound to hear it by."""
    page.add_init_script("globalThis.stage = {asleep: true}")
    page.goto(ROOM)
    page.get_by_role("button", name="Go in").click()
    page.wait_for_function("stage.sent.some(([name]) => name === 'connect')")
    assert sent(page).index(["connect", None]) == 0


def test_an_interview_that_is_gone_leads_back(page: Page) -> None:
    """Deleting asks, deletes, and shows the rest."""
    page.goto("/history")
    before = page.locator(".rows > li").count()
    page.goto("/interviews/older/report")
    page.get_by_role("button", name="Delete this interview").click()
    expect(page.locator("#erase-no")).to_be_focused()
    page.locator("#erase-yes").click()
    page.wait_for_url("**/history")
    expect(page.locator(".rows > li")).to_have_count(before - 1)


def test_the_question_before_deleting_names_the_row(page: Page) -> None:
    """The same time as in the row, on the reader's own clock, and only what there is to lose."""
    page.goto("/history")
    for row, goes in ((0, "what you filled in goes now"), (1, "The report and the transcript")):
        line = page.locator(".rows > li").nth(row)
        line.get_by_role("button", name="Delete").click()
        when = line.locator("time").inner_text()
        expect(page.locator("#erase-h")).to_have_text(f"Delete the interview of {when}?")
        expect(page.locator("#erase-p")).to_contain_text(goes)
        page.locator("#erase-no").click()


def test_whoever_asked_is_called_when_a_room_is_free(page: Page) -> None:
    """The full page looks again by itself and then lets the person in."""
    page.goto("/taken/interviews/new/room")
    page.locator("#call").click()
    expect(page.locator("#enter")).to_be_focused()
    assert page.title() == "A room is free, Greenroom"


def test_the_theme_is_chosen_and_kept(page: Page) -> None:
    """System, light, dark; the next page has it from its first paint."""
    page.goto("/")
    button = page.locator("[data-theme-toggle]")
    button.click()
    button.click()
    expect(button).to_have_text("Theme: dark")
    page.goto("/privacy")
    assert page.locator("html").get_attribute("data-theme") == "dark"


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
