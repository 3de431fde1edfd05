"""A worker that cannot work takes no job and says why (O2)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

from greenroom.adapters.storage import open_store
from greenroom.app.ports import OperatorFault
from greenroom.bootstrap.fitness import Fitness, database_fits


async def test_a_database_of_a_newer_program(tmp_path: Path) -> None:
    """A worker beside its own database is fit; one whose database was migrated by a newer program is not,
    and is fit again when that is undone."""
    path = tmp_path / "greenroom.db"
    await (await open_store(path)).aclose()
    fitness = Fitness(partial(database_fits, path), lambda: False, lambda: True)
    assert await fitness.renew() is None
    with closing(sqlite3.connect(path)) as database, database:
        (version,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    assert await fitness.renew() is not None
    assert fitness.why_not == fitness.found
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = ?", (version,))
    assert await fitness.renew() is None


async def test_each_reason_is_told() -> None:
    """A worker that drains, that LiveKit does not know, or whose database is away says just that."""

    async def away() -> None:
        raise OperatorFault("the database cannot be reached")

    async def well() -> None:
        """Nothing is wrong."""

    drains, known = [False], [False]
    fitness = Fitness(well, lambda: drains[0], lambda: known[0])
    assert await fitness.renew() == "the LiveKit server cannot be reached"
    known[0] = True
    assert await fitness.renew() is None
    drains[0] = True
    assert "it ends" in (await fitness.renew() or "")
    away_now = Fitness(away, lambda: False, lambda: True)
    assert await away_now.renew() == "the database cannot be reached"


async def test_a_new_worker_is_offered_jobs_at_once() -> None:
    """It tells its load before the LiveKit server knows it, and again only seconds later: a worker that
    called itself full would miss the first interview."""

    async def well() -> None:
        """Nothing is wrong."""

    drains = [False]
    fitness = Fitness(well, lambda: drains[0], lambda: False)
    await fitness.renew()
    assert fitness.why_not == "the LiveKit server cannot be reached"
    assert fitness.unwilling is None
    drains[0] = True
    assert fitness.unwilling == fitness.why_not
