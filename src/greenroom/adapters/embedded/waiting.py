"""Pages that wait in line for a room of this process: each is told its place, and called when it may
come in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from greenroom.adapters.embedded.connection import TAKEN, Connection
from greenroom.app.ports import Socket
from greenroom.app.waiting_line import Arrival, WaitingLine
from greenroom.session.messages import PageMessage

_LOOK_S = 1.0
"""How often the line is looked at besides when a room is given back: time frees rooms, too."""


@dataclass(slots=True, eq=False)
class _Guest:
    page: Connection
    number: int
    called: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, number: int) -> None:
        if number == 0:
            self.called.set()
        elif number != self.number:
            self.number = number
            self.show()

    def show(self) -> None:
        self.page.show({"t": "waiting", "place": self.number})


class WaitingPages:
    """The pages of those in `line`. `free` says how many rooms are free."""

    def __init__(self, line: WaitingLine, free: Callable[[], int]) -> None:
        self._line, self._free = line, free
        self._guests: dict[str, _Guest] = {}
        self._looking: asyncio.Task[None] | None = None

    async def wait(self, who: Arrival, socket: Socket, number: int) -> bool:
        """True once the page may come in, or has to be told that it may not; the socket is open then.
        False when the page is gone: its place is kept for a while."""
        page = Connection(socket)
        guest = _Guest(page, number)
        self._greet(who.interview, guest)
        try:
            async with asyncio.TaskGroup() as tasks:
                serving = tasks.create_task(page.serve(_ignore))
                calling = tasks.create_task(guest.called.wait())
                await asyncio.wait((serving, calling), return_when=asyncio.FIRST_COMPLETED)
                gone = serving.done()
                page.release()
                calling.cancel()
        finally:
            if self._guests.get(who.interview) is guest:
                del self._guests[who.interview]
                self._line.left(who.interview, _now())
        return not gone

    def tell(self) -> None:
        """Tell everybody their place, and call those who may come in or have lost their place."""
        numbers = self._line.numbers(self._free(), _now())
        for interview, guest in self._guests.items():
            guest.tell(numbers.get(interview, 0))

    def call(self, interview: str) -> None:
        """Have this one ask again."""
        guest = self._guests.get(interview)
        if guest is not None:
            guest.called.set()

    def close(self) -> None:
        """Call everybody: there is nothing to wait for."""
        for guest in self._guests.values():
            guest.called.set()
        if self._looking is not None:
            self._looking.cancel()

    def _greet(self, interview: str, guest: _Guest) -> None:
        older = self._guests.get(interview)
        if older is not None:
            older.page.show({"t": "taken"})
            older.page.close(TAKEN, "another page took over")
        self._guests[interview] = guest
        guest.show()
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._look())

    async def _look(self) -> None:
        while self._guests:
            await asyncio.sleep(_LOOK_S)
            self.tell()


def _ignore(_message: PageMessage) -> None:
    """Nobody listens to a page in line; its connection answers the pings."""


def _now() -> float:
    return asyncio.get_running_loop().time()
