"""Everything that is kept, in one database: SQLite on one machine, PostgreSQL for several."""

from greenroom.adapters.storage.database import describe
from greenroom.adapters.storage.migrating import Standing
from greenroom.adapters.storage.store import SqlStore, open_store, unchanged_store

__all__ = ["SqlStore", "Standing", "describe", "open_store", "unchanged_store"]
