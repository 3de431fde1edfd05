"""The room alive: what it shows of what the interview tells it."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from room import ACK, QUESTION, ROOM, asked, enter, opened, sent, tell, view


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


def test_the_hidden_clock_stays_hidden(page: Page) -> None:
    """Also after the page was loaded again."""
    opened(page, "paused")
    expect(page.locator("#time")).to_have_text("5:07")
    page.locator("#clock").click()
    page.reload()
    asked(page)
    tell(page, view("paused"))
    expect(page.locator("#time")).to_have_text("Clock")


def test_a_lost_line_comes_back_to_the_same_question(page: Page) -> None:
    """While it is lost the question stays, the clock stands, and no command is sent."""
    opened(page, "turn")
    page.evaluate("stage.connection({state: 'reconnecting', attempt: 1})")
    expect(page.locator("#who-them")).to_have_text("Interviewer is reconnecting")
    expect(page.locator("#q")).to_have_text(QUESTION)
    before = sent(page)
    page.locator("[data-command=skip]").click(force=True)
    assert sent(page) == before
    page.evaluate("stage.connection({state: 'open'})")
    tell(page, view("turn"))
    expect(page.locator("#who-you")).to_have_text("Your turn Take your time.")


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
