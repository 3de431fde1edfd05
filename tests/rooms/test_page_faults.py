"""The room's page while jobs, workers and LiveKit's server die under it."""

from __future__ import annotations

import signal
from time import monotonic
from typing import Any

import pytest
from tests.e2e import sound, test_line
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor
from tests.rooms.conftest import Stage

pytestmark = [pytest.mark.browser, pytest.mark.rooms, pytest.mark.slow(8)]

OUTAGE_S = 2
AWAY_S = 20
"""The job's own client gives up after about 16 s."""
RECOVERED_S = 120
"""On a busy machine a process takes long to load its models."""
CODED_TWICE = 0.5
"""A likeness after WebRTC and the recorder; other sentences stay below 0.3."""
STORY = "Last year we moved the whole ward in one night, because the roof was leaking."


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
    assert [s["id"] for s in visitor.record()["stages"]] == ["SELF_INTRO", "PAST_EXPERIENCE"]
    assert nothing_is_asked_twice(visitor)


def is_said_again(visitor: Visitor, asked: str) -> bool:
    messages = visitor.record()["messages"]
    return any(m["kind"] == "repeat" and m["text"].endswith(asked) for m in messages)


def nothing_is_asked_twice(visitor: Visitor) -> bool:
    messages = visitor.record()["messages"]
    asked = [m["text"] for m in messages if m["kind"] in ("question", "bridge", "probe")]
    return len(set(asked)) == len(asked)


def test_a_killed_job(visit: Visit, stage: Stage, speaker: Any) -> None:
    """kill -9 of the job in the middle of an answer: the page says that it reconnects, and does so by
    itself; the same question, the committed answer still there, the cut one taken again (F15, W4). What
    both jobs recorded the web server gives at the answers' own times (R1)."""
    with visit() as visitor:
        asked = begin(visitor, keep_sound=True)
        begin_to_answer(visitor)
        first = stage.workers.job_of(visitor.interview)
        stage.workers.kill_job(visitor.interview)
        visitor.see("#who-them", "is reconnecting")
        said(visitor, 2)
        goes_on(visitor, asked)
        assert is_said_again(visitor, asked)
        assert stage.workers.job_of(visitor.interview) != first
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
        assert is_said_again(visitor, asked)


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
    """A job has greeted us again, and what it said then is over."""

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
        assert nothing_is_asked_twice(visitor)
