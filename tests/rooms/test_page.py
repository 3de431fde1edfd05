"""The room's page in Chromium against a LiveKit server, a worker and the product."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Playwright, expect
from tests.e2e import sound, test_line
from tests.e2e.conftest import Visit
from tests.e2e.test_whole_interview import hold_interview
from tests.e2e.visitor import Visitor, visiting
from tests.rooms.conftest import Stage
from tests.support.browsers import playwright

pytestmark = [pytest.mark.browser, pytest.mark.rooms, pytest.mark.slow(9)]

SCRIPTS = Path(__file__).parent / "page"
TAP, HOLE = str(SCRIPTS / "tap.js"), str(SCRIPTS / "hole.js")
OUTAGE_S = 2
AWAY_S = 20
"""The job's own client gives up after about 16 s."""
RECOVERED_S = 120
"""On a busy machine a process takes long to load its models."""
CODED_TWICE = 0.5
"""A likeness after WebRTC and the recorder; other sentences stay below 0.3."""
HUNG_UP = ("User-Initiated Abort", "' closed unexpectedly")
"""LiveKit's client about the channels of a tab on which its server hung up, if they are gone before the word of it."""
STORY = "Last year we moved the whole ward in one night, because the roof was leaking."


@pytest.fixture(scope="module")
def chromium() -> Iterator[Playwright]:
    """Only for this module: while Playwright is open, no test can have an event loop of its own."""
    with playwright() as play:
        yield play


@pytest.fixture
def visit(chromium: Playwright, stage: Stage, speaker: Any) -> Visit:
    return partial(visiting, chromium, stage.house.address, speaker, more=(TAP,))


def test_a_two_stage_interview(visit: Visit, speaker: Any, tmp_path: Path) -> None:
    """The embedded product's whole spoken interview, unchanged but for the transport (W5, F2, F10)."""
    hold_interview(visit, speaker, tmp_path, stretched=True)


def test_a_second_tab_takes_over(visit: Visit) -> None:
    """As with the socket: the first tab is told and lets its microphone go (W4)."""
    test_line.test_a_second_tab_takes_over(partial(visit, harmless=HUNG_UP))


def begin(visitor: Visitor, *, keep_sound: bool = False) -> str:
    """As far as the second stage's question, which is returned, with the first answer committed."""
    visitor.page.goto("/")
    visitor.page.locator("#keep_sound").set_checked(keep_sound)
    visitor.register_here()
    visitor.page.goto(f"/interviews/{visitor.interview}/room")
    visitor.answer(test_line.INTRODUCTION)
    visitor.cue("turn")
    return visitor.question


def begin_to_answer(visitor: Visitor) -> None:
    """Be in the middle of an answer, of which a part is understood."""
    captions = len(visitor.told("caption"))
    visitor.speak(STORY)
    visitor.until(lambda: len(visitor.told("caption")) > captions + 2)


def said(visitor: Visitor, times: int) -> None:
    """Until so many speeches into the microphone are over, whoever has heard them."""
    visitor.until(lambda: visitor.page.evaluate("window.spoken ?? 0") >= times)


def answers(visitor: Visitor) -> list[str]:
    return [m["text"] for m in visitor.record()["messages"] if m["kind"] == "answer"]


def goes_on(visitor: Visitor, asked: str) -> None:
    """By itself, at the same question; the committed answer is still there, and a new one is taken."""
    visitor.until(lambda: len(visitor.told("hello")) > 1, RECOVERED_S)
    visitor.cue("speaking", "turn")
    visitor.until(lambda: visitor.question == asked)
    visitor.answer(STORY)
    visitor.until(lambda: sound.word_error_rate([STORY], answers(visitor)[-1:]) <= 0.15)
    assert sound.word_error_rate([test_line.INTRODUCTION], answers(visitor)[:1]) <= 0.15
    assert len(answers(visitor)) == 2
    assert visitor.told("say")[-1]["kind"] == "probe"


