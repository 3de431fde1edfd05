"""The same promises of everything that can keep an interview: memory, SQLite, PostgreSQL."""

from __future__ import annotations

import pytest

from greenroom.testing import MemoryStore, StoreConformance


class TestMemory(StoreConformance):
    @pytest.fixture
    def store(self) -> MemoryStore:
        return MemoryStore()


class TestDatabases(StoreConformance):
    """The fixture `store` is both databases in turn."""
