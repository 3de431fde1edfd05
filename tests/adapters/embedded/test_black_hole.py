"""A line that stands still and tells neither end, at any moment of an interview: no answer is lost or taken
twice, and nothing is called saved that the journal does not have."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.adapters.embedded.typist import Typist, Wire

from greenroom.adapters.embedded.rooms import EmbeddedRooms
from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.interviews import SqlInterviews
from greenroom.adapters.storage.journal import SqlJournal
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.ports import Refused
from greenroom.interview import journal
from greenroom.session.equipment import Equipment
from greenroom.simulation.candidate_voice import Speaker
from greenroom.simulation.clock import run
from greenroom.simulation.scripted_speech import scripted_voice

ANSWERS = (
    "I repair church organs, mostly in villages along the coast.",
    "I am patient, and I write down what I hear before I touch a pipe.",
    "I learned it from a neighbour who had no children of his own.",
    "The organ of our town was silent for ten years before we began.",
    "I drew a plan of every pipe, and tuned four hundred of them by hand.",
    "It was played again at Easter, and forty people came to listen.",
    "We gave up the old bellows for it, which some still regret.",
    "I would ask for a second pair of hands from the first day.",
    "The builder of the case helped us with the wood.",
    "We checked each rank in the evening, when the street was quiet.",
    "I found out that damp does more harm than age.",
    "That is all that I can say about it.",
)
SLOW_S = 0.1
"""An entry takes this long to write, so that much can happen before it is there."""
LIMIT_S = 1_500
Moment = Callable[[str, dict[str, Any], "House"], bool]


class SlowJournal:
    def __init__(self, journal: SqlJournal, written: list[str]) -> None:
        self._journal, self._written = journal, written

    async def append(self, line: str) -> None:
        await asyncio.sleep(SLOW_S)
        await self._journal.append(line)
        self._written.append(line)


class SlowInterviews(SqlInterviews):
    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.written: list[str] = []

    def journal(self, interview_id: str) -> Any:
        return SlowJournal(super().journal(interview_id), self.written)


class House:
    """One interview and its page. At each moment the wire turns into a black hole for `outage_s`; what was
    sent into it is lost, or with `late` arrives when the outage is over."""

    def __init__(
        self,
        rig: Any,
        moments: dict[str, Moment],
        *,
        outage_s: float = 12,
        late: bool = False,
        up: bool = True,
        down: bool = True,
        restart: bool = False,
        actions: tuple[tuple[Moment, Callable[[Typist], None]], ...] = (),
    ) -> None:
        self._rig, self._moments = rig, dict(moments)
        self._outage_s, self._late, self._restart = outage_s, late, restart
        self._up, self._down = up, down
        self._actions = list(actions)
        self.store = SlowInterviews(MemoryStore().database)
        self.wrong: list[str] = []
        self.events = 0
        self.holes: list[float] = []
        self.absent_at: list[float] = []

    def hold(self) -> House:
        run(self._held())
        return self

    async def _held(self) -> None:
        self._row = await self._rig.registered(self.store)
        async with contextlib.AsyncExitStack() as self._open:
            await self._enter()
            self.typist = Typist(self._attend, ANSWERS, self._watch)
            async with asyncio.timeout(LIMIT_S):
                await self.typist.run()
        self.lines = await self.store.journal_lines("i1")

    async def _enter(self) -> None:
        speaker = Speaker()

        @contextlib.asynccontextmanager
        async def equip(_row: Any, _plan: Any) -> Any:
            yield Equipment(scripted_voice(speaker), PlanInterviewer())

        rooms = EmbeddedRooms(self.store, capacity=1, equip=equip, now=self._rig.noon)
        self._rooms = await self._open.enter_async_context(rooms)

    async def _attend(self, wire: Wire) -> int:
        row = await self.store.find("i1")
        assert row is not None
        try:
            await self._rooms.attend(row, wire)
        except Refused as refused:
            told = json.dumps({"t": "error", "title": "", "detail": str(refused), **refused.told})
            await wire.send_text(told)
            await wire.close(4000 + refused.status if refused.status != 503 else 1013, "refused")
        return 0

    def _watch(self, typist: Typist, what: str, message: dict[str, Any]) -> None:
        self.events += 1
        if what == "saved" and not any(
            f'"{message["mid"]}"' in line for line in self.store.written
        ):
            self.wrong.append(f"called saved before it was: {message}")
        for moment, act in self._actions:
            if moment(what, message, self):
                self._actions.remove((moment, act))
                asyncio.get_running_loop().call_soon(act, typist)
                break
        for name, moment in self._moments.items():
            if moment(what, message, self):
                del self._moments[name]
                self._swallow(typist)
                break

    def _swallow(self, typist: Typist) -> None:
        loop, wire = asyncio.get_running_loop(), typist.wire
        assert wire is not None
        self.holes.append(loop.time())
        wire.dead_up, wire.dead_down = self._up, self._down
        typist.blocked = self._up and self._down
        loop.call_later(self._outage_s, self._over, typist, wire)

    def _over(self, typist: Typist, wire: Wire) -> None:
        typist.blocked = False
        if self._late:
            wire.revive()
        if self._restart:
            self._tasks = [asyncio.get_running_loop().create_task(self._restarted())]

    async def _restarted(self) -> None:
        former = self._rooms
        await former.__aexit__(None, None, None)
        await self._enter()

    # what is on record

    def answers(self) -> list[str]:
        _, state, _ = journal.read(self.lines)
        return [m.text for m in state.transcript.messages if m.kind == "answer"]

    def commands(self) -> list[str]:
        events = [json.loads(line)["event"] for line in self.lines[1:]]
        return [event["command"] for event in events if event["type"] == "CommandGiven"]

    def check(self) -> None:
        answers = self.answers()
        assert self.wrong == []
        assert answers == list(ANSWERS[: len(answers)]), "lost, doubled or out of order"
        assert self.typist.saved == answers, "what is on record was called saved, and nothing else"


def typed(number: int, what: str = "put") -> Moment:
    def moment(did: str, message: dict[str, Any], house: House) -> bool:
        return did == what and message.get("text") == ANSWERS[number]

    return moment


def told(t: str, **fields: Any) -> Moment:
    def moment(did: str, message: dict[str, Any], house: House) -> bool:
        return did == "heard" and message["t"] == t and fields.items() <= message.items()

    return moment


def acknowledgement(number: int) -> Moment:
    """The `saved` of this answer is on its way, and is lost."""

    def moment(did: str, message: dict[str, Any], house: House) -> bool:
        waiting = [m["text"] for m, _ in house.typist._waiting.values() if m["t"] == "typed"]
        return did == "heard" and message["t"] == "saved" and waiting[:1] == [ANSWERS[number]]

    return moment


MOMENTS: dict[str, Moment] = {
    "during the greeting": told("say"),
    "before an answer is sent": typed(0),
    "just after it was sent": typed(1, "sent"),
    "before its acknowledgement": acknowledgement(1),
    "after its acknowledgement": typed(1, "saved"),
    "during the reply": told("say", kind="probe"),
    "at the change of the stage": told("view", stage=1),
    "during the bridge": told("say", kind="bridge"),
    "at the last answer's acknowledgement": told("say", kind="closing"),
    "at the end": told("ended"),
}


@pytest.mark.parametrize("late", [False, True], ids=["lost", "late"])
@pytest.mark.parametrize("name", MOMENTS)
def test_a_black_hole(rig: Any, name: str, late: bool) -> None:
    """For 12 s nothing passes and nobody is told; what was sent is lost, or comes when it is over."""
    house = House(rig, {name: MOMENTS[name]}, late=late).hold()
    assert house.holes, "this moment never came"
    house.check()


@pytest.mark.parametrize("name", MOMENTS)
def test_a_black_hole_and_another_process(rig: Any, name: str) -> None:
    """Behind the outage another process holds the interview, and knows what was taken."""
    house = House(rig, {name: MOMENTS[name]}, late=True, restart=True).hold()
    house.check()


def test_no_black_hole(rig: Any) -> None:
    """Nothing is sent twice on a line that works, and the whole interview is answered."""
    house = House(rig, {}).hold()
    house.check()
    assert house.typist.lost_at == []
    assert len(house.answers()) >= 5


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    at=st.lists(st.integers(1, 260), min_size=1, max_size=3, unique=True),
    way=st.sampled_from([(True, True), (True, False), (False, True)]),
    outage_s=st.sampled_from([0.4, 3.0, 6.0, 20.0]),
    late=st.booleans(),
)
def test_any_moments(
    rig: Any, at: list[int], way: tuple[bool, bool], outage_s: float, late: bool
) -> None:
    """However often, in whichever direction and for however long."""
    moments: dict[str, Moment] = {
        str(n): lambda what, message, house, n=n: house.events >= n
        for n in at  # type: ignore[misc]
    }
    House(rig, moments, outage_s=outage_s, late=late, up=way[0], down=way[1]).hold().check()