def test_a_killed_job(visit: Visit, stage: Stage, speaker: Any) -> None:
    """kill -9 of the job in the middle of an answer: the page says that it reconnects, and does so by
    itself; the same question, the committed answer still there, the cut one taken anew (F15, W4). What
    both jobs recorded the web server gives at the answers' own times (R1)."""
    with visit() as visitor:
        asked = begin(visitor, keep_sound=True)
        begin_to_answer(visitor)
        stage.workers.kill_job(visitor.interview)
        visitor.see("#who-them", "is reconnecting")
        said(visitor, 2)
        goes_on(visitor, asked)
        answered = [m for m in visitor.record()["messages"] if m["kind"] == "answer"]
        for text, message in zip((test_line.INTRODUCTION, STORY), answered, strict=True):
            spoken = sound.candidate(speaker, text)[:: sound.MICROPHONE_HZ // sound.VOICE_HZ]
            kept = visitor.kept_sound(message["started_ms"] - 500, message["ended_ms"] + 1_000)
            assert sound.glimpse(spoken, *kept)[0] >= CODED_TWICE


def test_a_killed_worker(visit: Visit, stage: Stage) -> None:
    """The same with kill -9 of the whole worker, as soon as there is another one (W5)."""
    with visit() as visitor:
        asked = begin(visitor)
        begin_to_answer(visitor)
        stage.workers.kill()
        visitor.see("#who-them", "is reconnecting")
        said(visitor, 2)
        stage.workers.start()
        goes_on(visitor, asked)


def test_a_killed_server(visit: Visit, stage: Stage) -> None:
    """livekit-server is gone for two seconds: the page says that it reconnects, and nobody else notices
    anything: the same job, the same question, no incident in the record, every word (W5, F15)."""
    with visit() as visitor:
        asked = begin(visitor)
        job, notices = stage.workers.job_of(visitor.interview), visitor.told("notice")
        stage.livekit.stop(signal.SIGKILL)
        back_at = monotonic() + OUTAGE_S
        visitor.see("#who-them", "is reconnecting")
        stage.livekit.start(back_at)
        goes_on(visitor, asked)
        assert stage.workers.job_of(visitor.interview) == job
        assert visitor.told("notice") == notices
        assert visitor.record()["incidents"] == []


def asked_again(visitor: Visitor, told: int) -> None:
    """A job has greeted us anew, and what it said then is over."""

    def finished() -> bool:
        new = visitor.told()[told:]
        said = {m["id"] for m in new if m["t"] == "say"}
        return any(m["t"] == "finished" and m["id"] in said for m in new)

    visitor.until(finished, RECOVERED_S)


@pytest.mark.parametrize("speaking", [False, True])
def test_a_server_killed_for_longer(visit: Visit, stage: Stage, speaking: bool) -> None:
    """livekit-server is away for 20 s, at the candidate's turn or in the middle of an answer. The page says
    that it reconnects, and comes back by itself. The same job or another goes on from the journal, asks nothing twice,
    and hears what is said then. Half a word, where the line was cut, ends nothing (W5, F15)."""
    with visit() as visitor:
        begin(visitor)
        if speaking:
            begin_to_answer(visitor)
        told = len(visitor.told())
        stage.livekit.stop(signal.SIGKILL)
        back_at = monotonic() + AWAY_S
        visitor.see("#who-them", "is reconnecting")
        stage.livekit.start(back_at)
        asked_again(visitor, told)
        print(f"\nback → asked again, s: {monotonic() - back_at:.1f}")
        visitor.answer(STORY)
        visitor.until(lambda: sound.word_error_rate([STORY], answers(visitor)[-1:]) <= 0.15)
        assert sound.word_error_rate([test_line.INTRODUCTION], answers(visitor)[:1]) <= 0.15
        assert not [n for n in visitor.told("notice") if "does not reach" in n["text"]]
        messages = visitor.record()["messages"]
        asked = [m["text"] for m in messages if m["kind"] in ("question", "bridge", "probe")]
        assert len(set(asked)) == len(asked)


def test_an_end_of_which_no_word_comes(visit: Visit) -> None:
    """The interview ends while nothing reaches the page through the room: it learns so from our own server, says
    that it is over, and offers the report (W4)."""
    with visit(more=(TAP, HOLE)) as visitor:
        visitor.open_room()
        visitor.cue("turn")
        visitor.page.evaluate("window.swallowing = true")
        messages = f"/api/interviews/{visitor.interview}/messages"
        told = visitor.context.request.post(messages, data={"t": "command", "command": "end"})
        assert told.ok, told.text()
        visitor.cue("over")
        expect(visitor.page.locator("#primary")).to_have_text("See the report")
        assert visitor.told("ended") == []
