"""A database copied whole while it is used: SQLite by itself, PostgreSQL by its own programs."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import text

from greenroom.adapters.storage.database import Database
from greenroom.app.ports import OperatorFault

SQLITE: Final = "greenroom.db"
POSTGRESQL: Final = "greenroom.pgdump"
"""Names of the copies."""
VARIABLES: Final = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "options": "PGOPTIONS",
    "target_session_attrs": "PGTARGETSESSIONATTRS",
}
"""The address in the form that the programs take, without showing the password to `ps`."""


def copy_out(where: Path | str, folder: Path) -> Path:
    """A copy of the database at one moment, in `folder`; others go on reading and writing. Raises `OperatorFault`."""
    if isinstance(where, str):
        made = folder / POSTGRESQL
        _run(where, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", *_ours(made))
        return made
    if not where.is_file():
        raise OperatorFault(f"there is nothing to back up: {where} is not there")
    made = folder / SQLITE
    try:
        with closing(sqlite3.connect(f"{where.absolute().as_uri()}?mode=ro", uri=True)) as source:
            source.execute("VACUUM INTO ?", (str(made),))  # one reading transaction
    except sqlite3.Error as error:
        raise OperatorFault(f"{where} cannot be copied ({error})") from None
    check(made)
    return made


def check(copy: Path) -> None:
    """Raises `OperatorFault` where a copy of a SQLite database is damaged."""
    try:
        with closing(sqlite3.connect(copy)) as connection:
            said = connection.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.Error as error:
        said = str(error)
    if said != "ok":
        raise OperatorFault(f"the copy of the database is damaged ({said})")


def copy_in(address: str, dump: Path) -> None:
    """Restore into an empty PostgreSQL database, completely or not at all. Raises `OperatorFault`."""
    way = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")
    name = _variables(address)["PGDATABASE"]
    _run(address, "pg_restore", *way, f"--dbname={name}", str(dump))


async def is_empty(address: str) -> bool:
    """Whether a PostgreSQL database has no table. Raises `OperatorFault` where it cannot be reached."""
    database = Database.unchanged(address)
    query = text(
        "SELECT count(*) FROM pg_tables "
        "WHERE schemaname NOT IN ('pg_catalog', 'information_schema')"
    )
    try:
        async with database.transaction() as connection:
            return not await connection.scalar(query)
    finally:
        await database.aclose()


def _ours(made: Path) -> tuple[str, ...]:
    """Leaves out the job queue of an older release, which nobody reads any more."""
    return ("--exclude-schema=dbos", f"--file={made}")


def _run(address: str, name: str, *options: str) -> None:
    done = subprocess.run(
        [_program(name), "--no-password", *options],
        env=os.environ | _variables(address),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        raise OperatorFault(f"{name} failed: {said[-1] if said else 'it said nothing'}")


def _variables(address: str) -> dict[str, str]:
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        parts = conninfo_to_dict(address)
    except ProgrammingError:  # it may quote the password
        raise OperatorFault("GREENROOM_DATABASE is no address of a PostgreSQL database") from None
    unknown = sorted(set(parts) - set(VARIABLES))
    if unknown:
        raise OperatorFault(
            f"GREENROOM_DATABASE says {', '.join(unknown)}, which cannot be handed to PostgreSQL's own "
            "programs; leave it out for this command"
        )
    return {VARIABLES[name]: str(value) for name, value in parts.items()}


def _program(name: str) -> str:
    """The newest version of the program: an older one refuses a newer server. Debian installs several versions
    side by side."""
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda p: int(p.parts[4]))
    found = str(kept[-1]) if kept else shutil.which(name)
    if found is None:
        raise OperatorFault(
            f"PostgreSQL's {name} is not installed; on Debian: sudo apt-get install postgresql-client"
        )
    return found
