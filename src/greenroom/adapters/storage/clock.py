"""The database's own clock, so that processes whose clocks differ agree who came too late."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement


class now_ms(FunctionElement[int]):
    """Milliseconds since 1970 when the statement runs."""

    type = BigInteger()
    inherit_cache = True


@compiles(now_ms, "sqlite")
def _sqlite(_element: now_ms, _compiler: Any, **_options: Any) -> str:
    return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"


@compiles(now_ms, "postgresql")
def _postgresql(_element: now_ms, _compiler: Any, **_options: Any) -> str:
    """`now()` will not do: it keeps the time at which the transaction began."""
    return "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"


def in_ms(moment: str) -> int:
    """Milliseconds since 1970 of an ISO 8601 moment with an offset."""
    return round(datetime.fromisoformat(moment).timestamp() * 1000)
