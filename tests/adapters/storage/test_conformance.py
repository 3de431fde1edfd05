"""The same promises of everything that can keep an interview: memory, SQLite, PostgreSQL."""

from __future__ import annotations

import pytest

from greenroom.adapters.storage.memory import MemoryStore
from greenroom.testing import StoreConformance


class TestMemory(StoreConformance):
    @pytest.fixture
    def store(self) -> MemoryStore:
        return MemoryStore()


class TestDatabases(StoreConformance):
    """The fixture `store` is both databases in turn."""
