"""What a screen reader is given of an interview, in order: live regions and focus in real Chromium."""

from __future__ import annotations

from typing import Any

import pytest
from announced import Listener
from inline_snapshot import snapshot
from playwright.sync_api import Page, expect
from room import STAGES, tell, view

pytestmark = pytest.mark.browser
ROOM = "/interviews/new/room"
HELLO = {"t": "hello", "protocol": 1, "stages": STAGES, "resumed": False}
FIRST, SECOND, LAST = (
    "What do you do?",
    "What was hard about it?",
    "Thank you. That was clear. Good-bye.",
)


def say(name: str, text: str, kind: str = "question", **more: Any) -> dict[str, Any]:
    return {"t": "say", "id": name, "kind": kind, "text": text, **more}


def voice(page: Page, name: str, end: str = "finished") -> None:
    """The loudspeaker plays an utterance."""
    page.evaluate(f"stage.sound('started', {{id: '{name}'}})")
    page.evaluate(f"stage.sound('{end}', {{id: '{name}', played_ms: 900}})")


def caption(text: str, *, final: bool = True) -> dict[str, Any]:
    return {"t": "caption", "who": "candidate", "id": "c", "text": text, "final": final}


def spoken_interview(page: Page, listener: Listener) -> list[list[str]]:
    """Two questions and the end, with voices; what is announced at each step."""
    heard = [listener.hears()]
    page.evaluate("stage.connection({state: 'open'})")
    tell(page, HELLO, view("thinking", question="", elapsed_ms=0))
    for name, question in (("a", FIRST), ("b", SECOND)):
        tell(page, say(name, f"Hello. {question}"), view("speaking", question=question))
        voice(page, name)
        tell(page, view("turn", question=question))
        heard.append(listener.hears())
        tell(page, view("answering", question=question), caption("I ba", final=False))
        tell(page, caption("I bake bread."), caption("I bake bread. At ni", final=False))
        tell(page, view("turn", question=question), view("answering", question=question))
        heard.append(listener.hears())
        tell(page, caption("I bake bread. At night."), view("thinking", question=question))
    tell(page, say("z", LAST, "closing"), view("speaking", question=""))
    voice(page, "z")
    tell(page, {"t": "ended", "reason": "completed", "report": ""})
    return [*heard, listener.hears()]


def test_a_spoken_interview(page: Page) -> None:
    """The voice says the questions and the candidate says the answers: neither is announced. Once for each
    question it is the candidate's turn, however often they pause."""
    assert spoken_interview(page, Listener(page, ROOM)) == snapshot(
        [
            ["Interviewer is coming in. You’re early. The clock starts with the first words."],
            ["Your turn."],
            [],
            ["Your turn."],
            [],
            ["The interview is over. Thank you. The report is ready."],
        ]
    )


def test_a_spoken_interview_without_a_loudspeaker(page: Page) -> None:
    """Who said on the check page that they hear nothing is given each of the interviewer's words once."""
    assert spoken_interview(page, Listener(page, ROOM, **{"greenroom.hears": "no"})) == snapshot(
        [
            ["Interviewer is coming in. You’re early. The clock starts with the first words."],
            ["Interviewer: Hello. What do you do?", "Your turn."],
            [],
            ["Interviewer: Hello. What was hard about it?", "Your turn."],
            [],
            [
                "Interviewer: Thank you. That was clear. Good-bye.",
                "The interview is over. Thank you. The report is ready.",
            ],
        ]
    )


def test_a_spoken_interview_of_which_everything_is_wanted(page: Page) -> None:
    """The choice "Always" reads the words after the voice has said them."""
    assert spoken_interview(
        page, Listener(page, ROOM, **{"greenroom.announce": "always"})
    ) == snapshot(
        [
            ["Interviewer is coming in. You’re early. The clock starts with the first words."],
            ["Interviewer: Hello. What do you do?", "Your turn."],
            [],
            ["Interviewer: Hello. What was hard about it?", "Your turn."],
            [],
            [
                "Interviewer: Thank you. That was clear. Good-bye.",
                "The interview is over. Thank you. The report is ready.",
            ],
        ]
    )


def test_a_spoken_interview_of_which_nothing_is_wanted(page: Page) -> None:
    """The choice "Never" leaves the states of the room."""
    kept = {"greenroom.announce": "never", "greenroom.hears": "no"}
    assert spoken_interview(page, Listener(page, ROOM, **kept)) == snapshot(
        [
            ["Interviewer is coming in. You’re early. The clock starts with the first words."],
            ["Your turn."],
            [],
            ["Your turn."],
            [],
            ["The interview is over. Thank you. The report is ready."],
        ]
    )


