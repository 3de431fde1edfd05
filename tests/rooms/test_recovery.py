"""A job and a server that die, and a worker that is asked to stop: the interview goes on at the same question (O2, W5, F15).

`test_page_faults` has the same and more in a real page; here the figures are those of a bare participant.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.e2e import sound
from tests.e2e.house import House
from tests.rooms.conftest import Stage
from tests.rooms.workers import Workers
from tests.support.redis_server import RedisProcess

from greenroom.interview.presence import MISSED_MS
from greenroom.session.line import GRACE_S
from greenroom.testing.livekit import LiveKitProcess, RoomCandidate

pytestmark = [pytest.mark.rooms, pytest.mark.slow]

INTRODUCTION = "I work as a nurse in a small hospital, and I am good at calming people."
STORY = "Last year we moved the whole ward in one night, because the roof was leaking."


async def answer(candidate: RoomCandidate, speaker: Any, text: str) -> None:
    """At our turn: say it, and wait until what follows is over, too."""
    said = len(candidate.got("say"))
    await candidate.turn()
    await candidate.say(sound.candidate(speaker, text))
    await candidate.turn(said)


async def begin_to_answer(candidate: RoomCandidate, speaker: Any) -> asyncio.Task[float]:
    """Be in the middle of an answer that is understood so far."""
    captions = len(candidate.got("caption"))
    saying = asyncio.ensure_future(candidate.say(sound.candidate(speaker, STORY)))
    await candidate.until(lambda: len(candidate.got("caption")) > captions + 2)
    return saying


async def asked_again(candidate: RoomCandidate, told: int, heard: int) -> None:
    """A job has greeted us, and has said the question again to its end: the view that it greets with
    is of before, and whoever believed it would speak over the repeat."""
    await candidate.until(lambda: any(m["t"] == "hello" for m in candidate.told[told:]), 240)
    await candidate.until(lambda: len(candidate.onsets) > heard)

    def said() -> bool:
        new = candidate.told[told:]
        repeats = {m["id"] for m in new if m["t"] == "say" and m["kind"] == "repeat"}
        return any(m["t"] == "finished" and m["id"] in repeats for m in new)

    await candidate.until(said)


async def is_whole(candidate: RoomCandidate, *, again: str | None = None) -> None:
    """Nothing committed was lost, no question was asked twice, and the story was answered. `again`: the
    question that the interviewer says once more."""
    record = await candidate.record()
    answers = [m["text"] for m in record["messages"] if m["kind"] == "answer"]
    assert sound.word_error_rate([INTRODUCTION], answers[:1]) <= 0.15
    assert sound.word_error_rate([STORY], answers[-1:]) <= 0.15
    assert len(answers) == 2
    asked = [m["text"] for m in record["messages"] if m["kind"] in ("question", "probe")]
    assert len(set(asked)) == len(asked)
    assert [s["id"] for s in record["stages"]] == ["SELF_INTRO", "PAST_EXPERIENCE"]
    repeats = [m["text"] for m in record["messages"] if m["kind"] == "repeat"]
    assert again is None or [text for text in repeats if text.endswith(again)], repeats


async def test_a_killed_job(stage: Stage, speaker: Any) -> None:
    """kill -9 in the middle of an answer: another process asks the same question again, and the first
    answer is still there. Its participant is removed, so the page knows."""
    async with stage.candidate() as candidate:
        await answer(candidate, speaker, INTRODUCTION)
        question = candidate.view["question"]
        saying = await begin_to_answer(candidate, speaker)
        told, heard = len(candidate.told), len(candidate.onsets)
        killed_at = asyncio.get_running_loop().time()
        first = stage.workers.job_of(candidate.interview)
        stage.workers.kill_job(candidate.interview)
        candidate.hush()
        await saying
        await asked_again(candidate, told, heard)
        print(f"\njob killed → audible again, s: {candidate.onsets[heard] - killed_at:.2f}")
        assert stage.workers.job_of(candidate.interview) != first
        assert candidate.got("hello")[-1]["resumed"] is True
        assert candidate.view["question"] == question
        await answer(candidate, speaker, STORY)
        await is_whole(candidate, again=question)


async def kill_the_server(stage: Stage, candidate: RoomCandidate, outage_s: float) -> None:
    """Gone for so long from now on; returns once it answers again."""
    stage.livekit.stop(signal.SIGKILL)
    back_at = asyncio.get_running_loop().time() + outage_s
    await candidate.until(lambda: any(what == "reconnecting" for _, what in candidate.happened))
    await asyncio.to_thread(stage.livekit.start, back_at)


async def test_a_server_killed_for_longer(stage: Stage, speaker: Any) -> None:
    """After an absence that is long enough to forget it (`MISSED_MS`) the question is asked again."""
    outage_s = 1 + GRACE_S + MISSED_MS / 1000
    async with stage.candidate() as candidate:
        await answer(candidate, speaker, INTRODUCTION)
        question = candidate.view["question"]
        told, heard = len(candidate.told), len(candidate.onsets)
        job = stage.workers.job_of(candidate.interview)
        await kill_the_server(stage, candidate, outage_s)
        await asked_again(candidate, told, heard)
        await answer(candidate, speaker, STORY)
        assert stage.workers.job_of(candidate.interview) == job
        await is_whole(candidate, again=question)


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[str]:
    server = RedisProcess(tmp_path)
    server.start()
    try:
        yield server.address
    finally:
        server.stop()


@pytest.fixture
def nodes(binary: Path, redis: str, tmp_path: Path) -> Iterator[tuple[Stage, LiveKitProcess]]:
    """Two servers over one Redis: the worker at the first, candidates at the second."""
    near = LiveKitProcess(binary, tmp_path / "near", redis=redis)
    far = LiveKitProcess(binary, tmp_path / "far", redis=redis)
    house = House(tmp_path, **far.environment)
    workers = Workers(tmp_path, {**house.environment, **near.environment})
    try:
        near.start()
        far.start()
        house.start()
        house.wait_until_ready()
        workers.start()
        yield Stage(far, house, workers), near
    finally:
        workers.close()
        house.kill()
        far.stop()
        near.stop()


async def test_two_nodes_and_a_worker_that_is_asked_to_stop(
    nodes: tuple[Stage, LiveKitProcess], speaker: Any
) -> None:
    """The candidate at one node, the worker at the other; asked to stop, the worker finishes the
    interview that it holds, and only then ends."""
    stage, _ = nodes
    async with stage.candidate() as candidate:
        await candidate.turn()
        stage.workers.ask_to_stop()
        await answer(candidate, speaker, INTRODUCTION)
        assert candidate.got("say")[-1]["kind"] == "bridge"
        assert await candidate.tell({"t": "command", "command": "end"}) == 202
        await candidate.until(lambda: candidate.got("ended"))
        assert candidate.got("ended")[0]["reason"] == "candidate_ended"
    assert await asyncio.to_thread(stage.workers.wait, 60) == 0
