"""Words that were not sent: kept, told to the interview, and tied to their question, in a real browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from room import QUESTION, ROOM, asked, sent, tell, view

pytestmark = pytest.mark.browser
OTHER = "Which of your colleagues disagreed, and about what?"


def asking(cue: str, question: str = QUESTION, key: str = "q1", **changes: Any) -> dict[str, Any]:
    return view(cue, question=question, question_id=key, **changes)


def typing(page: Page) -> None:
    """In the room, at the candidate's turn, answering by typing."""
    page.goto(ROOM)
    asked(page)
    page.locator("[name=mode][value=type]").check(force=True)
    tell(page, asking("turn", unsent=False, offer=""))
    page.locator("#typed-text").focus()


def test_the_box_stays_and_keeps_the_focus(page: Page) -> None:
    """Whatever the interviewer does: a reminder, another part, its voice, a pause, a lost line."""
    typing(page)
    field = page.locator("#typed-text")
    page.keyboard.type("We moved it in")
    happenings: list[list[dict[str, Any]]] = [
        [{"t": "say", "id": "u2", "kind": "reprompt", "text": "Take your time."}],
        [asking("speaking", OTHER, "q2", stage=3, floor="them")],
        [asking("thinking", OTHER, "q2", floor="them")],
        [asking("paused", OTHER, "q2", floor="none")],
        [asking("turn", OTHER, "q2")],
    ]
    for messages in happenings:
        tell(page, *messages)
        expect(field).to_be_visible()
        expect(field).to_be_focused()
    for state in ("reconnecting", "open"):
        page.evaluate("(state) => stage.connection({state})", state)
        expect(field).to_be_focused()
    page.keyboard.type(" four steps.")
    expect(field).to_have_value("We moved it in four steps.")


def test_the_interview_is_told_of_unsent_words(page: Page) -> None:
    """With the first key, when the box is emptied, and whenever the interview does not know: after a lost
    line or a restart. What it knows is not told again."""
    typing(page)
    field = page.locator("#typed-text")
    page.keyboard.type("W")
    assert sent(page)[-1] == ["typing", True]
    field.fill("")
    assert sent(page)[-1] == ["typing", False]
    field.fill("We moved it.")
    before = len(sent(page))
    tell(page, asking("turn", unsent=True))
    assert len(sent(page)) == before
    tell(page, asking("turn", unsent=False))
    assert sent(page)[before:] == [["typing", True]]


def test_what_was_saved_late_is_told_until_the_next_answer_is_begun(page: Page) -> None:
    """Word of it may come after the next question, over a line that was dead. The first key takes it away, so
    nothing on the page can be read as "saved" of a draft."""
    typing(page)
    posted = page.locator("#posted")
    message = {"t": "typed", "mid": "m1", "text": "We moved it in four steps."}
    tell(page, {"t": "post", "state": "sending", "messages": [message]})
    tell(
        page, {"t": "say", "id": "u2", "kind": "probe", "text": OTHER}, asking("turn", OTHER, "q2")
    )
    tell(page, {"t": "post", "state": "saved", "messages": [message]})
    expect(posted).to_have_text("Saved. We moved it in four steps.")
    page.keyboard.type("T")
    expect(posted).to_be_hidden()


def test_a_draft_survives_a_reload(page: Page) -> None:
    """It is back in its box, under its own question, and the interview hears of it again."""
    typing(page)
    page.keyboard.type("We moved it in four steps.")
    page.reload()
    asked(page)
    tell(page, asking("turn", OTHER, "q2", unsent=False))
    field = page.locator("#typed-text")
    expect(field).to_have_value("We moved it in four steps.")
    expect(field).to_be_focused()
    assert ["typing", True] in sent(page)
    expect(page.locator("#typed-moved")).to_contain_text(QUESTION)
    field.press("Control+Enter")
    assert ["typed", "We moved it in four steps.", QUESTION] in sent(page)
    page.reload()
    asked(page)
    tell(page, asking("turn", OTHER, "q2"))
    expect(field).to_have_value("")


def test_the_page_says_that_the_question_moved_on(page: Page) -> None:
    """Beside the box, and only when it is another question: other words for the same one are not."""
    typing(page)
    page.keyboard.type("We moved it")
    moved, field = page.locator("#typed-moved"), page.locator("#typed-text")
    tell(page, asking("turn", "Put in a number, if you can.", "q1"))
    expect(moved).to_be_hidden()
    tell(page, asking("speaking", OTHER, "q2", floor="them"))
    expect(moved).to_have_text(f"You began this under: “{QUESTION}”")
    expect(field).to_have_accessible_description(f"Ctrl Enter sends it. {moved.inner_text()}")
    expect(page.locator("#primary")).to_have_text("Send")
    page.locator("#primary").click()
    assert ["typed", "We moved it", QUESTION] in sent(page)
    expect(moved).to_be_hidden()
    field.fill("They all agreed.")
    expect(moved).to_be_hidden()
    field.press("Control+Enter")
    assert ["typed", "They all agreed.", OTHER] in sent(page)