def test_a_typed_interview(page: Page) -> None:
    """The field keeps the focus; each question is read once, after the voice that may not be heard."""
    listener = Listener(page, ROOM, mode="type")
    page.evaluate("stage.connection({state: 'open'})")
    tell(page, HELLO, say("a", FIRST, more=True), view("speaking", question=""))
    tell(page, {"t": "words", "id": "a", "text": FIRST, "more": False})
    voice(page, "a")
    tell(page, view("turn", question=FIRST))
    heard = [listener.hears()]
    page.keyboard.type("I bake.")
    tell(page, view("answering", question=FIRST))
    page.keyboard.press("Control+Enter")
    tell(page, {"t": "post", "state": "saved", "messages": [{"t": "typed"}]})
    tell(page, view("thinking", question=FIRST))
    heard.append(listener.hears())
    tell(page, say("b", SECOND), view("speaking", question=SECOND))
    voice(page, "b")
    tell(page, view("turn", question=SECOND))
    heard.append(listener.hears())
    expect(page.locator("#typed-text")).to_be_focused()
    assert heard == snapshot(
        [
            [
                "focus: Your answer",
                "Interviewer: What do you do?",
                "Your turn.",
            ],
            ["Your answer is saved.", "The interviewer is thinking."],
            ["Interviewer: What was hard about it?", "Your turn."],
        ]
    )


def test_a_voice_that_fails(page: Page) -> None:
    """A question that is only written is announced at the candidate's turn, once, and so is one that no
    loudspeaker ever began."""
    listener = Listener(page, ROOM)
    page.evaluate("stage.connection({state: 'open'})")
    failed = {"t": "notice", "level": "warn", "text": "Its voice failed. Read the question here."}
    tell(page, HELLO, failed, view("turn", question=FIRST), view("turn", question=FIRST, stage=1))
    heard = [listener.hears()]
    tell(page, view("answering", question=FIRST), view("thinking", question=FIRST))
    tell(page, say("b", SECOND), view("speaking", question=SECOND), view("turn", question=SECOND))
    tell(page, view("turn", question=SECOND, near_end=True))
    assert [*heard, listener.hears()] == snapshot(
        [
            [
                "Interviewer: What do you do?",
                "Your turn. Its voice failed. Read the question here.",
            ],
            ["Interviewer: What was hard about it?", "Your turn."],
        ]
    )


def test_what_happens_to_the_room(page: Page) -> None:
    """Each state once; one that is over at once is not announced, nor what still holds."""
    listener = Listener(page, ROOM)
    page.evaluate("stage.connection({state: 'open'})")
    tell(page, HELLO, say("a", FIRST), view("speaking", question=FIRST))
    voice(page, "a")
    tell(page, view("turn", question=FIRST))
    heard = [listener.hears()]
    for what in (
        "stage.tell({t: 'ack', text: 'okay'})",
        "stage.connection({state: 'reconnecting', attempt: 1}); stage.connection({state: 'open'})",
        "stage.connection({state: 'reconnecting', attempt: 1})",
        "stage.connection({state: 'open'})",
        "stage.sound('microphone', {state: 'silent', label: ''})",
        "stage.sound('microphone', {state: 'heard', label: ''})",
    ):
        page.evaluate(what)
        heard.append(listener.hears())
    for cue in ("minute", "paused", "thinking"):
        tell(page, view(cue, question=FIRST))
        heard.append(listener.hears())
    assert heard == snapshot(
        [
            ["Your turn."],
            [],
            [],
            [
                "Interviewer is reconnecting. The connection is lost. The clock has stopped. We try again by ourselves."
            ],
            ["Your turn."],
            ["The microphone is on, but gives no sound at all. Is it muted? You can also type."],
            [],
            ["Interviewer is waiting. Take a minute. No hurry. This pause is not counted."],
            ["Paused. Your microphone is off. The clock has stopped. The question stays."],
            ["The interviewer is thinking."],
        ]
    )


def test_nothing_is_lost_behind_a_question(page: Page) -> None:
    """While the page asks whether to end, what is to be announced waits; what holds no more is dropped."""
    listener = Listener(page, ROOM, **{"greenroom.hears": "no"})
    page.evaluate("stage.connection({state: 'open'})")
    tell(page, HELLO, view("turn", question=""))
    listener.hears()
    page.locator("#end").click()
    tell(page, view("paused", question=""))
    assert listener.hears() == ["focus: End", "focus: Keep going"]
    tell(page, say("a", FIRST), view("speaking", question=FIRST), view("turn", question=FIRST))
    assert listener.hears() == []
    page.locator("#stay").click()
    assert listener.hears() == ["focus: End", f"Interviewer: {FIRST}", "Your turn."]


def test_the_regions_are_there_for_assistive_technology(page: Page) -> None:
    """Both live regions are polite, are in the accessibility tree before anything is said, and stay there
    while the transcript covers the room."""
    page.set_viewport_size({"width": 360, "height": 740})
    Listener(page, ROOM)
    page.evaluate("stage.connection({state: 'open'})")
    tell(page, HELLO, view("turn", question=FIRST))
    page.locator("#log-open").click()
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    regions = {
        node["role"]["value"]: {p["name"]: p["value"].get("value") for p in node["properties"]}
        for node in tree
        if node["role"]["value"] in ("status", "log")
    }
    assert {role: told["live"] for role, told in regions.items()} == {
        "status": "polite",
        "log": "polite",
    }
    assert "Send" not in str(tree)
    assert "Repeat" not in str(tree)
