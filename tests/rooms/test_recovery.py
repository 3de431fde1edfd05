"""A server, a job and a worker that die: the interview goes on at the same question (O2, W5, F15).

`test_page_faults` has the first two and more in a real page; here the figures are those of a bare participant.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from typing import Any

import pytest
from tests.e2e import sound
from tests.rooms.conftest import Stage

from greenroom.interview.presence import MISSED_MS
from greenroom.session.line import GRACE_S
from greenroom.testing.livekit import RoomCandidate

pytestmark = [pytest.mark.rooms, pytest.mark.slow(2)]

INTRODUCTION = "I work as a nurse in a small hospital, and I am good at calming people."
STORY = "Last year we moved the whole ward in one night, because the roof was leaking."
ACTION = "I called every relative myself, and I drew a plan of who goes into which room."
RESULT = "People from other wards came to look at it and made their own."
FORGOTTEN_S = 1 + GRACE_S + MISSED_MS / 1000
"""An absence that is long enough to be missed (`MISSED_MS`)."""


async def answer(candidate: RoomCandidate, speaker: Any, text: str) -> None:
    """At our turn: say it, and wait until what follows is over, too."""
    said = len(candidate.got("say"))
    await candidate.turn()
    await candidate.say(sound.candidate(speaker, text))
    await candidate.turn(said)


class Moment:
    """How things stand now."""

    def __init__(self, candidate: RoomCandidate) -> None:
        self._candidate = candidate
        self._question = candidate.view["question"]
        self._told, self._heard = len(candidate.told), len(candidate.onsets)
        self._at = asyncio.get_running_loop().time()

    async def asked_again(self, what: str) -> None:
        """A job has greeted us, and has said the question again to its end: the view that it greets with
        is of before, and whoever believed it would speak over the repeat."""
        candidate = self._candidate
        await candidate.until(
            lambda: any(m["t"] == "hello" for m in candidate.told[self._told :]), 240
        )
        await candidate.until(lambda: len(candidate.onsets) > self._heard)
        await candidate.until(lambda: self._said_again() is not None)
        print(f"\n{what} → audible again, s: {candidate.onsets[self._heard] - self._at:.2f}")
        assert candidate.got("hello")[-1]["resumed"] is True
        assert candidate.view["question"] == self._question
        again = self._said_again()
        assert again is not None
        assert again.endswith(self._question)

    def _said_again(self) -> str | None:
        """The repeat that was said to its end since."""
        new = self._candidate.told[self._told :]
        repeats = {m["id"]: m["text"] for m in new if m["t"] == "say" and m["kind"] == "repeat"}
        done = (repeats[m["id"]] for m in new if m["t"] == "finished" and m["id"] in repeats)
        return next(done, None)


async def is_whole(candidate: RoomCandidate, *said: str) -> None:
    """Nothing committed was lost, no question was asked twice, and these answers were taken."""
    record = await candidate.record()
    answers = [m["text"] for m in record["messages"] if m["kind"] == "answer"]
    assert len(answers) == len(said), answers
    for text, heard in zip(said, answers, strict=True):
        assert sound.word_error_rate([text], [heard]) <= 0.15
    asked = [m["text"] for m in record["messages"] if m["kind"] in ("question", "probe")]
    assert len(set(asked)) == len(asked)
    assert [s["id"] for s in record["stages"]] == ["SELF_INTRO", "PAST_EXPERIENCE"]


async def server_away(stage: Stage, candidate: RoomCandidate) -> None:
    """Gone for a while; the question is asked again."""
    moment, back_at = Moment(candidate), asyncio.get_running_loop().time() + FORGOTTEN_S
    stage.livekit.stop(signal.SIGKILL)
    seen = sum(what == "reconnecting" for _, what in candidate.happened)
    await candidate.until(
        lambda: sum(what == "reconnecting" for _, what in candidate.happened) > seen
    )
    await asyncio.to_thread(stage.livekit.start, back_at)
    await moment.asked_again("server killed")


async def killed_in_mid_answer(
    candidate: RoomCandidate, said: sound.Samples, kill: Callable[[], None]
) -> Moment:
    """In the middle of an answer that is understood so far, and of which no more is said."""
    captions = len(candidate.got("caption"))
    saying = asyncio.ensure_future(candidate.say(said))
    await candidate.until(lambda: len(candidate.got("caption")) > captions + 2)
    moment = Moment(candidate)
    kill()
    candidate.hush()
    await saying
    return moment


@pytest.mark.timeout(600)
async def test_a_server_away_a_killed_job_and_a_killed_worker(stage: Stage, speaker: Any) -> None:
    """One after the other in one interview. A server that is away for long enough to forget the candidate: the same
    job asks again. kill -9 of the job, then of the whole worker, in the middle of an answer: another process asks,
    as soon as there is one. The participant of who died is removed, so the page knows."""
    async with stage.candidate() as candidate:
        await answer(candidate, speaker, INTRODUCTION)
        first = stage.workers.job_of(candidate.interview)
        await server_away(stage, candidate)
        await answer(candidate, speaker, STORY)
        assert stage.workers.job_of(candidate.interview) == first

        said = sound.candidate(speaker, ACTION)
        moment = await killed_in_mid_answer(
            candidate, said, lambda: stage.workers.kill_job(candidate.interview)
        )
        await moment.asked_again("job killed")
        second = stage.workers.job_of(candidate.interview)
        assert second != first
        await answer(candidate, speaker, ACTION)

        said = sound.candidate(speaker, RESULT)
        moment = await killed_in_mid_answer(candidate, said, stage.workers.kill)
        await asyncio.to_thread(stage.workers.start)
        await moment.asked_again("worker killed")
        assert stage.workers.job_of(candidate.interview) not in (first, second)
        await is_whole(candidate, INTRODUCTION, STORY, ACTION)
        await candidate.turn()
        await candidate.say(sound.candidate(speaker, RESULT))
        await candidate.until(lambda: candidate.got("say")[-1]["kind"] == "closing")
        await is_whole(candidate, INTRODUCTION, STORY, ACTION, RESULT)
