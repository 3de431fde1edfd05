"""The candidate of these interviews: answers each question once, whatever happens to the server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

from greenroom.interview.events import SpokenCommand
from greenroom.simulation.candidate_voice import until
from greenroom.simulation.transport import Cue, SimulatedTransport

ANSWERS = (
    "I work on payments software for a bank in Leeds.",
    "My greatest strength is that I stay with a problem, for example a leak that took 3 weeks.",
    "I studied physics, and then a friend needed help with a small web shop.",
    "Mostly Python and PostgreSQL, and a lot of plain SQL by hand.",
    "We had a nightly job that took nine hours, and it was late every Monday.",
    "I measured every step of it, rewrote the slowest query, and split the work in four parts.",
    "The job went from nine hours to forty minutes, and it has not been late since.",
    "The price was that we keep a second copy of the ledger, which costs us storage.",
    "I would talk to the people who read the reports before I change their numbers.",
    "Two colleagues reviewed it, and the operations team ran both versions for a month.",
    "We had alerts on every part, with a budget of ten minutes for each of them.",
    "I learned that the slow part is rarely where everybody points.",
)
"""Each is said until it stands in the journal, and then never again."""

BREATH_S = 0.8
PLAIN, LIVELY = "plain", "lively"
SCENARIOS = (PLAIN, LIVELY)


def given(lines: Sequence[str]) -> tuple[str, ...]:
    """The answers in a journal, in their order."""
    events = (json.loads(line)["event"] for line in lines[1:])
    return tuple(e["text"] for e in events if e["type"] == "AnswerGiven" and e["text"] in ANSWERS)


class Person:
    """Goes on where the journal ends. A lively one also asks back, pauses, thinks, types,
    interrupts and murmurs."""

    def __init__(self, scenario: str, already: Sequence[str]) -> None:
        self.lively = scenario == LIVELY
        self.returned = bool(already)
        self.left = [answer for answer in ANSWERS if answer not in already]

    async def attend(self, room: SimulatedTransport) -> None:
        self.room = room
        await room.edge(0, (Cue.START,))
        back = asyncio.ensure_future(self._take_up())
        try:
            await self._answer_all()
        finally:
            back.cancel()

    async def _take_up(self) -> None:
        """Whoever comes back into a pause ends it."""
        await asyncio.sleep(2.0)
        if self.room.paused:
            self.room.command(SpokenCommand.RESUME)

    async def _answer_all(self) -> None:
        position = 0
        while self.left:
            answer = self.left[0]
            number = ANSWERS.index(answer)
            if self.lively and number == 4:
                position = await self._interrupt(position, answer)
                continue
            position, edge = await self.room.edge(position, (Cue.QUESTION,))
            await until(edge.at_s + BREATH_S)
            if self.lively:
                position = await self._mind(number, position)
            if self.lively and number == 3:
                self.room.type(answer)
            else:
                await self.room.speaker.say(answer)
            self.left.pop(0)
            position = len(self.room.edges)
        await asyncio.Event().wait()

    async def _interrupt(self, position: int, answer: str) -> int:
        """Answer before the question is over."""
        _, edge = await self.room.edge(position, (Cue.SPEECH,))
        await until(edge.at_s + 2.0)
        await self.room.speaker.say(answer)
        self.left.pop(0)
        return len(self.room.edges)

    async def _mind(self, number: int, position: int) -> int:
        """What this person does before an answer; where to wait for the next cue from."""
        room = self.room
        match number:
            case 0:
                await room.speaker.say("Could you repeat the question, please?")
            case 1:
                room.command(SpokenCommand.PAUSE)
                await asyncio.sleep(4.0)
                room.command(SpokenCommand.RESUME)
            case 2:
                await room.speaker.say("Give me a minute, please.")
                await asyncio.sleep(6.0)
                return position
            case 5:
                position, edge = await room.edge(len(room.edges) - 1, (Cue.QUESTION,))
                return position
            case _:
                return position
        after = len(room.edges)
        _, edge = await room.edge(after, (Cue.QUESTION,))
        await until(edge.at_s + BREATH_S)
        return len(room.edges)