REFUSED = """(text) => stage.post({
    state: "refused", messages: [{t: "typed", mid: "m-1", text}], detail: "too many messages"
})"""


def test_what_is_refused_is_a_draft_again(page: Page) -> None:
    """Under the question under which it was begun."""
    typing(page)
    page.keyboard.type("We moved it")
    page.locator("#typed-text").press("Control+Enter")
    page.evaluate(REFUSED, "We moved it")
    tell(page, asking("turn", OTHER, "q2", unsent=False))
    expect(page.locator("#typed-text")).to_have_value("We moved it")
    expect(page.locator("#typed-moved")).to_contain_text(QUESTION)
    assert sent(page)[-1] == ["typing", True]


def test_at_the_end_a_draft_is_offered_for_sending(page: Page) -> None:
    """The interview waits for it. Who ends without it tells so, and the words stay in this browser: the
    room says so, and the report has them, until they are deleted there."""
    typing(page)
    page.keyboard.type("One thing more")
    expect(page.locator("#leave-unsent")).to_be_hidden()
    tell(page, asking("turn", unsent=True, offer="send"))
    expect(page.locator("#who-them")).to_have_text("The interview is over")
    expect(page.locator("#who-you")).to_have_text("Send what you wrote?")
    expect(page.locator("#primary")).to_have_text("Send")
    page.get_by_role("button", name="End without it").click()
    assert sent(page)[-1] == ["typing", False]
    tell(page, {"t": "ended", "reason": "completed", "report": "/interviews/new/report"})
    expect(page.locator("#aside")).to_have_text(
        "What you wrote was not sent. It is kept in this browser, with the report."
    )
    panel = page.locator("#unsent")
    page.evaluate(
        "for (const key of Object.keys(localStorage)) "
        "localStorage.setItem(key.replace('draft.new', 'draft.done'), localStorage.getItem(key))"
    )
    page.goto("/interviews/done/report")
    expect(panel.locator("textarea")).to_have_value("One thing more")
    panel.get_by_role("button", name="Delete it").click()
    page.reload()
    expect(panel).to_be_hidden()
    assert page.evaluate("localStorage.getItem('greenroom.draft.done')") is None


def test_the_end_button_speaks_of_unsent_words(page: Page) -> None:
    """Before the interview is ended over them; who ends it all the same is not waited for."""
    typing(page)
    page.locator("#end").click()
    expect(page.locator("#end-unsent")).to_be_hidden()
    page.locator("#stay").click()
    page.locator("#typed-text").fill("One thing more")
    page.locator("#end").click()
    expect(page.locator("#end-unsent")).to_be_visible()
    page.locator("#really-end").click()
    assert sent(page)[-2:] == [["typing", False], ["command", "end"]]
    assert "One thing more" in page.evaluate("localStorage.getItem('greenroom.draft.new')")


def test_a_deleted_interview_leaves_no_draft(page: Page) -> None:
    """Its own goes with it; those of other interviews stay."""
    page.goto("/history")
    page.evaluate(
        "for (const id of ['deleted-with-a-draft', 'other']) localStorage.setItem(`greenroom.draft.${id}`,"
        " JSON.stringify({text: 'x', question: null, at: Date.now()}))"
    )
    button = page.locator("[data-erase='/api/interviews/deleted-with-a-draft']")
    button.click()
    page.locator("#erase-yes").click()
    expect(button).to_have_count(0)
    assert page.evaluate("localStorage.getItem('greenroom.draft.deleted-with-a-draft')") is None
    assert page.evaluate("localStorage.getItem('greenroom.draft.other')") is not None


def test_no_time_limits_is_kept_for_next_time(page: Page) -> None:
    """Chosen on the start page, it is sent with the registration and chosen again next time."""
    page.goto("/")
    page.get_by_label("No time limits").check()
    page.reload()
    expect(page.get_by_label("No time limits")).to_be_checked()
    page.locator("#consent").check()
    with page.expect_request("**/api/interviews") as asked_for:
        page.locator("#send").click()
    assert asked_for.value.post_data_json["unhurried"] is True
