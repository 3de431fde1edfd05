"""The same promises of everything that can keep an interview."""

from __future__ import annotations

import pytest

from greenroom.testing import MemoryStore, StoreConformance


class TestMemory(StoreConformance):
    @pytest.fixture
    def store(self) -> MemoryStore:
        return MemoryStore()
