"""A real PostgreSQL server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from greenroom.testing.postgresql import PostgresServer, postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A real server, begun once. Where PostgreSQL is not installed the tests fail and say how to
    get it."""
    with postgres_server() as server:
        yield server
