"""Bringing a database up to date with this program."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, delete, insert, inspect, select

from greenroom.adapters.storage.tables import reach
from greenroom.app.ports import OperatorFault

MIGRATIONS: Final = Path(__file__).parent / "migrations"


class SchemaState(Enum):
    """How far a database is, against this program."""

    EMPTY = "empty"
    OLDER = "older"
    CURRENT = "current"
    NEWER = "newer"
    """A newer program has added something and removed nothing that this one needs."""


def migrate(connection: Connection, lock: Callable[[Connection], None], to: str = "head") -> None:
    """Apply what is missing, in the connection's transaction: all of it or nothing.

    `lock` keeps other processes from migrating until the transaction ends; it is not called when
    nothing is missing. Raises `OperatorFault` for a database of a newer program.
    """
    if schema_state(connection) in (SchemaState.CURRENT, SchemaState.NEWER):
        return
    lock(connection)
    command.upgrade(_config(connection), to)
    _tell_reach(connection)


def schema_state(connection: Connection) -> SchemaState:
    """Raises `OperatorFault` for a database that a newer program has made unfit for this one."""
    scripts = ScriptDirectory.from_config(_config(connection))
    applied = set(MigrationContext.configure(connection).get_current_heads())
    if applied == set(scripts.get_heads()):
        return SchemaState.CURRENT
    known = {script.revision for script in scripts.walk_revisions()}
    if not applied <= known:
        if _oldest(connection, applied) in known:
            return SchemaState.NEWER
        raise OperatorFault(
            "the database was written by a newer Greenroom; install that one, or choose another "
            "database"
        )
    return SchemaState.OLDER if applied else SchemaState.EMPTY


def _tell_reach(connection: Connection) -> None:
    """Write down which programs the database serves now: those that know the last migration that did
    more than add (`expands` in its module)."""
    (applied,) = MigrationContext.configure(connection).get_current_heads()
    if not inspect(connection).has_table(reach.name):
        return  # stopped at an older revision, as the tests do
    scripts = ScriptDirectory.from_config(_config(connection))
    steps = scripts.iterate_revisions(applied, "base")
    oldest = next(one.revision for one in steps if not getattr(one.module, "expands", False))
    connection.execute(delete(reach))
    connection.execute(insert(reach).values(revision=applied, oldest=oldest))


def _oldest(connection: Connection, applied: set[str]) -> str | None:
    """What a newer program wrote about this revision; None if it wrote nothing."""
    if not inspect(connection).has_table(reach.name):
        return None
    return connection.scalar(select(reach.c.oldest).where(reach.c.revision.in_(applied)))


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
