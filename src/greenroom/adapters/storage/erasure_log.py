"""The ledger of what was erased: one line for each, so that a restored backup brings nobody back.

It is a file beside the data: a table would be lost or restored together with the database. A line holds the
digest of a random id, which does not identify anybody.
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Column, Delete, Select, Table, select

from greenroom.adapters.storage.circle_tables import circle, meeting
from greenroom.adapters.storage.tables import interview, plan, provider_key, share_link
from greenroom.app.ports import DiskFull, OperatorFault

LEDGER: Final = "erased.txt"
NOTED: Final[tuple[Table, ...]] = (interview, provider_key, plan, share_link, circle, meeting)
"""What a person can erase and has an id of its own. Everything that belongs to it is erased with it."""


class ErasureLog:
    """The file at `path`; made by the first line."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, lines: Iterable[str]) -> None:
        """Durable when it returns. Raises `OperatorFault` when the line cannot be written. Then nothing may be
        erased, because a backup would bring it back."""
        text = "".join(f"{line}\n" for line in lines)
        try:
            descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            kind = DiskFull if error.errno == errno.ENOSPC else OperatorFault
            raise kind(
                f"{self._path} cannot be written ({error.strerror}); nothing was erased, for a backup "
                "would bring it back"
            ) from None

    def lines(self) -> frozenset[str]:
        """Empty where there is no file."""
        try:
            return frozenset(self._path.read_text("ascii").splitlines())
        except FileNotFoundError:
            return frozenset()


def line(table: Table, row_id: str) -> str:
    """What stands in the ledger for a row."""
    return f"{table.name} {hashlib.sha256(row_id.encode()).hexdigest()}"


def ids(table: Table) -> Column[str]:
    found: Column[str] = table.c.id
    return found


def going(statement: object) -> tuple[Table, Select[Any]] | None:
    """The table of a deletion that is logged, and the query for the ids of its rows."""
    if not isinstance(statement, Delete) or statement.table not in NOTED:
        return None
    table = next(one for one in NOTED if one is statement.table)
    query = select(ids(table))
    where = statement.whereclause
    return table, query if where is None else query.where(where)


def gone(table: Table, row_ids: Sequence[str], noted: frozenset[str]) -> list[str]:
    """Those of these rows that were erased."""
    return [row_id for row_id in row_ids if line(table, row_id) in noted]
