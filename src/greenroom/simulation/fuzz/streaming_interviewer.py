"""The same faulty interviewer, whose words come while they are spoken: sentence by sentence, with gaps, noise and faults."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterable

from greenroom.app.ports import Notes, Reply, StreamedReply, UpstreamFault
from greenroom.interview.brief import Brief
from greenroom.interview.proposals import (
    AskQuestion,
    AssessResponse,
    Note,
    Proposal,
    RecordResponse,
)
from greenroom.interview.sentences import Splitter
from greenroom.simulation.fuzz.faulty_parts import INJECTED, FaultyInterviewer

GAPS_S = (0.0, 0.0, 0.1, 0.4, 1.5)
STALLS_S = (5.0, 7.9, 8.1, 30.0)
"""About the engine's patience with words that do not go on."""
NOISE = ("*nods*", "I see what you mean.", "(pauses)", "And what else is there, and")


class StreamingFaultyInterviewer:
    """Decides as `FaultyInterviewer` does, and words it bit by bit."""

    def __init__(self, rng: random.Random, trouble: float) -> None:
        self.rng, self.trouble = rng, trouble
        self.interviewer = FaultyInterviewer(rng, trouble)

    async def reply(self, brief: Brief) -> Reply:
        proposals = await self.interviewer.reply(brief)
        if self.rng.random() < 0.2:
            return proposals
        return StreamedReply(tuple(_unworded(proposals)), self._rest(proposals))

    async def _rest(self, proposals: tuple[Proposal, ...]) -> AsyncIterator[str | Notes]:
        trouble = self.rng.random() < self.trouble
        for sentence in self._sentences(proposals):
            await asyncio.sleep(self.rng.choice(STALLS_S if trouble else GAPS_S))
            if trouble and self.rng.random() < 0.3:
                raise UpstreamFault(INJECTED, "cut", retryable=True)
            yield sentence
        await asyncio.sleep(self.rng.choice(GAPS_S))
        notes: list[Note] = [p for p in proposals if isinstance(p, AssessResponse | RecordResponse)]
        if self.rng.random() < 0.8:
            yield Notes(tuple(notes))

    def _sentences(self, proposals: Iterable[Proposal]) -> list[str]:
        splitter = Splitter()
        asked = [p.question for p in proposals if isinstance(p, AskQuestion)]
        sentences = [*splitter.feed(" ".join(asked)), *splitter.end()]
        if self.rng.random() < self.trouble:
            sentences.insert(self.rng.randrange(len(sentences) + 1), self.rng.choice(NOISE))
        return sentences


def _unworded(proposals: Iterable[Proposal]) -> Iterable[Proposal]:
    for proposal in proposals:
        if isinstance(proposal, AskQuestion):
            yield AskQuestion("", proposal.question_id)
        elif not isinstance(proposal, RecordResponse):
            yield proposal
