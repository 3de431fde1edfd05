"""The room of an interview: how a page gets into it, what its server tells it, what the page sends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Page

ROOM = "/interviews/new/room"
QUESTION = "When it was finished, what was different? A number, if you have one."
ACK = "A slower migration, but no customer saw it."
STAGES = [
    {"id": "GREETING", "title": "Greeting", "minutes": 2},
    {"id": "SELF_INTRO", "title": "About you", "minutes": 3},
    {"id": "PAST_EXPERIENCE", "title": "Past experience", "minutes": 5},
    {"id": "CLOSING", "title": "Closing", "minutes": 1},
]
SIX = [
    {"id": "GREETING", "title": "Greeting", "minutes": 1},
    {"id": "SELF_INTRO", "title": "About you", "minutes": 3},
    {"id": "BACKGROUND", "title": "Berufsunfähigkeitsversicherungsfachberatung", "minutes": 9},
    {
        "id": "WORK",
        "title": "How you work with others when not everything goes to plan",
        "minutes": 5,
    },
    {"id": "CASE", "title": "A case from the job", "minutes": 12},
    {"id": "CLOSING", "title": "Closing", "minutes": 1},
]
LONG_WORDS = "Wie würden Sie die Donaudampfschifffahrtsgesellschaftskapitänswitwenrente erklären?"
SAID = [
    (
        "a",
        "We finished in eleven weeks and nobody lost a payment. The nightly close went from, um, four hours",
        True,
    ),
    ("b", "to about twenty five min", False),
]


def tell(page: Page, *messages: Mapping[str, Any]) -> None:
    """Messages from the interview's server, in order."""
    for message in messages:
        page.evaluate("(message) => stage.tell(message)", message)


def view(cue: str, **changes: Any) -> dict[str, Any]:
    floors = {"speaking": "them", "thinking": "them", "paused": "none", "lost": "none"}
    return {
        "t": "view", "floor": floors.get(cue, "you"), "cue": cue, "stage": 2, "progress": [1, 1, 0.46, 0],
        "question": QUESTION, "question_kind": "open", "elapsed_ms": 307_000,
        "clock": "stopped" if cue in ("paused", "lost") else "running", "near_end": False,
    } | changes  # fmt: skip


def enter(page: Page, question: str = QUESTION) -> None:
    """Into the room: connected, and the interviewer has begun to speak."""
    page.wait_for_function("() => globalThis.stage?.sent?.some(([name]) => name === 'connect')")
    page.evaluate("stage.connection({state: 'open'})")
    tell(
        page,
        {
            "t": "hello",
            "protocol": 1,
            "plan": "classic",
            "title": "Classic",
            "stages": STAGES,
            "resumed": False,
        },
        {"t": "say", "id": "u1", "kind": "probe", "text": f"{ACK} {question}"},
        {"t": "length", "id": "u1", "ms": 6000},
        view("speaking", question=question),
    )
    page.evaluate("stage.sound('started', {id: 'u1'}); stage.playhead(5000)")


def asked(page: Page) -> None:
    """The question has been heard to its end."""
    enter(page)
    page.evaluate("stage.sound('finished', {id: 'u1', played_ms: 6000})")


def opened(page: Page, cue: str) -> None:
    """In the room with this cue, when the question has been heard."""
    page.goto(ROOM)
    asked(page)
    tell(page, view(cue))


def sent(page: Page) -> list[list[object]]:
    """Everything that the page has told the interview since it was loaded."""
    told: list[list[object]] = page.evaluate("stage.sent")
    return told


def showing(
    cue: str,
    *,
    said: bool = False,
    cut: bool = False,
    mode: str = "",
    then: str = "",
    **changes: Any,
) -> Callable[[Page], None]:
    """The room with this cue; `said`: with the candidate's words; `cut`: having stopped the
    interviewer; `then`: a last thing that happens."""

    def reach(page: Page) -> None:
        if cue == "speaking" or cut:
            enter(page, str(changes.get("question", QUESTION)))
        else:
            asked(page)
        if cut:
            page.evaluate("stage.sound('cleared', {id: 'u1', played_ms: 3200})")
        if mode:
            page.locator(f"[name=mode][value={mode}]").check(force=True)
        tell(page, view(cue, **changes))
        for id_, text, final in SAID if said else ():
            tell(
                page, {"t": "caption", "who": "candidate", "id": id_, "text": text, "final": final}
            )
        if cue == "answering":
            page.wait_for_timeout(80)  # the cue takes a level 15 times a second
            page.evaluate("stage.sound('levels', {mic: 0.7, voice: 0})")
        if then:
            page.evaluate(then)

    return reach


def in_six(stage: int) -> Callable[[Page], None]:
    """The room in one of six parts whose names are long, with a question of long words."""

    def reach(page: Page) -> None:
        asked(page)
        tell(page, {"t": "hello", "protocol": 1, "plan": "six", "title": "Six", "stages": SIX})
        tell(page, {"t": "say", "id": "u2", "kind": "probe", "text": LONG_WORDS})
        page.evaluate("stage.sound('started', {id: 'u2'})")
        page.evaluate("stage.sound('finished', {id: 'u2', played_ms: 3000})")
        progress = [1] * stage + [0.5] + [0] * (5 - stage)
        tell(page, view("turn", stage=stage, progress=progress, question=LONG_WORDS))

    return reach
