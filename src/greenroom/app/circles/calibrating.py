"""Asks a judge about items: each of them so often, and changed by the probes. It goes the way of every
interview, through the same protocol, the same gate and the same second question.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from greenroom.app.circles.agents_without_model import RuleAgent
from greenroom.app.circles.running import Notebook, RunningMission
from greenroom.app.ports import CircleJudge
from greenroom.circle.calibration import probes
from greenroom.circle.calibration.accuracy import Judged
from greenroom.circle.calibration.item import Item
from greenroom.circle.calibration.probes import FILLINGS, Probe
from greenroom.circle.events import CallFailed, Verdict

UNNAMED: Final = ("", "")


@dataclass(frozen=True, slots=True)
class Judging:
    """What came of asking about one item once."""

    verdict: Judged
    causes: tuple[str, ...] = ()
    """Why the gate took a yes back."""
    faults: tuple[str, ...] = ()
    """What failed, also where asking again helped."""
    quoted: frozenset[str] = frozenset()
    """Ids of the messages that a yes quoted."""
    lasting: str | None = None
    """Why the provider will refuse the next question too."""


@dataclass(slots=True)
class Sheet:
    """All that was found out about one item."""

    item: Item
    judgings: list[Judging] = field(default_factory=list)
    """The item as it is, every time."""
    probed: dict[Probe, tuple[Judged, Judged]] = field(default_factory=dict)
    """The two that are compared; of `REMOVAL` the first is the yes."""

    @property
    def first(self) -> Judging:
        return self.judgings[0]


@dataclass(frozen=True, slots=True)
class Asking:
    """How a judge is asked."""

    judge: CircleJudge
    judges: int = 1
    """Members of the panel."""
    repeat: int = 1
    probes: bool = False
    at_once: int = 1
    """Items; with one, the questions come in the order of the items."""
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    told: Callable[[int], None] = lambda _: None
    """Called with the number of items that are done."""


@dataclass(frozen=True, slots=True)
class Asked:
    sheets: tuple[Sheet, ...]
    """In the items' order; those with which it stopped are not there."""
    stopped: str | None
    """The provider's cause, where it would have refused all the rest."""


async def ask(items: Iterable[Item], asking: Asking) -> Asked:
    """About every item: as it is, `repeat` times; then padded, with the first name, with the second,
    with small talk before and after; and, after a yes, without what it quoted."""
    return await _Session(list(items), asking).held()


class _Session:
    def __init__(self, items: list[Item], asking: Asking) -> None:
        self._asking = asking
        self._waiting: Iterator[tuple[int, Item]] = iter(enumerate(items))
        self._done: dict[int, Sheet] = {}
        self._stopped: str | None = None

    async def held(self) -> Asked:
        if self._asking.at_once == 1:
            await self._work()
        else:
            async with asyncio.TaskGroup() as group:
                for _ in range(self._asking.at_once):
                    group.create_task(self._work())
        return Asked(tuple(sheet for _, sheet in sorted(self._done.items())), self._stopped)

    async def _work(self) -> None:
        for number, item in self._waiting:
            sheet = await self._sheet(item)
            if self._stopped is not None:
                return
            self._done[number] = sheet
            self._asking.told(len(self._done))

    async def _sheet(self, item: Item) -> Sheet:
        sheet = Sheet(item)
        for _ in range(self._asking.repeat):
            sheet.judgings.append(await self._ask(item))
        if self._asking.probes:
            await self._probe(sheet)
        return sheet

    async def _probe(self, sheet: Sheet) -> None:
        item, first = sheet.item, sheet.first
        names = FILLINGS[item.language].names
        padded = await self._ask(probes.padded(item))
        one, other = [
            await self._ask(probes.named(item, which), ("", names[which])) for which in (0, 1)
        ]
        late, early = [
            await self._ask(probes.small_talk(item, first=talk_first))
            for talk_first in (True, False)
        ]
        sheet.probed = {
            Probe.PADDING: (first.verdict, padded.verdict),
            Probe.NAMES: (one.verdict, other.verdict),
            Probe.ORDER: (late.verdict, early.verdict),
        }
        if first.verdict is Verdict.YES:
            without = await self._ask(probes.removed(item, first.quoted))
            sheet.probed[Probe.REMOVAL] = (first.verdict, without.verdict)

    async def _ask(self, item: Item, names: tuple[str, str] = UNNAMED) -> Judging:
        """Nobody is asked any more once a provider refuses for good."""
        if self._stopped is not None:
            return Judging(None)
        found = await judged(item, self._asking, names)
        self._stopped = self._stopped or found.lasting
        return found


async def judged(item: Item, asking: Asking, names: tuple[str, str] = UNNAMED) -> Judging:
    """One item, judged as the interview would be in which it was said."""
    log, nobody = Notebook(item.log(asking.judges, names)), RuleAgent()
    interview = RunningMission(nobody, nobody, asking.judge, _Unsent(), log, asking.pause)
    state = await interview.resume()
    events = [entry.event for entry in log.entries]
    failed = [event for event in events if isinstance(event, CallFailed)]
    replies = [opinion.judgement for opinion in state.opinions]
    yes = [reply for reply in replies if reply and reply.verdict is Verdict.YES]
    return Judging(
        None if state.decided is None else state.decided.verdict,
        () if state.decided is None else state.decided.causes,
        tuple(event.cause for event in failed),
        frozenset(one.id for reply in yes for one in reply.evidence),
        next((event.cause for event in failed if event.upstream and not event.retryable), None),
    )


class _Unsent:
    """Implements `ports.PushChannel`: nobody is told anything."""

    async def push(self, line: str, *, key: str) -> None:
        return None
