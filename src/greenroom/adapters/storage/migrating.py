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
from sqlalchemy import Connection

from greenroom.app.ports import OperatorFault

MIGRATIONS: Final = Path(__file__).parent / "migrations"


class Standing(Enum):
    """How far a database is, against this program."""

    EMPTY = "empty"
    OLDER = "older"
    CURRENT = "current"


def migrate(connection: Connection, lock: Callable[[Connection], None], to: str = "head") -> None:
    """Apply what is missing, in the connection's transaction: all of it or nothing.

    `lock` keeps other processes from migrating until the transaction ends; it is not called when
    nothing is missing. Raises `OperatorFault` for a database of a newer program.
    """
    if standing(connection) is Standing.CURRENT:
        return
    lock(connection)
    command.upgrade(_config(connection), to)


def standing(connection: Connection) -> Standing:
    """Raises `OperatorFault` for a database of a newer program."""
    scripts = ScriptDirectory.from_config(_config(connection))
    applied = set(MigrationContext.configure(connection).get_current_heads())
    if applied == set(scripts.get_heads()):
        return Standing.CURRENT
    if not applied <= {script.revision for script in scripts.walk_revisions()}:
        raise OperatorFault(
            "the database was written by a newer Greenroom; install that one, or choose another "
            "database"
        )
    return Standing.OLDER if applied else Standing.EMPTY


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
