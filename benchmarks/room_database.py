"""What interviews in LiveKit rooms ask of PostgreSQL: transactions a second, and connections.

python -m benchmarks.room_database [N ...]

A real PostgreSQL, a real LiveKit server, a process for each interview; speech and model are scripted.
The machine's load changes neither count much: a slow machine has fewer turns, and so fewer transactions.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread

import psycopg

from benchmarks.rooms import load
from greenroom.testing.livekit import find_server
from greenroom.testing.postgresql import postgres_server

SECONDS = 25.0
LOOK_S = 0.25
STEPS = (1, 3, 5)
COUNTED = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = %s"
HELD = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'greenroom' AND datname = %s"


class Counted:
    """Transactions a second and connections while it was entered: on average, and at most. It looks from
    another database, so that the looks are not counted."""

    def __init__(self, address: str) -> None:
        self.address = address
        server, _, self.database = address.rpartition("/")
        self.aside = f"{server}/postgres"
        self.transactions, self.connections, self.most = 0.0, 0.0, 0

    @contextmanager
    def talking(self) -> Iterator[None]:
        ended = Event()
        looking = Thread(target=self._look, args=(ended,))
        looking.start()
        try:
            yield
        finally:
            ended.set()
            looking.join()

    def _look(self, ended: Event) -> None:
        with psycopg.connect(self.aside, autocommit=True) as watching:
            before, began, held = self._ask(watching, COUNTED), time.perf_counter(), [0]
            while not ended.wait(LOOK_S):
                held.append(self._ask(watching, HELD))
            spent = time.perf_counter() - began
            self.transactions = (self._ask(watching, COUNTED) - before) / spent
            self.connections, self.most = sum(held) / max(1, len(held) - 1), max(held)

    def _ask(self, watching: psycopg.Connection, question: str) -> int:
        found = watching.execute(question, (self.database,)).fetchone()
        assert found is not None
        return int(found[0])


def main(steps: Sequence[int]) -> None:
    binary = find_server()
    assert binary is not None, "needs livekit-server: make programs"
    with postgres_server() as server:
        for bots in steps:
            address = server.new_database()
            counted = Counted(address)
            found = load(binary, bots, SECONDS, database=address, talking=counted.talking)
            print(
                f"{bots}: {counted.transactions / bots:.2f} transactions a second and "
                f"{counted.connections / bots:.2f} connections each ({counted.connections:.2f} in all, "
                f"at most {counted.most}); {found.told()}; load {os.getloadavg()[0]:.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main([int(n) for n in sys.argv[1:]] or STEPS)
