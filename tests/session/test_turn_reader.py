"""Turns are read, and questions compared, before the engine decides; a bad reader costs a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from greenroom.app.ports import ReaderInput
from greenroom.interview.causes import Refusal
from greenroom.interview.commands import RefuseProposal
from greenroom.interview.events import AnswerGiven, IncidentNoticed, Replied
from greenroom.interview.proposals import AskQuestion
from greenroom.interview.reading import Reading
from greenroom.session.turn_reader import PATIENCE_S
from greenroom.simulation.clock import in_virtual_time
from greenroom.testing.readers import BrokenReader, WordsReader

SAME, OTHER = "Which crop brings in most of your money?", "Who helps you in the garden?"


class Comparing(WordsReader):
    """Finds that `SAME` asks what was asked before."""

    def __init__(self) -> None:
        super().__init__()
        self.compared: list[tuple[str, tuple[str, ...]]] = []

    async def repeats(self, question: str, asked: Sequence[str], language: str) -> float | None:
        self.compared.append((question, tuple(asked)))
        return 0.9 if question == SAME else 0.1


@in_virtual_time
async def test_a_turn_is_read_with_its_question(rig):
    """So are words that go on with an answer; the reading is in the event."""
    reader = WordsReader()
    asking = rig.Asking(takes_s=30.0)
    async with rig.holding(reader=reader, interviewer=asking) as live:
        await live.asked()
        await live.speaker.say("I grow beans")
        await live.until(lambda: len(live.of(AnswerGiven)) == 1)
        live.room.type("and peas?")
        await live.until(lambda: len(live.of(AnswerGiven)) == 2)
        question = "Please tell me about your garden and why it matters"
        assert reader.heard == [
            ReaderInput("I grow beans", question),
            ReaderInput("and peas?", question),
        ]
        first, second = live.of(AnswerGiven)
        assert isinstance(first.reading, Reading)
        assert (first.reading.asides, len(second.reading.asides)) == ((), 1)


@in_virtual_time
@pytest.mark.parametrize("slow_s", [0.0, 60.0])
async def test_a_reader_that_fails_is_done_without(rig, slow_s):
    """A turn that nobody read within the patience goes on; it is one incident however often."""
    reader = BrokenReader(slow_s)
    async with rig.holding(reader=reader) as live:
        for count in (1, 2):
            await live.asked()
            loop = asyncio.get_running_loop()
            before = loop.time()
            live.room.type("I grow beans in my garden")
            await live.until(lambda count=count: len(live.of(AnswerGiven)) == count)
            assert loop.time() - before < PATIENCE_S + 0.1
        assert reader.asked == 2
        assert [given.reading for given in live.of(AnswerGiven)] == [None, None]
        causes = [told.cause for told in live.of(IncidentNoticed) if told.kind == "reader"]
        assert causes == ["timeout" if slow_s else "ValueError"]


@in_virtual_time
async def test_events_keep_their_order_while_a_turn_is_read(rig):
    """What happens meanwhile is decided afterwards, and the times of the journal never go back."""
    async with rig.holding(reader=BrokenReader(60.0)) as live:
        await live.asked()
        live.room.type("I grow beans in my garden")
        live.room.be_active()
        live.room.type("And peas")
        await live.until(lambda: len(live.of(AnswerGiven)) == 2)
        kinds = [type(event).__name__ for event in live.events]
        at = kinds.index("AnswerGiven")
        assert kinds[at : at + 3] == ["AnswerGiven", "ActivityNoticed", "AnswerGiven"]
        times = [event.at for event in live.events]
        assert times == sorted(times)


@in_virtual_time
async def test_a_question_in_own_words_that_was_asked_in_others_is_refused(rig):
    """The plan's question is asked instead; another side of the topic may be asked."""
    reader = Comparing()
    asking = rig.Asking(rig.own(SAME), rig.own(OTHER))
    async with rig.holding(reader=reader, interviewer=asking) as live:
        await live.asked()
        await live.speaker.say("I grow beans in my garden")
        await live.until(lambda: len(live.state.transcript.asked) == 2)
        await live.speaker.say("We sell them at the market")
        await live.until(lambda: live.state.transcript.asked[-1][1] == OTHER)
        assert live.of(RefuseProposal) == [
            RefuseProposal("t1", "ask_question", Refusal.REPEATED_QUESTION)
        ]
        assert SAME not in [text for _, text in live.state.transcript.asked]
        proposed = [one for event in live.of(Replied) for one in event.proposals]
        assert [one.repeats for one in proposed if isinstance(one, AskQuestion)] == [0.9, 0.1]
        assert reader.compared[0] == (
            SAME,
            ("Please tell me about your garden and why it matters",),
        )
